"""Runs a document of known kind through its model and collects what is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING

from pydantic import ValidationError

from kuota.diag.model import Diagnostic, Severity
from kuota.source.node import Document, Mapping
from kuota.source.trouble import MAX_FINDINGS, too_many_findings
from kuota.syntax.ambiguous import ambiguous_scalars
from kuota.syntax.amounts import check_amounts
from kuota.syntax.coherence import check_coherence
from kuota.syntax.noticed import take_noticed
from kuota.syntax.plain import plain_value
from kuota.syntax.wording import model_errors

if TYPE_CHECKING:
    from kuota.syntax.platform import Platform
    from kuota.syntax.scenario import Scenario
    from kuota.syntax.team import Team

    Model = Platform | Team | Scenario


def read_document(
    document: Document, root: Mapping, kind: str
) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model of ``root`` and its findings; no model when one of them is an error."""
    value = plain_value(root)
    assert isinstance(value, dict)
    model, found = _model(document, _shape(kind), value)
    noticed = take_noticed()
    everything = chain(
        found,
        ambiguous_scalars(root, value, noticed) if noticed else (),
        check_amounts(document, value),
        _check_coherence(document, kind, value),
    )
    diagnostics = list(islice(everything, MAX_FINDINGS + 1))
    if len(diagnostics) > MAX_FINDINGS:
        diagnostics[-1] = too_many_findings(diagnostics[-1].span)
    if any(finding.severity is Severity.ERROR for finding in diagnostics):
        model = None
    return model, tuple(diagnostics)


def _shape(kind: str) -> type[Model]:
    """The model of a kind. Few runs need all of them, and each takes its time to build."""
    if kind == "Platform":
        from kuota.syntax.platform import Platform

        return Platform
    if kind == "Team":
        from kuota.syntax.team import Team

        return Team
    from kuota.syntax.scenario import Scenario

    return Scenario


def _check_coherence(
    document: Document, kind: str, value: dict[str, object]
) -> Iterable[Diagnostic]:
    if kind != "Scenario":
        return check_coherence(document, value)
    from kuota.syntax.scenario_coherence import check_scenario

    return check_scenario(document, value)


def _model(
    document: Document, shape: type[Model], value: dict[str, object]
) -> tuple[Model | None, Iterable[Diagnostic]]:
    """The model, or what it refuses."""
    take_noticed()
    try:
        return shape.model_validate(value), ()
    except ValidationError as error:
        if error.error_count() > MAX_FINDINGS:
            return None, (too_many_findings(document.span),)
        return None, model_errors(document, shape, error.errors(include_url=False))
