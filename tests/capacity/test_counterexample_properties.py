"""On any small cluster: a lost attack becomes a scenario that fails when it is read back."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trees import TODAY, cluster_of, resolved, team

from kuota.capacity.counterexample import Search
from kuota.capacity.judge import Budget, Judge
from kuota.capacity.scenario import Stage
from kuota.capacity.scenario_text import text_of
from kuota.lint.facts import Facts

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {{name: gpu}}
spec:
  targets: {{kueue: {{version: "0.19"}}}}
  kueueConfiguration: {{fairSharing: {{enabled: {fair}}}}}
  topology: {{levels: [rack, kubernetes.io/hostname]}}
  flavors: {{a100: {{nodeLabels: {{model: a100}}{topology}}}}}
  nodes:
    - {{name: n, count: 4, labels: {{model: a100, rack: "r{{index/2}}"}}, allocatable: {{gpu: 4}}}}
  cohorts: {{all: {{}}}}
  priorityClasses: {{low: 1, high: 10}}
  defaults: {{cohort: all}}
"""
quotas = st.sampled_from(["4", "8", "{nominalQuota: 8, lendingLimit: 4}", "{nominalQuota: 0}"])
reclaims = st.sampled_from(["Never", "LowerPriority", "Any"])
gangs = st.sampled_from(
    [
        "podSets: [{count: 2, requests: {gpu: 4}}], topology: {required: rack}",
        "podSets: [{count: 8, requests: {gpu: 1}}], topology: {preferred: rack}",
        "podSets: [{count: 4, requests: {gpu: 1}}]",
        "podSets: [{count: 1, requests: {gpu: 4}}]",
        "podSets: [{count: 5, requests: {gpu: 4}}]",
    ]
)


@settings(max_examples=40, deadline=None)
@given(
    st.booleans(), st.booleans(), st.tuples(quotas, quotas, quotas), reclaims, gangs, st.booleans()
)
def test_what_keeps_a_gang_out_does_so_when_it_is_read_back(
    fair: bool, topology: bool, quota: tuple[str, str, str], reclaim: str, gang: str, urgent: bool
) -> None:
    if not topology:
        gang = gang.partition(", topology")[0]
    priority = "high" if urgent else "low"
    files = {
        "platform.yaml": PLATFORM.format(
            fair=str(fair).lower(), topology=", topology: true" if topology else ""
        ),
        "own.yaml": team(
            "own",
            f"quota: {{a100: {{gpu: {quota[0]}}}}}\n"
            f"preemption: {{reclaimWithinCohort: {reclaim}}}\n"
            f"gangs: [{{name: ddp, priorityClass: {priority}, {gang}}}]",
        ),
        "red.yaml": team("red", f"quota: {{a100: {{gpu: {quota[1]}}}}}"),
        "blue.yaml": team("blue", f"quota: {{a100: {{gpu: {quota[2]}}}}}"),
    }
    judge = Judge(Facts(cluster_of(files), TODAY), Budget(20_000))
    owner = judge.facts.teams["own"]
    verdict = judge.verdict(owner, owner.gangs[0], attack=True)
    search = Search(judge.facts, judge.empty.world, owner, owner.gangs[0], 5_000)
    found = search.run(verdict)
    refused = verdict.level in ("NeverFits", "QuotaOnly") or verdict.counterexample is not None
    assert refused == (found is not None)
    if found is None:
        return
    result = resolved(files | {"found.yaml": text_of(found, "own", "ddp", 1)})
    assert () == result.diagnostics
    (scenario,) = result.policy.scenarios
    assert not Stage(result.policy).run(scenario).ok
