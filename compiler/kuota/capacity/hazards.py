"""Hazards that full loads bring to light: jobs that evict one another for ever."""

from collections.abc import Iterable, Iterator

from kuota.capacity.errors import LOOP
from kuota.capacity.verdict import Attack, Verdict
from kuota.diag.model import Diagnostic, Label
from kuota.lint.facts import Facts
from kuota.lint.wording import listed, plural
from kuota.policy.team import Team


def hazards(facts: Facts, verdicts: Iterable[Verdict]) -> Iterator[Diagnostic]:
    """One finding for each set of teams whose jobs went round in circles under a load.

    A gang that is kept out by such a loop has a finding of its own.
    """
    owners = {q.namespace: team for team in facts.cluster.teams for q in team.local_queues}
    seen: set[tuple[str, ...]] = set()
    for verdict in verdicts:
        for attack in verdict.attacks:
            teams = {owners[key.partition("/")[0]].name for key in attack.loop}
            names = tuple(sorted(teams))
            if names and attack.held and names not in seen:
                seen.add(names)
                yield _loop([facts.teams[name] for name in names], verdict, attack)


def _loop(teams: list[Team], verdict: Verdict, attack: Attack) -> Diagnostic:
    names = listed([team.name for team in teams])
    return Diagnostic(
        LOOP.code,
        LOOP.severity,
        teams[0].preemption.reclaim_within_cohort.origin.span,
        f"jobs of {names} can evict one another for ever",
        label="part of the preemption loop",
        others=tuple(
            Label(team.preemption.reclaim_within_cohort.origin.span, f"as is {team.name}")
            for team in teams[1:]
        ),
        note=f"{plural(len(attack.loop), 'job')} in turn, under {attack.load}, when gang "
        f"{verdict.gang.name} of {verdict.team} comes",
        help="simplify what these teams may evict: borrowWithinCohort, whenCanBorrow, weights",
    )
