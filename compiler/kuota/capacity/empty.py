"""What becomes of a gang on a cluster where nothing else runs."""

from collections.abc import Iterator

from kuota.capacity.packing import Outcome
from kuota.capacity.room import Rooms, is_topological, placements
from kuota.capacity.verdict import Level, Placement, Shortage, Verdict
from kuota.capacity.workload import Object, gang_workload, queue_of
from kuota.capacity.world import World
from kuota.lint.facts import Facts
from kuota.lint.gangs import needed_count, needs
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Gang, Team
from kuota.policy.tree import team_node
from kuota.sim.results import WorkloadStatus

HOLDING = ("reserved", "admitted")
"""States in which a workload has its quota; checks of other controllers are taken to pass."""


class EmptyCluster:
    """Judges gangs, one at a time, alone on one cluster."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.cluster = facts.cluster
        # Without an inventory nothing can be said about places, only about quota.
        has_nodes = bool(facts.cluster.nodes)
        self.world = World(facts.cluster, topology=has_nodes, queue_order=False)
        self._quota_world = World(facts.cluster, topology=False, queue_order=False)
        self._rooms = Rooms(facts.cluster, facts.inventory)
        self._flavors = {flavor.name: flavor for flavor in facts.cluster.flavors}

    def judge(self, team: Team, gang: Gang) -> Verdict:
        """NeverFits, QuotaOnly, Undecided or Reachable, with the proof."""
        status = self._submit(self.world, team, gang)
        if status.state not in HOLDING:
            return self._refused(team, gang, status)
        level, places = self.placed(gang, status)
        return Verdict(team.name, gang, level, placements=places)

    def placed(
        self, gang: Gang, status: WorkloadStatus, taken: dict[str, dict[str, int]] | None = None
    ) -> tuple[Level, tuple[Placement, ...]]:
        """Whether the admitted pods find room, and where: Reachable, QuotaOnly or Undecided.

        Kueue has placed those in flavors with a topology; ``taken`` is what the pods of others
        hold of each node, for the rest.
        """
        admitted = {pod_set.name: pod_set for pod_set in status.pod_sets}
        places: list[Placement] = []
        loose = []
        for pod_set in gang.pod_sets:
            each = admitted[pod_set.name]
            assignment = each.topology_assignment
            if assignment is not None:
                domains = tuple((d.values, d.count) for d in assignment.domains)
                places.append(Placement(each.name, dict(each.flavors), domains))
            elif each.flavors and not is_topological(self._flavors, each):
                loose.append(pod_set)
        flavors = {name for each in loose for name in admitted[each.name].flavors.values()}
        if not loose or not self._rooms.is_known(sorted(flavors)):
            unknown = (Placement(p.name, dict(admitted[p.name].flavors), ()) for p in loose)
            return Level.REACHABLE, (*places, *unknown)
        packing = self._rooms.pack(loose, admitted, taken or {})
        places.extend(placements(loose, admitted, packing))
        level = {
            Outcome.PLACED: Level.REACHABLE,
            Outcome.IMPOSSIBLE: Level.QUOTA_ONLY,
            Outcome.UNDECIDED: Level.UNDECIDED,
        }[packing.outcome]
        return level, tuple(places)

    def workload(self, team: Team, gang: Gang, created: str) -> Object:
        """The Workload of a gang, as this cluster takes it."""
        return gang_workload(
            self.cluster, team, gang, topology=self.world.topology, created=created
        )

    def _submit(self, world: World, team: Team, gang: Gang) -> WorkloadStatus:
        with world.idle.what_if() as simulator:
            simulator.submit(gang_workload(self.cluster, team, gang, topology=world.topology))
            simulator.schedule()
            return simulator.workload(key_of(team, gang))

    def _refused(self, team: Team, gang: Gang, status: WorkloadStatus) -> Verdict:
        shortages = tuple(self._shortages(team, gang))
        without = None if shortages else self._submit(self._quota_world, team, gang)
        quota_suffices = without is not None and without.state in HOLDING
        level = Level.QUOTA_ONLY if quota_suffices else Level.NEVER_FITS
        return Verdict(
            team.name,
            gang,
            level,
            token=status.reason,
            message=status.message,
            shortages=shortages,
        )

    def _shortages(self, team: Team, gang: Gang) -> Iterator[Shortage]:
        """The bounds that rule the gang out, where every flavor of a group is ruled out by one."""
        node = team_node(team.name)
        for group in team.resource_groups:
            for demand in self._demands(gang, group):
                broken = []
                for quotas in group.flavors:
                    bounds = (
                        (units, self.facts.tree.explain(node, (quotas.flavor, resource)))
                        for resource, units in demand.items()
                    )
                    over = [
                        Shortage(units, bound) for units, bound in bounds if units > bound.total
                    ]
                    broken.append(over[:1])
                if demand and all(broken):
                    yield from (shortage for over in broken for shortage in over)

    def _demands(self, gang: Gang, group: ResourceGroup) -> Iterator[dict[str, int]]:
        """What must come from one flavor of the group: that of each podSet, or, where there is but
        one flavor, of all of them together."""
        total: dict[str, int] = {}
        for pod_set in gang.pod_sets:
            count = needed_count(pod_set)
            demand = {r: u * count for r, u in needs(self.facts, pod_set, group).items()}
            if len(group.flavors) > 1:
                yield demand
            for resource, units in demand.items():
                total[resource] = total.get(resource, 0) + units
        if len(group.flavors) == 1:
            yield total


def key_of(team: Team, gang: Gang) -> str:
    """The name by which the simulator knows the gang's Workload."""
    return f"{queue_of(team, gang.queue).namespace}/{gang.name}"
