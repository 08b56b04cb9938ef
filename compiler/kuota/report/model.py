"""The only input of an output format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kuota.diag.model import Diagnostic, Severity
from kuota.source.files import SourceFile


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What a format may show of a rule: its code, name, usual severity and documentation."""

    number: str
    name: str
    severity: Severity
    summary: str
    documentation: str


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in order, the files they stand in, and how many files were read."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    files: int
    suppressed: int = 0
    rules: Mapping[str, RuleInfo] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a terminal wants text: colour or not, and its width in columns."""

    color: bool = False
    width: int = 100


@dataclass(frozen=True, slots=True)
class Format:
    """One output format: ``render`` gives the whole text, ending in a newline."""

    name: str
    summary: str
    render: Callable[[Report, Presentation], str]
