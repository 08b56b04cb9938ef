"""What a rule module offers as ``RULE``."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts

Check = Callable[[Facts], Iterator[Diagnostic]]


class Rule(NamedTuple):
    """One kind of mistake. The module's docstring is its documentation (``kuota explain``).

    ``mandatory`` rules cannot be switched off or lowered by settings, nor allowed by a comment:
    those by which the platform limits what a team may ask.
    """

    code: Code
    severity: Severity
    since: str
    check: Check
    mandatory: bool = False
