"""The one YAML writer: what it writes reads the same under YAML 1.1, YAML 1.2 and Kubernetes.

Block style, two spaces, keys in the order of the mapping, list items under their key as kubectl
prints them. A string stands bare only when no reader can take it for anything else; every other
string is double-quoted with escapes. There is no folding, no anchor, no tag.
Source: sigs.k8s.io/yaml goyaml.v2/resolve.go (what Kubernetes resolves: y, n, on, off, 1_000, 08,
2024-1-2 are not strings there).
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_BARE = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?")
_NOT_STRINGS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_SHORT_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_INVISIBLE = re.compile(
    r'[\\"\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]'
    r"|[\ud800-\udfff]|[\U00010000-\U0010ffff]"
)
"""What is escaped: YAML's specials, controls, and whatever a reviewer would not see."""


def write_documents(documents: Iterable[Mapping[str, object]], header: Iterable[str] = ()) -> str:
    """The text of a file with these documents; each line of ``header`` becomes a comment."""
    lines = [f"# {_comment(line)}" for line in header]
    for number, document in enumerate(documents):
        if number:
            lines.append("---")
        _write_mapping(document, "", lines)
    lines.append("")
    return "\n".join(lines)


@lru_cache(maxsize=1 << 16)
def write_string(text: str) -> str:
    """A string as a YAML scalar."""
    if _BARE.fullmatch(text) and text.lower() not in _NOT_STRINGS:
        return text
    return f'"{_INVISIBLE.sub(_escape, text)}"'


def _write_mapping(mapping: Mapping[str, object], indent: str, lines: list[str]) -> None:
    for key, value in mapping.items():
        _write_value(f"{indent}{write_string(key)}:", value, indent, lines)


def _write_value(head: str, value: object, indent: str, lines: list[str]) -> None:
    """``value`` after its key; ``indent`` is the key's own."""
    if isinstance(value, str):
        lines.append(f"{head} {write_string(value)}")
    elif isinstance(value, dict) and value:
        lines.append(head)
        _write_mapping(value, indent + "  ", lines)
    elif isinstance(value, list | tuple) and value:
        lines.append(head)
        _write_items(value, indent, lines)
    else:
        lines.append(f"{head} {_write_other(value)}")


def _write_items(items: Iterable[object], indent: str, lines: list[str]) -> None:
    for item in items:
        if isinstance(item, dict) and item:
            start = len(lines)
            _write_mapping(item, indent + "  ", lines)
            lines[start] = f"{indent}- {lines[start][len(indent) + 2 :]}"
        elif isinstance(item, list | tuple) and item:
            start = len(lines)
            _write_items(item, indent + "  ", lines)
            lines[start] = f"{indent}- {lines[start][len(indent) + 2 :]}"
        else:
            _write_value(f"{indent}-", item, indent, lines)


def _write_other(value: object) -> str:
    """An integer, a boolean, null, or an empty collection."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    raise TypeError(f"{type(value).__name__} has no place in a Kubernetes object")


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    short = _SHORT_ESCAPES.get(character)
    if short is not None:
        return short
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _comment(line: str) -> str:
    """``line`` on one line and visible, whatever a file name may hold."""
    return _INVISIBLE.sub(lambda match: match[0] if match[0] in '"\\' else _escape(match), line)
