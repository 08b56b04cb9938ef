"""Compilation of a policy for every target that its Platforms list."""

from collections.abc import Iterator

from kuota.diag.fault import fault
from kuota.diag.model import Diagnostic
from kuota.emit.artifact import Artifact
from kuota.emit.errors import target_not_compiled
from kuota.emit.target import Emitted, Target
from kuota.emit.targets import all_targets
from kuota.policy.cluster import Cluster, Policy


def run(policy: Policy, *, debug: bool = False) -> Emitted:
    """The files of all clusters and targets, in order of path, with all findings in order.

    A target that crashes becomes a finding, and has no files; with ``debug`` it raises.
    """
    artifacts: list[Artifact] = []
    findings: list[Diagnostic] = []
    findings.extend(_not_compiled(policy))
    for cluster, target in _wanted(policy):
        try:
            emitted = target.emit(cluster)
        except Exception as error:
            if debug:
                raise
            findings.append(fault(f"target {target.name}", cluster.origin.span, error))
            continue
        artifacts.extend(emitted.artifacts)
        findings.extend(emitted.diagnostics)
    return Emitted(
        tuple(sorted(artifacts, key=lambda artifact: artifact.path)),
        tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.order)),
    )


def _not_compiled(policy: Policy) -> Iterator[Diagnostic]:
    known = frozenset(target.name for target in all_targets())
    for cluster in policy.clusters:
        for name, target in cluster.targets.items():
            if name not in known:
                yield target_not_compiled(name, target.origin.span)


def _wanted(policy: Policy) -> Iterator[tuple[Cluster, Target]]:
    for cluster in policy.clusters:
        for target in all_targets():
            if target.name in cluster.targets:
                yield cluster, target
