"""What a cluster accepts but never activates, as far as a set of objects shows it.

The tokens of Kueue: on a ClusterQueue Stopped, FlavorNotFound, AdmissionCheckNotFound,
AdmissionCheckInactive, MultipleMultiKueueAdmissionChecks, MultiKueueAdmissionCheckAppliedPerFlavor,
MultiKueueWithProvisioningRequest, TopologyNotFound and HasCycle; on a LocalQueue Stopped,
ClusterQueueDoesNotExist and ClusterQueueIsInactive; on an AdmissionCheck BadConfig,
BadParametersRef, NoUsableClusters and SomeActiveClusters; on a MultiKueueCluster
MultiKueueClusterProfileFeatureDisabled. Kueue has no token for CohortCycle (on a Cohort),
NamespaceSelectorNull, NamespaceNotSelected, MultiKueueClusterNotFound (on a MultiKueueConfig) and
TopologyNotFound on a ResourceFlavor; they are named here.
Source: Kueue pkg/cache/scheduler/clusterqueue.go (inactiveReason), snapshot.go,
pkg/controller/core/localqueue_controller.go, pkg/controller/admissionchecks, v0.19.2.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kuota.kueue.activity.admission_checks import admission_check_states, config_faults
from kuota.kueue.activity.cluster_queues import cluster_queue_states
from kuota.kueue.activity.cohorts import cohort_cycles
from kuota.kueue.activity.index import Inactivity, Index, ObjectRef
from kuota.kueue.activity.local_queues import local_queue_states
from kuota.kueue.release import Release

__all__ = ["Inactivity", "ObjectRef", "inactive"]


def inactive(objects: Sequence[Mapping[str, Any]], release: Release) -> tuple[Inactivity, ...]:
    """Every reason why an object of the set does not work, in the order of the objects.

    The set is taken for the whole cluster: what it does not hold does not exist. Objects that the
    cluster would refuse are read as far as they can be; tell their refusal first.
    """
    index = Index(objects)
    cycles = cohort_cycles(index, release)
    found = list(cycles.found)
    found += config_faults(index, release)
    checks = admission_check_states(index)
    found += checks
    queues = cluster_queue_states(index, release, checks, cycles)
    found += queues
    found += local_queue_states(index, queues)
    return tuple(sorted(found, key=lambda state: state.index))
