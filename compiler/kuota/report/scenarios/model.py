"""The only input of the formats of ``kuota test``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.source.files import SourceFile
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.capacity.scenario import Result


@dataclass(frozen=True, slots=True)
class Entry:
    """One scenario: its name and where that stands, and how it came out.

    ``result`` is None for one that could not be played; ``diagnostics`` then are about its file,
    or empty when what is wrong stands elsewhere.
    """

    name: str
    span: Span
    result: Result | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def status(self) -> str:
        """Whether it passed, failed, or is not-run."""
        if self.result is None:
            return "not-run"
        return "failed" if self.diagnostics else "passed"


@dataclass(frozen=True, slots=True)
class Tests:
    """All scenarios in order, and the errors in other files that concern them.

    With ``verbose`` the timeline of every scenario is shown.
    """

    entries: tuple[Entry, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    version: str
    verbose: bool = False

    def count(self, status: str) -> int:
        """How many scenarios came out so."""
        return sum(entry.status == status for entry in self.entries)

    @property
    def expectations(self) -> int:
        """How many expectations were judged."""
        return sum(len(e.result.scenario.expectations) for e in self.entries if e.result)

    @property
    def missed(self) -> int:
        """How many of them did not come true."""
        return sum(entry.result.missed for entry in self.entries if entry.result)
