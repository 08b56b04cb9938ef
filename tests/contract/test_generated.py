"""Generated files are what the code makes of them now; ``--bless`` writes them anew."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.project import run
from tests.conftest import Golden
from tests.contract.tree import ROOT

from kuota.cli.schemas import schemas
from kuota.report.catalog import Catalog
from kuota.report.listing import markdown_table
from kuota.report.registry import format_names, load_format

EXAMPLE = re.compile(
    r"in `(teams/\S+)`:\n\n```yaml\n(.*?)```\n\n```console\n\$ kuota check\n(.*?)```", re.DOTALL
)
SECTION = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def formats_table() -> str:
    lines = ["| format | is |", "| --- | --- |"]
    lines += [f"| `{name}` | {load_format(name).summary} |" for name in format_names()]
    return "".join(f"{line}\n" for line in lines)


SECTIONS: dict[str, Callable[[], str]] = {
    "formats": formats_table,
    "codes": lambda: markdown_table(list(Catalog().values())),
}


@pytest.mark.parametrize("name", schemas())
def test_schemas_are_current(name: str, golden: Golden) -> None:
    golden(ROOT / f"schemas/{name}.schema.json", schemas()[name])


def test_there_is_no_other_schema() -> None:
    assert sorted(f"{name}.schema.json" for name in schemas()) == sorted(
        path.name for path in (ROOT / "schemas").iterdir()
    )


def test_tables_of_the_readme_are_current(golden: Golden) -> None:
    readme = (ROOT / "README.md").read_text()
    assert sorted(SECTIONS) == sorted(match[2] for match in SECTION.finditer(readme))

    def table(match: re.Match[str]) -> str:
        return match[1] + SECTIONS[match[2]]() + match[3]

    current = SECTION.sub(table, readme)
    golden(ROOT / "README.md", current)


def test_the_example_of_the_readme_is_real(tmp_path: Path) -> None:
    """Does to a copy of teams/ what the README says, and compares what is printed."""
    ((path, shown, output),) = EXAMPLE.findall((ROOT / "README.md").read_text())
    shutil.copytree(ROOT / "teams", tmp_path / "teams")
    text = (tmp_path / path).read_text()
    before = shown.replace("nominalQuota: 13", "nominalQuota: 12")
    assert 5 == len(shown.splitlines())
    assert before in text
    (tmp_path / path).write_text(text.replace(before, shown))
    assert output == run(tmp_path, "check").out


def test_compiled_files_of_the_example_are_current(tmp_path: Path) -> None:
    result = run(ROOT, "compile", "--check", "--today", "2026-11-30", "--fail-on", "info")
    assert (0, "no findings in 5 files\n") == (result.code, result.out)
