"""Hazards that full loads bring to light."""

from tests.capacity.random_clusters import random_cluster

from kuota.capacity.hazards import hazards
from kuota.capacity.judge import Budget, Judge


def test_jobs_that_evict_one_another_for_ever_are_reported_once_for_their_teams() -> None:
    facts = random_cluster(20)  # fair sharing in nested cohorts with weights of 0
    assert facts is not None
    verdicts = Judge(facts, Budget(6000)).verdicts(attack_all=True)
    expected = ["jobs of t0 and t2 can evict one another for ever"]
    assert expected == [found.headline for found in hazards(facts, verdicts)]


def test_loads_that_come_to_rest_are_no_hazard() -> None:
    facts = random_cluster(3)
    assert facts is not None
    verdicts = Judge(facts, Budget(6000)).verdicts(attack_all=True)
    assert any(verdict.attacks for verdict in verdicts)
    assert [] == list(hazards(facts, verdicts))
