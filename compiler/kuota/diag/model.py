"""The finding that every stage returns."""

from enum import StrEnum
from typing import NamedTuple

from kuota.source.span import Span


class Severity(StrEnum):
    """How bad a finding is. Not part of a code: the platform may set it per rule."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst, so that findings sort by it and ``--fail-on`` compares it."""
        return _RANK[self]


_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


class Code(NamedTuple):
    """The identity of a kind of finding: ``Q`` and three digits, and a kebab-case name.

    Both are accepted wherever a user names a rule; neither is ever reused.
    """

    number: str
    name: str

    def __str__(self) -> str:
        return self.number


class Label(NamedTuple):
    """A remark on a stretch of source: the other side of a conflict, a first definition."""

    span: Span
    text: str


class Edit(NamedTuple):
    """Replace the text of ``span`` by ``replacement``."""

    span: Span
    replacement: str


class Fix(NamedTuple):
    """Edits that remove the finding. ``safe`` means that the meaning of the file stays."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


class Diagnostic(NamedTuple):
    """One finding, with one cause, on the smallest span that shows it.

    ``headline`` is one clause in lower case that names the value and stands alone; ``label`` is at
    most 40 characters under the span; ``note`` says why, with the arithmetic; only ``help`` says
    what to do.
    """

    code: Code
    severity: Severity
    span: Span
    headline: str
    label: str = ""
    others: tuple[Label, ...] = ()
    note: str = ""
    help: str = ""
    fixes: tuple[Fix, ...] = ()

    @property
    def order(self) -> tuple[Span, str, str]:
        """The key that fixes the order of findings: file, start, end, code, headline."""
        return (self.span, self.code.number, self.headline)
