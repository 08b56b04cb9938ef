"""The settings in force as text, which is itself a settings file."""

from collections.abc import Iterable

from kuota.settings.model import Settings


def settings_text(settings: Settings) -> str:
    """A kuota.toml with all settings, options included; unset ones stand in comments."""
    lines = [
        f"# settings file: {settings.file or 'none'}",
        f"paths = {_list(settings.paths)}",
        f"out = {_text(settings.out)}",
        f"output = {_list(settings.output)}",
        f"fail-on = {_text(settings.fail_on)}",
        _optional("manifests", _list(settings.manifests) if settings.manifests else None),
        _optional("crds", None if settings.crds is None else _text(settings.crds)),
        _optional(
            "kueue-version",
            None if settings.kueue_version is None else _text(settings.kueue_version),
        ),
        f"cache = {'true' if settings.cache else 'false'}",
        "",
        "[levels]",
        *(f"{_text(setting.rule)} = {_text(setting.level)}" for setting in settings.levels),
        "",
    ]
    return "\n".join(lines)


def _optional(key: str, value: str | None) -> str:
    return f"# {key} is not set" if value is None else f"{key} = {value}"


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(_text(value) for value in values)}]"


def _text(value: str) -> str:
    """A TOML basic string."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
