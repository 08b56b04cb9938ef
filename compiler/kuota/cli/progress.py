"""What a long search is at, shown on standard error while somebody watches."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_QUIET_SECONDS = 1.0
"""Shorter runs show nothing."""

_CLEAR = "\r\x1b[K"


@contextmanager
def progress(quiet: bool = False) -> Iterator[Callable[[str], None] | None]:
    """A function that shows its text on one line; None where standard error is no terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()

    def show(text: str) -> None:
        if time.monotonic() - started >= _QUIET_SECONDS:
            sys.stderr.write(f"{_CLEAR}{text}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()
