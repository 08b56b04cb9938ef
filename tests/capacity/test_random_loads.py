"""Verdicts on clusters drawn at random, against what the simulator does."""

from random import Random

import pytest
from tests.capacity.random_clusters import random_cluster, random_jobs

from kuota.capacity.empty import HOLDING, EmptyCluster, key_of
from kuota.capacity.judge import Budget, Judge
from kuota.capacity.verdict import Level
from kuota.capacity.workload import pod_set, queue_of, workload
from kuota.policy.team import Gang, Team
from kuota.policy.tree import team_node
from kuota.quantity import UNLIMITED, quantity_of

BLOCK = 25


@pytest.mark.parametrize("block", range(8))
def test_no_load_of_the_others_keeps_a_guaranteed_gang_out(block: int) -> None:
    tried = 0
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        facts = random_cluster(seed)
        if facts is None or len(facts.cluster.teams) < 2:
            continue
        judge = Judge(facts, Budget(0))
        for verdict in judge.verdicts():
            if verdict.level is Level.GUARANTEED:
                for load in range(8):
                    tried += 1
                    owner = facts.teams[verdict.team]
                    held = starts(judge.empty, owner, verdict.gang, Random(f"{seed} {load}"))
                    assert held, (seed, load, verdict.team, verdict.gang.name)
    assert tried


def test_a_gang_of_several_resources_can_still_be_caught_in_a_loop() -> None:
    """The known limit of what is derived from amounts: this job, evicted although its queue only
    borrows cpu, does not borrow devices and so comes first again."""
    facts = random_cluster(505)
    assert facts is not None
    judge, team = Judge(facts, Budget(0)), facts.teams["t2"]
    gang = next(each for each in team.gangs if each.name == "g0")
    assert Level.GUARANTEED is judge.verdict(team, gang).level
    assert not starts(judge.empty, team, gang, Random("505 4"))


def starts(empty: EmptyCluster, team: Team, gang: Gang, draw: Random) -> bool:
    """Whether the gang starts, and stays, after a random past of the others."""
    simulator = empty.world.simulator()
    running: list[str] = []
    for job in random_jobs(empty.facts, team.name, draw):
        simulator.submit(job)
        running.append(f"{job['metadata']['namespace']}/{job['metadata']['name']}")
        if draw.random() < 0.5:
            simulator.schedule(100, stop_at_loop=True)
        if draw.random() < 0.15:
            simulator.finish(running.pop(draw.randrange(len(running))))
    simulator.schedule(200, stop_at_loop=True)
    key = key_of(team, gang)
    simulator.submit(empty.workload(team, gang, "2026-01-01T13:00:00Z"))
    step = simulator.schedule(200, stop_at_loop=True)
    caught = step.livelock and (step.loop is None or key in step.loop.members)
    return simulator.workload(key).state in HOLDING and not caught


@pytest.mark.parametrize("block", range(4))
def test_what_a_team_reaches_is_admitted_and_one_more_is_not(block: int) -> None:
    tried = 0
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        facts = random_cluster(seed)
        if facts is None or len(facts.cluster.flavors) > 1:
            continue
        empty = EmptyCluster(facts)
        for team in facts.cluster.teams:
            for pair in facts.tree.pairs(team_node(team.name)):
                most = facts.tree.potential(team_node(team.name), pair)
                if most < UNLIMITED:
                    tried += 1
                    expected = (True, False)
                    found = tuple(admits(empty, team, pair[1], u) for u in (most, most + 1))
                    assert expected == found, (seed, team.name, pair, most)
    assert tried


def admits(empty: EmptyCluster, team: Team, resource: str, units: int) -> bool:
    """Whether the empty cluster admits one pod that asks so much of one resource."""
    simulator = empty.world.simulator()
    pods = [pod_set("main", 1, {resource: str(quantity_of(resource, units))})]
    job = workload(empty.cluster, queue_of(team, None), "job", pods, None)
    simulator.submit(job)
    simulator.schedule()
    return simulator.workload(f"{job['metadata']['namespace']}/job").state in HOLDING


@pytest.mark.parametrize("block", range(4))
def test_a_gang_never_fits_exactly_when_the_empty_cluster_refuses_it(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        facts = random_cluster(seed)
        if facts is None:
            continue
        empty = EmptyCluster(facts)
        for team in facts.cluster.teams:
            for gang in team.gangs:
                simulator = empty.world.simulator()
                simulator.submit(empty.workload(team, gang, "2026-01-01T13:00:00Z"))
                simulator.schedule()
                admitted = simulator.workload(key_of(team, gang)).state in HOLDING
                verdict = empty.judge(team, gang)
                assert admitted == (verdict.level is not Level.NEVER_FITS), (seed, team.name)
                assert not (admitted and verdict.shortages), (seed, team.name)
