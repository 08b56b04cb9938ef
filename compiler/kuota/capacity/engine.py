"""The capacity stage: amounts and verdicts of every cluster, and what is wrong with them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kuota.capacity.amounts import Amounts, amounts
from kuota.capacity.errors import finding
from kuota.capacity.judge import PER_SECOND, Budget, Judge
from kuota.capacity.verdict import Verdict
from kuota.diag.model import Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.policy.cluster import Cluster, Policy
from kuota.policy.tree import Tree
from kuota.source.span import Span


class ClusterCapacity:
    """What is known of one cluster: the verdicts on its gangs, and its amounts when asked for."""

    def __init__(self, facts: Facts, verdicts: tuple[Verdict, ...]) -> None:
        self.facts = facts
        self.verdicts = verdicts

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


@dataclass(frozen=True, slots=True)
class Capacity:
    """What is known of all clusters, and the findings in order."""

    clusters: tuple[ClusterCapacity, ...]
    diagnostics: tuple[Diagnostic, ...]


def run(
    policy: Policy,
    budget_seconds: int,
    earlier: Iterable[Diagnostic] = (),
    *,
    attack_all: bool = False,
) -> Capacity:
    """Judge all gangs of a policy.

    ``earlier`` are findings of other stages: a gang that one of them already calls an error gets no
    second finding. The budget is shared by all clusters, in their order.
    """
    told = [found.span for found in earlier if found.severity is Severity.ERROR]
    budget = Budget(budget_seconds * PER_SECOND)
    clusters: list[ClusterCapacity] = []
    for cluster in policy.clusters:
        judge = Judge(Facts(cluster, policy.today), budget)
        verdicts = judge.verdicts(attack_all=attack_all)
        clusters.append(ClusterCapacity(judge.facts, verdicts))
    # Where a team could not be read it may be the lender that a gang needs: say nothing.
    complete = (known for known in clusters if not known.cluster.unresolved)
    findings = (found for known in complete for found in _findings(known.verdicts, told))
    ordered = sorted(dict.fromkeys(findings), key=lambda found: found.order)
    return Capacity(tuple(clusters), tuple(ordered))


def _findings(verdicts: Iterable[Verdict], told: list[Span]) -> Iterator[Diagnostic]:
    for verdict in verdicts:
        found = finding(verdict)
        place = verdict.gang.extent
        if found is not None and not any(_within(span, place) for span in told):
            yield found


def _within(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.start <= inner.start and inner.end <= outer.end
