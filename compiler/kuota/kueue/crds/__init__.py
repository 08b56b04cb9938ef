"""CRDs that a user gives: their schemas and CEL rules, applied to objects of any group.

Schemas are evaluated with jsonschema and rules with cel-expr-python (the extra ``cel``). Both are
imported when the first object is judged.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kuota.kueue.crds.definition import CrdProblem, Definition, definitions
from kuota.kueue.release import Release
from kuota.kueue.violation import Violation

__all__ = ["CrdProblem", "CrdSet", "cel_available", "load_crds", "validate_with_crds"]


@dataclass(frozen=True, slots=True)
class CrdSet:
    """The versions of kinds that a set of CRD files defines, and what is wrong with the files.

    ``with_rules`` says that CEL rules are evaluated; without the engine only the schemas are.
    """

    kinds: Mapping[tuple[str, str], Definition]
    problems: tuple[CrdProblem, ...]
    with_rules: bool
    _cache: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def knows(self, api_version: str, kind: str) -> bool:
        """Whether a file defines this version of the kind."""
        return (api_version, kind) in self.kinds

    def validate(self, obj: Mapping[str, Any]) -> tuple[Violation, ...]:
        """Every reason why a cluster with these CRDs refuses to create ``obj``.

        Webhooks are not part of a CRD. Empty when no file defines the kind.
        """
        definition = self.kinds.get((str(obj.get("apiVersion")), str(obj.get("kind"))))
        if definition is None:
            return ()
        from kuota.kueue.crds.check import faults_of

        return faults_of(obj, definition, self.with_rules, self._cache)


def load_crds(texts: Iterable[tuple[str, str]]) -> CrdSet:
    """The CRDs in files given as (name, text); a broken one is a problem and not an exception."""
    kinds: dict[tuple[str, str], Definition] = {}
    problems: list[CrdProblem] = []
    for file, text in texts:
        for found in definitions(file, text):
            if isinstance(found, CrdProblem):
                problems.append(found)
            elif (found.api_version, found.kind) in kinds:
                first = kinds[found.api_version, found.kind].file
                headline = f"{found.kind} {found.api_version} is defined twice"
                problems.append(CrdProblem(file, headline, f"the first is in {first}"))
            else:
                kinds[found.api_version, found.kind] = found
    with_rules = any(definition.has_rules for definition in kinds.values())
    if with_rules and not cel_available():
        with_rules = False
        file = next(definition.file for definition in kinds.values() if definition.has_rules)
        headline = "the CEL rules of the CRDs are not evaluated: cel-expr-python is not installed"
        problems.append(CrdProblem(file, headline, "install it with: pip install 'kuota[cel]'"))
    if with_rules:
        from kuota.kueue.crds.cel import rule_problems

        problems += [p for definition in kinds.values() for p in rule_problems(definition)]
    return CrdSet(kinds, tuple(problems), with_rules)


def cel_available() -> bool:
    """Whether CEL rules can be evaluated."""
    from importlib.util import find_spec

    return find_spec("cel_expr_python") is not None


def validate_with_crds(
    obj: Mapping[str, Any], release: Release, crds: CrdSet
) -> tuple[Violation, ...]:
    """As ``kuota.kueue.validate.validate``, with a user's CRDs in place of the tables for a kind.

    Kueue's webhooks are asked as well, when the CRDs have nothing against the object.
    """
    from kuota.kueue.model import is_kueue
    from kuota.kueue.validate import validate

    if not crds.knows(str(obj.get("apiVersion")), str(obj.get("kind"))):
        return validate(obj, release) if is_kueue(obj) else ()
    found = crds.validate(obj)
    if found or not is_kueue(obj):
        return found
    return tuple(v for v in validate(obj, release) if v.kind == "webhook")
