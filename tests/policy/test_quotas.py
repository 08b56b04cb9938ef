"""Quota tables: groups, exact amounts, grants."""

from datetime import date

import pytest
from tests.trees import PLATFORM, cluster_of, findings_of, resolved, team

from kuota.policy.origin import Source
from kuota.policy.team import Team

FLAVORS = PLATFORM.replace("{a100: {}}", "{a100: {}, h100: {}, spot: {}, hosts: {}}")


def only_team(spec: str, today: date = date(2026, 6, 15)) -> Team:
    result = resolved({"p.yaml": FLAVORS, "t.yaml": team("vision", spec)}, today=today)
    assert () == result.diagnostics
    return result.policy.clusters[0].teams[0]


def groups(spec: str) -> list[tuple[tuple[str, ...], list[str]]]:
    return [
        (group.covered_resources, [flavor.flavor for flavor in group.flavors])
        for group in only_team(spec).resource_groups
    ]


def test_flavors_of_the_same_resources_share_a_group() -> None:
    spec = "quota: {spot: {gpu: 1, cpu: 2}, a100: {cpu: 3, gpu: 4}, hosts: {licence: 1}}"
    assert [(("gpu", "cpu"), ["spot", "a100"]), (("licence",), ["hosts"])] == groups(spec)


def test_quotas_stand_in_the_order_of_the_covered_resources() -> None:
    found = only_team("quota: {spot: {gpu: 1, cpu: 2}, a100: {cpu: 3, gpu: 4}}")
    assert [["gpu", "cpu"], ["gpu", "cpu"]] == [
        [quota.resource for quota in flavor.resources]
        for flavor in found.resource_groups[0].flavors
    ]


def test_written_groups_decide_about_groups_and_order() -> None:
    spec = "quota: {a100: {cpu: 3, gpu: 4}, hosts: {licence: 1}}\n"
    spec += "resourceGroups: [[licence], [gpu, cpu]]"
    assert [(("licence",), ["hosts"]), (("gpu", "cpu"), ["a100"])] == groups(spec)


def test_flavors_that_share_only_some_resources() -> None:
    spec = "quota:\n  a100: {gpu: 4, cpu: 3}\n  spot: {gpu: 1}"
    assert (
        "t.yaml:7 error Q220 flavor spot has no quota for cpu, flavor a100 has\n"
        "    label: without cpu\n"
        "    t.yaml:6 quota in a100\n"
        "    note: both have gpu, so they are in one group and need the same resources\n"
        "    help: write cpu for spot too; 0 is an amount\n"
    ) == findings_of({"p.yaml": FLAVORS, "t.yaml": team("vision", spec)})


@pytest.mark.parametrize(
    ("grouping", "headline"),
    [
        ("[[gpu, cpu, ram]]", "resource ram of a resource group has no quota"),
        ("[[gpu]]", "resource cpu of flavor a100 is in no resource group"),
        ("[[gpu], [cpu]]", "flavor a100 is in two resource groups"),
    ],
)
def test_written_groups_that_do_not_fit(grouping: str, headline: str) -> None:
    spec = f"quota: {{a100: {{cpu: 3, gpu: 4}}}}\nresourceGroups: {grouping}"
    result = resolved({"p.yaml": FLAVORS, "t.yaml": team("vision", spec)})
    assert [("Q221", headline)] == [
        (finding.code.number, finding.headline) for finding in result.diagnostics
    ]


def test_a_flavor_must_have_all_of_its_written_group() -> None:
    spec = "quota: {a100: {cpu: 3, gpu: 4}, h100: {gpu: 1}}\nresourceGroups: [[gpu, cpu]]"
    result = resolved({"p.yaml": FLAVORS, "t.yaml": team("vision", spec)})
    assert ["flavor h100 has no quota for cpu of its resource group"] == [
        finding.headline for finding in result.diagnostics
    ]


@pytest.mark.parametrize(
    ("resource", "written", "units", "text"),
    [
        ("cpu", "1500m", 1500, "1500m"),
        ("cpu", "0.5", 500, "500m"),
        ("cpu", "64", 64000, "64"),
        ("memory", "768Gi", 768 * 2**30, "768Gi"),
        ("memory", "1024Mi", 2**30, "1Gi"),
        ("nvidia.com/gpu", "1e1", 10, "1e1"),
        ("nvidia.com/gpu", "1000", 1000, "1k"),
    ],
)
def test_amounts_are_exact(resource: str, written: str, units: int, text: str) -> None:
    quota = only_team(f"quota: {{a100: {{{resource}: {written}}}}}").resource_groups[0].flavors[0]
    nominal = quota.resources[0].nominal
    assert (units, text.replace("1e1", "10")) == (
        nominal.units,
        str(nominal.quantity).replace("1e1", "10"),
    )


GRANT = """\
quota: {a100: {gpu: {nominalQuota: 8, lendingLimit: 8}, memory: 64Gi}}
grants:
  - {until: 2026-06-15, quota: {a100: {gpu: 4, memory: 512Mi}}, reason: launch}
  - {until: 2026-07-31, quota: {a100: {gpu: 1}}, reason: backlog}
"""


@pytest.mark.parametrize(
    ("today", "units"),
    [
        (date(2026, 6, 15), 13),
        (date(2026, 6, 16), 9),
        (date(2026, 7, 31), 9),
        (date(2026, 8, 1), 8),
    ],
)
def test_a_grant_holds_through_its_last_day(today: date, units: int) -> None:
    gpu = only_team(GRANT, today).resource_groups[0].flavors[0].resources[0]
    assert (units, 8) == (gpu.nominal.units, gpu.base.units)


def test_the_origin_of_a_granted_amount_says_so() -> None:
    gpu, memory = only_team(GRANT, date(2026, 7, 1)).resource_groups[0].flavors[0].resources
    assert Source.GRANT is gpu.nominal.origin.source
    assert gpu.base.origin.span == gpu.nominal.origin.span
    assert Source.TEAM is memory.nominal.origin.source


def test_expired_grants_stay_in_the_policy() -> None:
    assert [True, False] == [
        grant.active for grant in reversed(only_team(GRANT, date(2026, 7, 1)).grants)
    ]


@pytest.mark.parametrize(
    ("quota", "headline"),
    [
        ("{a10: {gpu: 1}}", "the grant adds to flavor a10, which the team has no quota for"),
        (
            "{a100: {gpus: 1}}",
            "the grant adds to gpus of flavor a100, which the team has no quota for",
        ),
    ],
)
def test_a_grant_needs_a_quota_to_add_to(quota: str, headline: str) -> None:
    spec = "quota: {a100: {gpu: 8}}\n"
    spec += f"grants: [{{until: 2027-01-01, quota: {quota}, reason: launch}}]"
    (finding,) = resolved({"p.yaml": FLAVORS, "t.yaml": team("vision", spec)}).diagnostics
    assert ("Q222", headline) == (finding.code.number, finding.headline)
    assert finding.help.startswith("did you mean")


def test_a_team_without_quota_anywhere() -> None:
    files = {"p.yaml": PLATFORM, "t.yaml": team("vision", "owners: [someone]")}
    assert (
        "t.yaml:3 error Q219 team vision has no quota on any cluster\n"
        "    help: write `quota`: a flavor, a resource and an amount\n"
    ) == findings_of(files)


def test_a_check_for_a_flavor_that_the_team_lacks() -> None:
    platform = FLAVORS + "  admissionChecks: {c: {controllerName: example.com/c}}\n"
    spec = "quota: {a100: {gpu: 8}}\nadmissionChecks: [{name: c, onFlavors: [a10]}]"
    assert (
        "t.yaml:6 error Q223 admission check c is for flavor a10, which the team has no quota for\n"
        "    label: not in quota\n"
        "    help: did you mean a100?\n"
    ) == findings_of({"p.yaml": platform, "t.yaml": team("vision", spec)})


def test_quota_of_a_cohort() -> None:
    platform = PLATFORM + "  cohorts: {ml: {quota: {a100: {gpu: 4, cpu: 8}}}}\n"
    (cohort,) = cluster_of({"p.yaml": platform}).cohorts
    (group,) = cohort.resource_groups
    assert [("gpu", 4), ("cpu", 8000)] == [
        (quota.resource, quota.nominal.units) for quota in group.flavors[0].resources
    ]
