"""A reason why a cluster refuses an object."""

from typing import Literal, NamedTuple

Pointer = tuple[str | int, ...]
"""The way from the root of an object to one of its parts: keys and list positions."""

ViolationKind = Literal["kind", "unknown", "metadata", "schema", "list", "cel", "webhook"]
"""Who refuses it, in the order in which a cluster asks them.

``kind``: no such kind or API version; ``unknown``: strict decoding of fields; ``metadata``: the
rules of object metadata; ``schema``: the structural schema of the CRD; ``list``: its list keys and
sets; ``cel``: its CEL rules; ``webhook``: Kueue's validating webhooks.
"""


class Violation(NamedTuple):
    """One reason for a refusal, at one place of the object, told in words for people.

    ``pointer`` leads to the part at fault; with ``at_key`` it is the key itself and not its value
    (a missing key is told at its parent). ``headline`` is one clause that names the value and
    stands alone; ``near`` holds the known names that a misspelt one may have meant.
    """

    pointer: Pointer
    at_key: bool
    kind: ViolationKind
    headline: str
    note: str = ""
    help: str = ""
    near: tuple[str, ...] = ()
