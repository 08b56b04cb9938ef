"""A gang is larger than any domain of the topology level it requires.

What it finds
    A declared gang whose pods do not fit together, or whose slices do not fit, into any domain of
    the required level, all nodes of it empty. Nodes that miss a level label do not count.
Why it matters
    The topology can never place it (TopologyPlacementFailed), whatever quota says.
How to fix
    Require a wider level, use `preferred`, or make the gang smaller.
Example
    Bad:
        topology: {required: topology.example.com/rack}
    Good:
        topology: {required: topology.example.com/block}
Sources
    Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2; kubernetes-sigs/kueue issue 4329.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gang_nodes import GangNodes
from kuota.lint.gangs import needed_count, widened_slice
from kuota.lint.inventory import HOSTNAME
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.team import GangTopology


def check(facts: Facts) -> Iterator[Diagnostic]:
    for asked in facts.gang_nodes:
        topology = asked.gang.topology
        if topology is None or asked.most_on_a_node == 0:
            continue
        size = topology.slice_size
        if size is not None and (
            size > asked.pod_set.count or widened_slice(facts, asked.team, topology)
        ):
            continue  # slices that cannot be formed are told as such
        if topology.required is not None and topology.required != HOSTNAME:
            sizes = _sizes(facts, asked, topology.required)
            if sizes and max(sizes.values()) < needed_count(asked.pod_set):
                yield _beyond(asked, topology, topology.required, sizes)
                continue
        if topology.slice_required is not None and size is not None:
            sizes = _sizes(facts, asked, topology.slice_required)
            fit = sum(held // size for held in sizes.values())
            if sizes and fit * size < needed_count(asked.pod_set):
                yield _slices(asked, topology, sizes, fit)


def _sizes(facts: Facts, asked: GangNodes, level: str) -> dict[str, int]:
    """How many of the pods each empty domain of the level holds, over all flavors with it."""
    sizes: dict[str, int] = {}
    for flavor in asked.flavors:
        found = facts.placement.sizes(flavor, level, asked.choices, asked.pod_set)
        for domain, held in found.items():
            name = "/".join(domain)
            sizes[name] = max(held, sizes.get(name, 0))
    return sizes


def _beyond(
    asked: GangNodes, topology: GangTopology, level: str, sizes: dict[str, int]
) -> Diagnostic:
    count, most = needed_count(asked.pod_set), max(sizes.values())
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=topology.origin.span,
        headline=f"gang {asked.gang.name} requires {plural(count, 'pod')} in one {_short(level)}, "
        f"the largest holds {most}",
        label=f"{plural(len(sizes), 'domain')} of this level",
        others=(Label(asked.pod_set.origin.span, plural(count, "pod")),),
        note=f"pods that each empty {_short(level)} holds: {_largest(sizes)}; "
        f"{most} < {count} (TopologyPlacementFailed)",
        help=f"require a wider level, prefer this one, or ask at most {plural(most, 'pod')}",
    )


def _slices(
    asked: GangNodes, topology: GangTopology, sizes: dict[str, int], fit: int
) -> Diagnostic:
    level = _short(topology.slice_required or "")
    count, size = needed_count(asked.pod_set), topology.slice_size or 1
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=topology.origin.span,
        headline=f"gang {asked.gang.name} needs {plural(-(-count // size), 'slice')} of {size} "
        f"pods, the {level} level holds {fit}",
        label="slices do not fit",
        others=(Label(asked.pod_set.origin.span, plural(count, "pod")),),
        note=f"pods that each empty {level} holds: {_largest(sizes)}; slices of {size}: {fit} "
        "(TopologyPlacementFailed)",
        help="make the slices or the gang smaller",
    )


def _short(level: str) -> str:
    """The last part of a level's label: what people call it."""
    return level.rpartition("/")[2]


def _largest(sizes: dict[str, int]) -> str:
    ranked = sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0]))
    shown = ", ".join(f"{name} {size}" for name, size in ranked[:6])
    return shown + (f" and {len(ranked) - 6} more" if len(ranked) > 6 else "")


RULE = Rule(Code("Q326", "gang-exceeds-domain"), Severity.ERROR, since="0.1", check=check)
