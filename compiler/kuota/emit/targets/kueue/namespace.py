"""Namespaces of teams, for a Platform that has kuota make them."""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.policy.origin import Setting
from kuota.policy.team import Team

_KIND = "Namespace"


def namespace(team: Team, name: Setting[str]) -> EmittedObject:
    """One namespace of the team."""
    data: dict[str, object] = {
        "apiVersion": "v1",
        "kind": _KIND,
        "metadata": metadata(_KIND, name.value, team.file),
    }
    return EmittedObject(data, {(): name.origin})
