"""Documents read from text, for the tests of the formats."""

from textwrap import dedent

from kuota.diag.model import Diagnostic
from kuota.source.files import SourceFile
from kuota.source.yaml import parse
from kuota.syntax.validate import Validated, validate

PATH = "x.yaml"


def read(text: str) -> Validated:
    """The only document of ``text``, which must be YAML."""
    parsed = parse(SourceFile(PATH, text))
    assert () == parsed.diagnostics
    (document,) = parsed.documents
    return validate(document)


def team(spec: str, name: str = "ml") -> str:
    """A Team document whose spec is ``spec``, indented as given."""
    body = dedent(spec).strip("\n")
    indented = "\n".join(f"  {line}" for line in body.split("\n"))
    return f"apiVersion: kuota/v1\nkind: Team\nmetadata: {{name: {name}}}\nspec:\n{indented}\n"


def platform(spec: str) -> str:
    """A Platform document with a target and a flavor, and ``spec`` below."""
    body = dedent(spec).strip("\n")
    indented = "\n".join(f"  {line}" for line in body.split("\n"))
    return (
        "apiVersion: kuota/v1\nkind: Platform\nmetadata: {name: gpu-cluster}\nspec:\n"
        '  targets: {kueue: {version: "0.19"}}\n  flavors: {a100: {}}\n' + indented + "\n"
    )


def scenario(spec: str) -> str:
    """A Scenario document whose spec is ``spec``, indented as given."""
    return team(spec, "test").replace("kind: Team", "kind: Scenario")


def told(finding: Diagnostic) -> str:
    """A finding on one line: place, severity, name, headline, help."""
    start, end = finding.span.start, finding.span.end
    place = f"{start.line}:{start.column}-"
    place += f"{end.column}" if start.line == end.line else f"{end.line}:{end.column}"
    return f"{place} {finding.severity} {finding.code.name}: {finding.headline} | {finding.help}"


def findings(text: str) -> list[str]:
    """The findings of the only document of ``text``, told in order."""
    return [told(finding) for finding in sorted(read(text).diagnostics, key=lambda f: f.order)]
