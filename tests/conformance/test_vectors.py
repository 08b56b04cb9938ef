"""The simulator does what Kueue's scheduler did, vector by vector."""

from pathlib import Path

import pytest
from tests.conformance.agreement import Agreement, compare
from tests.conformance.run import vectors

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_everything_is_as_it_was_with_kueue(path: Path) -> None:
    results = [compare(vector) for vector in vectors(path)]
    assert [Agreement(result.name, "", "", "", "") for result in results] == results
