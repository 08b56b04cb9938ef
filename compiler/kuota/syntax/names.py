"""Names, label keys and values as Kubernetes spells them.

Source: k8s.io/apimachinery/pkg/util/validation/validation.go; Kueue apis/kueue/v1beta2, v0.19.2.
"""

import re
from functools import lru_cache
from typing import Annotated, Final

from kuota.diag.shown import shown
from kuota.syntax.reads import Reads
from kuota.syntax.refusal import refuse
from kuota.syntax.text import read_text

_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN: Final = rf"{_LABEL}(\.{_LABEL})*"
_QUALIFIED: Final = "[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"

_is_label = re.compile(_LABEL).fullmatch
_is_subdomain = re.compile(_SUBDOMAIN).fullmatch
_is_qualified = re.compile(_QUALIFIED).fullmatch
_TEMPLATE = re.compile(r"\{index(?:([/%])([1-9]\d{0,6}))?\}")

LABEL_LIMIT: Final = 63
SUBDOMAIN_LIMIT: Final = 253
_CACHED: Final = 1 << 13
"""So many names are remembered as valid; the same few stand in all files."""


def read_label(value: object) -> str:
    """A DNS-1123 label: what a namespace, a LocalQueue and so a team may be called."""
    return _checked_label(read_text(value))


@lru_cache(maxsize=_CACHED)
def _checked_label(text: str) -> str:
    if _is_label(text) is None or len(text) > LABEL_LIMIT:
        raise _bad_name(text, LABEL_LIMIT, "lower-case letters, digits and '-'", dots=False)
    return text


def read_subdomain(value: object) -> str:
    """A DNS-1123 subdomain: what a cluster-scoped object of Kueue may be called."""
    return _checked_subdomain(read_text(value))


@lru_cache(maxsize=_CACHED)
def _checked_subdomain(text: str) -> str:
    if _is_subdomain(text) is None or len(text) > SUBDOMAIN_LIMIT:
        raise _bad_name(text, SUBDOMAIN_LIMIT, "lower-case letters, digits, '-' and '.'", dots=True)
    return text


def read_queue(value: object) -> str:
    """A LocalQueue's name: as of any object, and short enough for the label that jobs put it in."""
    text = read_subdomain(value)
    if len(text) > LABEL_LIMIT:
        raise _bad_name(text, LABEL_LIMIT, "", dots=True)
    return text


def read_qualified(value: object) -> str:
    """A name with an optional DNS prefix and a slash: label keys and resources."""
    return _checked_qualified(read_text(value))


@lru_cache(maxsize=_CACHED)
def _checked_qualified(text: str) -> str:
    prefix, slash, name = text.rpartition("/")
    if slash and (_is_subdomain(prefix) is None or len(prefix) > SUBDOMAIN_LIMIT):
        raise refuse(
            "invalid-name",
            f"{shown(text)} has a prefix that is not a DNS name",
            note="the part before '/' is lower-case letters, digits, '-' and '.', as in nvidia.com",
        )
    if len(name) > LABEL_LIMIT or _is_qualified(name) is None:
        raise refuse(
            "invalid-name",
            f"{shown(text)} is not a name that Kubernetes accepts here",
            note="letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both"
            " ends; a DNS name and '/' may stand in front",
        )
    return text


def read_label_value(value: object) -> str:
    """A label value: empty, or at most 63 letters, digits, '-', '_' and '.'."""
    text = read_text(value, empty=True)
    if text and (len(text) > LABEL_LIMIT or _is_qualified(text) is None):
        raise refuse(
            "invalid-name",
            f"{shown(text)} is not a label value that Kubernetes accepts",
            note="letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both"
            " ends, or nothing",
        )
    return text


def read_label_template(value: object) -> str:
    """A label value in which ``{index}``, ``{index/N}`` and ``{index%N}`` stand for numbers."""
    text = read_text(value, empty=True)
    read_label_value(expand(text, 0))
    return text


def expand(template: str, index: int) -> str:
    """The label value of node number ``index``: ``r{index/2}`` is ``r0`` for nodes 0 and 1."""

    def number(match: re.Match[str]) -> str:
        operator, operand = match.groups()
        if operator is None:
            return str(index)
        return str(index // int(operand) if operator == "/" else index % int(operand))

    return _TEMPLATE.sub(number, template)


def _bad_name(text: str, limit: int, alphabet: str, *, dots: bool) -> Exception:
    if len(text) > limit:
        return refuse(
            "invalid-name",
            f"{shown(text)} has {len(text)} characters, a name has at most {limit}",
            help=f"shorten it to {limit} characters",
        )
    fixed = _nearest_name(text, limit, dots=dots)
    return refuse(
        "invalid-name",
        f"{shown(text)} is not a name that Kubernetes accepts",
        note=f"a name is {alphabet}, with a letter or digit at both ends"
        + (" of each part" if dots else ""),
        help=f"write {fixed}" if fixed else "",
        replacement=fixed,
    )


def _nearest_name(text: str, limit: int, *, dots: bool) -> str:
    """A valid name that keeps what can be kept of ``text``; empty where nothing can."""
    kept = re.sub(r"[^a-z0-9.]+" if dots else r"[^a-z0-9]+", "-", text.lower())
    kept = ".".join(part.strip("-") for part in kept.split(".") if part.strip("-"))
    return kept if len(kept) <= limit else ""


def _schema(pattern: str, limit: int, description: str) -> dict[str, object]:
    return {
        "type": "string",
        "pattern": f"^{pattern}$",
        "maxLength": limit,
        "description": description,
    }


Label = Annotated[str, Reads(read_label, _schema(_LABEL, LABEL_LIMIT, "A DNS-1123 label."))]
Subdomain = Annotated[
    str, Reads(read_subdomain, _schema(_SUBDOMAIN, SUBDOMAIN_LIMIT, "A DNS-1123 subdomain."))
]
QueueName = Annotated[
    str, Reads(read_queue, _schema(_SUBDOMAIN, LABEL_LIMIT, "The name of a LocalQueue."))
]
Qualified = Annotated[
    str,
    Reads(
        read_qualified,
        _schema(rf"({_SUBDOMAIN}/)?{_QUALIFIED}", 317, "A name, with a DNS prefix and / or not."),
    ),
]
LabelValue = Annotated[
    str, Reads(read_label_value, _schema(f"({_QUALIFIED})?", LABEL_LIMIT, "A label value."))
]
LabelTemplate = Annotated[
    str,
    Reads(
        read_label_template,
        {
            "type": "string",
            "description": "A label value; {index}, {index/N} and {index%N} count the nodes.",
        },
    ),
]
