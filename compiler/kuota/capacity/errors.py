"""What is wrong with gangs, as verdicts show it: kinds of findings and their wording."""

from kuota.capacity.verdict import Attack, Level, Placement, Verdict
from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.wording import amount_of, listed, plural
from kuota.quantity import format_amount

NEVER_FITS = Kind(
    Code("Q701", "gang-never-fits"),
    Severity.ERROR,
    """A gang that the team must be able to run is refused even on the empty cluster.

What it finds
    A declared gang that Kueue's scheduler, simulated on the cluster with nothing else on it, does
    not admit: no flavor has the quota, takes its pods, or covers what they ask.
Why it matters
    The workload would wait for ever. Kueue says so only in the status of the Workload.
How to fix
    Follow the note: raise the limit that the sum names, or make the gang smaller.
Sources
    Kueue pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2.
""",
)
QUOTA_ONLY = Kind(
    Code("Q702", "gang-has-quota-but-no-room"),
    Severity.ERROR,
    """Quota admits a gang that the nodes cannot hold.

What it finds
    A declared gang that has the quota but no placement: no domain of the topology is large enough,
    or, in a flavor without a topology, no way to pack its pods on the nodes exists.
Why it matters
    With a topology the workload waits for ever. Without one Kueue admits it, its pods stay pending
    and it holds quota that others could use.
How to fix
    Ask for a wider topology level, make the gang or its pods smaller, or add nodes.
Sources
    Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2; kubernetes-sigs/kueue issue 1476.
""",
)
NOT_GUARANTEED = Kind(
    Code("Q703", "gang-not-guaranteed"),
    Severity.ERROR,
    """A gang that must be guaranteed can be kept out by what other teams run.

What it finds
    A gang with ``expect: guaranteed`` that does not start on a cluster which the other teams of the
    cohort tree have filled, or whose amounts the rules of reclaim do not cover.
    Derived is what the amounts say: for each resource alone they follow from quota and the rules of
    reclaim. For several at once that is no proof: a job that was evicted for one resource may come
    first again for another. Searched are placement and evictions: a bounded number of full loads is
    simulated, small and large jobs, of the lowest and the highest priority, in several orders,
    scattered over all nodes, and some drawn from fixed seeds; that none of them keeps a gang out is
    no proof that none can. Assumed is that the team runs nothing else at the time, that priorities
    come from the classes that the platform lets a team use, that admission checks pass, that pods
    that Kueue does not know stay within what the inventory reserves, and, in a flavor without a
    topology, that kube-scheduler spreads pods over the nodes with the most room.
Why it matters
    The team counts on quota that it may not get back when it is needed.
How to fix
    Let the queue reclaim (reclaimWithinCohort: Any), lend less, or raise its nominal quota.
Sources
    Kueue pkg/scheduler/preemption, v0.19.2; kubernetes-sigs/kueue issues 7749 and 6947.
""",
)
ADMITTED = Kind(
    Code("Q704", "gang-not-refused"),
    Severity.ERROR,
    """A gang that must never start can be admitted.

What it finds
    A gang with ``expect: never`` that the simulated scheduler admits and the nodes can hold.
Why it matters
    A limit that the team relies on does not hold.
How to fix
    Lower what lets it in: the borrowing limit of the team, what the others lend, or, where the
    gang fits its own quota, that.
""",
)
UNDECIDED = Kind(
    Code("Q705", "gang-placement-undecided"),
    Severity.WARNING,
    """The search for a placement of a gang hit its bound.

What it finds
    A gang with several shapes of pods in a flavor without a topology, for which the bounded search
    neither found a packing on the nodes nor ruled one out.
Why it matters
    Whether the gang can start is not known; kuota does not guess.
How to fix
    Use pods of fewer shapes, or give the flavor a topology.
""",
)
NOT_SEARCHED = Kind(
    Code("Q706", "guarantee-not-searched"),
    Severity.WARNING,
    """The budget ran out before a guarantee was tried against full clusters.

What it finds
    A gang with ``expect: guaranteed`` whose amounts are covered by the rules of reclaim, but for
    which no full load was simulated.
Why it matters
    Placement on nodes that others have filled was not looked at.
How to fix
    Give the run a larger ``--budget``.
""",
)
LOOP = Kind(
    Code("Q707", "preemption-loop"),
    Severity.WARNING,
    """Jobs of some teams can evict one another for ever.

What it finds
    A full load, tried on a gang with ``expect: guaranteed``, under which the simulated scheduler
    came back to a state that it had been in before, with evictions in between.
Why it matters
    The jobs start, are evicted and start again without end. Nothing gets done.
How to fix
    Simplify what the teams may evict: ``borrowWithinCohort``, ``whenCanBorrow: TryNextFlavor`` and
    weights of 0 or of nested cohorts under fair sharing are what such loops need.
Sources
    kubernetes-sigs/kueue issues 3779, 12541 and 14543.
""",
)

KINDS: tuple[Kind, ...] = (
    NEVER_FITS,
    QUOTA_ONLY,
    NOT_GUARANTEED,
    ADMITTED,
    UNDECIDED,
    NOT_SEARCHED,
    LOOP,
)


def finding(verdict: Verdict) -> Diagnostic | None:
    """The finding that a verdict calls for; None where the gang is what it must be."""
    expect = verdict.gang.expect.value
    if verdict.level is Level.UNDECIDED:
        return _undecided(verdict)
    if expect == "guaranteed" and verdict.level is Level.GUARANTEED:
        return None if verdict.attacks or verdict.alone else _not_searched(verdict)
    if verdict.met:
        return None
    if expect == "never":
        return _admitted(verdict)
    if verdict.level is Level.NEVER_FITS:
        return _never_fits(verdict)
    return _quota_only(verdict) if verdict.level is Level.QUOTA_ONLY else _not_guaranteed(verdict)


def _never_fits(verdict: Verdict) -> Diagnostic:
    if not verdict.shortages:
        return _made(
            NEVER_FITS,
            verdict,
            f"gang {verdict.gang.name} of {verdict.team} is refused on the empty cluster",
            label=verdict.token or "refused",
            note=verdict.message,
            advice="change what the note names",
        )
    best = max(verdict.shortages, key=lambda shortage: shortage.bound.total)
    resource = best.bound.resource
    needed, most = amount_of(resource, best.needed), format_amount(resource, best.bound.total)
    sums = "; ".join(
        f"reach in {shortage.bound.flavor}: {shortage.bound.sum_text()}"
        for shortage in verdict.shortages
    )
    beyond = format_amount(resource, best.needed - best.bound.total)
    return _made(
        NEVER_FITS,
        verdict,
        f"gang {verdict.gang.name} asks {needed}, {verdict.team} can reach {most}",
        label=f"{beyond} beyond reach",
        note=f"{sums} ({verdict.token or 'ExceedsMaxQuota'})",
        advice=f"make the gang smaller by {beyond}, or raise quota or limits",
    )


def _quota_only(verdict: Verdict) -> Diagnostic:
    short = [place for place in verdict.placements if place.short]
    note = "; ".join(_packed(place) for place in short) if short else verdict.message
    return _made(
        QUOTA_ONLY,
        verdict,
        f"gang {verdict.gang.name} of {verdict.team} has the quota, but the nodes cannot hold it",
        label="no placement exists",
        note=f"{note} ({verdict.token or 'pods stay pending'})",
        advice="ask for a wider topology level, make the gang smaller, or add nodes",
    )


def _packed(place: Placement) -> str:
    placed = sum(count for _, count in place.domains)
    nodes = plural(len(place.domains), "node")
    return f"podSet {place.pod_set}: at best {placed} of {placed + place.short} pods, on {nodes}"


def _not_guaranteed(verdict: Verdict) -> Diagnostic:
    lost = verdict.counterexample
    tried = plural(len(verdict.attacks), "full load")
    said = list(verdict.doubts)
    advice = "raise the nominal quota, or ask for less"
    if any("reclaimWithinCohort" in doubt for doubt in verdict.doubts):
        advice = "reclaim with Any, lend less, or raise the nominal quota"
    if verdict.certain:
        said.append("its quota is guaranteed, room for its pods is not")
        advice = "ask for a wider topology level, only prefer it, or use smaller pods"
    if lost is not None:
        failed = sum(not attack.held for attack in verdict.attacks)
        said.append(f"kept out by {failed} of {tried}, first by {_load(lost)}")
    elif verdict.attacks:
        said.append(f"survived {tried}, but no rule makes that sure")
    return _made(
        NOT_GUARANTEED,
        verdict,
        f"gang {verdict.gang.name} of {verdict.team} is {verdict.level}, not Guaranteed",
        label="others can keep it out",
        note="; ".join(said),
        advice=advice + _shown(verdict),
    )


def _shown(verdict: Verdict) -> str:
    """How to see the load, where one was found."""
    if verdict.counterexample is None:
        return ""
    return f"; see kuota capacity --counterexample {verdict.team}/{verdict.gang.name}"


def _load(attack: Attack) -> str:
    why = f": {attack.message}" if attack.message else ""
    if attack.loop:
        why = f": {listed(attack.loop)} evict one another for ever"
    return f"{attack.load} ({plural(attack.jobs, 'job')}){why}"


def _admitted(verdict: Verdict) -> Diagnostic:
    return _made(
        ADMITTED,
        verdict,
        f"gang {verdict.gang.name} of {verdict.team} must never start, but is {verdict.level}",
        label="admitted on the empty cluster",
        advice="lower what lets it in: its borrowing limit, what others lend, or its own quota",
    )


def _undecided(verdict: Verdict) -> Diagnostic:
    return _made(
        UNDECIDED,
        verdict,
        f"whether the nodes can hold gang {verdict.gang.name} of {verdict.team} was not decided",
        label="search hit its bound",
        note="; ".join(_packed(place) for place in verdict.placements if place.short),
        advice="use pods of fewer shapes, or give the flavor a topology",
    )


def _not_searched(verdict: Verdict) -> Diagnostic:
    return _made(
        NOT_SEARCHED,
        verdict,
        f"gang {verdict.gang.name} of {verdict.team} was not tried against full clusters",
        label="covered by amounts only",
        note="the budget was spent before",
        advice="give the run a larger --budget",
    )


def _made(
    kind: Kind, verdict: Verdict, headline: str, *, label: str, note: str = "", advice: str = ""
) -> Diagnostic:
    expect = verdict.gang.expect
    written = expect.origin.span != verdict.gang.origin.span
    return Diagnostic(
        kind.code,
        kind.severity,
        verdict.gang.origin.span,
        headline,
        label=label,
        others=(Label(expect.origin.span, f"expects {expect.value}"),) if written else (),
        note=note,
        help=advice,
    )
