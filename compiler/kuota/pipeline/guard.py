"""Runs stages so that a crash of one becomes a finding."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from kuota.diag.fault import fault
from kuota.diag.model import Diagnostic
from kuota.source.span import Span

T = TypeVar("T")
P = ParamSpec("P")


class Guard:
    """Collects the faults of the stages it ran."""

    def __init__(self, reraise: bool) -> None:
        self._reraise = reraise
        self.faults: list[Diagnostic] = []

    def run(
        self, step: str, span: Span, stage: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """What ``stage`` returns; None when it crashed on what stands at ``span``."""
        try:
            return stage(*args, **kwargs)
        except Exception as error:
            if self._reraise:
                raise
            self.faults.append(fault(step, span, error))
            return None
