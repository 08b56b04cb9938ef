"""The cache: the same input gives the same outcome, any other input another one, and never harm."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.cli.project import TOO_MUCH, put, team
from tests.pipeline.test_stages import NODES, NODES_FROM

import kuota
from kuota.pipeline import cache as cache_module
from kuota.pipeline import stages
from kuota.pipeline.cached import check
from kuota.pipeline.model import Outcome, Request
from kuota.settings.model import LevelSetting
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

SPAN = Span("kuota.toml", Position(1, 1), Position(1, 2))
BROKEN = TOO_MUCH | {"teams/green.yaml": team("green").replace("Limit", "Limt")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path / "repository", BROKEN)


@pytest.fixture
def request_(folder: Path) -> Request:
    return Request(paths=("teams",), root=folder, today=date(2026, 6, 1))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "kuota"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One item for each time that the stages really ran."""
    ran: list[int] = []
    run = stages.run

    def counted(*arguments: object) -> Outcome:
        ran.append(1)
        return run(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(stages, "run", counted)
    return ran


def test_a_remembered_outcome_is_the_same(request_: Request, store: Path, runs: list[int]) -> None:
    first = check(request_, store)
    again = check(request_, store)
    assert 1 == len(runs)
    assert first.diagnostics == again.diagnostics
    assert any(finding.fixes for finding in again.diagnostics)
    assert any(finding.others for finding in again.diagnostics)
    assert (first.suppressed, sorted(first.sources)) == (again.suppressed, sorted(again.sources))


def test_without_a_folder_nothing_is_remembered(request_: Request, runs: list[int]) -> None:
    check(request_, None)
    check(request_, None)
    assert 2 == len(runs)


Change = Callable[[Request], Request]


def edited(path: str, text: str) -> Change:
    def change(request: Request) -> Request:
        put(request.root, {path: text})
        return request

    return change


def removed(request: Request) -> Request:
    (request.root / "teams/green.yaml").unlink()
    return request


def settled(**changes: object) -> Change:
    return lambda request: replace(request, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(edited("teams/red.yaml", team("red", 12)), id="a text"),
        pytest.param(edited("teams/new.yaml", team("new", 1)), id="a new file"),
        pytest.param(removed, id="a removed file"),
        pytest.param(settled(today=date(2026, 6, 2)), id="the day"),
        pytest.param(settled(paths=("teams/red.yaml",)), id="the paths"),
        pytest.param(settled(kueue_version="0.15"), id="the release"),
        pytest.param(settled(levels=(LevelSetting("Q301", "info", SPAN),)), id="a level"),
        pytest.param(settled(manifests=("teams",)), id="manifests"),
        pytest.param(settled(crds="teams"), id="CRDs"),
        pytest.param(settled(ignored="teams/x"), id="the ignored folder"),
        pytest.param(
            settled(replacements={"teams/red.yaml": SourceFile("teams/red.yaml", team("red"))}),
            id="a replacement",
        ),
    ],
)
def test_another_input_is_another_run(
    request_: Request, store: Path, runs: list[int], change: Change
) -> None:
    check(request_, store)
    changed = change(request_)
    assert stages.run(changed).diagnostics == check(changed, store).diagnostics
    assert 3 == len(runs)


def test_another_kuota_is_another_run(
    request_: Request, store: Path, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(request_, store)
    monkeypatch.setattr(kuota, "__version__", "9")
    check(request_, store)
    assert 2 == len(runs)


def test_a_changed_file_of_kuota_is_another_run(
    request_: Request, store: Path, runs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(request_, store)
    monkeypatch.setattr(cache_module, "_code", lambda: [("rule.py", 1, 2)])
    check(request_, store)
    assert 2 == len(runs)


def test_an_inventory_that_changes_comes_or_goes_is_another_run(
    tmp_path: Path, store: Path, runs: list[int]
) -> None:
    files = NODES_FROM | {"teams/platform.yaml": NODES_FROM["teams/platform.yaml"]}
    root = put(tmp_path / "r", files)
    # A hidden file is no input of its own: only the Platform leads to it.
    platform = root / "teams/platform.yaml"
    platform.write_text(platform.read_text().replace("nodes.yaml", ".nodes.yaml"))
    request = Request(paths=("teams",), root=root, today=date(2026, 6, 1))
    seen = []
    for text in (None, NODES, NODES.replace('"24"', '"16"')):
        if text is not None:
            put(root, {"teams/.nodes.yaml": text})
        seen.append([finding.code.number for finding in check(request, store).diagnostics])
        check(request, store)
    assert 3 == len(runs)
    assert (["Q226"], [], ["Q301"]) == (seen[0], seen[1], seen[2][:1])


def damaged(text: str) -> list[str]:
    entry = json.loads(text)
    return [
        "",
        text[: len(text) // 2],
        "[]",
        "null",
        json.dumps({**entry, "outcome": [[1, 2]]}),
        json.dumps({**entry, "outcome": "x"}),
        json.dumps({**entry, "suppressed": None}),
        json.dumps({**entry, "inventories": [["x"]]}),
        json.dumps({**entry, "digest": "0"}),
        json.dumps({**entry, "outcome": [["Q1", "n", "fatal", *entry["outcome"][0][3:]]]}),
        json.dumps({key: entry[key] for key in entry if key != "suppressed"}),
    ]


def test_a_damaged_entry_counts_as_none(request_: Request, store: Path, runs: list[int]) -> None:
    expected = check(request_, store).diagnostics
    (entry,) = store.iterdir()
    good = entry.read_text()
    for number, text in enumerate(damaged(good), start=2):
        entry.write_text(text)
        assert expected == check(request_, store).diagnostics
        assert number == len(runs), text[:80]


def test_a_folder_that_others_can_write_is_not_trusted(
    request_: Request, store: Path, runs: list[int]
) -> None:
    check(request_, store)
    store.chmod(0o777)
    check(request_, store)
    assert 2 == len(runs)


def test_a_folder_that_cannot_be_made_does_no_harm(
    request_: Request, tmp_path: Path, runs: list[int]
) -> None:
    put(tmp_path, {"file": ""})
    first = check(request_, tmp_path / "file" / "kuota")
    assert first.diagnostics == check(request_, tmp_path / "file" / "kuota").diagnostics
    assert 2 == len(runs)


def test_old_entries_are_forgotten(
    request_: Request, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "_KEPT", 3)
    for day in range(1, 7):
        check(replace(request_, today=date(2026, 6, day)), store)
        for age, entry in enumerate(sorted(store.iterdir(), key=os.path.getmtime)):
            os.utime(entry, (day * 100 + age, day * 100 + age))
    assert 3 == len(list(store.iterdir()))


def test_a_fault_is_not_remembered(
    request_: Request, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(stages, "resolve", crash)
    check(request_, store)
    assert not store.exists()


def test_debugging_does_without_the_cache(request_: Request, store: Path, runs: list[int]) -> None:
    check(replace(request_, debug=True), store)
    assert not store.exists()
