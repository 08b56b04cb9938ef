"""Names that nothing answers to: where they are told, and what is offered instead."""

from tests.trees import PLATFORM, findings_of, resolved, team

COHORTS = PLATFORM + "  cohorts: {ml-shared: {}, ml-batch: {}}\n"


def test_unknown_flavor_of_a_team() -> None:
    files = {"p.yaml": PLATFORM, "t.yaml": team("vision", "quota: {a10: {nvidia.com/gpu: 8}}")}
    assert (
        "t.yaml:5 error Q201 flavor a10 does not exist\n"
        "    label: not among the platform's flavors\n"
        "    help: did you mean a100?\n"
    ) == findings_of(files)


def test_unknown_flavor_of_a_cohort() -> None:
    platform = PLATFORM + "  cohorts: {ml: {quota: {h100: {nvidia.com/gpu: 8}}}}\n"
    assert findings_of({"p.yaml": platform}).startswith(
        "p.yaml:7 error Q201 flavor h100 does not exist\n"
    )


def test_unknown_cohort_where_cohorts_are_declared() -> None:
    spec = "cohort: ml-sharde\nquota: {a100: {nvidia.com/gpu: 8}}"
    assert (
        "t.yaml:5 error Q202 cohort ml-sharde is not declared\n"
        "    label: no such cohort\n"
        "    p.yaml:7 the cohorts are declared here\n"
        "    note: Kueue accepts any name: the queue would be alone in a cohort of its own\n"
        "    help: did you mean ml-shared?\n"
    ) == findings_of({"p.yaml": COHORTS, "t.yaml": team("vision", spec)})


def test_any_cohort_is_fine_where_none_is_declared() -> None:
    spec = "cohort: anything\nquota: {a100: {nvidia.com/gpu: 8}}"
    result = resolved({"p.yaml": PLATFORM, "t.yaml": team("vision", spec)})
    assert () == result.diagnostics
    (cluster,) = result.policy.clusters
    assert [("anything", False)] == [(each.name, each.declared) for each in cluster.cohorts]


def test_unknown_parent_of_a_cohort() -> None:
    platform = PLATFORM + "  cohorts: {org: {}, ml: {parent: ogr}}\n"
    assert findings_of({"p.yaml": platform}).startswith(
        "p.yaml:7 error Q202 cohort ogr is not declared\n"
    )


def test_unknown_cohort_of_the_defaults_is_told_once() -> None:
    files = {
        "p.yaml": COHORTS + "  defaults: {cohort: nope}\n",
        "a.yaml": team("a"),
        "b.yaml": team("b"),
    }
    assert ["p.yaml:8"] == [
        f"{finding.span.path}:{finding.span.start.line}" for finding in resolved(files).diagnostics
    ]


def test_cohort_cycle_names_all_of_its_members() -> None:
    cohorts = "  cohorts:\n    c: {parent: a}\n    b: {parent: c}\n    a: {parent: b}\n"
    cohorts += "    d: {parent: a}\n"
    assert (
        "p.yaml:10 error Q203 cohorts form a cycle: a -> b -> c -> a\n"
        "    label: parent of a\n"
        "    p.yaml:9 parent of b\n"
        "    p.yaml:8 parent of c\n"
        "    note: Kueue turns every queue below them off (inactive) while the cycle stands\n"
        "    help: remove one of these parents\n"
    ) == findings_of({"p.yaml": PLATFORM + cohorts})


def test_cohort_that_is_its_own_parent() -> None:
    platform = PLATFORM + "  cohorts: {ml: {parent: ml}}\n"
    assert "cohort ml is its own parent" in findings_of({"p.yaml": platform})


def test_two_cycles_are_two_findings() -> None:
    cohorts = "a: {parent: b}, b: {parent: a}, x: {parent: y}, y: {parent: x}"
    result = resolved({"p.yaml": PLATFORM + f"  cohorts: {{{cohorts}}}\n"})
    assert ["cohorts form a cycle: a -> b -> a", "cohorts form a cycle: x -> y -> x"] == [
        finding.headline for finding in result.diagnostics
    ]


def test_unknown_topology_of_a_flavor() -> None:
    platform = PLATFORM.replace("{a100: {}}", "{a100: {topology: dfault}}")
    platform += "  topology: {levels: [rack]}\n"
    assert (
        "p.yaml:6 error Q204 topology dfault does not exist\n"
        "    label: no such topology\n"
        "    help: did you mean default?\n"
    ) == findings_of({"p.yaml": platform})


def test_topology_true_needs_a_topology() -> None:
    platform = PLATFORM.replace("{a100: {}}", "{a100: {topology: true}}")
    assert (
        "p.yaml:6 error Q204 topology: true has no topology to stand for\n"
        "    note: true stands for the Platform's `topology`, or for its only one under"
        " `topologies`\n"
        "    help: declare `topology` in the Platform\n"
    ) == findings_of({"p.yaml": platform})


def test_topology_true_is_the_only_one() -> None:
    platform = PLATFORM.replace("{a100: {}}", "{a100: {topology: true}}")
    platform += "  topologies: {racks: {levels: [rack]}}\n"
    (cluster,) = resolved({"p.yaml": platform}).policy.clusters
    topology = cluster.flavors[0].topology
    assert topology is not None
    assert "racks" == topology.value


def test_topology_true_does_not_choose_between_several() -> None:
    platform = PLATFORM.replace("{a100: {}}", "{a100: {topology: true}}")
    platform += "  topologies: {racks: {levels: [rack]}, blocks: {levels: [block]}}\n"
    assert "could be any of 2 topologies" in findings_of({"p.yaml": platform})


GANG = """\
quota: {a100: {nvidia.com/gpu: 8}}
gangs:
  - name: ddp
    podSets: [{count: 8, requests: {nvidia.com/gpu: 1}}]
"""


def test_gang_for_a_queue_that_its_team_lacks() -> None:
    text = team("vision", GANG + "    queue: visoin")
    assert (
        "t.yaml:9 error Q207 gang ddp is for queue visoin, which does not exist\n"
        "    label: not among the team's queues\n"
        "    help: did you mean vision?\n"
    ) == findings_of({"p.yaml": PLATFORM, "t.yaml": text})


def test_gang_with_an_unknown_priority_class() -> None:
    platform = PLATFORM + "  priorityClasses: {normal: 500, high: 1000}\n"
    text = team("vision", GANG + "    priorityClass: hihg")
    assert (
        "t.yaml:9 error Q205 priority class hihg does not exist\n"
        "    label: not among the platform's classes\n"
        "    note: Kueue makes no Workload for a job with an unknown class: it stays suspended\n"
        "    help: did you mean high?\n"
    ) == findings_of({"p.yaml": platform, "t.yaml": text})


def test_gang_with_an_unknown_topology_level() -> None:
    platform = PLATFORM + "  topology: {levels: [example.com/rack, kubernetes.io/hostname]}\n"
    text = team("vision", GANG + "    topology: {required: example.com/rac}")
    assert (
        "t.yaml:9 error Q210 example.com/rac is not a level of any topology\n"
        "    label: no such level\n"
        "    help: did you mean example.com/rack?\n"
    ) == findings_of({"p.yaml": platform, "t.yaml": text})


def test_rule_about_an_unknown_priority_class_and_team() -> None:
    platform = PLATFORM + "  priorityClasses: {high: 1}\n  rules:\n    priorityClasses:\n"
    platform += "      hgih: {teams: [vision]}\n      high: {teams: [visoin]}\n"
    assert (
        "p.yaml:10 error Q205 priority class hgih does not exist\n"
        "    label: not among the platform's classes\n"
        "    note: Kueue makes no Workload for a job with an unknown class: it stays suspended\n"
        "    help: did you mean high?\n"
        "p.yaml:11 warning Q211 team visoin does not exist\n"
        "    help: did you mean vision?\n"
    ) == findings_of({"p.yaml": platform, "t.yaml": team("vision")})


def test_unknown_admission_check() -> None:
    platform = PLATFORM + "  admissionChecks: {budget: {controllerName: example.com/budget}}\n"
    spec = "quota: {a100: {nvidia.com/gpu: 8}}\nadmissionChecks: [budgte]"
    assert (
        "t.yaml:6 error Q206 admission check budgte does not exist\n"
        "    label: not among the platform's checks\n"
        "    note: Kueue turns the queue off: AdmissionCheckNotFound\n"
        "    help: did you mean budget?\n"
    ) == findings_of({"p.yaml": platform, "t.yaml": team("vision", spec)})


def test_section_for_an_unknown_cluster() -> None:
    spec = "quota: {a100: {nvidia.com/gpu: 8}}\nclusters: {gpuu: {stopPolicy: Hold}}"
    assert (
        "t.yaml:6 error Q208 cluster gpuu does not exist\n"
        "    label: no Platform has this name\n"
        "    help: did you mean gpu?\n"
    ) == findings_of({"p.yaml": PLATFORM, "t.yaml": team("vision", spec)})


def test_section_for_a_cluster_whose_platform_was_refused_is_no_second_finding() -> None:
    spec = "clusters: {gpu: {quota: {a100: {nvidia.com/gpu: 8}}}}"
    files = {"p.yaml": PLATFORM + "  typo: 1\n", "t.yaml": team("vision", spec)}
    assert "" == findings_of(files, sound=False)


def test_teams_without_any_platform() -> None:
    assert (
        "a.yaml:3 error Q218 2 teams and no Platform\n"
        "    label: which cluster is it for?\n"
        "    help: add the Platform's folder to the paths, or write a document of kind Platform\n"
    ) == findings_of({"a.yaml": team("a"), "b.yaml": team("b")})


def test_a_team_with_a_wrong_gang_or_check_is_still_counted_without_it() -> None:
    spec = "\n".join(
        [
            "quota: {a100: {gpu: 8}}",
            "queues: [{name: q, namespaces: [elsewhere]}, r]",
            "admissionChecks: [nope]",
            "gangs:",
            "  - {name: good, podSets: [{count: 1, requests: {gpu: 1}}], queue: q}",
            "  - {name: bad, podSets: [{count: 1, requests: {gpu: 1}}], queue: nope}",
        ]
    )
    result = resolved({"p.yaml": PLATFORM, "t.yaml": team("vision", spec)})
    assert ["Q216", "Q206", "Q207"] == [finding.code.number for finding in result.diagnostics]
    (cluster,) = result.policy.clusters
    (found,) = cluster.teams
    assert (["good"], ["r"], (), ()) == (
        [gang.name for gang in found.gangs],
        [queue.name for queue in found.local_queues],
        found.admission_checks,
        cluster.unresolved,
    )


def test_a_team_whose_quota_or_cohort_is_in_doubt_is_not_counted() -> None:
    files = {
        "p.yaml": COHORTS,
        "a.yaml": team("flavor", "quota: {a10: {gpu: 8}}"),
        "b.yaml": team("cohort", "cohort: nope\nquota: {a100: {gpu: 8}}"),
        "c.yaml": team(
            "grant",
            "quota: {a100: {gpu: 8}}\n"
            "grants: [{until: 2027-01-01, reason: x, quota: {a100: {cpu: 1}}}]",
        ),
        "d.yaml": team("sound"),
    }
    (cluster,) = resolved(files).policy.clusters
    assert (["sound"], ("cohort", "flavor", "grant")) == (
        [each.name for each in cluster.teams],
        cluster.unresolved,
    )
