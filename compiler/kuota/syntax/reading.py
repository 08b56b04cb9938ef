"""Runs a document of known kind through its model and collects what is wrong."""

from pydantic import ValidationError

from kuota.diag.model import Diagnostic, Severity
from kuota.source.node import Document, Mapping
from kuota.syntax.ambiguous import ambiguous_scalars
from kuota.syntax.amounts import check_amounts
from kuota.syntax.coherence import check_coherence
from kuota.syntax.noticed import take_noticed
from kuota.syntax.plain import plain_value
from kuota.syntax.platform import Platform
from kuota.syntax.team import Team
from kuota.syntax.wording import model_errors


def read_document(
    document: Document, root: Mapping, kind: str
) -> tuple[Platform | Team | None, tuple[Diagnostic, ...]]:
    """The model of ``root`` and its findings; no model when one of them is an error."""
    value = plain_value(root)
    assert isinstance(value, dict)
    shape: type[Platform] | type[Team] = Team if kind == "Team" else Platform
    diagnostics: list[Diagnostic] = []
    model: Platform | Team | None = None
    take_noticed()
    try:
        model = shape.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False)
        diagnostics.extend(model_errors(document, shape, found))
    noticed = take_noticed()
    if noticed:
        diagnostics.extend(ambiguous_scalars(root, value, noticed))
    diagnostics.extend(check_amounts(document, value))
    diagnostics.extend(check_coherence(document, value))
    if any(finding.severity is Severity.ERROR for finding in diagnostics):
        model = None
    return model, tuple(diagnostics)
