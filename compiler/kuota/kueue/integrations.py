"""The frameworks that each release of Kueue has an integration for.

Source: Kueue pkg/controller/jobs, FrameworkName, at v0.15.8 to v0.19.2.
"""

from typing import Final

_SINCE: Final = {
    "batch/job": 15,
    "deployment": 15,
    "jobset.x-k8s.io/jobset": 15,
    "kubeflow.org/jaxjob": 15,
    "kubeflow.org/mpijob": 15,
    "kubeflow.org/paddlejob": 15,
    "kubeflow.org/pytorchjob": 15,
    "kubeflow.org/tfjob": 15,
    "kubeflow.org/xgboostjob": 15,
    "leaderworkerset.x-k8s.io/leaderworkerset": 15,
    "pod": 15,
    "ray.io/raycluster": 15,
    "ray.io/rayjob": 15,
    "ray.io/rayservice": 17,
    "sparkoperator.k8s.io/sparkapplication": 17,
    "statefulset": 15,
    "trainer.kubeflow.org/trainjob": 15,
    "workload.codeflare.dev/appwrapper": 15,
}


def known_integrations(minor: int) -> tuple[str, ...]:
    """The frameworks of a minor line, in order of name."""
    return tuple(name for name, since in _SINCE.items() if minor >= since)
