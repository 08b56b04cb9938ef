"""The formats of ``kuota capacity``, as golden files."""

from pathlib import Path

import pytest
from tests.capacity.clusters import GPU, HOST, RACK, hosts, platform
from tests.conftest import Golden
from tests.trees import resolved, team

from kuota.capacity.engine import run
from kuota.policy.cluster import Policy
from kuota.report.capacity import format_names, render

GOLDEN = Path(__file__).parent / "golden"
NODES = hosts("a", 2, rack="r0").replace("labels: {", "labels: {pool: gpu, ")


def policy() -> Policy:
    """Two teams with gangs of every verdict on two nodes of eight GPUs."""

    def spec(gangs: str) -> str:
        return (
            f"cohort: shared\nquota: {{a100: {{{GPU}: {{nominalQuota: 8, lendingLimit: 6}}}}}}\n"
            f"preemption: {{reclaimWithinCohort: Any}}\ngangs:\n{gangs}"
        )

    def gang(name: str, count: int, gpus: int, more: str) -> str:
        pods = f"{{count: {count}, requests: {{{GPU}: {gpus}}}}}"
        return f"- {{name: {name}, podSets: [{pods}], {more}}}"

    red = [
        gang("sure", 8, 1, "topology: {unconstrained: true}, expect: guaranteed"),
        gang("idle", 12, 1, "topology: {unconstrained: true}"),
        gang("more", 15, 1, "topology: {unconstrained: true}, expect: never"),
        gang("wide", 12, 1, f"topology: {{required: {HOST}}}"),
        gang("whole", 1, 8, f"topology: {{required: {HOST}}}, expect: guaranteed"),
    ]
    files = {
        "platform.yaml": platform(
            NODES,
            flavors="{a100: {topology: true, nodeLabels: {pool: gpu}}}",
            more=f"cohorts: {{shared: {{}}}}\ntopology: {{levels: [{RACK}, {HOST}]}}",
        ),
        "red.yaml": team("red", spec("\n".join(red))),
        "blue.yaml": team("blue", f"cohort: shared\nquota: {{a100: {{{GPU}: 8}}}}"),
    }
    found = resolved(files)
    assert found.diagnostics == ()
    return found.policy


@pytest.mark.parametrize("name", format_names())
def test_every_format_shows_amounts_slots_and_verdicts(name: str, golden: Golden) -> None:
    golden(GOLDEN / f"capacity.{name}", render(run(policy(), 10), name))


def test_nodes_down_show_in_the_table() -> None:
    text = render(run(policy(), 0, down=2), "table")
    assert "any 2: none" in text


def test_findings_say_why(golden: Golden) -> None:
    found = run(policy(), 10).diagnostics
    lines = [
        f"{each.code} {each.headline}\n  {each.label}\n  {each.note}\n  {each.help}\n"
        for each in found
    ]
    golden(GOLDEN / "findings.txt", "".join(lines))
