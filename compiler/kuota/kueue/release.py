"""Releases of Kueue: which are known, the API versions they serve, their feature gates.

A release is a minor line; within a line the newest patch release counts, because that is what
``0.15`` means to whoever installs it.
Source: Kueue config/components/crd/bases and pkg/features/kube_features.go, at v0.15.8, v0.16.9,
v0.17.8, v0.18.6 and v0.19.2.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

V1BETA1: Final = "kueue.x-k8s.io/v1beta1"
V1BETA2: Final = "kueue.x-k8s.io/v1beta2"

API_VERSIONS: Final = (V1BETA1, V1BETA2)
"""The API versions that every known release serves."""

_PATCHES: Final = {15: 8, 16: 9, 17: 8, 18: 6, 19: 2}
"""The patch release of each minor line that the tables were made from."""

_NUMBER = r"(0|[1-9]\d{0,3})"
_WRITTEN = re.compile(rf"v?{_NUMBER}\.{_NUMBER}(?:\.(?:\d{{1,6}}|x))?(?:[-+][0-9A-Za-z.+-]+)?")

_GATES: Final[Mapping[str, tuple[tuple[int, bool], ...]]] = {
    "ConcurrentAdmission": ((18, False),),
    "HierarchicalCohorts": ((15, True),),
    "MultiKueueClusterProfile": ((15, False),),
    "MultiKueueManagerQuotaAutomation": ((18, False),),
    "RejectUpdatesToCQWithInvalidOnFlavors": ((16, False),),
    "TopologyAwareScheduling": ((15, True),),
}
"""Default of each gate that validity or activity depends on, from the minor line named on."""


class Release(NamedTuple):
    """A minor line of Kueue, as the target of compiled objects and the judge of written ones.

    ``minor`` is the line whose tables are used; ``written`` is what the user asked for, and
    ``newer`` says that it is newer than every known line, so that the newest known one stands in.
    """

    minor: int
    written: str
    newer: bool = False
    overrides: tuple[tuple[str, bool], ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The line whose tables are used: ``0.19``."""
        return f"0.{self.minor}"

    @property
    def version(self) -> str:
        """The patch release that the tables of this line were made from: ``0.19.2``."""
        return f"0.{self.minor}.{_PATCHES[self.minor]}"

    @property
    def served(self) -> tuple[str, ...]:
        """The API versions that this release serves, the oldest first."""
        return API_VERSIONS

    @property
    def stored(self) -> str:
        """The API version in which the cluster stores objects: v1beta2 since 0.16."""
        return V1BETA2 if self.minor >= 16 else V1BETA1

    @property
    def deprecated(self) -> tuple[str, ...]:
        """The API versions that this release serves with a deprecation warning."""
        return (V1BETA1,)

    def gate(self, name: str) -> bool:
        """Whether the feature gate is on: overridden, else by default; False where unknown."""
        for gate, value in self.overrides:
            if gate == name:
                return value
        value = False
        for since, default in _GATES.get(name, ()):
            if self.minor >= since:
                value = default
        return value

    def with_gates(self, gates: Mapping[str, bool]) -> "Release":
        """This release as installed with some feature gates set."""
        return self._replace(overrides=tuple(sorted(gates.items())))


KNOWN: Final = tuple(Release(minor, f"0.{minor}") for minor in sorted(_PATCHES))
"""Every known release, the oldest first."""

OLDEST: Final = KNOWN[0]
NEWEST: Final = KNOWN[-1]


def parse_release(text: str) -> Release | None:
    """The release that ``0.19``, ``v0.19.2`` or ``0.19.x`` names; None when it is none or too old.

    One that is newer than every known release is treated as the newest known and flagged.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    major, minor = int(match[1]), int(match[2])
    if major > 0 or minor > NEWEST.minor:
        return Release(NEWEST.minor, text, newer=True)
    return Release(minor, text) if minor in _PATCHES else None
