"""MultiKueue: the manager's checks, and queues that the workers need."""

from tests.trees import PLATFORM, findings_of, resolved, team

MANAGER = PLATFORM.replace("name: gpu", "name: manager") + "  multikueue: {workers: [east, west]}\n"
EAST = PLATFORM.replace("name: gpu", "name: east")
QUOTA = "quota: {a100: {nvidia.com/gpu: 8}}"


def test_workers_give_a_check_that_every_queue_asks_for() -> None:
    manager, east = (
        {
            each.name: each
            for each in resolved(
                {"m.yaml": MANAGER, "e.yaml": EAST, "t.yaml": team("vision")}
            ).policy.clusters
        }[name]
        for name in ("manager", "east")
    )
    assert [("multikueue", {"clusters": ["east", "west"]})] == [
        (check.name, check.parameters) for check in manager.admission_checks
    ]
    assert ["multikueue"] == [use.name for use in manager.teams[0].admission_checks]
    assert () == east.teams[0].admission_checks


def test_an_empty_list_of_checks_keeps_workloads_on_the_manager() -> None:
    files = {"m.yaml": MANAGER, "t.yaml": team("vision", QUOTA + "\nadmissionChecks: []")}
    assert () == resolved(files).policy.clusters[0].teams[0].admission_checks


def test_a_written_check_stands_in_place_of_the_one_over_all_workers() -> None:
    manager = MANAGER + "  admissionChecks: {some: {multiKueue: {clusters: [west]}}}\n"
    (cluster,) = resolved({"m.yaml": manager, "t.yaml": team("vision")}).policy.clusters
    assert (["some"], ()) == (
        [check.name for check in cluster.admission_checks],
        cluster.teams[0].admission_checks,
    )


def test_a_check_over_an_unknown_worker() -> None:
    manager = MANAGER + "  admissionChecks: {some: {multiKueue: {clusters: [eats]}}}\n"
    assert (
        "m.yaml:8 error Q209 worker eats is not listed under multikueue.workers\n"
        "    help: did you mean east?\n"
    ) == findings_of({"m.yaml": manager})


def test_a_worker_without_the_queue() -> None:
    spec = "clusters:\n  manager: {quota: {a100: {gpu: 8}}, queues: [train]}\n"
    spec += "  east: {quota: {a100: {gpu: 8}}, queues: [other]}"
    files = {"m.yaml": MANAGER, "e.yaml": EAST, "t.yaml": team("vision", spec)}
    assert (
        "t.yaml:6 warning Q230 worker east has no queue train in namespace vision for team vision\n"
        "    label: sent to the workers from here\n"
        "    e.yaml:3 worker east\n"
        "    note: MultiKueue makes the job there with the same queue name; without it, it waits\n"
        "    help: give vision quota and this queue on east\n"
    ) == findings_of(files)


def test_a_worker_that_is_not_in_the_tree_is_not_judged() -> None:
    assert "" == findings_of({"m.yaml": MANAGER, "t.yaml": team("vision")})
