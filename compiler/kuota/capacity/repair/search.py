"""Repairs of a verdict: candidate changes that were made, checked again, and hold."""

from collections.abc import Iterable
from itertools import islice
from typing import Protocol

from kuota.capacity.judge import PER_SECOND, Budget, Judge
from kuota.capacity.repair.candidates import Candidates
from kuota.capacity.repair.change import Change, Files, Texts, line_edits
from kuota.capacity.verdict import Verdict
from kuota.diag.model import Fix
from kuota.lint.facts import Facts
from kuota.policy.tree import team_node

SHOWN = 4
"""Repairs offered for one gang: more would hide the first ones."""

_TRIED = 40
_COST = 100
_COST_OF_TEAM = 10
"""What resolving and checking the files again takes of the budget, in attempts."""

_SECONDS = 2
_NEIGHBOURS = 30


class Workshop(Protocol):
    """Resolves the files again with some of them changed."""

    @property
    def files(self) -> Files:
        """The documents as they are."""

    def facts(self, cluster: str, texts: Texts) -> Facts | None:
        """The cluster after the change; None where the change brings an error with it."""


def repairs(
    judge: Judge, verdict: Verdict, workshop: Workshop, others: Iterable[Verdict]
) -> tuple[Fix, ...]:
    """The verified repairs of a gang that is not what it must be, the best first.

    Each is one edit of one file, after which the gang is what it must be, no error is new, and none
    of the ``others`` that were what they must be has ceased to be. Of several sizes of one change
    only the first that holds, the smallest, is offered.
    """
    sound = _neighbours(judge, verdict, others)
    found: list[tuple[int, int, Fix]] = []
    held: set[tuple[object, ...]] = set()
    candidates = sorted(
        enumerate(Candidates(judge, workshop.files, verdict)),
        key=lambda entry: (entry[1].rank, entry[0]),
    )
    for number, change in candidates[:_TRIED]:
        path, value = change.values[0]
        family = (change.name, path, tuple(value) if isinstance(value, dict) else ())
        if family in held or len(found) >= SHOWN or judge.budget.is_spent:
            continue
        judge.budget.attempts -= _COST + _COST_OF_TEAM * len(judge.facts.teams)
        fix = _verified(judge, (verdict, *sound), workshop, change)
        if fix is not None:
            held.add(family)
            found.append((change.rank, number, fix))
    return tuple(fix for _, _, fix in sorted(found, key=lambda entry: entry[:2]))


def _neighbours(judge: Judge, verdict: Verdict, others: Iterable[Verdict]) -> list[Verdict]:
    """Gangs of the same cohort tree that are what they must be."""
    tree = judge.facts.tree
    root = tree.root(team_node(verdict.team))
    near = (each for each in others if each.met and tree.root(team_node(each.team)) == root)
    return list(islice(near, _NEIGHBOURS))


def _verified(
    judge: Judge, verdicts: Iterable[Verdict], workshop: Workshop, change: Change
) -> Fix | None:
    edited = workshop.files.edited(change)
    if edited is None:
        return None
    path, old, new = edited
    facts = workshop.facts(judge.facts.cluster.name, {path: new})
    if facts is None:
        return None
    again = Judge(facts, Budget(_SECONDS * PER_SECOND))
    if not all(_is_met(again, verdict) for verdict in verdicts):
        return None
    return Fix(change.title, tuple(line_edits(path, old, new)))


def _is_met(judge: Judge, verdict: Verdict) -> bool:
    """Whether the gang, as it now is, is what it must be; one that is gone is not."""
    team = judge.facts.teams[verdict.team]
    gangs = (gang for gang in team.gangs if gang.name == verdict.gang.name)
    return any(judge.verdict(team, gang).met for gang in gangs)
