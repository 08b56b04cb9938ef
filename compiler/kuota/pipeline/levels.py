"""Levels that the settings give to rules."""

from collections.abc import Iterable, Iterator, Mapping

from kuota.diag.model import Diagnostic, Severity
from kuota.report.model import RuleInfo
from kuota.settings import errors
from kuota.settings.model import LevelSetting


def at_levels(
    findings: Iterable[Diagnostic], levels: Iterable[LevelSetting]
) -> Iterator[Diagnostic]:
    """The findings with the severity that ``levels`` set for their rule; ``off`` drops them."""
    by_rule = {setting.rule: setting.level for setting in levels}
    for finding in findings:
        level = by_rule.get(finding.code.number) or by_rule.get(finding.code.name)
        if level is None:
            yield finding
        elif level != "off":
            yield finding._replace(severity=Severity(level))


def wrong_levels(
    levels: Iterable[LevelSetting], rules: Mapping[str, RuleInfo]
) -> tuple[Diagnostic, ...]:
    """The settings that name no rule, or lower one that is mandatory."""
    by_name = {rule.name: rule for rule in rules.values()} | dict(rules)
    wrong = []
    for setting in levels:
        rule = by_name.get(setting.rule)
        if rule is None:
            wrong.append(errors.unknown_rule(setting, by_name))
        elif rule.mandatory and _is_lower(setting.level, rule.severity):
            wrong.append(errors.mandatory(setting, rule.severity))
    return tuple(wrong)


def _is_lower(level: str, severity: Severity) -> bool:
    return level == "off" or Severity(level).rank > severity.rank
