"""The simulator does what Kueue's scheduler did, vector by vector."""

from pathlib import Path

import pytest
from tests.conformance.agreement import compare
from tests.conformance.run import vectors

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_outcomes_cycles_and_reasons_are_those_of_kueue(path: Path) -> None:
    results = [compare(vector) for vector in vectors(path)]
    assert [] == [result for result in results if result.outcome or result.cycles or result.reasons]
