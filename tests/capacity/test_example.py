"""The worked example: four teams that share six nodes of eight GPUs."""

from pathlib import Path

import pytest
from tests.capacity.clusters import GPU, verdicts
from tests.trees import TODAY, cluster_of

from kuota.capacity.amounts import amounts
from kuota.capacity.verdict import Level, Verdict
from kuota.lint.facts import Facts

TEAMS = Path(__file__).parents[2] / "teams"
FILES = {path.name: path.read_text() for path in sorted(TEAMS.glob("*.yaml"))}
RACK, BLOCK = "topology.example.com/rack", "topology.example.com/block"


def with_gang(
    count: int, gpus: int, expect: str = "reachable", *, topology: str, unlimited: bool = False
) -> Facts:
    """The example with one more gang of ml-vision; ``unlimited`` without limits on lending."""
    files = dict(FILES)
    if unlimited:
        files = {
            name: text.replace(", lendingLimit: 8", "").replace("Limit: 24", "Limit: 36")
            for name, text in files.items()
        }
    files["ml-vision.yaml"] += (
        "    - name: more\n"
        f"      podSets: [{{count: {count}, requests: {{{GPU}: {gpus}}}}}]\n"
        f"      topology: {{{topology}}}\n      priorityClass: normal\n      expect: {expect}\n"
    )
    return Facts(cluster_of(files), TODAY)


def verdict(facts: Facts) -> Verdict:
    return verdicts(facts)["more"]


def test_each_team_reaches_thirty_six_gpus_and_is_guaranteed_twelve() -> None:
    rows = [row for row in amounts(Facts(cluster_of(FILES), TODAY)) if row.resource == GPU]
    expected = [("12 + 3 x 8 = 36", 12)] * 4
    assert expected == [(row.reachable.sum_text(), row.guaranteed.units) for row in rows]


def test_all_gangs_are_what_they_are_expected_to_be() -> None:
    found = verdicts(Facts(cluster_of(FILES), TODAY))
    expected = {
        "pretraining": Level.REACHABLE,
        "refresh": Level.GUARANTEED,
        "sweep": Level.REACHABLE,
        "ddp": Level.GUARANTEED,
    }
    assert expected == {name: each.level for name, each in found.items()}


def test_eight_pods_of_one_gpu_start_whatever_the_others_run() -> None:
    ddp = verdicts(Facts(cluster_of(FILES), TODAY))["ddp"]
    assert (Level.GUARANTEED, True, ()) == (ddp.level, ddp.certain, ddp.doubts)
    assert all(attack.held for attack in ddp.attacks)


def test_thirty_six_pods_of_one_gpu_are_reachable() -> None:
    assert Level.REACHABLE is verdict(with_gang(36, 1, topology="unconstrained: true")).level


def test_thirty_seven_pods_of_one_gpu_never_fit() -> None:
    found = verdict(with_gang(37, 1, topology="unconstrained: true"))
    (shortage,) = found.shortages
    expected = (Level.NEVER_FITS, "ExceedsMaxQuota", 37, "12 + 3 x 8 = 36")
    assert expected == (found.level, found.token, shortage.needed, shortage.bound.sum_text())


def test_eight_nodes_of_eight_gpus_never_fit() -> None:
    found = verdict(with_gang(8, 8, topology=f"preferred: {RACK}", unlimited=True))
    (shortage,) = found.shortages
    expected = (Level.NEVER_FITS, 64, 48)
    assert expected == (found.level, shortage.needed, shortage.bound.total)


def test_six_whole_nodes_are_reachable_without_lending_limits_and_not_guaranteed() -> None:
    facts = with_gang(6, 8, "guaranteed", topology=f"preferred: {RACK}", unlimited=True)
    found = verdict(facts)
    doubt = "12 of the 48 nvidia.com/gpu of a100 that it asks are guaranteed"
    assert (Level.REACHABLE, (doubt,), False) == (found.level, found.doubts, found.met)
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("count", "topology", "level"),
    [
        (2, f"required: {RACK}", Level.REACHABLE),
        (3, f"required: {RACK}", Level.QUOTA_ONLY),
        (3, f"preferred: {RACK}", Level.REACHABLE),
        (2, "required: kubernetes.io/hostname", Level.QUOTA_ONLY),
        (4, f"required: {BLOCK}", Level.REACHABLE),
    ],
)
def test_whole_node_gangs_find_room_by_level(count: int, topology: str, level: Level) -> None:
    assert level is verdict(with_gang(count, 8, topology=topology)).level


def test_a_gang_that_must_be_on_one_host_is_kept_out_by_scattered_borrowers() -> None:
    facts = with_gang(4, 1, "guaranteed", topology="required: kubernetes.io/hostname")
    found = verdict(facts)
    lost = [attack.load for attack in found.attacks if not attack.held]
    assert (Level.AFTER_EVICTION, True) == (found.level, found.certain)
    assert "one-device jobs at highest priority, teams in turn, scattered" in lost
