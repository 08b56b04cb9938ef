"""The list of all rules, for people, programs and the README."""

from collections.abc import Sequence

from kuota.report.escape import json_text
from kuota.report.model import RuleInfo


def text(rules: Sequence[RuleInfo]) -> str:
    """One line a rule, in columns; a star marks the mandatory ones."""
    widest = max(len(rule.name) for rule in rules)
    return "".join(
        f"{rule.number}{'*' if rule.mandatory else ' '} {rule.severity:<7}  "
        f"{rule.name:<{widest}}  {rule.summary}\n"
        for rule in rules
    )


def json_list(rules: Sequence[RuleInfo]) -> str:
    """A JSON list of the rules with their documentation."""
    return json_text(
        [
            {
                "code": rule.number,
                "name": rule.name,
                "severity": rule.severity.value,
                "mandatory": rule.mandatory,
                "summary": rule.summary,
                "documentation": rule.documentation,
            }
            for rule in rules
        ]
    )


def markdown_table(rules: Sequence[RuleInfo]) -> str:
    """A Markdown table of the rules."""
    lines = ["| code | name | level | finds |", "| --- | --- | --- | --- |"]
    for rule in rules:
        star = " \\*" if rule.mandatory else ""
        summary = rule.summary.replace("|", "\\|")
        lines.append(f"| {rule.number}{star} | `{rule.name}` | {rule.severity} | {summary} |")
    return "".join(f"{line}\n" for line in lines)
