"""Every rule has trees of team files that it must flag, line by line, and others that it must not.

``tests/rules/<code>-<name>/bad/teams`` marks the lines with ``# expect: Q301``, and in ``good``
nothing is found at all; ``bad-<variant>`` and ``good-<variant>`` are further cases. The
``expected.txt`` of a bad tree is the text that a user sees: rewrite it with ``--bless``.
"""

import re
from datetime import date
from pathlib import Path

import pytest
from tests.conftest import Golden
from tests.documentation import example

from kuota.diag.model import Diagnostic
from kuota.lint.registry import Registered, registered
from kuota.pipeline.model import Outcome, Request
from kuota.pipeline.stages import run
from kuota.report.catalog import Catalog
from kuota.report.formats.text import FORMAT
from kuota.report.model import Presentation, Report

FOLDERS = Path(__file__).parent / "rules"
TODAY = date(2026, 7, 1)
RULES = {f"{e.rule.code.number}-{e.rule.code.name}": e for e in registered()}

_MARK = re.compile(r"# expect: (Q\d{3}(?: Q\d{3})*)$")
_TREE = re.compile(r"(bad|good)(-[a-z-]+)?")


def _trees(side: str) -> list[object]:
    found = [path for path in sorted(FOLDERS.glob(f"*/{side}*")) if path.is_dir()]
    return [pytest.param(path, id=f"{path.parent.name}/{path.name}") for path in found]


CASES = [pytest.param(entry, id=name) for name, entry in RULES.items()]
BAD = _trees("bad")
GOOD = _trees("good")


def check(tree: Path) -> Outcome:
    return run(Request(paths=("teams",), root=tree, today=TODAY, debug=True))


def marks(tree: Path) -> list[tuple[str, int, str]]:
    """File, line and code of each mark."""
    found = []
    for path in sorted((tree / "teams").glob("*.yaml")):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            match = _MARK.search(line)
            codes = match[1].split() if match else []
            found += [(f"teams/{path.name}", number, code) for code in codes]
    return found


def places(findings: tuple[Diagnostic, ...]) -> list[tuple[str, int, str]]:
    return [(f.span.path, f.span.start.line, f.code.number) for f in findings]


def rendered(outcome: Outcome) -> str:
    report = Report(outcome.diagnostics, outcome.sources, len(outcome.sources), rules=Catalog())
    return FORMAT.render(report, Presentation())


def test_each_rule_has_a_folder_and_each_folder_a_rule() -> None:
    assert sorted(RULES) == sorted(path.name for path in FOLDERS.iterdir())


@pytest.mark.parametrize("name", RULES)
def test_a_folder_holds_bad_and_good_trees_and_no_golden_that_nobody_reads(name: str) -> None:
    trees = [path.name for path in (FOLDERS / name).iterdir()]
    assert [] == [tree for tree in trees if not _TREE.fullmatch(tree)]
    assert {"bad", "good"} <= set(trees)
    files = [p for p in (FOLDERS / name).glob("*/**/*") if p.is_file() and p.suffix != ".yaml"]
    goldens = sorted(FOLDERS / name / tree / "expected.txt" for tree in trees if tree[0] == "b")
    assert [] == sorted(set(files) - set(goldens))


@pytest.mark.parametrize("tree", BAD)
def test_the_marked_lines_are_flagged_and_nothing_else(tree: Path) -> None:
    assert sorted(marks(tree)) == sorted(places(check(tree).diagnostics))


@pytest.mark.parametrize("tree", BAD)
def test_a_mark_of_the_rule_itself_is_among_them(tree: Path) -> None:
    assert tree.parent.name[:4] in {code for _, _, code in marks(tree)}


@pytest.mark.parametrize("tree", GOOD)
def test_nothing_is_found_in_the_good_tree(tree: Path) -> None:
    assert () == check(tree).diagnostics


@pytest.mark.parametrize("tree", BAD)
def test_the_text_that_a_user_sees(tree: Path, golden: Golden) -> None:
    golden(tree / "expected.txt", rendered(check(tree)))


@pytest.mark.parametrize("tree", BAD)
def test_wording_keeps_to_its_law(tree: Path) -> None:
    for finding in check(tree).diagnostics:
        assert len(finding.headline) <= 100, finding.headline
        assert not finding.headline.endswith(".")
        assert finding.label
        for text in (finding.label, *(label.text for label in finding.others)):
            assert len(text) <= 40, text
        assert finding.note
        assert finding.help
        assert not finding.help.endswith(".")


@pytest.mark.parametrize("entry", CASES)
def test_the_examples_of_the_documentation_stand_in_its_folder(entry: Registered) -> None:
    folder = FOLDERS / f"{entry.rule.code.number}-{entry.rule.code.name}"
    for side in ("Bad", "Good"):
        files = (folder / side.lower() / "teams").glob("*.yaml")
        text = "\n".join(path.read_text() for path in files)
        lines = {_plain(line) for line in text.splitlines()}
        shown = [_plain(line) for line in example(entry.documentation, side).splitlines()]
        assert shown, side
        assert [] == [line for line in shown if line not in lines], side


def _plain(line: str) -> str:
    """A line without its indentation, list dash and mark."""
    return re.sub(r"  # .*", "", line).strip().removeprefix("- ")
