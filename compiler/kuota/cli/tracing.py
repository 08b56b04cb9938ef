"""From a reference to an object to the places in team files that decided it."""

from collections.abc import Sequence

import click

from kuota.emit.artifact import Artifact
from kuota.emit.where import Located, near_references, where
from kuota.source.span import Span


def located(artifacts: Sequence[Artifact], reference: str, cluster: str | None) -> list[Located]:
    """The objects that ``reference`` names; a usage error when there is none."""
    if "/" not in reference:
        raise click.UsageError(f"{reference!r} is not of the form KIND/NAME or KIND/NAMESPACE/NAME")
    found = [
        each
        for each in where(artifacts, reference)
        if cluster in (None, each.artifact.partition("/")[0])
    ]
    if not found:
        near = near_references(artifacts, reference)
        advice = f"; did you mean {' or '.join(near)}?" if near else ""
        raise click.UsageError(f"no compiled object is called {reference!r}{advice}")
    return found


def span_of(each: Located, field: str) -> Span:
    """What decided the field at the JSON Pointer ``field``, or what it is part of."""
    if field and not field.startswith("/"):
        raise click.UsageError(f"write the field with a slash first: /{field.replace('.', '/')}")
    asked = [part.replace("~1", "/").replace("~0", "~") for part in field.split("/")[1:]]
    best, span = 0, each.span
    for path, origin in each.parts:
        if best < len(path) <= len(asked) and [str(part) for part in path] == asked[: len(path)]:
            best, span = len(path), origin
    return span
