"""Places and reasons are those of Kueue's own code."""

from typing import Any

import pytest
from tests.sim.tas.scenarios import outcomes, vectors


@pytest.mark.parametrize("scenario", vectors(), ids=lambda scenario: "-".join(scenario["levels"]))
def test_every_step_ends_as_it_did_with_kueue(scenario: dict[str, Any]) -> None:
    assert [step["expected"] for step in scenario["steps"]] == outcomes(scenario)
