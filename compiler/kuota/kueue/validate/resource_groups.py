"""What Kueue's webhooks ask of the resource groups of a ClusterQueue or Cohort.

Source: Kueue pkg/webhooks/clusterqueue_webhook.go, validateResourceGroups and what it calls,
v0.19.2.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from kuota.kueue.validate.labels import key_fault
from kuota.kueue.validate.wording import plain, shown
from kuota.kueue.violation import Pointer, Violation
from kuota.quantity import Quantity, parse_quantity

PATH: Pointer = ("spec", "resourceGroups")


class Owner(NamedTuple):
    """Whose resource groups they are, as far as the rules differ.

    ``parent`` names the field that puts it into a cohort, ``lack`` says that it is in none;
    ``lends_own`` says that it cannot lend more than its own quota, which holds for a queue and not
    for a cohort.
    """

    noun: str
    lack: str
    parent: str
    has_parent: bool
    lends_own: bool


def quantity_of(value: Any) -> Quantity | None:
    """The quantity in a field that holds text or a whole number; None when it is none."""
    return _parsed(value if isinstance(value, str) else str(int(value)))


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Quantity | None:
    """The same few quantities stand in every queue of a cluster."""
    return parse_quantity(text)


def resource_group_faults(groups: list[Any], owner: Owner) -> Iterator[Violation]:
    """The faults of all groups, in the order of the object."""
    resources: dict[str, Pointer] = {}
    flavors: dict[str, Pointer] = {}
    for i, group in enumerate(groups):
        for j, name in enumerate(group["coveredResources"]):
            pointer = (*PATH, i, "coveredResources", j)
            fault = key_fault(name)
            if fault is not None:
                yield _fault(pointer, f"resource {shown(name)} {fault[0]}", "", fault[1])
            if name in resources:
                yield _repeated(pointer, f"resource {plain(name)}", "covered", resources[name])
            resources.setdefault(name, pointer)
        for j, flavor in enumerate(group["flavors"]):
            pointer = (*PATH, i, "flavors", j)
            yield from _order_faults(flavor, group["coveredResources"], pointer)
            for k, resource in enumerate(flavor["resources"]):
                yield from _quota_faults(resource, owner, (*pointer, "resources", k))
            name = flavor["name"]
            if name in flavors:
                yield _repeated(
                    (*pointer, "name"), f"flavor {plain(name)}", "listed", flavors[name]
                )
            flavors.setdefault(name, (*pointer, "name"))


def _order_faults(flavor: Any, covered: list[str], path: Pointer) -> Iterator[Violation]:
    """Resources that are not those of coveredResources, in that order.

    A wrong number of them is the business of a CEL rule.
    """
    names = [resource["name"] for resource in flavor["resources"]]
    if names == covered or len(names) != len(covered):
        return
    who, wanted = f"flavor {plain(flavor['name'])}", ", ".join(map(plain, covered))
    strange = [at for at, name in enumerate(names) if name not in covered]
    for at in strange:
        yield _fault(
            (*path, "resources", at, "name"),
            f"{who} has quota for {shown(names[at])}, which is not covered",
            f"coveredResources of this group: {wanted}",
            f"call it {plain(covered[at])}, or add it to coveredResources",
        )
    if not strange:
        at = next(at for at, name in enumerate(names) if name != covered[at])
        yield _fault(
            (*path, "resources", at, "name"),
            f"{who} lists {plain(names[at])} where coveredResources has {plain(covered[at])}",
            "the resources of a flavor stand in the order of coveredResources",
            f"order them as {wanted}",
        )


def _quota_faults(resource: Any, owner: Owner, path: Pointer) -> Iterator[Violation]:
    nominal = quantity_of(resource["nominalQuota"])
    for key in ("nominalQuota", "borrowingLimit", "lendingLimit"):
        if key not in resource:
            continue
        text, pointer = resource[key], (*path, key)
        value = quantity_of(text)
        if value is None:
            yield _fault(pointer, f"{key} {shown(text)} is not a quantity")
            continue
        if value.nanos < 0:
            yield _fault(
                pointer, f"{key} of {plain(resource['name'])} is {plain(text)}, below zero"
            )
        if key == "nominalQuota":
            continue
        if not owner.has_parent:
            verb = "borrows" if key == "borrowingLimit" else "lends"
            yield _fault(
                pointer,
                f"{key} of {plain(resource['name'])} is {plain(text)}, "
                f"but the {owner.noun} {owner.lack}",
                f"a {owner.noun} {verb} within a cohort",
                f"set {owner.parent}, or remove {key}",
            )
        if key == "lendingLimit" and owner.lends_own and nominal is not None:
            yield from _lending_faults(resource, value, nominal, pointer)


def _lending_faults(
    resource: Any, lending: Quantity, nominal: Quantity, pointer: Pointer
) -> Iterator[Violation]:
    if lending.nanos <= nominal.nanos or nominal.nanos < 0:
        return
    text, quota = plain(resource["lendingLimit"]), plain(resource["nominalQuota"])
    yield _fault(
        pointer,
        f"lendingLimit {text} exceeds the nominalQuota {quota} of {plain(resource['name'])}",
        "a queue lends from its own quota",
        f"lower it to {quota} or less, or raise nominalQuota",
    )


def total_faults(groups: list[Any]) -> Iterator[Violation]:
    """More flavors, resources or pairs of them than a queue may have."""
    for noun, key in (("flavors", "flavors"), ("resources", "coveredResources")):
        total = sum(len(group[key]) for group in groups)
        if total > 256:
            yield _fault(PATH, f"resourceGroups have {total} {noun} in all, the limit is 256")
    for i, group in enumerate(groups):
        pairs = sum(len(flavor["resources"]) for flavor in group["flavors"])
        if pairs > 512:
            headline = f"a resource group has {pairs} quotas, the limit is 512"
            note = f"{len(group['flavors'])} flavors with their resources"
            yield _fault((*PATH, i), headline, note)


def fair_sharing_faults(spec: Any) -> Iterator[Violation]:
    """A weight below zero, or so small that it collapses to nothing.

    Source: Kueue pkg/webhooks/common.go, validateFairSharing, v0.19.2.
    """
    weight = (spec.get("fairSharing") or {}).get("weight")
    if weight is None:
        return
    pointer = ("spec", "fairSharing", "weight")
    value = quantity_of(weight)
    if value is None:
        yield _fault(pointer, f"weight {shown(weight)} is not a quantity")
    elif value.nanos < 0:
        yield _fault(pointer, f"weight is {plain(weight)}, below zero", "", "use 0 or more")
    elif value.nanos == 1:
        note = "Kueue computes with weights above 1n (10^-9) only"
        yield _fault(
            pointer, f"weight {plain(weight)} is too small", note, "use 0, or more than 1n"
        )


def _repeated(pointer: Pointer, what: str, done: str, first: Pointer) -> Violation:
    at = first[2]
    note = f"the first is in resource group {at + 1}" if isinstance(at, int) else ""
    help_ = "keep it in one group"
    return _fault(pointer, f"{what} is {done} twice", note, help_)


def _fault(pointer: Pointer, headline: str, note: str = "", help_: str = "") -> Violation:
    return Violation(pointer, False, "webhook", headline, note, help_)
