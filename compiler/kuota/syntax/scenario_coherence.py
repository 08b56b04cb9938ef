"""Whether the parts of a Scenario go together, whatever else is wrong with it."""

from collections.abc import Iterator
from typing import Final

from kuota.diag.model import Diagnostic, Label
from kuota.diag.near import near_names
from kuota.diag.shown import shown
from kuota.source.node import Document
from kuota.source.span import Path
from kuota.syntax import errors
from kuota.syntax.coherence import check_gang, dicts, one_of
from kuota.syntax.scenario import COMPANIONS, EVICTION_REASONS, PENDING_REASONS
from kuota.syntax.wording import finding

_KNOWN: Final = frozenset(key for keys in COMPANIONS.values() for key in keys)
AMOUNTS: Final = ("used", "borrowed", "lent", "available")
_REASONS: Final = {"pending": PENDING_REASONS, "evicted": EVICTION_REASONS}


def check_scenario(document: Document, root: dict[str, object]) -> Iterator[Diagnostic]:
    """A finding for keys that exclude each other, are missing beside others, or say nothing."""
    spec = root.get("spec")
    if not isinstance(spec, dict):
        return
    for key in ("running", "arrivals"):
        for index, load in dicts(spec.get(key)):
            path: Path = ("spec", key, index)
            yield from _load(document, load, path)
            yield from check_gang(document, load, path)
    for index, expectation in dicts(spec.get("expect")):
        yield from _expectation(document, expectation, ("spec", "expect", index))


def _load(document: Document, load: dict[str, object], path: Path) -> Iterator[Diagnostic]:
    yield from one_of(document, load, path, ("gang", "podSets"), True)
    if "gang" in load and "topology" in load:
        yield _beside(document, path, "topology", "gang", "the gang has its own")
    if "gang" not in load and "name" not in load:
        yield finding(
            errors.MISSING_KEY,
            document.key_span_of(path),
            "a workload that is no gang lacks the key name",
            help="add name",
        )


def _expectation(document: Document, item: dict[str, object], path: Path) -> Iterator[Diagnostic]:
    subjects = [key for key in COMPANIONS if key in item]
    if not subjects and any(near_names(key, COMPANIONS, 1) for key in item if key not in _KNOWN):
        return  # the misspelt key is told already
    yield from one_of(document, item, path, tuple(COMPANIONS), True)
    if len(subjects) != 1:
        return
    subject = subjects[0]
    known = COMPANIONS[subject]
    for key in item:
        if key != subject and key not in known and key in _KNOWN:
            takes = f"it takes {', '.join(known)}" if known else "it takes no other key"
            yield _beside(document, path, key, subject, takes)
    reason = item.get("reason")
    if isinstance(reason, str) and _is_of_another(subject, reason):
        yield finding(
            errors.UNKNOWN_VALUE,
            document.span_of((*path, "reason")),
            f"{shown(reason)} is no reason for which a workload is {subject}",
            help=f"write one of {', '.join(_REASONS[subject])}",
        )
    yield from _missing(document, item, path, subject)


def _is_of_another(subject: str, reason: str) -> bool:
    others = (tokens for key, tokens in _REASONS.items() if key != subject)
    return subject in _REASONS and any(reason in tokens for tokens in others)


def _missing(
    document: Document, item: dict[str, object], path: Path, subject: str
) -> Iterator[Diagnostic]:
    """Keys without which the expectation says nothing."""
    lacking: list[str] = []
    if subject in ("quota", "share") and "resource" not in item:
        lacking.append("resource")
    if subject == "quota" and not any(key in item for key in AMOUNTS):
        lacking.append("used, borrowed, lent or available")
    if subject == "admitted" and ("level" in item) != ("split" in item):
        lacking.append("split" if "level" in item else "level")
    for key in lacking:
        yield finding(
            errors.MISSING_KEY,
            document.key_span_of((*path, subject)),
            f"the expectation lacks {key}",
            help=f"add {key}",
        )


def _beside(document: Document, path: Path, key: str, other: str, why: str) -> Diagnostic:
    return finding(
        errors.CONFLICTING_KEYS,
        document.key_span_of((*path, key)),
        f"{key} cannot stand beside {other}",
        others=(Label(document.key_span_of((*path, other)), "beside this"),),
        note=why,
        help=f"remove {key}",
    )
