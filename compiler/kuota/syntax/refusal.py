"""How a type says what is wrong with a value: in kuota's words, never in the library's."""

from pydantic_core import PydanticCustomError


def refuse(
    kind: str,
    headline: str,
    *,
    help: str = "",  # noqa: A002 - the field of a finding is called so
    note: str = "",
    replacement: str = "",
) -> PydanticCustomError:
    """The error to raise for a value; ``kind`` is the name of its ``Kind`` in ``errors``.

    ``replacement`` is text that may stand in place of the scalar, offered as a fix.
    """
    return PydanticCustomError(
        kind,
        "{headline}",
        {"headline": headline, "help": help, "note": note, "replacement": replacement},
    )
