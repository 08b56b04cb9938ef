"""What can be wrong with settings: one kind and one wording each."""

from collections.abc import Iterable

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.near import suggestion
from kuota.settings.model import LevelSetting
from kuota.source.span import Span

UNREADABLE = Kind(
    Code("Q080", "unreadable-settings"),
    Severity.ERROR,
    """The settings file is not TOML.

What it finds
    A kuota.toml, or a pyproject.toml with a table tool.kuota, that does not parse.
Why it matters
    None of its settings can be used, so nothing is checked: the exit code is 2.
How to fix
    Correct the line that is shown.
""",
)

UNKNOWN = Kind(
    Code("Q081", "unknown-setting"),
    Severity.ERROR,
    """A key of the settings means nothing to kuota.

What it finds
    A key in kuota.toml or [tool.kuota] that is not a setting.
Why it matters
    It is most often a misspelt name, whose setting would silently not apply.
How to fix
    Use the name that is suggested; `kuota check --show-settings` lists all of them.
""",
)

INVALID = Kind(
    Code("Q082", "invalid-setting"),
    Severity.ERROR,
    """A setting has a value of the wrong kind.

What it finds
    A value that its setting does not take, such as a text where a list belongs.
Why it matters
    kuota does not guess what was meant: the exit code is 2.
How to fix
    Write a value of the kind that the help line names.
""",
)

UNKNOWN_RULE = Kind(
    Code("Q083", "unknown-rule-in-settings"),
    Severity.ERROR,
    """A level is set for a rule that does not exist.

What it finds
    A key of the table levels that is neither the code nor the name of a rule.
Why it matters
    The level applies to nothing, and the rule that was meant keeps its own.
How to fix
    Use a code or a name that `kuota rules` lists.
""",
)

MANDATORY = Kind(
    Code("Q084", "mandatory-rule-lowered"),
    Severity.ERROR,
    """A level is set below what a mandatory rule has.

What it finds
    A level in the settings that would switch off or lower a rule that is mandatory.
Why it matters
    Such a rule finds what a cluster refuses, or input that cannot be read as it was meant; a run
    that ignores it says nothing about the rest.
How to fix
    Remove the setting. Where a single finding is wrong for a reason, allow it at its line.
""",
)

KINDS: tuple[Kind, ...] = (UNREADABLE, UNKNOWN, INVALID, UNKNOWN_RULE, MANDATORY)


def unreadable(span: Span, reason: str) -> Diagnostic:
    """The file does not parse; ``reason`` is tomllib's own, in lower case."""
    return _finding(UNREADABLE, span, f"settings are not TOML: {reason}")


def unknown(span: Span, key: str, known: Iterable[str]) -> Diagnostic:
    """No setting is called ``key``."""
    return _finding(UNKNOWN, span, f"unknown setting {key}", suggestion(key, known))


def invalid(span: Span, key: str, value: object, expected: str) -> Diagnostic:
    """The setting ``key`` does not take ``value``."""
    shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
    return _finding(INVALID, span, f"setting {key} is {shown}", f"write {expected}")


def unknown_rule(setting: LevelSetting, known: Iterable[str]) -> Diagnostic:
    """No rule has the code or name of ``setting``."""
    help_line = suggestion(setting.rule, known)
    return _finding(UNKNOWN_RULE, setting.span, f"no rule is called {setting.rule}", help_line)


def mandatory(setting: LevelSetting, severity: Severity) -> Diagnostic:
    """``setting`` would lower a mandatory rule, which has ``severity``."""
    headline = f"rule {setting.rule} cannot be set to {setting.level}: it is always {severity}"
    return _finding(MANDATORY, setting.span, headline, "remove this level")


def _finding(kind: Kind, span: Span, headline: str, help_line: str = "") -> Diagnostic:
    return Diagnostic(kind.code, kind.severity, span, headline, help=help_line)
