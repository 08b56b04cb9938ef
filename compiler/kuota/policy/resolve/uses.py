"""The admission checks that a team's queue asks for."""

from collections.abc import Iterator, Sequence

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors import quota, reference
from kuota.policy.origin import Origin, Source
from kuota.policy.resolve.layers import Layer, Written, written
from kuota.policy.team import AdmissionCheckUse


def check_uses(
    layers: Sequence[Layer], cluster: Cluster, flavors: tuple[str, ...], findings: list[Diagnostic]
) -> tuple[AdmissionCheckUse, ...]:
    """What the layers ask for; where none says a word, the check over all workers if there is one.

    An empty list is a word: the queue runs its workloads on this cluster. Wrong uses are left out.
    """
    found = written(layers, "admissionChecks", "admission_checks")
    if found is None:
        return tuple(
            AdmissionCheckUse(check.name, (), check.origin)
            for check in cluster.admission_checks
            if check.origin.source is Source.KUOTA
        )
    return tuple(_uses(found, cluster, flavors, findings))


def _uses(
    found: Written, cluster: Cluster, flavors: tuple[str, ...], findings: list[Diagnostic]
) -> Iterator[AdmissionCheckUse]:
    known = tuple(check.name for check in cluster.admission_checks)
    for number, model in enumerate(found.value):
        place = found.place.at(number)
        at = place.at("name")
        origin = Origin(found.layer.source, at.anchor)
        wrong: list[Diagnostic] = []
        if model.name not in known:
            wrong.append(reference.unknown_admission_check(model.name, at.span, known))
        for position, flavor in enumerate(model.on_flavors or ()):
            if flavor not in flavors:
                span = place.down("onFlavors", position).span
                wrong.append(quota.check_flavor_without_quota(model.name, flavor, span, flavors))
        if wrong:
            findings.extend(wrong)
        else:
            yield AdmissionCheckUse(model.name, model.on_flavors or (), origin)
