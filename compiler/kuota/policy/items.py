"""What resolution takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Policy
from kuota.source.files import SourceFile
from kuota.source.node import Document

if TYPE_CHECKING:
    from kuota.syntax.platform import Platform
    from kuota.syntax.team import Team


@dataclass(frozen=True, slots=True)
class Item:
    """One document; ``model`` is None where it was refused, and its name still counts."""

    file: SourceFile
    document: Document
    model: Platform | Team | None


Inventories = Mapping[str, SourceFile]
"""The files that ``nodesFrom`` names, by path; one that could not be read is missing."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The policy as far as it could be made out, and what was wrong."""

    policy: Policy
    diagnostics: tuple[Diagnostic, ...]
