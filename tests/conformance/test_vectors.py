"""The simulator does what Kueue's scheduler did, vector by vector.

``vectors/drawn.jsonl.gz`` holds scenarios with rarer features: workloads that were admitted
before, slices, feature gates, missing and cyclic objects, unlimited and oddly spelt quantities.
Each was run eight times with Kueue 0.19.2 (its cache, queues and scheduler on a client in memory),
and kept where it came to the same every time. The other files each hold scenarios about one
feature.
"""

from pathlib import Path

import pytest
from tests.conformance.agreement import Agreement, compare
from tests.conformance.run import vectors

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_everything_is_as_it_was_with_kueue(path: Path) -> None:
    results = [compare(vector) for vector in vectors(path)]
    assert [Agreement(result.name, "", "", "", "") for result in results] == results
