"""Label selectors against namespaces of which only the name is known."""

import pytest

from kuota.lint.namespaces import NAME, selects_namespace


def expression(operator: str, *values: str, key: str = NAME) -> dict[str, object]:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ({}, True),
        ({"matchLabels": {NAME: "alpha"}}, True),
        ({"matchLabels": {NAME: "beta"}}, False),
        ({"matchLabels": {"team": "alpha"}}, None),
        ({"matchLabels": {"team": "alpha", NAME: "beta"}}, False),
        ({"matchLabels": {"team": "alpha", NAME: "alpha"}}, None),
        (expression("In", "alpha", "beta"), True),
        (expression("In", "beta"), False),
        (expression("NotIn", "beta"), True),
        (expression("NotIn", "alpha"), False),
        (expression("Exists"), True),
        (expression("DoesNotExist"), False),
        (expression("In", "x", key="team"), None),
        ({"matchLabels": {NAME: "alpha"}, **expression("NotIn", "alpha")}, False),
    ],
)
def test_whether_namespace_alpha_is_selected(
    selector: dict[str, object], expected: bool | None
) -> None:
    assert expected is selects_namespace(selector, "alpha")
