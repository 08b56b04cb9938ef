"""Settings files: what they set, and where their mistakes are shown."""

import pytest

from kuota.diag.model import Diagnostic
from kuota.settings.model import LevelSetting, Settings, holds_settings
from kuota.settings.read import read_settings
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

ALL = """\
paths = ["groups", "more"]
out = "compiled"
output = ["text", "sarif=kuota.sarif"]
fail-on = "warning"
manifests = ["manifests"]
crds = "crds"
kueue-version = "0.18"
cache = false

[levels]
idle-quota = "off"
"Q301" = "warning"
"""


def read(text: str, path: str = "kuota.toml") -> tuple[Settings, tuple[Diagnostic, ...]]:
    return read_settings(SourceFile(path, text))


def place(line: int, start: int, end: int, path: str = "kuota.toml") -> Span:
    return Span(path, Position(line, start), Position(line, end))


def test_reads_every_setting() -> None:
    expected = Settings(
        file="kuota.toml",
        paths=("groups", "more"),
        out="compiled",
        output=("text", "sarif=kuota.sarif"),
        fail_on="warning",
        manifests=("manifests",),
        crds="crds",
        kueue_version="0.18",
        cache=False,
        levels=(
            LevelSetting("idle-quota", "off", place(11, 1, 11)),
            LevelSetting("Q301", "warning", place(12, 1, 7)),
        ),
        written=frozenset(
            [
                "paths",
                "out",
                "output",
                "fail-on",
                "manifests",
                "crds",
                "kueue-version",
                "cache",
                "levels",
            ]
        ),
    )
    assert (expected, ()) == read(ALL)


def test_an_empty_file_sets_nothing() -> None:
    assert (Settings(file="kuota.toml"), ()) == read("")


def test_reads_the_table_of_a_pyproject() -> None:
    text = '[project]\nname = "x"\n[tool.kuota]\nout = "o"\n[tool.kuota.levels]\nQ401 = "off"\n'
    settings, wrong = read(text, "pyproject.toml")
    level = LevelSetting("Q401", "off", place(6, 1, 5, "pyproject.toml"))
    assert ("o", (level,), ()) == (settings.out, settings.levels, wrong)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("kuota.toml", "", True),
        ("pyproject.toml", "[tool.kuota]\n", True),
        ("pyproject.toml", "[tool.other]\n", False),
    ],
)
def test_a_pyproject_counts_only_with_the_table(path: str, text: str, expected: bool) -> None:
    assert expected == holds_settings(path, text)


@pytest.mark.parametrize(
    ("text", "code", "headline", "help_line", "span"),
    [
        (
            'fail_on = "error"\n',
            "Q081",
            "unknown setting fail_on",
            "did you mean fail-on?",
            place(1, 1, 8),
        ),
        (
            'out = "o"\n  "pats" = ["x"]\n',
            "Q081",
            "unknown setting pats",
            "did you mean paths?",
            place(2, 3, 9),
        ),
        ("[colors]\nx = 1\n", "Q081", "unknown setting colors", None, place(1, 2, 8)),
        (
            'paths = "teams"\n',
            "Q082",
            "setting paths is 'teams'",
            'write a list of paths, such as ["teams"]',
            place(1, 1, 6),
        ),
        (
            "cache = 0\n",
            "Q082",
            "setting cache is 0",
            "write true or false",
            place(1, 1, 6),
        ),
        (
            'fail-on = "errors"\n',
            "Q082",
            "setting fail-on is 'errors'",
            "write one of error, warning, info, never",
            place(1, 1, 8),
        ),
        (
            'levels = {idle-quota = "of"}\n',
            "Q082",
            "setting levels.idle-quota is 'of'",
            "write one of off, info, warning, error",
            place(1, 11, 21),
        ),
        (
            '[levels]\n# idle-quota = "no"\nidle-quota = "no"\n',
            "Q082",
            "setting levels.idle-quota is 'no'",
            "write one of off, info, warning, error",
            place(3, 1, 11),
        ),
        (
            'levels.idle-quota = "no"\n',
            "Q082",
            "setting levels.idle-quota is 'no'",
            "write one of off, info, warning, error",
            place(1, 8, 18),
        ),
        ("paths = \n", "Q080", "settings are not TOML: invalid value", "", place(1, 9, 10)),
        ("a = 1\na = 2\n", "Q080", "settings are not TOML: cannot overwrite a value", "", None),
    ],
)
def test_a_mistake_is_shown_at_its_key(
    text: str, code: str, headline: str, help_line: str | None, span: Span | None
) -> None:
    (finding,) = read(text)[1]
    assert (code, headline) == (finding.code.number, finding.headline)
    assert help_line is None or help_line == finding.help
    assert span is None or span == finding.span


def test_all_mistakes_are_found_in_one_run() -> None:
    wrong = read('a = 1\ncache = "x"\n[levels]\nq = 3\n')[1]
    assert ["Q081", "Q082", "Q082"] == [finding.code.number for finding in wrong]


def test_windows_line_ends_change_nothing() -> None:
    settings, wrong = read(ALL.replace("\n", "\r\n"))
    assert (read(ALL)[0], ()) == (settings, wrong)
