"""The feature gates that each release of Kueue knows, and those it no longer lets anybody change.

Source: Kueue pkg/features/kube_features.go, at v0.15.8, v0.16.9, v0.17.8, v0.18.6 and v0.19.2.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Gate(NamedTuple):
    """In which minor lines a gate exists; ``locked`` is (from which line on, to which value).

    Lines before 0.15 count as 0.15.
    """

    first: int
    last: int
    locked: tuple[int, bool] | None = None


GATES: Final[Mapping[str, Gate]] = {
    "AdmissionFairSharing": Gate(15, 19),
    "AdmissionGatedBy": Gate(17, 19),
    "AssignQueueLabelsForPods": Gate(17, 19),
    "CleanupProvisioningRequestsOnEviction": Gate(17, 19),
    "ConcurrentAdmission": Gate(18, 19),
    "ConfigurableResourceTransformations": Gate(15, 15, (15, True)),
    "CustomMetricLabels": Gate(17, 19),
    "DRAExtendedResources": Gate(17, 18, (18, False)),
    "DeferRayServiceFinalizationForRedisCleanup": Gate(17, 19),
    "DisableWaitForPodsReady": Gate(19, 19),
    "DynamicResourceAllocation": Gate(15, 18, (18, False)),
    "ElasticJobsViaWorkloadSlices": Gate(15, 19),
    "ElasticJobsViaWorkloadSlicesWithTAS": Gate(17, 19),
    "FailureRecoveryPolicy": Gate(15, 19),
    "FairSharingPreemptWithinNominal": Gate(15, 19),
    "FairSharingPrioritizeNonBorrowing": Gate(15, 19),
    "FastQuotaReleaseInPodIntegration": Gate(17, 19),
    "FinishOrphanedWorkloads": Gate(16, 19),
    "FlavorFungibility": Gate(15, 19),
    "FlavorFungibilityImplicitPreferenceDefault": Gate(15, 16),
    "FlavorFungibilityPreserveScanProgress": Gate(18, 19),
    "HierarchicalCohorts": Gate(15, 19, (17, True)),
    "KueueDRAIntegration": Gate(18, 19),
    "KueueDRAIntegrationConsumableCapacity": Gate(19, 19),
    "KueueDRAIntegrationExtendedResource": Gate(18, 19),
    "KueueDRAIntegrationPartitionableDevices": Gate(18, 19),
    "KueueDRARejectWorkloadsWhenDRADisabled": Gate(18, 19),
    "LWSImmutableGroupSize": Gate(18, 19),
    "LendingLimit": Gate(15, 18, (17, True)),
    "LocalQueueDefaulting": Gate(15, 18, (17, True)),
    "LocalQueueMetrics": Gate(15, 19),
    "ManagedJobsNamespaceSelectorAlwaysRespected": Gate(15, 19, (19, True)),
    "MetricForWorkloadCreationLatency": Gate(18, 19),
    "MetricsForCohorts": Gate(18, 19),
    "MultiKueue": Gate(15, 19),
    "MultiKueueAdaptersForCustomJobs": Gate(15, 19),
    "MultiKueueAllowInsecureKubeconfigs": Gate(15, 19, (19, False)),
    "MultiKueueBatchJobWithManagedBy": Gate(15, 18, (17, True)),
    "MultiKueueClusterProfile": Gate(15, 19),
    "MultiKueueIncrementalDispatcherConfig": Gate(19, 19),
    "MultiKueueIncrementalDispatcherRespectConfigOrder": Gate(19, 19),
    "MultiKueueKubeConfigPathValidation": Gate(19, 19),
    "MultiKueueManagerQuotaAutomation": Gate(18, 19),
    "MultiKueueOrchestratedPreemption": Gate(17, 19),
    "MultiKueueRedoAdmissionOnEvictionInWorker": Gate(16, 19, (18, True)),
    "MultiKueueRemoteSpecSync": Gate(18, 19),
    "MultiKueueWaitForWorkloadAdmitted": Gate(15, 19, (18, True)),
    "ObjectRetentionPolicies": Gate(15, 19, (17, True)),
    "PartialAdmission": Gate(15, 19),
    "PodIntegrationValidateGroupOwner": Gate(18, 19),
    "PrioritizePreemptorWorkloads": Gate(18, 19),
    "PriorityBoost": Gate(17, 19),
    "PrioritySortingWithinCohort": Gate(15, 19),
    "PropagateBatchJobLabelsToWorkload": Gate(15, 19, (17, True)),
    "QuotaCheckStrategy": Gate(18, 19),
    "ReclaimablePods": Gate(15, 19),
    "RecomputeAssignmentUponPreemptionTargetsOverlap": Gate(18, 19),
    "RejectUpdatesToCQWithInvalidOnFlavors": Gate(16, 19),
    "RemoveFinalizersWithStrictPatch": Gate(15, 19),
    "SanitizePodSets": Gate(15, 18, (17, True)),
    "SchedulerLibraryIntegration": Gate(19, 19),
    "SchedulerLongRequeueInterval": Gate(15, 19),
    "SchedulerTimestampPreemptionBuffer": Gate(15, 19),
    "SchedulingEquivalenceHashing": Gate(15, 19),
    "ShortWorkloadNames": Gate(17, 19),
    "SkipAncestorCheckForDeletedWorkloads": Gate(18, 19),
    "SkipFinalizersForPodsSuspendedByParent": Gate(15, 19, (18, True)),
    "SkipReassignmentForPodOwnedWorkloads": Gate(17, 19),
    "SparkApplicationIntegration": Gate(17, 19),
    "TASAssignmentsEncodingByHostnamePrefix": Gate(19, 19),
    "TASBalancedPlacement": Gate(15, 19),
    "TASCacheNodeMatchResults": Gate(17, 19),
    "TASCacheTopologyTree": Gate(18, 19),
    "TASCachingRemainingResources": Gate(17, 19),
    "TASFailedNodeReplacement": Gate(15, 19),
    "TASFailedNodeReplacementFailFast": Gate(15, 19),
    "TASHandleOverlappingFlavors": Gate(16, 19),
    "TASMultiLayerTopology": Gate(17, 19),
    "TASProfileLeastFreeCapacity": Gate(15, 16),
    "TASProfileMixed": Gate(15, 19),
    "TASRecomputeAssignmentWithinSchedulingCycle": Gate(17, 19),
    "TASReplaceNodeDueToNotReadyOverFixedTime": Gate(17, 19),
    "TASReplaceNodeOnNodeTaints": Gate(15, 19),
    "TASReplaceNodeOnPodTermination": Gate(15, 19),
    "TASRespectNodeAffinityPreferred": Gate(18, 19),
    "TASValidateWorkloadSliceSize": Gate(18, 19),
    "TLSOptions": Gate(16, 19),
    "TopologyAwareScheduling": Gate(15, 19),
    "UnadmittedWorkloadsExplicitStatus": Gate(18, 19),
    "UnadmittedWorkloadsObservability": Gate(18, 19),
    "ValidateRayAndSparkJobUpdates": Gate(18, 19),
    "VectorizedResourceRequests": Gate(17, 19),
    "VisibilityOnDemand": Gate(15, 19),
    "WorkloadIdentifierAnnotations": Gate(17, 19),
    "WorkloadPriorityClassDefaulting": Gate(18, 19),
    "WorkloadRequestUseMergePatch": Gate(15, 19),
    "WorkloadValidateResourcesAreNonNegative": Gate(18, 19),
    "WorkloadValidationForPodSetMetadata": Gate(18, 19),
}


def known_gates(minor: int) -> tuple[str, ...]:
    """The names of all gates of a minor line, in order."""
    return tuple(name for name, gate in GATES.items() if gate.first <= minor <= gate.last)
