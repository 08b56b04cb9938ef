"""A LocalQueue called default stands in a namespace that Kueue does not manage.

What it finds
    A LocalQueue named `default` in a namespace that `managedJobsNamespaceSelector` leaves out,
    as far as the name of the namespace decides it.
Why it matters
    Jobs without a queue name get the default queue and are suspended, but no Workload is made for
    them: they stay suspended for ever.
How to fix
    Let the selector include the namespace, or give the queue another name.
Example
    Bad:
        managedJobsNamespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}
    Good:
        managedJobsNamespaceSelector: {matchLabels: {kubernetes.io/metadata.name: alpha}}
Sources
    kubernetes-sigs/kueue issue 13374.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.namespaces import selects_namespace
from kuota.lint.rule import Rule
from kuota.policy.team import LocalQueue, Team

_UNMANAGED = ("kube-system", "kueue-system")
"""What Kueue's own default selector leaves out."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    selector = facts.cluster.configuration.managed_jobs_namespace_selector
    for team in facts.cluster.teams:
        for queue in team.local_queues:
            if queue.name != "default":
                continue
            managed = queue.namespace not in _UNMANAGED
            if selector is not None:
                managed = selects_namespace(selector, queue.namespace) is not False
            if not managed:
                yield _unmanaged(team, queue)


def _unmanaged(team: Team, queue: LocalQueue) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=queue.origin.span,
        headline=f"queue default of {team.name} is in namespace {queue.namespace}, which Kueue "
        "does not manage",
        label="jobs would stay suspended",
        note="managedJobsNamespaceSelector leaves the namespace out: its jobs get the default "
        "queue and are suspended, but no Workload is made for them",
        help="let managedJobsNamespaceSelector include it, or give the queue another name",
    )


RULE = Rule(Code("Q244", "default-queue-unmanaged"), Severity.ERROR, since="0.1", check=check)
