"""The smallest load found that keeps a gang out, as a scenario.

A lost attack is played again as a scenario, first with what ran when the gang came, then, where
that is not enough, with every job that came and ended. From what keeps the gang out jobs are then
dropped, in halves, quarters and so on down to single ones, while it still is kept out. What is left
is minimal in this sense, unless the bound on the search was hit; a smaller one may exist.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kuota.capacity.empty import HOLDING
from kuota.capacity.play import Play
from kuota.capacity.trace import Snapshot, Trace
from kuota.capacity.verdict import Attack, Level, Verdict
from kuota.capacity.world import World
from kuota.lint.facts import Facts
from kuota.policy.origin import Origin, Setting, Source, make_amount
from kuota.policy.scenario import Finish, Load, Scenario
from kuota.policy.team import Gang, GangTopology, PodSet, Team
from kuota.quantity import parse_quantity
from kuota.sim.results import WorkloadStatus

PER_SECOND = 1_500
"""Jobs that are played for a second of budget, each time that one is played."""

_BEFORE_GANG = 60
_SHORT = 40


class Job(NamedTuple):
    """One job of a load: when it comes, None for from the start, and when it ends, if it does."""

    team: str
    gang: Gang
    at: int | None
    ends: int | None


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A scenario in which a gang is kept out.

    ``load`` names the load that it was made from; it is empty when the empty cluster does it.
    ``unplaced`` says that quota admits the gang and that no node has room for all its pods.
    """

    scenario: Scenario
    load: str
    unplaced: bool


class Search:
    """Looks for the smallest load that keeps one gang out; ``jobs`` bounds how many it plays."""

    def __init__(self, facts: Facts, world: World, team: Team, gang: Gang, jobs: int) -> None:
        self._facts = facts
        self._world = world
        self._team = team
        self._gang = gang
        self._left = jobs

    def run(self, verdict: Verdict) -> Counterexample | None:
        """The counterexample to a verdict that is less than Guaranteed; None where none is found.

        Attacks with the fewest jobs are tried first.
        """
        if verdict.level.rank < Level.REACHABLE.rank:
            return self._made((), "")
        lost = [attack for attack in verdict.attacks if not attack.held]
        for attack in sorted(lost, key=lambda each: each.jobs):
            found = self._from_attack(attack)
            if found is not None:
                return found
        return None

    def _from_attack(self, attack: Attack) -> Counterexample | None:
        replayed = tuple(self._jobs(attack))
        ran = self._running_before_gang(replayed)
        settled = tuple(job._replace(at=None, ends=None) for job in ran)
        for jobs in (settled, replayed):
            if self._keeps_out(jobs):
                smallest = self._merged(self._reduced(jobs))
                return self._made(self._plainer(smallest), attack.load)
        return None

    def _jobs(self, attack: Attack) -> Iterator[Job]:
        """The jobs of an attack, one a second; one that ended did so before the next one came."""
        ends = {key: after + 1 for after, key in attack.departures}
        team_of = {
            queue.namespace: team
            for team in self._facts.cluster.teams
            for queue in team.local_queues
        }
        for number, load in enumerate(attack.workloads):
            metadata: Any = load["metadata"]
            key = f"{metadata['namespace']}/{metadata['name']}"
            team = team_of[metadata["namespace"]]
            yield Job(team.name, self._shape(load, team), number + 1, ends.get(key))

    def _shape(self, load: dict[str, Any], team: Team) -> Gang:
        """A job as a gang of its team."""
        spec = load["spec"]
        nobody = Origin(Source.KUOTA, self._gang.extent)
        reference = spec.get("priorityClassRef")
        asked = [each["topologyRequest"] for each in spec["podSets"] if "topologyRequest" in each]
        return Gang(
            name="",
            queue=None if spec["queueName"] == team.local_queues[0].name else spec["queueName"],
            pod_sets=tuple(_pod_set(each, nobody) for each in spec["podSets"]),
            topology=_topology(asked[0], nobody) if asked else None,
            priority_class=None if reference is None else Setting(reference["name"], nobody),
            expect=Setting("reachable", nobody),
            origin=nobody,
            extent=self._gang.extent,
        )

    def _running_before_gang(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs that hold quota when the gang is about to come."""
        scenario = self._scenario(jobs)
        names = [name for load in scenario.loads[:-1] for name in load.names]
        before = _gang_time(jobs) - 1
        trace = self._play(scenario, (before,))
        snapshot = trace.snapshots.get(before)
        if snapshot is None:
            return []
        return [job for name, job in zip(names, jobs, strict=True) if _holds(snapshot, name)]

    def _reduced(self, jobs: tuple[Job, ...]) -> tuple[Job, ...]:
        """``jobs`` without what is not needed, dropped in ever smaller pieces."""
        size = max(1, len(jobs) // 2)
        while jobs and self._left > 0:
            start = 0
            dropped = False
            while start < len(jobs) and self._left > 0:
                fewer = jobs[:start] + jobs[start + size :]
                if self._keeps_out(fewer):
                    jobs, dropped = fewer, True
                else:
                    start += size
            if size == 1 and not dropped:
                break
            size = max(1, size // 2)
        return jobs

    def _merged(self, jobs: tuple[Job, ...]) -> tuple[Job, ...]:
        """Jobs that are alike side by side, so that one entry can stand for them."""
        kinds: list[Job] = []
        for job in jobs:
            if job not in kinds:
                kinds.append(job)
        together = tuple(job for kind in kinds for job in jobs if job == kind)
        return together if self._keeps_out(together) else jobs

    def _plainer(self, jobs: tuple[Job, ...]) -> tuple[Job, ...]:
        """Jobs without the tolerations that they do not need."""
        bare = tuple(job._replace(gang=_without_tolerations(job.gang)) for job in jobs)
        return bare if self._keeps_out(bare) else jobs

    def _keeps_out(self, jobs: Sequence[Job]) -> bool:
        self._left -= len(jobs) + 1
        return self._is_kept_out(self._play(self._scenario(jobs)))

    def _is_kept_out(self, trace: Trace) -> bool:
        if trace.refused:
            return False
        if trace.loop:
            return True
        end = trace.snapshots[None]
        return not _holds(end, self._gang.name) or bool(end.unplaced.get(self._gang.name))

    def _play(self, scenario: Scenario, times: Iterable[int] = ()) -> Trace:
        return Play(scenario, self._facts, self._world, times).run()

    def _made(self, jobs: tuple[Job, ...], load: str) -> Counterexample | None:
        scenario = self._scenario(jobs)
        trace = self._play(scenario)
        if not self._is_kept_out(trace):
            return None
        end = trace.snapshots.get(None)
        unplaced = end is not None and _holds(end, self._gang.name)
        return Counterexample(scenario, load, unplaced)

    def _scenario(self, jobs: Sequence[Job]) -> Scenario:
        """The jobs, neighbours that are alike as copies, and then the gang."""
        loads: list[Load] = []
        finishes: list[Finish] = []
        stem = "other" if self._gang.name.startswith("load") else "load"
        for number, (job, count) in enumerate(_counted(jobs)):
            name = f"{stem}-{number + 1}"
            names = (name,) if count == 1 else tuple(f"{name}-{i + 1}" for i in range(count))
            gang = job.gang._replace(name=name)
            loads.append(Load(name, job.team, gang, names, job.at, None, self._gang.extent))
            if job.ends is not None:
                finishes.append(Finish(names, job.ends))
        loads.append(
            Load(
                self._gang.name,
                self._team.name,
                self._gang,
                (self._gang.name,),
                _gang_time(jobs),
                None,
                self._gang.extent,
            )
        )
        return Scenario(
            f"{self._gang.name[:_SHORT].rstrip('-')}-kept-out",
            self._facts.cluster.name,
            "",
            self._gang.extent,
            tuple(loads),
            tuple(finishes),
            (),
            (),
        )


def _gang_time(jobs: Sequence[Job]) -> int:
    """A minute after the last job came or ended."""
    times = [time for job in jobs for time in (job.at, job.ends) if time is not None]
    return max(times, default=0) + _BEFORE_GANG


def _counted(jobs: Sequence[Job]) -> Iterator[tuple[Job, int]]:
    """Runs of equal jobs, with their lengths."""
    start = 0
    for index in range(1, len(jobs) + 1):
        if index == len(jobs) or jobs[index] != jobs[start]:
            yield jobs[start], index - start
            start = index


def _holds(snapshot: Snapshot, name: str) -> bool:
    status: WorkloadStatus | None = snapshot.statuses.get(name)
    return status is not None and status.state in HOLDING


def _pod_set(pod_set: dict[str, Any], nobody: Origin) -> PodSet:
    pod = pod_set["template"]["spec"]
    requests = {}
    for resource, text in pod["containers"][0]["resources"]["requests"].items():
        quantity = parse_quantity(text)
        assert quantity is not None
        requests[resource] = make_amount(resource, quantity, nobody)
    return PodSet(
        name=pod_set["name"],
        count=pod_set["count"],
        min_count=None,
        requests=requests,
        node_selector=dict(pod.get("nodeSelector", {})),
        tolerations=tuple(pod.get("tolerations", ())),
        origin=nobody,
    )


def _topology(request: dict[str, Any], nobody: Origin) -> GangTopology:
    return GangTopology(
        request.get("required"),
        request.get("preferred"),
        request.get("unconstrained", False),
        request.get("podSetSliceRequiredTopology"),
        request.get("podSetSliceSize"),
        nobody,
    )


def _without_tolerations(gang: Gang) -> Gang:
    return gang._replace(pod_sets=tuple(replace(each, tolerations=()) for each in gang.pod_sets))
