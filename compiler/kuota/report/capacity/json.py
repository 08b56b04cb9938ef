"""JSON for programs; amounts are integers in Kueue's units and canonical quantities as text."""

from typing import Any

from kuota.capacity.amounts import Amounts
from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.capacity.slots import Slots
from kuota.capacity.verdict import Attack, Verdict
from kuota.quantity import UNLIMITED, format_amount
from kuota.report.capacity.wording import proof
from kuota.report.escape import json_text

FORMAT_VERSION = "1.0"
"""Its minor part rises when keys are added, its major part when one changes or goes."""


def render(capacity: Capacity) -> str:
    """One document for all clusters."""
    return json_text(
        {
            "apiVersion": "kuota/v1",
            "kind": "Capacity",
            "formatVersion": FORMAT_VERSION,
            "clusters": [_cluster(each) for each in capacity.clusters],
        }
    )


def _cluster(known: ClusterCapacity) -> dict[str, Any]:
    return {
        "name": known.cluster.name,
        "amounts": [_amounts(row) for row in known.amounts],
        "slots": [_slots(row) for row in known.slots],
        "gangs": [_verdict(verdict) for verdict in known.verdicts],
    }


def _amounts(row: Amounts) -> dict[str, Any]:
    return {
        "team": row.team,
        "flavor": row.flavor,
        "resource": row.resource,
        "nominal": _amount(row.resource, row.nominal),
        "guaranteed": {
            **_amount(row.resource, row.guaranteed.units),
            "ground": row.guaranteed.ground.value,
            "because": row.guaranteed.words,
        },
        "lendable": _amount(row.resource, row.lendable),
        "reachable": {
            **_amount(row.resource, row.reachable.total),
            "sum": row.reachable.sum_text(),
            "terms": [
                {"role": term.role, "of": term.node, **_amount(row.resource, term.amount)}
                for term in row.reachable.terms
            ],
        },
        "lenders": [{"name": name, **_amount(row.resource, u)} for name, u in row.lenders],
    }


def _slots(row: Slots) -> dict[str, Any]:
    """Room for gangs; ``level`` is null for one that may spread over all nodes."""
    return {
        "flavor": row.flavor,
        "resource": row.resource,
        "podAsks": _amount(row.resource, row.units),
        "level": row.level or None,
        "domains": row.domains,
        "fits": [
            {
                "nodesDown": fit.down,
                "where": fit.scope.value,
                "largestGang": fit.largest,
                "atOnce": fit.at_once,
            }
            for fit in row.fits
        ],
    }


def _amount(resource: str, units: int) -> dict[str, Any]:
    """An amount; ``units`` is null for an unlimited one."""
    return {
        "units": None if units >= UNLIMITED else units,
        "quantity": format_amount(resource, units),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "team": verdict.team,
        "gang": verdict.gang.name,
        "expect": verdict.gang.expect.value,
        "verdict": verdict.level.value,
        "met": verdict.met,
        "reason": verdict.token,
        "message": verdict.message,
        "because": proof(verdict),
        "placements": [
            {
                "podSet": place.pod_set,
                "flavors": dict(sorted(place.flavors.items())),
                "domains": [
                    {"values": list(values), "count": count} for values, count in place.domains
                ],
                "short": place.short,
            }
            for place in verdict.placements
        ],
        "quotaGuaranteed": verdict.certain,
        "doubts": list(verdict.doubts),
        "loads": [_attack(attack) for attack in verdict.attacks],
    }


def _attack(attack: Attack) -> dict[str, Any]:
    return {
        "load": attack.load,
        "jobs": attack.jobs,
        "held": attack.held,
        "cycles": attack.cycles,
        "evictions": [
            {"workload": e.workload, "preemptor": e.preemptor, "reason": e.reason}
            for e in attack.evictions
        ],
        "message": attack.message,
        "loop": list(attack.loop),
    }
