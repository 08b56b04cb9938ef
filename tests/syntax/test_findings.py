"""What validation finds, where and in which words: a file for each kind of mistake.

``findings/NAME.yaml`` is the document, ``findings/NAME.txt`` what is said of it (``--bless``).
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.syntax.reading import read, told

from kuota.diag.model import Diagnostic
from kuota.source.edit import apply_edits
from kuota.syntax.errors import KINDS

FOLDER = Path(__file__).parent / "findings"
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def in_full(finding: Diagnostic) -> str:
    """A finding with everything that it says, one line for each part."""
    lines = [told(finding).removesuffix(" | ")]
    if finding.note:
        lines.append(f"  note: {finding.note}")
    for label in finding.others:
        lines.append(f"  at {label.span.start.line}:{label.span.start.column}: {label.text}")
    for fix in finding.fixes:
        kind = "safe fix" if fix.safe else "fix"
        lines.append(f"  {kind}: {fix.title} {[edit.replacement for edit in fix.edits]}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("case", CASES)
def test_the_findings_on_a_document(case: str, golden: Callable[[Path, str], None]) -> None:
    validated = read((FOLDER / f"{case}.yaml").read_text())
    ordered = sorted(validated.diagnostics, key=lambda finding: finding.order)
    golden(FOLDER / f"{case}.txt", "".join(in_full(finding) for finding in ordered))


@pytest.mark.parametrize("case", CASES)
def test_a_fix_removes_its_finding_and_adds_no_other(case: str) -> None:
    text = (FOLDER / f"{case}.yaml").read_text()
    before = read(text).diagnostics
    for finding in before:
        for fix in finding.fixes:
            after = read(apply_edits(text, fix.edits)).diagnostics
            heads = [other.headline for other in after]
            assert finding.headline not in heads
            assert set(heads) < {other.headline for other in before}


def test_every_kind_of_finding_has_a_case() -> None:
    seen = {
        finding.code.name
        for case in CASES
        for finding in read((FOLDER / f"{case}.yaml").read_text()).diagnostics
    }
    assert sorted(kind.code.name for kind in KINDS) == sorted(seen)


def test_every_golden_file_belongs_to_a_case() -> None:
    assert CASES == sorted(path.stem for path in FOLDER.glob("*.txt"))
