"""Edits of YAML text that leave everything else as it is, byte for byte.

A change of one scalar replaces its characters and nothing else. A change of structure (a key or an
item more or less) is made by ruamel.yaml on a copy, which keeps comments, order and quotes; only
the lines in which its output differs are taken over.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from io import StringIO
from typing import Any, Final

from kuota.diag.model import Edit
from kuota.source.files import SourceFile
from kuota.source.node import Mapping, Node, Scalar
from kuota.source.span import Path, Position
from kuota.source.yaml import parse

_WIDTH: Final = 1_000_000


class EditConflictError(ValueError):
    """Two edits change the same text, or one is outside of it: the edits of a finding are wrong."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with each span replaced. Equal edits count once; overlapping ones are refused."""
    starts = _line_starts(text)
    ordered = sorted(
        {
            (_offset(text, starts, edit.span.start), _offset(text, starts, edit.span.end), edit)
            for edit in edits
        },
        key=lambda item: (item[0], item[1], item[2].replacement),
    )
    parts: list[str] = []
    position = 0
    for start, end, edit in ordered:
        if start < position or end < start:
            raise EditConflictError(f"edits overlap on line {edit.span.start.line}")
        parts += (text[position:start], edit.replacement)
        position = end
    return "".join(parts) + text[position:]


def compatible(text: str, edits: Iterable[Edit]) -> bool:
    """Whether ``apply_edits`` would accept the edits."""
    try:
        apply_edits(text, edits)
    except EditConflictError:
        return False
    return True


def set_value(text: str, document: int, path: Path, value: object) -> str:
    """``text`` with ``value`` at ``path`` of one of its documents; mappings on the way are made.

    A mapping that takes the place of a scalar stays on its line.
    Raises ``LookupError`` when the way leads through a scalar or past the end of a list.
    """

    def change(root: Any) -> None:
        node = root
        for at, part in enumerate(path[:-1]):
            node = _step(node, part, [] if isinstance(path[at + 1], int) else {})
        last = path[-1]
        if isinstance(node, list) and last == len(node):
            node.append(value)
        elif isinstance(value, dict) and _is_scalar(node, last):
            node[last] = _in_flow_style(value)
        else:
            node[last] = value

    return _restructured(text, document, change)


def delete_value(text: str, document: int, path: Path) -> str:
    """``text`` without the key or item at ``path``. Raises ``LookupError`` when it is not there."""

    def change(root: Any) -> None:
        node = root
        for part in path[:-1]:
            node = _step(node, part, None)
        del node[path[-1]]

    return _restructured(text, document, change)


def _is_scalar(node: Any, part: str | int) -> bool:
    return part in node and not isinstance(node[part], (dict, list))


def _in_flow_style(value: dict[str, object]) -> object:
    from ruamel.yaml.comments import CommentedMap

    made = CommentedMap(value)
    made.fa.set_flow_style()
    return made


def _step(node: Any, part: str | int, default: object) -> Any:
    if isinstance(node, dict) and part not in node and default is not None:
        node[part] = default
    if not isinstance(node, (dict, list)):
        raise LookupError(f"the way to {part} leads through a scalar")
    return node[part]  # type: ignore[index]


def _restructured(text: str, document: int, change: Any) -> str:
    """``text`` after ``change`` on the data of one document, other lines untouched."""
    before = _written(text, None, 0)
    after = _written(text, change, document)
    lines, old, new = _lines(text), _lines(before), _lines(after)
    kept = _alignment(old, lines)
    result: list[str] = []
    position = 0
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            continue
        first, last = kept[start], kept[end]
        result += lines[position:first]
        result += new[new_start:new_end]
        position = last
    newline = "\r\n" if "\r\n" in text else "\n"
    joined = [
        line if line.endswith(newline) or not line.endswith("\n") else line[:-1] + newline
        for line in result
    ]
    merged = "".join(joined + lines[position:])
    return merged if _content(merged) == _content(after) else after


def _content(text: str) -> list[object]:
    """What the documents of ``text`` hold, without positions."""
    parsed = parse(SourceFile("", text), "kubernetes")
    return [None if root is None else _plain(root) for root in (d.root for d in parsed.documents)]


def _plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.text, node.style == "plain"
    if isinstance(node, Mapping):
        return [(key, _plain(entry.value)) for key, entry in node.entries.items()]
    return [_plain(item) for item in node.items]


def _written(text: str, change: Any, document: int) -> str:
    """What ruamel.yaml makes of ``text``, after ``change`` if there is one."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = _WIDTH
    sequence, offset = _list_indentation(text)
    yaml.indent(mapping=2, sequence=sequence, offset=offset)
    roots = list(yaml.load_all(text))
    if change is not None:
        change(roots[document])
    stream = StringIO()
    yaml.dump_all(roots, stream)
    return stream.getvalue()


def _list_indentation(text: str) -> tuple[int, int]:
    """How lists below a key are indented in ``text``: (2, 0) or (4, 2)."""
    for match in re.finditer(r"^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n( *)- ", text, re.M):
        return (4, 2) if len(match[2]) > len(match[1]) else (2, 0)
    return (4, 2)


def _alignment(old: list[str], lines: list[str]) -> list[int]:
    """For each line boundary of ``old`` the boundary of ``lines`` that it stands for."""
    boundaries = [0] * (len(old) + 1)
    matcher = SequenceMatcher(None, old, lines, autojunk=False)
    for _, start, end, line_start, line_end in matcher.get_opcodes():
        for index in range(start, end + 1):
            share = line_end - line_start
            boundaries[index] = line_start + min(index - start, share)
        boundaries[end] = line_end
    boundaries[len(old)] = len(lines)
    return boundaries


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    starts.extend(match.end() for match in re.finditer(r"\r\n|\r|\n", text))
    return starts


def _offset(text: str, starts: list[int], position: Position) -> int:
    """Where ``position`` is in ``text``; a line past the end is the end."""
    if position.line > len(starts):
        if position.line == len(starts) + 1 and position.column == 1:
            return len(text)
        raise EditConflictError(f"line {position.line} does not exist")
    offset = starts[position.line - 1] + position.column - 1
    if offset > len(text):
        raise EditConflictError(f"line {position.line} has no column {position.column}")
    return offset
