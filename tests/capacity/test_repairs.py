"""Repairs of gangs that are not what they must be: each one, applied, holds."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.capacity.clusters import GPU, HOST, RACK, hosts, platform
from tests.capacity.test_example import FILES
from tests.trees import TODAY, team

from kuota.diag.model import Diagnostic, Fix, Severity
from kuota.pipeline.model import Outcome, Request
from kuota.pipeline.stages import run
from kuota.source.edit import apply_edits

COHORT = "priorityClasses: {low: 100, high: 1000}\ncohorts: {shared: {}} # one for all"
TOPOLOGY = f"{COHORT}\ntopology: {{levels: [{RACK}, {HOST}]}}"
FLAVORS = "{a100: {topology: true, nodeLabels: {pool: gpu}}}"
NODES = hosts("box", 2, rack="r0")
RACKS = hosts("a", 2, rack="r0") + hosts("b", 2, rack="r1")
GANG = "teams/red.yaml"


def checked(folder: Path, files: Mapping[str, str]) -> Outcome:
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    return run(Request(("teams",), folder, TODAY, budget=2, debug=True))


def repairable(outcome: Outcome) -> list[Diagnostic]:
    """Findings about gangs that offer a repair."""
    return [found for found in outcome.diagnostics if found.fixes and "gang" in found.headline]


def wrong(outcome: Outcome, before: Diagnostic) -> list[str]:
    """Errors, and what was found before."""
    return [
        found.headline
        for found in outcome.diagnostics
        if found.severity is Severity.ERROR or found.code == before.code
    ]


def applied(files: Mapping[str, str], fix: Fix) -> dict[str, str]:
    paths = {edit.span.path for edit in fix.edits}
    return {
        path: apply_edits(text, [each for each in fix.edits if each.span.path == path])
        if path in paths
        else text
        for path, text in files.items()
    }


def repository(
    red: str, blue: str = "", nodes: str = NODES, *, topology: bool = False
) -> dict[str, str]:
    flavors, more = (FLAVORS, TOPOLOGY) if topology else ("{a100: {}}", COHORT)
    nodes = nodes.replace("labels: {", "labels: {pool: gpu, ")
    files = {
        "teams/platform.yaml": platform(nodes, flavors=flavors, more=more),
        GANG: team("red", red),
    }
    return files | ({"teams/blue.yaml": team("blue", blue)} if blue else {})


def spec(quota: str, gang: str = "", policy: str = "Any") -> str:
    lines = f"cohort: shared # everybody\nquota:\n  a100:\n    {GPU}: {quota} # devices\n"
    lines += f"preemption: {{reclaimWithinCohort: {policy}}}\n"
    return lines + (f"gangs:\n  - name: g # the gang\n{gang}" if gang else "")


def gang(count: int, gpus: int = 1, expect: str = "reachable", topology: str = "") -> str:
    asked = f"    topology: {{{topology}}}\n" if topology else ""
    return (
        f"    podSets: [{{count: {count}, requests: {{{GPU}: {gpus}}}}}]\n{asked}"
        f"    expect: {expect} # as agreed\n"
    )


BLUE = spec("8")
CASES = {
    "a higher borrowing limit": (
        repository(spec("{nominalQuota: 4, borrowingLimit: 2}", gang(9)), BLUE),
        [
            "set borrowingLimit of red to 5 nvidia.com/gpu",
            "raise nominalQuota of red to 7 nvidia.com/gpu",
            "make gang g smaller: 6 pods",
        ],
    ),
    "a lender that lends more": (
        repository(spec("4", gang(9)), spec("{nominalQuota: 8, lendingLimit: 3}")),
        [
            "set lendingLimit of blue to 5 nvidia.com/gpu",
            "raise nominalQuota of red to 6 nvidia.com/gpu",
            "make gang g smaller: 7 pods",
        ],
    ),
    "more quota of its own": (
        repository(spec("4", gang(9)), spec("4")),
        ["raise nominalQuota of red to 5 nvidia.com/gpu", "make gang g smaller: 8 pods"],
    ),
    "a lower borrowing limit": (
        repository(spec("4", gang(9, expect="never")), BLUE),
        ["set borrowingLimit of red to 4 nvidia.com/gpu"],
    ),
    "the right to reclaim": (
        repository(spec("8", gang(8, expect="guaranteed"), "Never"), BLUE),
        [
            "let red reclaim what it lent: reclaimWithinCohort Any",
            "let red lend less nvidia.com/gpu of a100",
            "expect gang g to be reachable, not guaranteed",
        ],
    ),
    "quota and the right to reclaim": (
        repository(spec("0", gang(8, expect="guaranteed"), "Never"), BLUE),
        [
            "raise nominalQuota of red to 8 nvidia.com/gpu, and let it reclaim: "
            "reclaimWithinCohort Any",
            "expect gang g to be reachable, not guaranteed",
        ],
    ),
    "a wider level": (
        repository(
            spec("16", gang(4, 8, topology=f"required: {RACK}")),
            spec("16"),
            RACKS,
            topology=True,
        ),
        [
            f"prefer {RACK} for gang g instead of requiring it",
            "make gang g smaller: 2 pods",
            "add 2 nodes to a",
            "add 2 nodes to b",
        ],
    ),
    "a level that is only preferred": (
        repository(
            spec("4", gang(4, 1, "guaranteed", f"required: {HOST}")),
            spec("12"),
            hosts("box", 4, 4, rack="r0"),
            topology=True,
        ),
        [
            f"require {RACK} for gang g",
            f"prefer {HOST} for gang g instead of requiring it",
            "expect gang g to be reachable, not guaranteed",
        ],
    ),
    "one more node": (
        repository(spec("24", gang(4, 5)), "", hosts("box", 3)),
        ["make gang g smaller: 3 pods", "add 1 node to box"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_repair_that_is_offered_holds(name: str, tmp_path: Path) -> None:
    files, expected = CASES[name]
    found = repairable(checked(tmp_path, files))
    assert expected == [fix.title for each in found for fix in each.fixes]
    for each in found:
        for fix in each.fixes:
            again = checked(tmp_path, applied(files, fix))
            assert [] == wrong(again, each)


@pytest.mark.parametrize("name", CASES)
def test_repairs_change_single_lines_and_keep_comments(name: str, tmp_path: Path) -> None:
    files, _ = CASES[name]
    for each in repairable(checked(tmp_path, files)):
        for fix in each.fixes:
            new = applied(files, fix)
            before, after = "".join(files.values()), "".join(new.values())
            kept = [line for line in before.splitlines() if line in after.splitlines()]
            assert before.count("#") == after.count("#")
            assert len(before.splitlines()) - len(kept) <= 2
            assert 0 <= len(after.splitlines()) - len(before.splitlines()) <= 1


def test_six_nodes_that_are_not_guaranteed_get_a_repair_that_holds(tmp_path: Path) -> None:
    files = {
        f"teams/{name}": text.replace(", lendingLimit: 8", "").replace("Limit: 24", "Limit: 36")
        for name, text in FILES.items()
    }
    files["teams/ml-vision.yaml"] += (
        f"    - name: six\n      podSets: [{{count: 6, requests: {{{GPU}: 8}}}}]\n"
        "      topology: {preferred: topology.example.com/rack}\n      expect: guaranteed\n"
    )
    (found,) = repairable(checked(tmp_path, files))
    assert ["expect gang six to be reachable, not guaranteed"] == [fix.title for fix in found.fixes]
    assert () == checked(tmp_path, applied(files, found.fixes[0])).diagnostics
