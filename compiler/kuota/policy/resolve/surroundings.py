"""What of a cluster every team is bound against."""

from datetime import date
from typing import NamedTuple

from kuota.policy.cluster import Cluster
from kuota.policy.items import Item
from kuota.policy.origin import Source
from kuota.policy.place import Place, top
from kuota.policy.resolve.layers import Layer


class Surroundings(NamedTuple):
    """The cluster without teams, the platform's defaults, and the names that exist."""

    cluster: Cluster
    defaults: tuple[Layer, ...]
    cohorts_place: Place
    flavors: frozenset[str]
    cohorts: frozenset[str]
    priority_classes: frozenset[str]
    levels: frozenset[str]
    today: date


def surroundings(cluster: Cluster, platform: Item, today: date) -> Surroundings:
    """What the teams of ``cluster`` are bound against."""
    assert platform.model is not None
    assert platform.model.kind == "Platform"
    place = top(platform.document).at("spec")
    defaults = platform.model.spec.defaults
    layers = () if defaults is None else (Layer(Source.PLATFORM, defaults, place.at("defaults")),)
    return Surroundings(
        cluster=cluster,
        defaults=layers,
        cohorts_place=place.at("cohorts"),
        flavors=frozenset(flavor.name for flavor in cluster.flavors),
        cohorts=frozenset(cohort.name for cohort in cluster.cohorts),
        priority_classes=frozenset(each.name for each in cluster.priority_classes),
        levels=frozenset(
            level.value for topology in cluster.topologies for level in topology.levels
        ),
        today=today,
    )
