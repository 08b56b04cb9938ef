"""A gang needs more than its team can ever have.

What it finds
    A declared gang for which no choice of flavors keeps all its pods within what the queue can
    reach when everything else is idle: own quota, what others lend, and the borrowing limits.
Why it matters
    Kueue admits a gang whole or not at all, and takes all pods of one podSet from one flavor. This
    one stays pending for ever (ExceedsMaxQuota), however empty the cluster is.
How to fix
    Raise the limit that the sum names, split the podSet, or make the gang smaller.
Example
    Bad:
        podSets: [{count: 5, requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}}]
    Good:
        podSets: [{count: 4, requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}}]
Sources
    Kueue pkg/cache/scheduler/resource_node.go, potentialAvailable, v0.19.2; kubernetes-sigs/kueue
    issues 3909 and 6947.
"""

from collections.abc import Iterator, Mapping, Sequence

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gang_quota import Demand, beyond_reach, fitting, total_of
from kuota.lint.gangs import needed_count, required_gangs
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, capacity_text, figure, plural
from kuota.policy.bound import Bound
from kuota.policy.team import Gang, PodSet, Team
from kuota.policy.tree import team_node


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the lender
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            demands = beyond_reach(facts, team, gang)
            if demands:
                yield _exceeds(facts, team, gang, demands)


def _exceeds(facts: Facts, team: Team, gang: Gang, demands: Sequence[Demand]) -> Diagnostic:
    """The flavor and resource that come closest to what is asked."""
    alone = next((d for d in demands if not fitting(facts, team, [d])), None)
    asked = alone.amounts if alone is not None else total_of(demands)
    flavors = alone.flavors if alone is not None else _all_flavors(demands)
    bounds = [_shortest(facts, team, flavor, asked) for flavor in flavors]
    best = max((b for b in bounds if b is not None), key=lambda b: b.total, default=None)
    pods = [alone.pod_set] if alone is not None else [demand.pod_set for demand in demands]
    if best is None:
        return _split(gang, pods, flavors)
    hardware = _hardware(facts, best, asked[best.resource])
    return _worded(team, gang, pods, asked, best, len(flavors), hardware)


def _all_flavors(demands: Sequence[Demand]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(flavor for demand in demands for flavor in demand.flavors))


def _shortest(facts: Facts, team: Team, flavor: str, asked: Mapping[str, int]) -> Bound | None:
    """The bound of the flavor that the demand exceeds, the first in order of resource."""
    for resource, units in asked.items():
        bound = facts.tree.explain(team_node(team.name), (flavor, resource))
        if units > bound.total:
            return bound
    return None


def _worded(
    team: Team,
    gang: Gang,
    pods: Sequence[PodSet],
    asked: Mapping[str, int],
    bound: Bound,
    flavors: int,
    hardware: str,
) -> Diagnostic:
    resource = bound.resource
    most = figure(resource, bound.total)
    sums = " + ".join(f"{needed_count(p)} x {_each(p, resource)}" for p in pods)
    beyond = figure(resource, asked[resource] - bound.total)
    places = {
        term.origin.span: f"{figure(resource, term.amount)} {term.role} of {term.node}"
        for term in bound.written(6)
        if term.origin is not None
    }
    best = " at best" if flavors > 1 else ""
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=pods[0].origin.span,
        headline=f"gang {gang.name} asks {amount_of(resource, asked[resource])}, "
        f"{team.name} can reach {most}{best}",
        label=f"{beyond} beyond reach in {bound.flavor}",
        others=tuple(Label(span, text) for span, text in places.items()),
        note=f"{sums} = {figure(resource, asked[resource])}; reach in {bound.flavor}: "
        f"{bound.sum_text()} (ExceedsMaxQuota){hardware}",
        help=f"make the gang smaller by {beyond}, or raise quota or limits"
        + ("; pods of one podSet cannot be split over flavors" if flavors > 1 else ""),
    )


def _hardware(facts: Facts, bound: Bound, asked: int) -> str:
    """What the nodes have, where not even all of them would do: raising quota is no way out."""
    resource = bound.resource
    if not facts.cluster.nodes or not facts.inventory.measures(resource):
        return ""
    capacity = facts.inventory.capacity(bound.flavor, resource)
    if asked <= capacity.units:
        return ""
    have = capacity_text(resource, capacity)
    return f"; {figure(resource, asked)} is more than the nodes of {bound.flavor} have: {have}"


def _each(pod_set: PodSet, resource: str) -> str:
    amount = pod_set.requests.get(resource)
    return "1" if amount is None else figure(resource, amount.units)


def _split(gang: Gang, pods: Sequence[PodSet], flavors: Sequence[str]) -> Diagnostic:
    """Every flavor could take the whole of each resource, but no choice of flavors fits."""
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=pods[0].origin.span,
        headline=f"no choice of flavors holds the {plural(len(pods), 'podSet')} of gang "
        f"{gang.name} at once",
        label="fits no combination of flavors",
        note=f"tried every choice of {', '.join(flavors)} for its podSets (ExceedsMaxQuota)",
        help="make the gang smaller, or raise the quota of one flavor",
    )


RULE = Rule(Code("Q320", "gang-exceeds-reach"), Severity.ERROR, since="0.1", check=check)
