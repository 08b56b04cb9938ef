"""The only input of an output format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kuota.diag.model import Diagnostic, Severity
from kuota.source.files import SourceFile


class RuleInfo(NamedTuple):
    """What a format may show of a rule: its code, name, usual severity and documentation."""

    number: str
    name: str
    severity: Severity
    summary: str
    documentation: str
    mandatory: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in order, the files they stand in, and how many files were read."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    files: int
    suppressed: int = 0
    rules: Mapping[str, RuleInfo] = field(default_factory=dict)
    """By code number; at least those of the findings."""
    version: str = ""

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.diagnostics)


class Presentation(NamedTuple):
    """What the surroundings ask of an output: nothing here changes which findings there are.

    ``width`` is in columns of a terminal. ``prefix`` is the way from the root of the repository to
    the working directory, with a slash at its end, for formats whose paths start at that root.
    """

    color: bool = False
    width: int = 100
    quiet: bool = False
    prefix: str = ""


class Format(NamedTuple):
    """One output format: ``render`` gives the whole text, ending in a newline or empty."""

    name: str
    summary: str
    render: Callable[[Report, Presentation], str]
