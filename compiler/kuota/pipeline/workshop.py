"""Files changed on trial: what the policy would be after an edit, without writing it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from kuota.capacity.repair.change import Files, Texts
from kuota.diag.model import Diagnostic, Severity
from kuota.lint.engine import run as run_rules
from kuota.lint.facts import Facts
from kuota.pipeline.guard import Guard
from kuota.pipeline.model import Request
from kuota.pipeline.read import Read, read
from kuota.policy.items import Item, Resolved
from kuota.policy.resolve import resolve
from kuota.source.files import SourceFile
from kuota.source.load import Loaded


class Workshop:
    """The files of one run, to be changed and read again.

    ``errors`` are the errors that the run already has: only new ones speak against a change.
    """

    def __init__(self, request: Request, documents: Read, errors: Iterable[Diagnostic]) -> None:
        self._request = replace(request, debug=True)
        self._documents = documents
        self._known = Counter(map(_kind_of, errors))

    @cached_property
    def files(self) -> Files:
        """The documents as they are."""
        return Files(self._documents.items)

    def facts(self, cluster: str, texts: Texts) -> Facts | None:
        """The cluster after the change; None where the change brings an error with it."""
        changed = tuple(SourceFile(path, text) for path, text in texts.items())
        reread = read(self._request, Loaded(changed, ()), Guard(True))
        kept = (item for item in self._documents.items if item.file.path not in texts)
        items = sorted((*kept, *reread.items), key=_place_of)
        resolved = resolve(items, self._request.today, self._documents.inventories)
        if self._is_worse(resolved, reread):
            return None
        for found in resolved.policy.clusters:
            if found.name == cluster:
                return Facts(found, resolved.policy.today)
        return None

    def _is_worse(self, resolved: Resolved, reread: Read) -> bool:
        found = (*reread.diagnostics, *resolved.diagnostics, *run_rules(resolved.policy))
        errors = Counter(_kind_of(each) for each in found if each.severity is Severity.ERROR)
        return any(count > self._known[kind] for kind, count in errors.items())


def _kind_of(found: Diagnostic) -> tuple[str, str]:
    """What an error has in common with itself after amounts and lines have changed."""
    return found.code.number, found.span.path


def _place_of(item: Item) -> tuple[str, int]:
    return item.file.path, item.document.index
