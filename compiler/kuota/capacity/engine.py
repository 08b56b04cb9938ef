"""The capacity stage: amounts and verdicts of every cluster, and what is wrong with them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from kuota.capacity.amounts import Amounts, amounts
from kuota.capacity.errors import finding
from kuota.capacity.hazards import hazards
from kuota.capacity.judge import PER_SECOND, Budget, Judge, Progress
from kuota.capacity.repair.search import Workshop, repairs
from kuota.capacity.slots import Slots, slots
from kuota.capacity.verdict import Verdict
from kuota.diag.model import Diagnostic, Fix, Severity
from kuota.lint.facts import Facts
from kuota.policy.cluster import Cluster, Policy
from kuota.policy.tree import Tree
from kuota.source.span import Span


class ClusterCapacity:
    """What is known of one cluster: the verdicts on its gangs; amounts and slots when asked for.

    ``down`` is how many nodes to suppose out of service; None for what each flavor holds back.
    """

    def __init__(
        self, facts: Facts, verdicts: tuple[Verdict, ...], down: int | None = None
    ) -> None:
        self.facts = facts
        self.verdicts = verdicts
        self._down = down

    @property
    def cluster(self) -> Cluster:
        """The cluster as the policy has it."""
        return self.facts.cluster

    @property
    def tree(self) -> Tree:
        """Its cohort tree."""
        return self.facts.tree

    @cached_property
    def amounts(self) -> tuple[Amounts, ...]:
        """The amounts of all teams; what they list grows with the square of the number of teams."""
        return amounts(self.facts)

    @cached_property
    def slots(self) -> tuple[Slots, ...]:
        """The largest gangs that its nodes take."""
        return tuple(slots(self.facts, self._down))


@dataclass(frozen=True, slots=True)
class Capacity:
    """What is known of all clusters.

    ``diagnostics`` are the findings, in order; ``amended`` maps findings of earlier stages to the
    same with the repairs that were found for them.
    """

    clusters: tuple[ClusterCapacity, ...]
    diagnostics: tuple[Diagnostic, ...]
    amended: dict[Diagnostic, Diagnostic] = field(default_factory=dict)


def run(
    policy: Policy,
    budget_seconds: int,
    earlier: Iterable[Diagnostic] = (),
    workshop: Workshop | None = None,
    *,
    attack_all: bool = False,
    down: int | None = None,
    progress: Progress | None = None,
) -> Capacity:
    """Judge all gangs of a policy.

    ``earlier`` are findings of other stages: a gang that one of them already calls an error gets no
    second finding, and where quota exceeds the nodes, a lack of room on them gets none. The budget
    is shared by all clusters, in their order. With a ``workshop``, repairs are looked for.
    """
    told = [found for found in earlier if found.severity is Severity.ERROR]
    budget = Budget(budget_seconds * PER_SECOND)
    clusters: list[ClusterCapacity] = []
    findings: list[Diagnostic] = []
    amended: dict[Diagnostic, Diagnostic] = {}
    for cluster in policy.clusters:
        judge = Judge(Facts(cluster, policy.today), budget, progress)
        known = ClusterCapacity(judge.facts, judge.verdicts(attack_all=attack_all), down)
        clusters.append(known)
        if not cluster.unresolved:
            findings.extend(hazards(judge.facts, known.verdicts))
        # Where a team could not be read it may be the lender that a gang needs: say nothing.
        for verdict in () if cluster.unresolved else known.verdicts:
            found = finding(verdict)
            if found is None or (verdict.certain and _is_overcommitted(cluster, told)):
                continue
            first = next((each for each in told if _within(each.span, verdict.gang.extent)), None)
            fixes: tuple[Fix, ...] = ()
            if workshop is not None and not verdict.met:
                fixes = repairs(judge, verdict, workshop, known.verdicts)
            if first is None:
                findings.append(found._replace(fixes=fixes))
            elif fixes and first not in amended:
                amended[first] = first._replace(fixes=(*first.fixes, *fixes))
    ordered = sorted(dict.fromkeys(findings), key=lambda found: found.order)
    return Capacity(tuple(clusters), tuple(ordered), amended)


def _is_overcommitted(cluster: Cluster, errors: Iterable[Diagnostic]) -> bool:
    """Whether quota is already said to exceed the nodes: then no guarantee finds its room."""
    files = {cluster.file, *(team.file for team in cluster.teams)}
    codes = ("quota-exceeds-capacity", "cohort-quota-exceeds-capacity")
    return any(each.code.name in codes and each.span.path in files for each in errors)


def _within(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start and inner.end <= outer.end
