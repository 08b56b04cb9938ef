"""How many pods of a podSet the nodes can hold: bounds for a cluster with nothing else on it."""

from kuota.lint.facts import Facts
from kuota.lint.gangs import PODS, Candidates, levels_of
from kuota.lint.inventory import HOSTNAME, Inventory, carries, is_accelerator, label, offers
from kuota.lint.taints import untolerated
from kuota.policy.cluster import Node
from kuota.policy.team import PodSet

Domain = tuple[str, ...]
"""The values of a domain's level labels, the widest first."""


def pods_on(facts: Facts, pod_set: PodSet, node: Node) -> tuple[int, str]:
    """How many of the pods the empty node holds, and the resource that is short first."""
    limit, short = pod_set.count, PODS
    wanted = {resource: amount.units for resource, amount in pod_set.requests.items()}
    for resource, units in (*wanted.items(), (PODS, 1)):
        if units <= 0 or not measures(facts.inventory, resource):
            continue
        room = offers(node, resource) // units
        if room < limit:
            limit, short = room, resource
    return limit, short


def measures(inventory: Inventory, resource: str) -> bool:
    """Whether the inventory says anything of the resource; a device it lists nowhere is absent."""
    return inventory.lists(resource) or is_accelerator(resource)


def eligible_nodes(facts: Facts, flavor: str, pod_set: PodSet) -> tuple[Node, ...]:
    """The flavor's nodes in service whose labels and taints let the pods in."""
    tolerations = (*pod_set.tolerations, *facts.inventory.flavors[flavor].tolerations)
    return tuple(
        node
        for node in facts.inventory.usable(flavor)
        if carries(node, pod_set.node_selector.items())
        and untolerated(node.taints, tolerations) is None
    )


def shared_nodes(facts: Facts, groups: tuple[Candidates, ...], pod_set: PodSet) -> tuple[Node, ...]:
    """The nodes that some candidate flavor of every group selects: no pod goes elsewhere."""
    shared: tuple[Node, ...] | None = None
    for group in groups:
        names = {n.name for f in group.flavors for n in eligible_nodes(facts, f, pod_set)}
        pool = facts.inventory.nodes if shared is None else shared
        shared = tuple(node for node in pool if node.name in names)
    return shared or ()


def has_nodes(facts: Facts, groups: tuple[Candidates, ...]) -> bool:
    """Whether the inventory knows nodes for every candidate, so that placement can be judged."""
    flavors = [flavor for group in groups for flavor in group.flavors]
    return bool(flavors) and all(facts.inventory.nodes_of(flavor) for flavor in flavors)


def domains(facts: Facts, flavor: str, level: str, pod_set: PodSet) -> dict[Domain, list[Node]]:
    """The nodes of each domain of the level; a node without all level labels is in none."""
    levels = levels_of(facts, flavor)
    wide = levels[: levels.index(level) + 1] if level in levels else (HOSTNAME,)
    found: dict[Domain, list[Node]] = {}
    for node in eligible_nodes(facts, flavor, pod_set):
        values = [label(node, key) for key in levels]
        if None in values:
            continue
        key = tuple(str(label(node, name)) for name in wide)
        found.setdefault(key, []).append(node)
    return found
