"""A kind of finding that a stage itself makes, with its documentation.

Lint rules document themselves in their module; the findings of loading, validating, resolving and
emitting stand side by side in that stage's ``errors.py``, one ``Kind`` and one wording function
each.
"""

from typing import NamedTuple

from kuota.diag.model import Code, Severity


class Kind(NamedTuple):
    """Identity, usual severity and documentation of one kind of finding.

    ``documentation`` has the same form as a rule's docstring: a summary line, then the sections
    "What it finds", "Why it matters", "How to fix" and, where there are any, "Sources".
    """

    code: Code
    severity: Severity
    documentation: str

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.strip().partition("\n")[0]
