"""Settings from the text of a settings file."""

import re
from collections.abc import Callable
from typing import Any

from kuota.diag.model import Diagnostic
from kuota.settings import errors
from kuota.settings.locate import key_span
from kuota.settings.model import FAIL_ON, LEVELS, LevelSetting, Settings
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

_AT = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def read_settings(file: SourceFile) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings in ``file``, and what is wrong with it; a wrong setting keeps its default."""
    import tomllib  # most runs have no settings file, or none that names kuota

    try:
        document = tomllib.loads(file.text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        return Settings(file=file.path), (_unreadable(file, str(error)),)
    table: tuple[str, ...] = ("tool", "kuota") if file.path.endswith("pyproject.toml") else ()
    found: object = document
    for key in table:
        found = found.get(key, {}) if isinstance(found, dict) else found
    if not isinstance(found, dict):
        wrong = errors.invalid(key_span(file, table), "tool.kuota", found, "a table")
        return Settings(file=file.path), (wrong,)
    return _Reader(file, table).read(found)


def _unreadable(file: SourceFile, message: str) -> Diagnostic:
    match = _AT.fullmatch(message)
    if match is None:
        return errors.unreadable(Span(file.path, Position(1, 1), Position(1, 1)), message)
    reason = match.group(1)
    line = int(match.group(2) or len(file.lines))
    column = int(match.group(3) or len(file.lines[line - 1]) + 1)
    span = Span(file.path, Position(line, column), Position(line, column + 1))
    return errors.unreadable(span, reason[:1].lower() + reason[1:])


class _Reader:
    """Reads one table of settings and collects what is wrong with it."""

    def __init__(self, file: SourceFile, table: tuple[str, ...]) -> None:
        self._file = file
        self._table = table
        self._wrong: list[Diagnostic] = []

    def read(self, found: dict[str, Any]) -> tuple[Settings, tuple[Diagnostic, ...]]:
        values: dict[str, Any] = {}
        for key, value in found.items():
            reader = _READERS.get(key)
            if reader is None:
                self._wrong.append(errors.unknown(self._span(key), key, _READERS))
                continue
            read, expected = reader
            result = read(value)
            if result is None:
                self._wrong.append(errors.invalid(self._span(key), key, value, expected))
            else:
                values[key.replace("-", "_")] = result
        values["levels"] = self._levels(values.get("levels", {}))
        settings = Settings(file=self._file.path)._replace(
            **values, written=frozenset({*found} & {*_READERS})
        )
        return settings, tuple(sorted(self._wrong, key=lambda wrong: wrong.order))

    def _levels(self, levels: dict[str, Any]) -> tuple[LevelSetting, ...]:
        settings = []
        for rule, level in levels.items():
            span = self._span("levels", rule)
            if level in LEVELS:
                settings.append(LevelSetting(rule, level, span))
            else:
                expected = f"one of {', '.join(LEVELS)}"
                self._wrong.append(errors.invalid(span, f"levels.{rule}", level, expected))
        return tuple(settings)

    def _span(self, *path: str) -> Span:
        return key_span(self._file, (*self._table, *path))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not value:
        return None
    return tuple(value) if all(_text(item) for item in value) else None


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _fail_on(value: object) -> str | None:
    return value if isinstance(value, str) and value in FAIL_ON else None


def _table_of_levels(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


_READERS: dict[str, tuple[Callable[[object], Any], str]] = {
    "paths": (_texts, 'a list of paths, such as ["teams"]'),
    "out": (_text, 'a path, such as "out"'),
    "output": (_texts, 'a list of formats, such as ["text", "sarif=kuota.sarif"]'),
    "fail-on": (_fail_on, f"one of {', '.join(FAIL_ON)}"),
    "manifests": (_texts, 'a list of paths, such as ["manifests"]'),
    "crds": (_text, 'a path, such as "crds"'),
    "kueue-version": (_text, 'a text, such as "0.19"'),
    "cache": (_boolean, "true or false"),
    "levels": (_table_of_levels, 'a table, such as {idle-quota = "off"}'),
}
