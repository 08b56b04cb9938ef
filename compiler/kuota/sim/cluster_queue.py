"""A ClusterQueue as the scheduler sees it: a leaf of the quota tree with what it runs.

Kueue keeps a cache and takes a snapshot of it for each cycle. Here there is one live state; what a
cycle only tries is taken back.

Source: Kueue pkg/cache/scheduler/clusterqueue.go and clusterqueue_snapshot.go, v0.19.2.
"""

from enum import IntEnum
from typing import TYPE_CHECKING

from kuota.sim.cohort import QuotaNode
from kuota.sim.flavor_matching import FlavorMatches
from kuota.sim.model import (
    NO_QUOTA,
    ClusterQueuePreemption,
    FlavorFungibility,
    FlavorResources,
    ResourceGroup,
    ResourceQuota,
    TASUsage,
    Usage,
    Workload,
    WorkloadInfo,
)
from kuota.sim.objects import ClusterQueueSpec
from kuota.sim.resource_node import QuotaCell, finite
from kuota.sim.tas.requests import (
    TASAssignmentsResult,
    WorkloadTASRequests,
)
from kuota.sim.tas.workload_assignments import find_workload_assignments

if TYPE_CHECKING:
    from kuota.sim.fit_template import FitTemplate
    from kuota.sim.queues.pending import PendingQueue
    from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot


class FitsCheck(IntEnum):
    """Whether a usage fits: it does, quota lacks, or no place on the nodes is left."""

    OK = 0
    NO_QUOTA = 1
    NO_TAS = 2


class ClusterQueue(QuotaNode):
    """A ClusterQueue.

    ``workloads`` are those that hold a reservation, in order of reservation, ``by_priority`` the
    same ones by priority. ``inactive_reason`` is empty while the queue can admit.
    """

    __slots__ = (
        "allocatable_resource_generation",
        "by_priority",
        "fit_templates",
        "flavor_fungibility",
        "flavor_matches",
        "flavor_resources",
        "flavors_for_provisioning_checks",
        "group_of_resource",
        "has_multi_kueue_check",
        "inactive_reason",
        "index",
        "overlapping_flavors",
        "pending",
        "preemption",
        "resource_groups",
        "spec",
        "tas_flavors",
        "tas_only",
        "tree",
        "workloads",
    )

    def __init__(
        self,
        spec: ClusterQueueSpec,
        index: int,
        flavor_resources: FlavorResources,
        pending: "PendingQueue",
    ) -> None:
        quotas = {flavor_resources.pair(*key): quota for key, quota in spec.quotas.items()}
        super().__init__(spec.name, quotas, spec.fair_weight)
        self.spec = spec
        self.index = index
        self.flavor_resources = flavor_resources
        self.pending = pending
        self.tree = ""
        self.inactive_reason = ""
        self.resource_groups: list[ResourceGroup] = list(spec.resource_groups)
        self.group_of_resource: dict[str, ResourceGroup] = {}
        for group in reversed(self.resource_groups):
            for resource in group.covered_resources:
                self.group_of_resource[resource] = group
        self.preemption: ClusterQueuePreemption = spec.preemption
        self.flavor_fungibility: FlavorFungibility = spec.flavor_fungibility
        self.allocatable_resource_generation = 1
        self.workloads: dict[str, WorkloadInfo] = {}
        self.by_priority: dict[int, dict[str, WorkloadInfo]] = {}
        self.tas_flavors: dict[str, TASFlavorSnapshot] = {}
        self.tas_only = False
        self.flavor_matches = FlavorMatches()
        self.fit_templates: dict[str, FitTemplate] = {}
        self.overlapping_flavors = False
        self.flavors_for_provisioning_checks: frozenset[str] = frozenset()
        self.has_multi_kueue_check = False

    def is_active(self) -> bool:
        """Whether the queue can admit."""
        return not self.inactive_reason

    def rg_by_resource(self, resource: str) -> ResourceGroup | None:
        """The resource group that covers the resource."""
        return self.group_of_resource.get(resource)

    def quota_for(self, pair: int) -> ResourceQuota:
        """The queue's own quota of the pair."""
        return self.quotas.get(pair, NO_QUOTA)

    def pair_cell(self, pair: int) -> QuotaCell:
        """The cell of the pair at this queue."""
        found = self.cells.get(pair)
        return self.cell(pair, self.flavor_resources.resources[pair]) if found is None else found

    def watch(self, cell: QuotaCell) -> None:
        """List the cell in its tree whenever it exceeds its quota."""
        if self.parent is not None and self.is_active():
            lists = self.parent.root().over_leaves
            cell.over_leaves = lists.setdefault(cell.pair, {})

    def over_queues(self, pairs: list[int]) -> "list[ClusterQueue]":
        """The other active queues of the tree that exceed their quota in any of the pairs."""
        found: dict[ClusterQueue, None] = {}
        for pair in pairs:
            leaves = self.pair_cell(pair).over_leaves
            if leaves:
                for leaf in leaves:
                    owner = leaf.owner
                    if owner is not self and isinstance(owner, ClusterQueue):
                        found[owner] = None
        return list(found)

    def add_workload(self, info: WorkloadInfo) -> None:
        """Note a workload that holds a reservation."""
        workload = info.obj
        self.workloads[workload.key] = info
        self.by_priority.setdefault(workload.priority, {})[workload.key] = info

    def delete_workload(self, workload: Workload) -> WorkloadInfo | None:
        """Forget a workload; None when it held no reservation here."""
        info = self.workloads.pop(workload.key, None)
        if info is not None:
            same = self.by_priority[workload.priority]
            del same[workload.key]
            if not same:
                del self.by_priority[workload.priority]
        return info

    def available(self, pair: int) -> int:
        """What the queue can still use of the pair without preemption; 0 when in debt."""
        amount = self.pair_cell(pair).available()
        return finite(amount) if amount > 0 else 0

    def potential_available(self, pair: int) -> int:
        """The most that one workload could ever get of the pair."""
        return finite(self.pair_cell(pair).potential)

    def borrowing_with(self, pair: int, amount: int) -> bool:
        """Whether the queue would exceed its nominal quota with ``amount`` more."""
        return self.pair_cell(pair).borrowing_with(amount)

    def usage_of(self, pair: int) -> int:
        """What the queue uses of the pair."""
        found = self.cells.get(pair)
        return 0 if found is None else found.usage

    def is_tas_only(self) -> bool:
        """Whether every flavor of the queue has a topology."""
        return self.tas_only

    def has_prov_request_admission_check(self, flavor: str) -> bool:
        """Whether a provisioning check applies to the flavor."""
        return flavor in self.flavors_for_provisioning_checks

    def has_multi_kueue_admission_check(self) -> bool:
        """Whether the queue dispatches to other clusters."""
        return self.has_multi_kueue_check

    def add_usage(self, usage: Usage) -> None:
        """Count a usage in the tree and on the nodes, for the cycle at hand."""
        for pair, amount in usage.quota.items():
            self.pair_cell(pair).add_usage(amount)
        if usage.tas:
            self.update_tas_usage(usage.tas, 1)

    def remove_usage(self, usage: Usage) -> None:
        """Take a usage off the tree and the nodes, for the cycle at hand."""
        for pair, amount in usage.quota.items():
            self.pair_cell(pair).remove_usage(amount)
        if usage.tas:
            self.update_tas_usage(usage.tas, -1)

    def take_back_usage(self, usage: Usage) -> None:
        """Undo exactly what ``add_usage`` did."""
        for pair, amount in usage.quota.items():
            self.pair_cell(pair).take_back(amount)
        if usage.tas:
            self.update_tas_usage(usage.tas, -1)

    def update_tas_usage(self, usage: TASUsage, sign: int) -> None:
        """Add (1) or take off (-1) pods on the nodes."""
        for flavor, domains in usage.items():
            snapshot = self.tas_flavors.get(flavor)
            if snapshot is not None:
                snapshot.update_tas_usage(domains, sign)

    def fits(self, usage: Usage) -> FitsCheck:
        """Whether a usage fits without preemption."""
        for pair, amount in usage.quota.items():
            if amount > 0 and self.pair_cell(pair).available() < amount:
                return FitsCheck.NO_QUOTA
        for flavor, domains in usage.tas.items():
            if not self.tas_flavors[flavor].fits(domains):
                return FitsCheck.NO_TAS
        return FitsCheck.OK

    def find_topology_assignments_for_workload(
        self, requests: WorkloadTASRequests, wl: WorkloadInfo, simulate_empty: bool = False
    ) -> TASAssignmentsResult:
        """Places for the podSets of a workload, flavor by flavor, or why there are none."""
        return find_workload_assignments(
            self.tas_flavors, requests, wl, simulate_empty, self.overlapping_flavors
        )
