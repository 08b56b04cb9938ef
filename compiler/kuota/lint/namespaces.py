"""Whether a label selector takes a namespace of which only the name is known."""

from collections.abc import Mapping

NAME = "kubernetes.io/metadata.name"
"""The one label that every namespace has."""


def selects_namespace(selector: Mapping[str, object], namespace: str) -> bool | None:
    """True or False where the name decides; None where other labels might."""
    verdicts: list[bool | None] = []
    labels = selector.get("matchLabels")
    if isinstance(labels, Mapping):
        for key, value in labels.items():
            verdicts.append(value == namespace if key == NAME else None)
    expressions = selector.get("matchExpressions")
    if isinstance(expressions, (list, tuple)):
        verdicts.extend(_matches(each, namespace) for each in expressions)
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _matches(expression: object, namespace: str) -> bool | None:
    if not isinstance(expression, Mapping) or expression.get("key") != NAME:
        return None
    values = expression.get("values")
    listed = namespace in values if isinstance(values, (list, tuple)) else False
    operator = expression.get("operator")
    if operator == "In":
        return listed
    if operator == "NotIn":
        return not listed
    return operator == "Exists"
