"""What resolution takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Policy
from kuota.source.files import SourceFile
from kuota.source.node import Document

if TYPE_CHECKING:
    from kuota.syntax.platform import Platform
    from kuota.syntax.scenario import Scenario
    from kuota.syntax.team import Team


class Item(NamedTuple):
    """One document; ``model`` is None where it was refused, and its name still counts."""

    file: SourceFile
    document: Document
    model: Platform | Team | Scenario | None


Inventories = Mapping[str, SourceFile]
"""The files that ``nodesFrom`` names, by path; one that could not be read is missing."""


class Resolved(NamedTuple):
    """The policy as far as it could be made out, and what was wrong."""

    policy: Policy
    diagnostics: tuple[Diagnostic, ...]
