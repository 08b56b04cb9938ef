"""The files of ``kuota init``, as they stand in the package."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable


def scaffold(requirement: str) -> dict[str, str]:
    """Texts by path; ``requirement`` is what the workflow installs."""
    root = files("kuota") / "data" / "init"
    texts = dict(_texts(root, ""))
    return {path: text.replace("{requirement}", requirement) for path, text in texts.items()}


def _texts(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _texts(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.read_text(encoding="utf-8")
