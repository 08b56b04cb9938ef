"""Rules on gangs against the simulated scheduler, on generated clusters with nothing on them."""

import pytest
from hypothesis import HealthCheck, given, settings
from tests.lint.generated import trees
from tests.lint.test_generated import clusters_and_findings
from tests.trees import TODAY

from kuota.capacity.empty import EmptyCluster
from kuota.capacity.verdict import Level
from kuota.diag.model import Severity
from kuota.lint.facts import Facts
from kuota.policy.cluster import Cluster

pytestmark = pytest.mark.property
generated = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def judged(files: dict[str, str]) -> list[tuple[bool, Level, bool]]:
    """For each gang: whether a rule refuses it, how far it gets, whether its queue is stopped."""
    cluster, findings = clusters_and_findings(files)
    refused = {
        finding.span.path
        for finding in findings
        if finding.severity is Severity.ERROR and finding.code.number.startswith(("Q32", "Q33"))
    }
    return list(_verdicts(cluster, refused))


def _verdicts(cluster: Cluster, refused: set[str]) -> list[tuple[bool, Level, bool]]:
    empty = EmptyCluster(Facts(cluster, TODAY))
    return [
        (team.file in refused, empty.judge(team, gang).level, team.stop_policy.value != "None")
        for team in cluster.teams
        for gang in team.gangs
        # Without any node the verdict is about quota alone: it says nothing of topologies.
        if gang.expect.value != "never" and (cluster.nodes or gang.topology is None)
    ]


@generated
@given(trees())
def test_what_a_rule_refuses_never_starts(files: dict[str, str]) -> None:
    started = [level for refused, level, _ in judged(files) if refused]
    assert all(level in (Level.NEVER_FITS, Level.QUOTA_ONLY) for level in started), started


@generated
@given(trees())
def test_what_quota_or_flavors_never_admit_is_refused_by_a_rule(files: dict[str, str]) -> None:
    missed = [
        level
        for refused, level, stopped in judged(files)
        if not refused and not stopped and level is Level.NEVER_FITS
    ]
    assert [] == missed
