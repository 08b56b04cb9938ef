"""Cohorts whose parents lead back to themselves.

Source: Kueue pkg/cache/hierarchy/cycle.go and pkg/cache/scheduler/snapshot.go, v0.19.2.
"""

from typing import NamedTuple

from kuota.kueue.activity.index import Entry, Inactivity, Index, ObjectRef, text
from kuota.kueue.release import Release
from kuota.kueue.validate.wording import amount_of


class Cycles(NamedTuple):
    """The cycles of a set, and for each cohort below or in one the cohort that closes it."""

    found: tuple[Inactivity, ...]
    closed_by: dict[str, ObjectRef]


def cohort_cycles(index: Index, release: Release) -> Cycles:
    """Each cycle once, at the parent of its first cohort."""
    if not release.gate("HierarchicalCohorts"):
        return Cycles((), {})
    parents = {
        entry.ref.name: parent
        for entry in index.of("Cohort")
        if (parent := text(entry.spec.get("parentName")))
    }
    closed_by: dict[str, ObjectRef] = {}
    found: list[Inactivity] = []
    for entry in index.of("Cohort"):
        cycle = _cycle_above(entry.ref.name, parents)
        if not cycle:
            continue
        closer = next(e for e in index.of("Cohort") if e.ref.name in cycle)
        closed_by[entry.ref.name] = closer.ref
        if closer.ref == entry.ref:
            start = cycle.index(entry.ref.name)
            found.append(_told(entry, cycle[start:] + cycle[:start], index, parents))
    return Cycles(tuple(found), closed_by)


def _cycle_above(name: str, parents: dict[str, str]) -> list[str]:
    """The cohorts of the cycle that the parents of ``name`` run into; empty when there is none."""
    way: list[str] = []
    while name in parents:
        if name in way:
            return way[way.index(name) :]
        way.append(name)
        name = parents[name]
    return []


def _told(entry: Entry, cycle: list[str], index: Index, parents: dict[str, str]) -> Inactivity:
    name = entry.ref.name
    if len(cycle) == 1:
        headline = f"cohort {name} is its own parent"
    else:
        headline = f"cohort {name} is above itself: {' under '.join([*cycle, name])}"
    queues = [
        queue.ref.name
        for queue in index.of("ClusterQueue")
        if name in _cycle_above(text(queue.spec.get("cohortName")) or "", parents)
    ]
    note = ""
    if queues:
        few = ", ".join(queues[:5]) + (" and others" if len(queues) > 5 else "")
        verb = "admits" if len(queues) == 1 else "admit"
        note = f"{amount_of(len(queues), 'queue')} below it {verb} nothing: {few}"
    pointer = ("spec", "parentName")
    help_ = "give one of the cohorts another parent, or none"
    return Inactivity(entry.index, entry.ref, "CohortCycle", pointer, False, headline, note, help_)
