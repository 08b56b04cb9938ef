"""Tolerations against taints, as Kubernetes compares them."""

import pytest

from kuota.lint.taints import taint_text, tolerates, untolerated
from kuota.policy.cluster import Taint
from kuota.policy.origin import Origin, Source
from kuota.source.span import Position, Span

HERE = Origin(Source.PLATFORM, Span("p.yaml", Position(1, 1), Position(1, 2)))


def taint(key: str = "gpu", value: str = "yes", effect: str = "NoSchedule") -> Taint:
    return Taint(key, value, effect, HERE)


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        ({"key": "gpu", "operator": "Equal", "value": "yes", "effect": "NoSchedule"}, True),
        ({"key": "gpu", "value": "yes"}, True),
        ({"key": "gpu", "operator": "Exists"}, True),
        ({"operator": "Exists"}, True),
        ({"operator": "Exists", "effect": "NoExecute"}, False),
        ({"key": "gpu", "value": "no"}, False),
        ({"key": "gpu"}, False),
        ({"key": "cpu", "operator": "Exists"}, False),
        ({"value": "yes"}, False),
    ],
)
def test_toleration(toleration: dict[str, object], expected: bool) -> None:
    assert expected == tolerates(toleration, taint())


def test_only_hard_taints_need_a_toleration() -> None:
    soft, hard = taint(effect="PreferNoSchedule"), taint(effect="NoExecute")
    assert hard is untolerated((soft, hard), ())


def test_a_taint_without_a_value_is_told_without_one() -> None:
    assert ["gpu=yes:NoSchedule", "gpu:NoExecute"] == [
        taint_text(taint()),
        taint_text(taint(value="", effect="NoExecute")),
    ]
