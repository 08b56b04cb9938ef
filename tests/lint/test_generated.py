"""Laws of the rules on generated clusters."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.lint.generated import trees
from tests.trees import TODAY, items_of

from kuota.diag.model import Diagnostic
from kuota.lint.engine import run
from kuota.lint.facts import Facts
from kuota.lint.inventory import offers, selects
from kuota.policy.cluster import Cluster
from kuota.policy.resolve import resolve
from kuota.policy.team import PodSet, Team
from kuota.policy.tree import team_node
from kuota.source.files import SourceFile

pytestmark = pytest.mark.property
generated = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def clusters_and_findings(files: dict[str, str]) -> tuple[Cluster, tuple[Diagnostic, ...]]:
    items = items_of([SourceFile(path, text) for path, text in files.items()])
    policy = resolve(items, TODAY).policy
    return policy.clusters[0], run(policy)


@generated
@given(trees())
def test_no_rule_fails_and_all_wording_keeps_to_its_law(files: dict[str, str]) -> None:
    for finding in clusters_and_findings(files)[1]:
        assert not finding.code.number.startswith("Q9"), finding.note
        assert len(finding.headline) <= 100, finding.headline
        assert 0 < len(finding.label) <= 40, finding.label
        assert all(len(other.text) <= 40 for other in finding.others)
        assert finding.note
        assert finding.help


@generated
@given(trees(), st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_order_of_files(
    files: dict[str, str], random: Random
) -> None:
    paths = list(files)
    random.shuffle(paths)
    shuffled = clusters_and_findings({path: files[path] for path in paths})[1]
    assert clusters_and_findings(files)[1] == shuffled


@generated
@given(trees())
def test_quota_exceeds_capacity_exactly_where_team_quotas_pass_the_nodes(
    files: dict[str, str],
) -> None:
    cluster, findings = clusters_and_findings(files)
    expected = set()
    for flavor in cluster.flavors:
        nodes = [node for node in cluster.nodes if selects(flavor, node)]
        for resource in ("nvidia.com/gpu", "cpu", "memory"):
            known = any(resource in node.allocatable for node in cluster.nodes)
            total = sum(_nominal(team, flavor.name, resource) for team in cluster.teams)
            if nodes and known and total > sum(offers(node, resource) for node in nodes):
                expected.add((flavor.name, resource))
    found = [f.headline.split() for f in findings if f.code.number == "Q301"]
    assert expected == {(words[2], words[7].rstrip(",")) for words in found}


@generated
@given(trees())
def test_a_gang_exceeds_its_reach_only_if_some_pod_set_or_sum_does(files: dict[str, str]) -> None:
    cluster, findings = clusters_and_findings(files)
    flagged = {f.span.path for f in findings if f.code.number == "Q320"}
    for team in cluster.teams:
        if team.gangs and team.gangs[0].expect.value != "never" and _fits_one_flavor(cluster, team):
            assert team.file not in flagged


def _nominal(team: Team, flavor: str, resource: str) -> int:
    return sum(
        quota.nominal.units
        for group in team.resource_groups
        for quotas in group.flavors
        for quota in quotas.resources
        if (quotas.flavor, quota.resource) == (flavor, resource)
    )


def _fits_one_flavor(cluster: Cluster, team: Team) -> bool:
    """Whether each flavor alone reaches what the whole gang asks, so that no choice is wrong."""
    facts, gang = Facts(cluster, TODAY), team.gangs[0]
    return all(
        sum(pods.count * _asked(pods, name) for pods in gang.pod_sets)
        <= facts.tree.potential(team_node(team.name), (quotas.flavor, name))
        for quotas in team.resource_groups[0].flavors
        for name in ("nvidia.com/gpu", "cpu", "memory")
    )


def _asked(pods: PodSet, resource: str) -> int:
    return pods.requests[resource].units if resource in pods.requests else 0
