"""The feature gates of Kueue that change an outcome, with their defaults by release.

Source: Kueue pkg/features/kube_features.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import Final

DEFAULT_RELEASE: Final = (0, 19)

_ON: Final = (0, 0)
_NEVER: Final = (99, 0)

_ENABLED_SINCE: Final[dict[str, tuple[int, int]]] = {
    "AdmissionFairSharing": (0, 15),
    "AdmissionGatedBy": (0, 19),
    "ConcurrentAdmission": _NEVER,
    "ElasticJobsViaWorkloadSlices": (0, 18),
    "ElasticJobsViaWorkloadSlicesWithTAS": _NEVER,
    "FairSharingPreemptWithinNominal": (0, 17),
    "FairSharingPrioritizeNonBorrowing": (0, 17),
    "FlavorFungibility": _ON,
    "FlavorFungibilityPreserveScanProgress": (0, 19),
    "MultiKueueOrchestratedPreemption": _NEVER,
    "PartialAdmission": _ON,
    "PrioritizePreemptorWorkloads": _NEVER,
    "PriorityBoost": _NEVER,
    "PrioritySortingWithinCohort": _ON,
    "QuotaCheckStrategy": (0, 19),
    "ReclaimablePods": _ON,
    "RecomputeAssignmentUponPreemptionTargetsOverlap": _NEVER,
    "SchedulerTimestampPreemptionBuffer": _NEVER,
    "SchedulingEquivalenceHashing": (0, 18),
    "SkipReassignmentForPodOwnedWorkloads": (0, 19),
    "TASBalancedPlacement": _NEVER,
    "TASFailedNodeReplacement": (0, 14),
    "TASFailedNodeReplacementFailFast": (0, 14),
    "TASHandleOverlappingFlavors": (0, 18),
    "TASMultiLayerTopology": (0, 19),
    "TASProfileMixed": (0, 15),
    "TASRecomputeAssignmentWithinSchedulingCycle": (0, 19),
    "TASRespectNodeAffinityPreferred": _NEVER,
    "TopologyAwareScheduling": (0, 14),
    "UnadmittedWorkloadsExplicitStatus": _NEVER,
    "UnadmittedWorkloadsObservability": _NEVER,
    "VectorizedResourceRequests": (0, 19),
}
"""Gate name to the first release in which it is on by default."""


class Features:
    """The state of each gate; gates that change no outcome are ignored.

    Attributes are spelled in snake case because hot code reads them.
    """

    __slots__ = (
        "admission_fair_sharing",
        "admission_gated_by",
        "concurrent_admission",
        "elastic_jobs",
        "elastic_jobs_with_tas",
        "fair_sharing_preempt_within_nominal",
        "fair_sharing_prioritize_non_borrowing",
        "flavor_fungibility",
        "flavor_fungibility_preserve_scan_progress",
        "multi_kueue_orchestrated_preemption",
        "partial_admission",
        "prioritize_preemptor_workloads",
        "priority_boost",
        "priority_sorting_within_cohort",
        "quota_check_strategy",
        "reclaimable_pods",
        "recompute_assignment_upon_preemption_targets_overlap",
        "scheduler_timestamp_preemption_buffer",
        "scheduling_equivalence_hashing",
        "skip_reassignment_for_pod_owned_workloads",
        "tas_balanced_placement",
        "tas_failed_node_replacement",
        "tas_failed_node_replacement_fail_fast",
        "tas_handle_overlapping_flavors",
        "tas_multi_layer_topology",
        "tas_profile_mixed",
        "tas_recompute_assignment_within_scheduling_cycle",
        "tas_respect_node_affinity_preferred",
        "topology_aware_scheduling",
        "unadmitted_workloads_explicit_status",
        "unadmitted_workloads_observability",
        "vectorized_resource_requests",
    )

    def __init__(
        self,
        overrides: Mapping[str, bool] | None = None,
        release: tuple[int, int] = DEFAULT_RELEASE,
    ) -> None:
        gates = {name: since <= release for name, since in _ENABLED_SINCE.items()}
        gates.update(overrides or {})
        self.admission_fair_sharing = gates["AdmissionFairSharing"]
        self.admission_gated_by = gates["AdmissionGatedBy"]
        self.concurrent_admission = gates["ConcurrentAdmission"]
        self.elastic_jobs = gates["ElasticJobsViaWorkloadSlices"]
        self.elastic_jobs_with_tas = gates["ElasticJobsViaWorkloadSlicesWithTAS"]
        self.fair_sharing_preempt_within_nominal = gates["FairSharingPreemptWithinNominal"]
        self.fair_sharing_prioritize_non_borrowing = gates["FairSharingPrioritizeNonBorrowing"]
        self.flavor_fungibility = gates["FlavorFungibility"]
        self.flavor_fungibility_preserve_scan_progress = gates[
            "FlavorFungibilityPreserveScanProgress"
        ]
        self.multi_kueue_orchestrated_preemption = gates["MultiKueueOrchestratedPreemption"]
        self.partial_admission = gates["PartialAdmission"]
        self.prioritize_preemptor_workloads = gates["PrioritizePreemptorWorkloads"]
        self.priority_boost = gates["PriorityBoost"]
        self.priority_sorting_within_cohort = gates["PrioritySortingWithinCohort"]
        self.quota_check_strategy = gates["QuotaCheckStrategy"]
        self.reclaimable_pods = gates["ReclaimablePods"]
        self.recompute_assignment_upon_preemption_targets_overlap = gates[
            "RecomputeAssignmentUponPreemptionTargetsOverlap"
        ]
        self.scheduler_timestamp_preemption_buffer = gates["SchedulerTimestampPreemptionBuffer"]
        self.scheduling_equivalence_hashing = gates["SchedulingEquivalenceHashing"]
        self.skip_reassignment_for_pod_owned_workloads = gates[
            "SkipReassignmentForPodOwnedWorkloads"
        ]
        self.tas_balanced_placement = gates["TASBalancedPlacement"]
        self.tas_failed_node_replacement = gates["TASFailedNodeReplacement"]
        self.tas_failed_node_replacement_fail_fast = gates["TASFailedNodeReplacementFailFast"]
        self.tas_handle_overlapping_flavors = gates["TASHandleOverlappingFlavors"]
        self.tas_multi_layer_topology = gates["TASMultiLayerTopology"]
        self.tas_profile_mixed = gates["TASProfileMixed"]
        self.tas_recompute_assignment_within_scheduling_cycle = gates[
            "TASRecomputeAssignmentWithinSchedulingCycle"
        ]
        self.tas_respect_node_affinity_preferred = gates["TASRespectNodeAffinityPreferred"]
        self.topology_aware_scheduling = gates["TopologyAwareScheduling"]
        self.unadmitted_workloads_explicit_status = gates["UnadmittedWorkloadsExplicitStatus"]
        self.unadmitted_workloads_observability = gates["UnadmittedWorkloadsObservability"]
        self.vectorized_resource_requests = gates["VectorizedResourceRequests"]
