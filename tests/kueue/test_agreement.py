"""Kueue objects, sound and broken, and what a cluster with Kueue 0.19.2 does with them on apply."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kuota.kueue.release import NEWEST
from kuota.kueue.validate import validate

VECTORS = Path(__file__).with_name("vectors") / "validity.jsonl.gz"

STAGES = {
    "unknown": "unknown",
    "metadata": "metadata",
    "schema": "schema",
    "lists": "list",
    "cel": "cel",
    "webhook": "webhook",
}


@pytest.fixture(scope="module")
def vectors() -> list[dict[str, Any]]:
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def asked(expected: dict[str, Any]) -> set[str]:
    """The stages that the cluster reached; those behind a refusal were not asked.

    The webhook was asked without pruning, so that its word counts only without unknown fields.
    """
    reached = {"unknown", "metadata", "schema"}
    if "schema" in expected:
        return reached
    reached |= {"list", "cel"}
    if "cel" in expected or "unknown" in expected or "decode" in expected:
        return reached
    return reached | {"webhook"}


def test_exactly_the_objects_that_a_cluster_refuses_are_refused(
    vectors: list[dict[str, Any]],
) -> None:
    wrong = [
        vector
        for vector in vectors
        if bool(validate(vector["object"], NEWEST)) != vector["expected"]["refused"]
    ]

    assert [] == wrong
    assert 3000 == len(vectors)


def test_the_same_stages_refuse_an_object(vectors: list[dict[str, Any]]) -> None:
    wrong = []
    for vector in vectors:
        expected = vector["expected"]
        reached = asked(expected)
        wanted = {ours for theirs, ours in STAGES.items() if theirs in expected} & reached
        actual = {v.kind for v in validate(vector["object"], NEWEST)} & reached
        if wanted != actual:
            wrong.append((vector, wanted, actual))

    assert [] == wrong


def test_every_violation_leads_to_a_part_of_the_object(vectors: list[dict[str, Any]]) -> None:
    for vector in vectors:
        for violation in validate(vector["object"], NEWEST):
            part = vector["object"]
            for step in violation.pointer:
                part = part[step]


def test_every_headline_is_one_clause_that_fits_a_line(vectors: list[dict[str, Any]]) -> None:
    for vector in vectors:
        for violation in validate(vector["object"], NEWEST):
            assert violation.headline
            assert not violation.headline.endswith(".")
            assert "\n" not in violation.headline
            assert len(violation.headline) <= 200
