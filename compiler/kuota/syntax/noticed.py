"""Scalars that a text field took while other readers would not take them for text.

The models' readers note them here in passing; ``validate`` collects them after each document. The
list belongs to the thread, and only a field knows that text was meant.
"""

import threading

from kuota.syntax.plain import Plain


class _Noticed(threading.local):
    def __init__(self) -> None:
        self.scalars: list[Plain] = []


_noticed = _Noticed()


def notice(scalar: Plain) -> None:
    """Remember ``scalar``."""
    _noticed.scalars.append(scalar)


def take_noticed() -> list[Plain]:
    """What was noticed since the last call."""
    taken = _noticed.scalars
    if taken:
        _noticed.scalars = []
    return taken
