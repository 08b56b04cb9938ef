"""Every format on every sample: golden files, and what holds for all of them."""

import re
from pathlib import Path

import pytest
from tests.conftest import Golden
from tests.formats.samples import SAMPLES

from kuota.report.model import Presentation
from kuota.report.registry import format_names, load_format

HERE = Path(__file__).parent
ENDINGS = {
    "concise": "txt",
    "github": "txt",
    "gitlab": "json",
    "json": "json",
    "junit": "xml",
    "markdown": "md",
    "rdjson": "json",
    "sarif": "json",
    "text": "txt",
}
PRESENTATION = Presentation(width=80)
FORMATS = format_names()


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", FORMATS)
def test_writes_what_was_reviewed(name: str, sample: str, golden: Golden) -> None:
    text = load_format(name).render(SAMPLES[sample](), PRESENTATION)
    golden(HERE / name / f"{sample}.{ENDINGS[name]}", text)


@pytest.mark.parametrize("name", FORMATS)
def test_has_a_golden_for_each_sample_and_no_other(name: str) -> None:
    expected = sorted(f"{sample}.{ENDINGS[name]}" for sample in SAMPLES)
    assert expected == sorted(path.name for path in (HERE / name).iterdir())


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", FORMATS)
def test_ends_in_one_newline(name: str, sample: str) -> None:
    text = load_format(name).render(SAMPLES[sample](), PRESENTATION)
    assert text.rstrip("\n") + "\n" == text


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"github"}))
def test_hostile_text_starts_no_workflow_command(name: str) -> None:
    text = load_format(name).render(SAMPLES["hostile"](), PRESENTATION)
    commands = [line for line in text.splitlines() if line.lstrip().startswith("::")]
    assert [] == commands
    assert "##[" not in text


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_text_controls_no_terminal(name: str) -> None:
    text = load_format(name).render(SAMPLES["hostile"](), PRESENTATION)
    assert [] == re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


@pytest.mark.parametrize("name", ["concise", "text"])
def test_quiet_drops_the_summary_line(name: str) -> None:
    quiet = load_format(name).render(SAMPLES["findings"](), Presentation(width=80, quiet=True))
    assert quiet == load_format(name).render(SAMPLES["findings"](), PRESENTATION)[: len(quiet)]
    assert "in 2 files" not in quiet


@pytest.mark.parametrize("name", ["github", "gitlab", "junit", "markdown", "rdjson", "sarif"])
def test_paths_start_at_the_root_of_the_repository(name: str) -> None:
    text = load_format(name).render(SAMPLES["findings"](), Presentation(prefix="sub/folder/"))
    assert "sub/folder/teams/research.yaml" in text
