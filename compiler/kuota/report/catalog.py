"""Every kind of finding that kuota knows: the rules, and what each stage itself finds."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity
from kuota.report.model import RuleInfo

STAGES = (
    "kuota.source.errors",
    "kuota.diag.errors",
    "kuota.diag.fault",
    "kuota.settings.errors",
    "kuota.syntax.errors",
    "kuota.policy.errors",
    "kuota.emit.errors",
    "kuota.emit.staleness",
    "kuota.validity.errors",
    "kuota.capacity.errors",
    "kuota.capacity.scenario_errors",
)
"""Modules that hold the kinds of findings of a stage, as ``KINDS``."""

_MANDATORY = ("Q0", "Q1", "Q2", "Q6", "Q73", "Q9")


class Catalog(Mapping[str, RuleInfo]):
    """Rules by code number; their modules are imported when one is first asked for."""

    def __getitem__(self, number: str) -> RuleInfo:
        return _catalog()[number]

    def __iter__(self) -> Iterator[str]:
        return iter(_catalog())

    def __len__(self) -> int:
        return len(_catalog())


@cache
def _catalog() -> dict[str, RuleInfo]:
    found = [_of_kind(kind) for stage in STAGES for kind in import_module(stage).KINDS]
    found += _rules()
    return {info.number: info for info in sorted(found, key=lambda info: info.number)}


def _rules() -> list[RuleInfo]:
    from kuota.lint.registry import registered

    return [
        _info(entry.rule.code, entry.rule.severity, entry.documentation, entry.rule.mandatory)
        for entry in registered()
    ]


def _of_kind(kind: Kind) -> RuleInfo:
    """A finding of a stage; one that means wrong input cannot be lowered by settings."""
    is_error = kind.severity is Severity.ERROR
    mandatory = is_error and kind.code.number.startswith(_MANDATORY)
    return _info(kind.code, kind.severity, kind.documentation, mandatory)


def _info(code: Code, severity: Severity, documentation: str, mandatory: bool) -> RuleInfo:
    text = documentation.strip() + "\n"
    summary = text.partition("\n")[0]
    return RuleInfo(code.number, code.name, severity, summary, text, mandatory)
