"""``kuota capacity --counterexample``: a scenario in which a gang is kept out."""

import click

from kuota.capacity.counterexample import PER_SECOND as PLAYED
from kuota.capacity.counterexample import Search
from kuota.capacity.judge import PER_SECOND, Budget, Judge
from kuota.capacity.scenario_text import text_of
from kuota.cli.exits import Exit
from kuota.cli.outputs import echo
from kuota.diag.near import suggestion
from kuota.lint.facts import Facts
from kuota.policy.cluster import Policy


def print_counterexample(policy: Policy, name: str, budget_seconds: int) -> Exit:
    """Prints the scenario, for the first cluster on which there is one; says so when there is none.

    The exit code is that of findings when one was printed.
    """
    team_name, _, gang_name = name.partition("/")
    known = [
        f"{team.name}/{gang.name}"
        for cluster in policy.clusters
        for team in cluster.teams
        for gang in team.gangs
    ]
    if name not in known:
        raise click.UsageError(f"no gang is called {name!r}; {suggestion(name, known)}")
    budget = Budget(budget_seconds * PER_SECOND)
    tried = 0
    for cluster in policy.clusters:
        judge = Judge(Facts(cluster, policy.today), budget)
        for team in cluster.teams:
            for gang in team.gangs if team.name == team_name else ():
                if gang.name == gang_name:
                    verdict = judge.verdict(team, gang, attack=True)
                    tried += len(verdict.attacks)
                    jobs = budget_seconds * PLAYED
                    search = Search(judge.facts, judge.empty.world, team, gang, jobs)
                    found = search.run(verdict)
                    if found is not None:
                        echo(text_of(found, team_name, gang_name, len(policy.clusters)))
                        return Exit.FINDINGS
    click.echo(f"no load was found that keeps {name} out; {tried} full loads were tried", err=True)
    return Exit.CLEAN
