"""One option of a command with an input on which it makes a difference."""

from dataclasses import dataclass, field

from tests.cli.project import CLEAN


@dataclass(frozen=True)
class Case:
    """A command line that behaves otherwise once ``option`` is added."""

    option: tuple[str, ...]
    base: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=lambda: CLEAN)
    stdin: str = ""
