"""Findings about suppression comments: one ``Kind`` each."""

from typing import Final

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity

UNREADABLE_SUPPRESSION: Final = Kind(
    Code("Q030", "unreadable-suppression"),
    Severity.ERROR,
    """A comment for kuota cannot be read.

What it finds
    A comment that begins with `kuota:` and is not `allow NAME[, NAME] [until DAY] -- reason`.
Why it matters
    It has no effect, and whoever wrote it believes that it has.
How to fix
    Write `# kuota: allow quota-exceeds-capacity until 2026-12-31 -- reason`.
""",
)
SUPPRESSION_WITHOUT_REASON: Final = Kind(
    Code("Q031", "suppression-without-reason"),
    Severity.ERROR,
    """A comment allows a finding and does not say why.

What it finds
    `# kuota: allow NAME` without `-- reason`.
Why it matters
    Nobody can judge later whether it still holds.
How to fix
    Add two hyphens and the reason.
""",
)
SUPPRESSION_EXPIRED: Final = Kind(
    Code("Q032", "suppression-expired"),
    Severity.WARNING,
    """A comment allowed a finding until a day that is past.

What it finds
    `until` with a day before today.
Why it matters
    The finding that it hid is back.
How to fix
    Mend what the finding is about and remove the comment, or agree on a later day.
""",
)
SUPPRESSION_UNKNOWN: Final = Kind(
    Code("Q033", "suppression-unknown-rule"),
    Severity.ERROR,
    """A comment allows a finding that kuota does not know.

What it finds
    A name or code that is misspelt, or that was never one.
Why it matters
    It has no effect.
How to fix
    Write one of the names that `kuota rules` lists.
""",
)
SUPPRESSION_UNUSED: Final = Kind(
    Code("Q034", "suppression-unused"),
    Severity.WARNING,
    """A comment allows a finding that is not there.

What it finds
    A suppression, or one of its names, that hides nothing.
Why it matters
    It would hide the next mistake of that kind, which nobody has looked at.
How to fix
    Remove it.
""",
)
SUPPRESSION_FORBIDDEN: Final = Kind(
    Code("Q035", "suppression-forbidden"),
    Severity.ERROR,
    """A comment allows a finding that cannot be allowed.

What it finds
    A suppression of errors in files, shapes and names, and of mandatory rules.
Why it matters
    With such an error the file is not read as it was meant, so nothing could be compiled from it.
How to fix
    Mend what the finding is about.
""",
)

KINDS: Final = (
    UNREADABLE_SUPPRESSION,
    SUPPRESSION_WITHOUT_REASON,
    SUPPRESSION_EXPIRED,
    SUPPRESSION_UNKNOWN,
    SUPPRESSION_UNUSED,
    SUPPRESSION_FORBIDDEN,
)
