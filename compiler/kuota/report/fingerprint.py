"""Identity of a finding across commits: what moves with the line, not the line's number."""

from collections.abc import Iterator
from hashlib import sha256

from kuota.diag.model import Diagnostic
from kuota.report.model import Report


def with_fingerprints(report: Report, prefix: str) -> Iterator[tuple[Diagnostic, str]]:
    """Each finding with a hash of its code, file and source line; the n-th twin is told apart."""
    seen: dict[tuple[str, str, str], int] = {}
    for finding in report.diagnostics:
        key = (finding.code.number, prefix + finding.span.path, _line_text(report, finding))
        seen[key] = seen.get(key, 0) + 1
        text = "\0".join((*key, str(seen[key])))
        yield finding, sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def _line_text(report: Report, finding: Diagnostic) -> str:
    """The source line that the finding starts on, without its indentation."""
    source = report.sources.get(finding.span.path)
    line = finding.span.start.line
    if source is None or line > len(source.lines):
        return ""
    return source.lines[line - 1].strip()
