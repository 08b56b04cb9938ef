"""What Kubernetes accepts as a name, a label and a label selector.

Source: k8s.io/apimachinery pkg/api/validate/content and pkg/apis/meta/v1/validation, v0.36.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from kuota.kueue.near import choice, near_names
from kuota.kueue.validate.wording import called, plain, shown
from kuota.kueue.violation import Pointer, Violation

_NAME_PART = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_DNS_LABEL = re.compile(_LABEL)

_LONGEST_NAME_PART: Final = 63
_LONGEST_SUBDOMAIN: Final = 253

_KEY_HELP = "use letters, digits, '-', '_' and '.', with a letter or digit at both ends"
_SUBDOMAIN_HELP = (
    "use lower case letters, digits, '-' and '.', and begin and end with a letter or digit"
)
OPERATORS: Final = ("In", "NotIn", "Exists", "DoesNotExist")


def is_subdomain(text: str) -> bool:
    """Whether ``text`` may name an object of a custom kind."""
    return len(text) <= _LONGEST_SUBDOMAIN and _SUBDOMAIN.fullmatch(text) is not None


def is_dns_label(text: str) -> bool:
    """Whether ``text`` may name a namespace."""
    return len(text) <= _LONGEST_NAME_PART and _DNS_LABEL.fullmatch(text) is not None


def subdomain_fault(text: str) -> tuple[str, str] | None:
    """Why ``text`` is no DNS subdomain, and the help; None when it is one."""
    if len(text) > _LONGEST_SUBDOMAIN:
        return f"has {len(text)} characters, the limit is {_LONGEST_SUBDOMAIN}", "shorten it"
    if _SUBDOMAIN.fullmatch(text) is None:
        return "is not a valid name", _SUBDOMAIN_HELP
    return None


@lru_cache(maxsize=4096)
def key_fault(key: str) -> tuple[str, str] | None:
    """Why ``key`` is no label key (which resources, taints and finalizers have too), and the help.

    The clause follows the key, as in ``"a b" is not a label key``.
    """
    prefix, slash, name = key.rpartition("/")
    if slash and (not is_subdomain(prefix)):
        if "/" in prefix:
            return "has more than one '/'", "write at most one DNS prefix and '/'"
        return "has a prefix that is no DNS name", "write a prefix such as example.com"
    if len(name.encode()) > _LONGEST_NAME_PART:
        return f"has more than {_LONGEST_NAME_PART} characters in its name", "shorten it"
    if not name:
        return "has an empty name", "write a name"
    if _NAME_PART.fullmatch(name) is None:
        return "is not a label key", _KEY_HELP
    return None


def value_fault(value: str) -> tuple[str, str] | None:
    """Why ``value`` is no label value, and the help."""
    if len(value.encode()) > _LONGEST_NAME_PART:
        return f"has more than {_LONGEST_NAME_PART} characters", "shorten it"
    if value and _NAME_PART.fullmatch(value) is None:
        return "is not a label value", _KEY_HELP
    return None


def label_faults(labels: Any, path: Pointer, kind: Any) -> Iterator[Violation]:
    """The faults of a mapping of labels."""
    for key, value in labels.items():
        fault = key_fault(key)
        if fault is not None:
            yield Violation(
                (*path, key), True, kind, f"label {shown(key)} {fault[0]}", "", fault[1]
            )
        fault = value_fault(value)
        if fault is not None:
            headline = f"label {plain(key)} has value {shown(value)}, which {fault[0]}"
            yield Violation((*path, key), False, kind, headline, "", fault[1])


def selector_faults(selector: Any, path: Pointer) -> Iterator[Violation]:
    """The faults of a label selector, for the webhook that holds it."""
    yield from label_faults(selector.get("matchLabels", {}), (*path, "matchLabels"), "webhook")
    for at, requirement in enumerate(selector.get("matchExpressions", ())):
        yield from _requirement_faults(requirement, (*path, "matchExpressions", at))


def _requirement_faults(requirement: Any, path: Pointer) -> Iterator[Violation]:
    operator, values = requirement["operator"], requirement.get("values", [])
    if operator in ("In", "NotIn"):
        if not values:
            headline = f"operator {operator} needs values, {called(path)} has none"
            yield _webhook((*path, "operator"), headline, "list the values of the label")
    elif operator in ("Exists", "DoesNotExist"):
        if values:
            headline = f"operator {operator} takes no values, {called(path)} has {len(values)}"
            yield _webhook((*path, "values"), headline, "remove the values, or use In or NotIn")
    else:
        near = near_names(operator, OPERATORS)
        yield Violation(
            (*path, "operator"),
            False,
            "webhook",
            f"operator cannot be {shown(operator)}",
            "",
            choice(near, OPERATORS, "values"),
            near,
        )
    fault = key_fault(requirement["key"])
    if fault is not None:
        yield _webhook((*path, "key"), f"key {shown(requirement['key'])} {fault[0]}", fault[1])
    for at, value in enumerate(values):
        fault = value_fault(value)
        if fault is not None:
            yield _webhook((*path, "values", at), f"value {shown(value)} {fault[0]}", fault[1])


def _webhook(pointer: Pointer, headline: str, help_: str) -> Violation:
    return Violation(pointer, False, "webhook", headline, help=help_)
