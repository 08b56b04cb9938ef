"""Trees of team files for tests: read from text or from a folder, as the pipeline reads them."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.resolve import Inventories, Item, Resolved, resolve
from kuota.source.files import SourceFile
from kuota.source.load import load
from kuota.source.yaml import parse
from kuota.syntax.validate import validate

TODAY = date(2026, 6, 15)

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  flavors: {a100: {}}
"""


def team(name: str, spec: str = "quota: {a100: {nvidia.com/gpu: 8}}") -> str:
    """A team file; ``spec`` is YAML that is indented to fit."""
    lines = "".join(f"  {line}\n" for line in spec.splitlines())
    return f'apiVersion: kuota/v1\nkind: Team\nmetadata: {{name: "{name}"}}\nspec:\n{lines}'


def items_of(files: Iterable[SourceFile], *, sound: bool = True) -> list[Item]:
    """The documents of ``files``; unless ``sound`` is False, none of them may have errors."""
    items: list[Item] = []
    for file in files:
        for document in parse(file).documents:
            validated = validate(document)
            assert validated.model is not None or not sound, validated.diagnostics
            items.append(Item(file, document, validated.model))
    return items


def read_tree(folder: Path, root: Path) -> list[Item]:
    """The documents of a folder, with paths relative to ``root``."""
    loaded = load([str(folder)], root)
    assert loaded.diagnostics == ()
    return items_of(loaded.files)


def resolved(
    files: Mapping[str, str],
    *,
    today: date = TODAY,
    inventories: Mapping[str, str] | None = None,
    sound: bool = True,
) -> Resolved:
    """What the texts by path resolve to."""
    read: Inventories = {path: SourceFile(path, text) for path, text in (inventories or {}).items()}
    sources = [SourceFile(path, text) for path, text in files.items()]
    return resolve(items_of(sources, sound=sound), today, read)


def cluster_of(files: Mapping[str, str]) -> Cluster:
    """The only cluster of a tree without findings."""
    result = resolved(files)
    assert result.diagnostics == ()
    (cluster,) = result.policy.clusters
    return cluster


def line_of(finding: Diagnostic) -> str:
    """A finding with everything but its columns, on one line for each part."""
    span = finding.span
    head = f"{span.path}:{span.start.line} {finding.severity} {finding.code} {finding.headline}\n"
    marked = f"    label: {finding.label}\n" if finding.label else ""
    others = "".join(
        f"    {other.span.path}:{other.span.start.line} {other.text}\n" for other in finding.others
    )
    note = f"    note: {finding.note}\n" if finding.note else ""
    return head + marked + others + note + (f"    help: {finding.help}\n" if finding.help else "")


def findings_of(files: Mapping[str, str], *, sound: bool = True) -> str:
    """The findings of resolution as text."""
    return "".join(map(line_of, resolved(files, sound=sound).diagnostics))
