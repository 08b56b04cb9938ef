"""Whether a ClusterQueue can admit at all, and if not, why.

Source: Kueue pkg/cache/scheduler/clusterqueue.go (updateQueueStatus, inactiveReason,
updateWithAdmissionChecks), v0.19.2.
"""

from collections.abc import Container, Mapping
from typing import Final

from kuota.sim.model import (
    ResourceFlavor,
)
from kuota.sim.objects import AdmissionCheck, ClusterQueueSpec
from kuota.sim.settings import (
    Settings,
)

PROVISIONING_CONTROLLER: Final = "kueue.x-k8s.io/provisioning-request"
MULTI_KUEUE_CONTROLLER: Final = "kueue.x-k8s.io/multikueue"


def inactive_reason(
    spec: ClusterQueueSpec,
    flavors: Mapping[str, ResourceFlavor],
    checks: Mapping[str, AdmissionCheck],
    placeable_flavors: Container[str],
    settings: Settings,
) -> str:
    """Kueue's reasons against the queue, joined; empty when it is active.

    ``placeable_flavors`` are the flavors whose Topology exists.
    """
    found: list[str] = []
    if spec.stop_policy != "None":
        found.append("is stopped")
    names = [flavor for group in spec.resource_groups for flavor in group.flavors]
    missing = [name for name in names if name not in flavors]
    if missing:
        found.append(f"references missing ResourceFlavor(s): {','.join(missing)}")
    found.extend(_against_checks(spec, checks, frozenset(names)))
    if settings.features.topology_aware_scheduling and not multi_kueue_checks(spec, checks):
        for name in names:
            flavor = flavors.get(name)
            if flavor is not None and flavor.topology_name and name not in placeable_flavors:
                found.append(
                    f'there is no Topology "{flavor.topology_name}" for TAS flavor "{name}"'
                )
    return ", ".join(found)


def multi_kueue_checks(spec: ClusterQueueSpec, checks: Mapping[str, AdmissionCheck]) -> list[str]:
    """The checks of the queue that dispatch to other clusters."""
    return _of_controller(spec, checks, MULTI_KUEUE_CONTROLLER)


def flavors_with_provisioning(
    spec: ClusterQueueSpec, checks: Mapping[str, AdmissionCheck]
) -> frozenset[str]:
    """The flavors whose nodes are provisioned on demand."""
    names = _of_controller(spec, checks, PROVISIONING_CONTROLLER)
    return frozenset().union(*(spec.admission_checks[name] for name in names))


def _of_controller(
    spec: ClusterQueueSpec, checks: Mapping[str, AdmissionCheck], controller: str
) -> list[str]:
    return sorted(
        name
        for name in spec.admission_checks
        if name in checks and checks[name].controller == controller
    )


def _against_checks(
    spec: ClusterQueueSpec, checks: Mapping[str, AdmissionCheck], flavors: frozenset[str]
) -> list[str]:
    found: list[str] = []
    missing = sorted(name for name in spec.admission_checks if name not in checks)
    if missing:
        found.append(f"references missing AdmissionCheck(s): {','.join(missing)}")
    inactive = sorted(
        name for name in spec.admission_checks if name in checks and not checks[name].active
    )
    if inactive:
        found.append(f"references inactive AdmissionCheck(s): {','.join(inactive)}")
    multi_kueue = multi_kueue_checks(spec, checks)
    if len(multi_kueue) > 1:
        found.append(f"uses several MultiKueue AdmissionChecks: {','.join(multi_kueue)}")
    partial = [name for name in multi_kueue if spec.admission_checks[name] != flavors]
    if partial:
        found.append(f"uses a MultiKueue AdmissionCheck per flavor: {','.join(partial)}")
    if multi_kueue and _of_controller(spec, checks, PROVISIONING_CONTROLLER):
        found.append("uses both MultiKueue and ProvisioningRequest AdmissionChecks")
    return found
