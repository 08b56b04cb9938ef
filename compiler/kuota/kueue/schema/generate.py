"""Generates ``tables/``: the schemas of Kueue's CRDs, reduced to what decides about validity.

Run it when a release of Kueue is added, with the folders that hold the CRDs of each minor line and
the file that names the CEL rules:

    python -m kuota.kueue.schema.generate RULES.json 15=DIR 16=DIR ...

Descriptions, the examples and the values of ``status`` are left out. CEL rules stand in the tables
by name only: each is a function in ``kuota.kueue.validate``, and RULES.json holds its text. A
keyword or a rule that is not known here stops the run, so that nothing is lost without notice.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

KINDS: Final = (
    "AdmissionCheck",
    "ClusterQueue",
    "Cohort",
    "LocalQueue",
    "MultiKueueCluster",
    "MultiKueueConfig",
    "ProvisioningRequestConfig",
    "ResourceFlavor",
    "Topology",
    "WorkloadPriorityClass",
)

_KEPT = frozenset(
    {
        "default", "enum", "format", "maxItems", "maxLength", "maxProperties", "maximum",
        "minItems", "minLength", "minimum", "pattern", "required", "type",
        "x-kubernetes-int-or-string", "x-kubernetes-list-map-keys",
    }
)  # fmt: skip
_DROPPED = frozenset({"description", "x-kubernetes-map-type"})
_SHAPE = frozenset({"additionalProperties", "items", "properties", "type"})
_INT_OR_STRING = [{"type": "integer"}, {"type": "string"}]


class UnknownKeywordError(ValueError):
    """A keyword, rule or shape in a CRD that the tables cannot carry."""


def reduced(schema: Mapping[str, Any], rules: Mapping[str, str], where: str) -> dict[str, Any]:
    """``schema`` without what does not decide about validity; ``rules`` maps rule text to name."""
    result: dict[str, Any] = {}
    for keyword in sorted(schema):
        value = schema[keyword]
        if keyword in _KEPT:
            result[keyword] = value
        elif keyword == "properties":
            result[keyword] = {
                name: _property(name, value[name], rules, where) for name in sorted(value)
            }
        elif keyword in ("items", "additionalProperties"):
            result[keyword] = reduced(value, rules, f"{where}.{keyword}")
        elif keyword == "x-kubernetes-validations":
            result["rules"] = [_rule(rule, rules, where) for rule in value]
        elif keyword == "x-kubernetes-list-type":
            if value == "set":
                result[keyword] = value
        elif keyword == "anyOf":
            if value != _INT_OR_STRING or not schema.get("x-kubernetes-int-or-string"):
                raise UnknownKeywordError(f"{where}: anyOf that is not int-or-string")
        elif keyword not in _DROPPED:
            raise UnknownKeywordError(f"{where}: {keyword}")
    return result


def _property(
    name: str, schema: Mapping[str, Any], rules: Mapping[str, str], where: str
) -> dict[str, Any]:
    path = f"{where}.{name}"
    return _shape(schema) if path == ".status" else reduced(schema, rules, path)


def _shape(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The names of fields only: a create request may carry a status, but its values are dropped."""
    result: dict[str, Any] = {}
    for keyword in sorted(_SHAPE & schema.keys()):
        value = schema[keyword]
        if keyword == "properties":
            result[keyword] = {name: _shape(value[name]) for name in sorted(value)}
        elif keyword != "type":
            result[keyword] = _shape(value)
    return result


def _rule(rule: Mapping[str, Any], rules: Mapping[str, str], where: str) -> str:
    extra = rule.keys() - {"message", "rule"}
    if extra or rule["rule"] not in rules:
        raise UnknownKeywordError(f"{where}: rule {rule['rule']} {sorted(extra)}")
    return rules[rule["rule"]]


def tables(crds: Mapping[int, Path], rules: Mapping[str, str]) -> dict[str, Any]:
    """By kind and API version, each schema with the first minor line that has it."""
    result: dict[str, dict[str, list[dict[str, Any]]]] = {kind: {} for kind in KINDS}
    for minor in sorted(crds):
        for path in sorted(crds[minor].glob("*.yaml")):
            definition = _load(path)
            kind = definition["spec"]["names"]["kind"]
            if kind not in result:
                continue
            for version in definition["spec"]["versions"]:
                schema = reduced(version["schema"]["openAPIV3Schema"], rules, "")
                versions = result[kind].setdefault(version["name"], [])
                if not versions or versions[-1]["schema"] != schema:
                    versions.append({"since": minor, "schema": schema})
    return result


def _load(path: Path) -> Any:
    import yaml

    return yaml.safe_load(path.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Writes one file per kind beside this module."""
    rules = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    crds = {
        int(minor): Path(folder) for minor, _, folder in (a.partition("=") for a in arguments[1:])
    }
    by_text = {text: name for name, text in rules.items()}
    for kind, versions in tables(crds, by_text).items():
        text = json.dumps(versions, sort_keys=True, separators=(",", ":"))
        Path(__file__).with_name("tables").joinpath(f"{kind}.json").write_text(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
