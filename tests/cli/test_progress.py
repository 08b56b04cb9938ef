"""What a long search is at, on standard error."""

import io

import pytest

from kuota.cli import progress as module
from kuota.cli.progress import progress


class Terminal(io.StringIO):
    """Standard error as a person has it."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, waits: float, quiet: bool) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(module, "_QUIET_SECONDS", waits)
    with progress(quiet) as show:
        if show is not None:
            show("trying full load 1 of 2")
    return stream.getvalue()


def test_a_terminal_is_told_and_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, Terminal(), 0.0, False)
    assert "\r\x1b[Ktrying full load 1 of 2\r\x1b[K" == text


def test_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\r\x1b[K" == shown(monkeypatch, Terminal(), 1e9, False)


@pytest.mark.parametrize("stream, quiet", [(io.StringIO(), False), (Terminal(), True)])
def test_nobody_watching_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, quiet: bool
) -> None:
    assert "" == shown(monkeypatch, stream, 0.0, quiet)
