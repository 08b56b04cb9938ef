"""Changes that might repair a verdict. Whether they do is tried afterwards."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from kuota.capacity.cover import is_covered
from kuota.capacity.judge import Judge
from kuota.capacity.repair.change import Change, Files
from kuota.capacity.verdict import Level, Shortage, Verdict
from kuota.capacity.workload import priority_of_gang
from kuota.lint.gangs import counted
from kuota.lint.wording import plural
from kuota.policy.origin import Source
from kuota.policy.quota import ResourceQuota
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Pair, team_node
from kuota.quantity import format_amount
from kuota.source.node import Mapping, Scalar
from kuota.source.span import Path


class Candidates:
    """Candidate changes for one gang of one cluster."""

    def __init__(self, judge: Judge, files: Files, verdict: Verdict) -> None:
        self._judge = judge
        self._facts = judge.facts
        self._files = files
        self._verdict = verdict
        self._gang = verdict.gang
        self._team = judge.facts.teams[verdict.team]

    def __iter__(self) -> Iterator[Change]:
        if self._gang.expect.value == "never":
            return self._lower_limit()
        makers: dict[Level, Callable[[], Iterator[Change]]] = {
            Level.NEVER_FITS: self._more_quota,
            Level.QUOTA_ONLY: self._more_room,
            Level.REACHABLE: self._firmer,
            Level.AFTER_EVICTION: self._firmer,
        }
        maker = makers.get(self._verdict.level)
        return iter(()) if maker is None else maker()

    def _more_quota(self) -> Iterator[Change]:
        for shortage in self._verdict.shortages[:4]:
            gap = shortage.needed - shortage.bound.total
            pair = (shortage.bound.flavor, shortage.bound.resource)
            yield from self._raised_limits(shortage, pair, gap)
            quota = self._facts.tree.quota(team_node(self._team.name), pair)
            if quota is not None:
                yield self._nominal(quota, pair, gap)
            yield from self._more_lent(pair, gap)
        yield from self._smaller(self._reaches)

    def _raised_limits(self, shortage: Shortage, pair: Pair, gap: int) -> Iterator[Change]:
        for term in shortage.bound.terms:
            if term.role == "borrowing limit" and term.node == self._team.name:
                limit = term.amount + gap
                yield self._amount(self._team, pair, "borrowingLimit", limit, 0)

    def _more_lent(self, pair: Pair, gap: int) -> Iterator[Change]:
        """A lender that keeps something back lends what is missing."""
        above = self._facts.tree.parent(team_node(self._team.name))
        for node in () if above is None else self._facts.tree.children(above):
            quota = self._facts.tree.quota(node, pair)
            if node.kind != "team" or node.name == self._team.name or quota is None:
                continue
            limit = quota.lending_limit
            if limit is not None and limit.units + gap <= quota.nominal.units:
                lender = self._facts.teams[node.name]
                yield self._amount(lender, pair, "lendingLimit", limit.units + gap, 3)

    def _more_room(self) -> Iterator[Change]:
        yield from self._wider()
        yield from self._more_nodes()
        yield from self._smaller(self._reaches)

    def _wider(self) -> Iterator[Change]:
        """The gang asks for a wider level, or only prefers the one it requires."""
        topology = self._gang.topology
        if topology is None or topology.required is None:
            return
        path = (*self._gang_path(), "topology")
        for each in self._facts.cluster.topologies:
            levels = [level.value for level in each.levels]
            if topology.required in levels:
                for level in reversed(levels[: levels.index(topology.required)]):
                    title = f"require {level} for gang {self._gang.name}"
                    yield self._change(title, 1, self._team, (((*path, "required"), level),))
        title = f"prefer {topology.required} for gang {self._gang.name} instead of requiring it"
        yield self._change(title, 2, self._team, ((path, {"preferred": topology.required}),))

    def _more_nodes(self) -> Iterator[Change]:
        """One node more, or two, or four ... in each group of the inventory."""
        name = self._facts.cluster.name
        document = self._files.document("Platform", name)
        groups = None if document is None else document.node_at(("spec", "nodes"))
        for index, group in enumerate(getattr(groups, "items", ())):
            count = group.get("count") if isinstance(group, Mapping) else None
            label = group.get("name") if isinstance(group, Mapping) else None
            if isinstance(count, Scalar) and count.text.isdecimal():
                for more in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64):
                    where = label.text if isinstance(label, Scalar) else str(index)
                    title = f"add {plural(more, 'node')} to {where}"
                    value = int(count.text) + more
                    path = ("spec", "nodes", index, "count")
                    yield Change(title, 20, "Platform", name, ((path, value),))

    def _firmer(self) -> Iterator[Change]:
        policy = self._team.preemption.reclaim_within_cohort
        path = (*self._root(policy.origin.source), "preemption", "reclaimWithinCohort")
        short = dict(self._uncovered())
        if policy.value != "Any":
            title = f"let {self._team.name} reclaim what it lent: reclaimWithinCohort Any"
            yield self._change(title, 0, self._team, ((path, "Any"),))
        if short:
            yield from self._kept(short)
            yield self._guaranteed_nominal(short)
            if policy.value != "Any" and self._exceeds_nominal(short):
                yield self._raised_and_reclaimed(short, path)
        else:
            yield from self._wider()
        yield from self._smaller(self._is_certain)
        if self._verdict.level.meets("reachable"):
            title = f"expect gang {self._gang.name} to be reachable, not guaranteed"
            expect = ((*self._gang_path(), "expect"), "reachable")
            yield self._change(title, 30, self._team, (expect,))

    def _exceeds_nominal(self, short: dict[Pair, int]) -> bool:
        quotas = ((self._quota(pair), needed) for pair, needed in short.items())
        return any(q is not None and needed > q.nominal.units for q, needed in quotas)

    def _raised_and_reclaimed(self, short: dict[Pair, int], path: Path) -> Change:
        """As much nominal quota as the gang asks, and the right to take it back."""
        values: list[tuple[Path, object]] = [(path, "Any")]
        words = []
        for pair, needed in short.items():
            quota = self._quota(pair)
            if quota is not None and needed > quota.nominal.units:
                base = quota.base.units + needed - quota.nominal.units
                text = format_amount(pair[1], base)
                values.append(self._set(self._team, pair, quota, "nominalQuota", text))
                words.append(f"{text} {pair[1]}")
        title = (
            f"raise nominalQuota of {self._team.name} to {', '.join(words)}, and let it reclaim: "
            "reclaimWithinCohort Any"
        )
        return self._change(title, 6, self._team, tuple(values))

    def _kept(self, short: dict[Pair, int]) -> Iterator[Change]:
        """The team lends less, so that what the gang takes stays its own."""
        values: list[tuple[Path, object]] = []
        for pair, needed in short.items():
            quota = self._quota(pair)
            if quota is None or needed > quota.nominal.units:
                return
            lend = format_amount(pair[1], quota.nominal.units - needed)
            values.append(self._set(self._team, pair, quota, "lendingLimit", lend))
        what = ", ".join(f"{pair[1]} of {pair[0]}" for pair in short)
        title = f"let {self._team.name} lend less {what}"
        yield self._change(title, 1, self._team, tuple(values))

    def _guaranteed_nominal(self, short: dict[Pair, int]) -> Change:
        values: list[tuple[Path, object]] = []
        words = []
        for pair, needed in short.items():
            quota = self._quota(pair)
            if quota is not None:
                base = quota.base.units + needed - self._guaranteed(pair)
                text = format_amount(pair[1], base)
                values.append(self._set(self._team, pair, quota, "nominalQuota", text))
                words.append(f"{text} {pair[1]}")
        title = f"raise nominalQuota of {self._team.name} to {', '.join(words)}"
        return self._change(title, 5, self._team, tuple(values))

    def _smaller(self, suits: Callable[[Gang], bool]) -> Iterator[Change]:
        """The largest number of pods that suits, for a gang of one podSet."""
        if len(self._gang.pod_sets) != 1:
            return
        low, high = 0, self._gang.pod_sets[0].count
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if suits(_with_count(self._gang, middle)) else (low, middle)
        if low:
            path = (*self._gang_path(), "podSets", 0, "count")
            title = f"make gang {self._gang.name} smaller: {plural(low, 'pod')}"
            yield self._change(title, 8, self._team, ((path, low),))

    def _reaches(self, gang: Gang) -> bool:
        return self._judge.empty.judge(self._team, gang).level is Level.REACHABLE

    def _is_certain(self, gang: Gang) -> bool:
        return is_covered(self._facts, self._team, gang, self._judge.guarantees)

    def _lower_limit(self) -> Iterator[Change]:
        """The team may borrow one less than the gang needs."""
        for pair, needed in self._needs(self._gang).items():
            quota = self._quota(pair)
            if quota is not None and needed > quota.nominal.units:
                limit = needed - 1 - quota.nominal.units
                yield self._amount(self._team, pair, "borrowingLimit", limit, 0)

    def _uncovered(self) -> Iterator[tuple[Pair, int]]:
        for pair, needed in self._needs(self._gang).items():
            if needed > self._guaranteed(pair):
                yield pair, needed

    def _needs(self, gang: Gang) -> dict[Pair, int]:
        """What the gang takes in the flavors that it got on the empty cluster."""
        flavors = {place.pod_set: place.flavors for place in self._verdict.placements}
        taken: dict[Pair, int] = {}
        for pod_set in gang.pod_sets:
            for resource, units in counted(self._facts, pod_set).items():
                flavor = flavors.get(pod_set.name, {}).get(resource)
                if flavor is not None:
                    total = taken.get((flavor, resource), 0) + units * pod_set.count
                    taken[flavor, resource] = total
        return taken

    def _guaranteed(self, pair: Pair) -> int:
        priority = priority_of_gang(self._facts.cluster, self._gang)
        found = self._judge.guarantees.of(self._team, pair, priority)
        return 0 if found is None else found.units

    def _quota(self, pair: Pair) -> ResourceQuota | None:
        return self._facts.tree.quota(team_node(self._team.name), pair)

    def _nominal(self, quota: ResourceQuota, pair: Pair, gap: int) -> Change:
        text = format_amount(pair[1], quota.base.units + gap)
        value = self._set(self._team, pair, quota, "nominalQuota", text)
        title = f"raise nominalQuota of {self._team.name} to {text} {self._called(pair)}"
        return self._change(title, 5, self._team, (value,))

    def _amount(self, team: Team, pair: Pair, key: str, units: int, rank: int) -> Change:
        quota = self._facts.tree.quota(team_node(team.name), pair)
        assert quota is not None
        text = format_amount(pair[1], units)
        title = f"set {key} of {team.name} to {text} {self._called(pair)}"
        return self._change(title, rank, team, (self._set(team, pair, quota, key, text),))

    def _called(self, pair: Pair) -> str:
        """The resource, with its flavor where the team has it of several."""
        flavors = {
            f
            for f, resource in self._facts.tree.pairs(team_node(self._team.name))
            if resource == pair[1]
        }
        return pair[1] if len(flavors) < 2 else f"{pair[1]} of {pair[0]}"

    def _set(
        self, team: Team, pair: Pair, quota: ResourceQuota, key: str, text: str
    ) -> tuple[Path, object]:
        """Where and what to write so that a key of a quota gets a value; short forms are opened."""
        root = (*self._root(quota.base.origin.source), "quota", pair[0], pair[1])
        document = self._files.document("Team", team.name)
        if document is None or not isinstance(document.node_at(root), Scalar):
            return (*root, key), text
        if key == "nominalQuota":
            return root, text
        return root, {"nominalQuota": format_amount(pair[1], quota.base.units), key: text}

    def _root(self, source: Source) -> Path:
        if source is Source.CLUSTER:
            return ("spec", "clusters", self._facts.cluster.name)
        return ("spec",)

    def _gang_path(self) -> Path:
        root = self._root(self._gang.origin.source)
        return (*root, "gangs", self._team.gangs.index(self._gang))

    def _change(
        self, title: str, rank: int, team: Team, values: tuple[tuple[Path, object], ...]
    ) -> Change:
        return Change(title, rank, "Team", team.name, values)


def _with_count(gang: Gang, count: int) -> Gang:
    only = gang.pod_sets[0]
    least = None if only.min_count is None else min(only.min_count, count)
    return gang._replace(pod_sets=(replace(only, count=count, min_count=least),))
