"""Who decides a setting: the section for a cluster, the team, the platform, Kueue."""

from tests.trees import PLATFORM, cluster_of, resolved, team

from kuota.policy.effective import effective
from kuota.policy.origin import Source
from kuota.policy.team import Team

DEFAULTS = """\
  defaults:
    cohort: ml
    preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}
    fairSharing: {weight: 2}
"""
SPEC = """\
quota: {a100: {gpu: 8}}
preemption: {reclaimWithinCohort: LowerPriority}
clusters: {gpu: {preemption: {withinClusterQueue: Never}, stopPolicy: Hold}}
"""


def only_team(platform: str, spec: str) -> Team:
    return cluster_of({"p.yaml": platform, "t.yaml": team("vision", spec)}).teams[0]


def test_every_value_with_its_origin() -> None:
    found = only_team(PLATFORM + DEFAULTS, SPEC)
    assert [
        ("cohort", "ml", Source.PLATFORM, "p.yaml", 8),
        ("namespaces/0", "vision", Source.KUOTA, "t.yaml", 3),
        ("quota/a100/gpu/nominalQuota", "8", Source.TEAM, "t.yaml", 5),
        ("quota/a100/gpu/borrowingLimit", "unlimited", Source.KUEUE, "t.yaml", 5),
        ("quota/a100/gpu/lendingLimit", "unlimited", Source.KUEUE, "t.yaml", 5),
        ("queues/vision/vision", "vision", Source.KUOTA, "t.yaml", 3),
        ("queues/vision/vision/stopPolicy", "None", Source.KUEUE, "t.yaml", 3),
        ("queueingStrategy", "BestEffortFIFO", Source.KUEUE, "t.yaml", 3),
        ("preemption/withinClusterQueue", "Never", Source.CLUSTER, "t.yaml", 7),
        ("preemption/reclaimWithinCohort", "LowerPriority", Source.TEAM, "t.yaml", 6),
        ("preemption/borrowWithinCohort/policy", "Never", Source.KUEUE, "t.yaml", 3),
        ("flavorFungibility/whenCanBorrow", "MayStopSearch", Source.KUEUE, "t.yaml", 3),
        ("flavorFungibility/whenCanPreempt", "TryNextFlavor", Source.KUEUE, "t.yaml", 3),
        ("fairSharing/weight", "2", Source.PLATFORM, "p.yaml", 10),
        ("stopPolicy", "Hold", Source.CLUSTER, "t.yaml", 7),
    ] == [
        (
            "/".join(str(part) for part in each.path),
            each.value,
            each.origin.source,
            each.origin.span.path,
            each.origin.span.start.line,
        )
        for each in effective(found)
    ]


def test_a_threshold_belongs_to_the_policy_it_was_written_with() -> None:
    borrow = "{policy: LowerPriority, maxPriorityThreshold: 9}"
    defaults = f"  defaults: {{preemption: {{borrowWithinCohort: {borrow}}}}}\n"
    spec = "quota: {a100: {gpu: 8}}\npreemption: {borrowWithinCohort: {policy: Never}}"
    preemption = only_team(PLATFORM + defaults, spec).preemption
    assert "Never" == preemption.borrow_within_cohort.value
    assert preemption.max_priority_threshold is None


def test_old_spellings_of_fungibility_are_the_new_value() -> None:
    spec = "quota: {a100: {gpu: 8}}\n"
    spec += "flavorFungibility: {whenCanBorrow: Borrow, whenCanPreempt: Preempt}"
    fungibility = only_team(PLATFORM, spec).flavor_fungibility
    assert ("MayStopSearch", "MayStopSearch") == (
        fungibility.when_can_borrow.value,
        fungibility.when_can_preempt.value,
    )


WEIGHTED = "quota: {a100: {gpu: 8}}\nqueues: [{name: q, fairSharing: {weight: 3}}]"
USAGE = "  kueueConfiguration: {admissionFairSharing: {usageHalfLifeTime: 1h}}\n"


def test_a_weight_of_a_local_queue_switches_usage_based_admission_on() -> None:
    mode = only_team(PLATFORM + USAGE, WEIGHTED).admission_mode
    assert mode is not None
    assert ("UsageBasedAdmissionFairSharing", Source.KUOTA, 6) == (
        mode.value,
        mode.origin.source,
        mode.origin.span.start.line,
    )


def test_without_a_weight_the_admission_scope_is_left_alone() -> None:
    assert only_team(PLATFORM + USAGE, "quota: {a100: {gpu: 8}}").admission_mode is None


def test_where_kueue_has_no_admission_fair_sharing_nothing_is_switched_on() -> None:
    assert only_team(PLATFORM, WEIGHTED).admission_mode is None


def test_a_written_scope_is_respected() -> None:
    spec = WEIGHTED + "\nadmissionScope: {admissionMode: NoAdmissionFairSharing}"
    mode = only_team(PLATFORM + USAGE, spec).admission_mode
    assert mode is not None
    assert "NoAdmissionFairSharing" == mode.value


TWO = PLATFORM + "---\n" + PLATFORM.replace("name: gpu", "name: big")


def test_a_team_is_on_the_clusters_where_it_has_quota() -> None:
    files = {
        "p.yaml": TWO,
        "a.yaml": team("everywhere"),
        "b.yaml": team("one", "clusters: {big: {quota: {a100: {gpu: 1}}}}"),
    }
    assert {"big": ["everywhere", "one"], "gpu": ["everywhere"]} == {
        cluster.name: [each.name for each in cluster.teams]
        for cluster in resolved(files).policy.clusters
    }


def test_the_quota_of_a_section_stands_in_place_of_the_teams() -> None:
    spec = "quota: {a100: {gpu: 8, cpu: 4}}\nclusters: {big: {quota: {a100: {gpu: 64}}}}"
    found = {
        cluster.name: [
            (quota.resource, quota.nominal.units)
            for quota in cluster.teams[0].resource_groups[0].flavors[0].resources
        ]
        for cluster in resolved({"p.yaml": TWO, "t.yaml": team("vision", spec)}).policy.clusters
    }
    assert {"big": [("gpu", 64)], "gpu": [("gpu", 8), ("cpu", 4000)]} == found


def test_queues_stand_in_each_namespace_unless_they_name_some() -> None:
    spec = "quota: {a100: {gpu: 8}}\nnamespaces: [b, a]\nqueues: [x, {name: y, namespaces: [a]}]"
    found = only_team(PLATFORM, spec)
    assert [("b", "x"), ("a", "x"), ("a", "y")] == [
        (queue.namespace, queue.name) for queue in found.local_queues
    ]
