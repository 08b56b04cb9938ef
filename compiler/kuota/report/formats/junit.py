"""JUnit XML: a test case for each file, failed by its errors.

GitLab shows the body of a failure and drops test cases of one name, so the body holds the whole
text and names carry the place.

Source: docs.gitlab.com, Unit test reports.
"""

from kuota.diag.model import Diagnostic, Severity
from kuota.report.escape import visible, visible_lines, xml_text
from kuota.report.model import Format, Presentation, Report


def render(report: Report, presentation: Presentation) -> str:
    """One suite; files without a finding are passing test cases."""
    cases = [_case(finding, presentation.prefix) for finding in report.diagnostics]
    flawed = {finding.span.path for finding in report.diagnostics}
    clean = [path for path in sorted(report.sources) if path not in flawed]
    cases += [_passing(presentation.prefix + path) for path in clean]
    failures = report.count(Severity.ERROR)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuites name="kuota" {counts}>',
            f'  <testsuite name="kuota" {counts} skipped="0">',
            *cases,
            "  </testsuite>",
            "</testsuites>",
            "",
        ]
    )


def _case(finding: Diagnostic, prefix: str) -> str:
    """A failed case for an error, a passed one with output for what is less."""
    path, start = prefix + finding.span.path, finding.span.start
    code = f"{finding.code.number} {finding.code.name}"
    name = f"{code} ({start.line}:{start.column}) {visible(finding.headline)}"
    body = xml_text(body_of(finding, prefix))
    if finding.severity is Severity.ERROR:
        message = xml_text(visible(finding.headline))
        inner = f'<failure type="{code}" message="{message}">{body}</failure>'
    else:
        inner = f"<system-out>{body}</system-out>"
    return f"    {_open(path, name)}>{inner}</testcase>"


def _passing(path: str) -> str:
    return f"    {_open(path, 'no findings')}/>"


def _open(path: str, name: str) -> str:
    place = xml_text(visible(path))
    return f'<testcase classname="{place}" name="{xml_text(name)}" file="{place}"'


def body_of(finding: Diagnostic, prefix: str) -> str:
    """The whole text of a finding; ``prefix`` leads to the root of the repository."""
    path, start = prefix + finding.span.path, finding.span.start
    lines = [
        f"{visible(path)}:{start.line}:{start.column}: {finding.severity.value}: "
        f"{visible(finding.headline)}",
    ]
    for label in finding.others:
        line = label.span.start.line
        lines.append(f"{visible(label.span.path)}:{line}: {visible(label.text)}")
    lines += [
        f"{name}: {line}"
        for name, text in (("note", finding.note), ("help", finding.help))
        if text
        for line in visible_lines(text)
    ]
    return "\n".join(lines)


FORMAT = Format("junit", "JUnit XML, a test case a file", render)
