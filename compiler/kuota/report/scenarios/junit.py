"""JUnit XML: a test case for each scenario, a suite for each file.

GitLab shows the body of a failure and drops test cases of one name, so the body holds the whole
text; names are unique because those of scenarios are.

Source: docs.gitlab.com, Unit test reports.
"""

from itertools import groupby

from kuota.report.escape import visible, xml_text
from kuota.report.formats.junit import body_of
from kuota.report.model import Presentation
from kuota.report.scenarios.model import Entry, Tests


def render(tests: Tests, presentation: Presentation) -> str:
    """All scenarios, those that passed too; errors in other files make a suite of their own."""
    suites = [
        _suite(presentation.prefix + path, list(entries), tests, presentation)
        for path, entries in groupby(tests.entries, lambda entry: entry.span.path)
    ]
    if tests.diagnostics:
        suites.append(_elsewhere(tests, presentation))
    errors = tests.count("not-run") + bool(tests.diagnostics)
    total = len(tests.entries) + bool(tests.diagnostics)
    counts = f'tests="{total}" failures="{tests.count("failed")}" errors="{errors}"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuites name="kuota test" {counts}>',
            *suites,
            "</testsuites>",
            "",
        ]
    )


def _suite(path: str, entries: list[Entry], tests: Tests, presentation: Presentation) -> str:
    failures = sum(entry.status == "failed" for entry in entries)
    errors = sum(entry.status == "not-run" for entry in entries)
    counts = f'tests="{len(entries)}" failures="{failures}" errors="{errors}" skipped="0"'
    cases = [_case(path, entry, tests, presentation) for entry in entries]
    name = xml_text(visible(path))
    return "\n".join([f'  <testsuite name="{name}" {counts}>', *cases, "  </testsuite>"])


def _case(path: str, entry: Entry, tests: Tests, presentation: Presentation) -> str:
    place, name = xml_text(visible(path)), xml_text(visible(entry.name))
    opening = f'    <testcase classname="{place}" name="{name}" file="{place}"'
    inner = _inner(entry, presentation)
    if tests.verbose and entry.result is not None:
        inner += f"<system-out>{xml_text(entry.result.told)}</system-out>"
    return f"{opening}>{inner}</testcase>" if inner else f"{opening}/>"


def _inner(entry: Entry, presentation: Presentation) -> str:
    found = entry.diagnostics
    body = xml_text("\n\n".join(body_of(each, presentation.prefix) for each in found))
    if entry.status == "not-run":
        message = "the scenario could not be played"
        return f'<error type="not-run" message="{message}">{body or message}</error>'
    if not found:
        return ""
    kind = f"{found[0].code.number} {found[0].code.name}"
    message = xml_text(visible(found[0].headline))
    return f'<failure type="{kind}" message="{message}">{body}</failure>'


def _elsewhere(tests: Tests, presentation: Presentation) -> str:
    body = xml_text("\n\n".join(body_of(each, presentation.prefix) for each in tests.diagnostics))
    return "\n".join(
        [
            '  <testsuite name="team files" tests="1" failures="0" errors="1" skipped="0">',
            '    <testcase classname="team files" name="can be read">'
            f'<error type="errors" message="the team files have errors">{body}</error></testcase>',
            "  </testsuite>",
        ]
    )
