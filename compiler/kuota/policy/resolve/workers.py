"""Queues that a MultiKueue manager's workloads need on its workers.

Source: Kueue pkg/controller/admissionchecks/multikueue, v0.19.2: the remote job keeps its
namespace and its queue name.
"""

from collections.abc import Iterable, Iterator

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors.multikueue import worker_without_queue
from kuota.policy.resolve.checks import MULTIKUEUE_CONFIG
from kuota.policy.team import Team


def worker_queues(clusters: Iterable[Cluster]) -> Iterator[Diagnostic]:
    """Teams that use MultiKueue, without their queue on a worker that has a Platform here."""
    by_name = {cluster.name: cluster for cluster in clusters}
    for manager in by_name.values():
        targets = {
            check.name: _listed(check.parameters.get("clusters"))
            for check in manager.admission_checks
            if check.parameters_kind == MULTIKUEUE_CONFIG
        }
        if not targets:
            continue
        queues = {
            name: {
                (queue.namespace, queue.name)
                for team in cluster.teams
                for queue in team.local_queues
            }
            for name, cluster in by_name.items()
        }
        for team in manager.teams:
            for use in team.admission_checks:
                for worker in targets.get(use.name, ()):
                    if worker in by_name and team.name not in by_name[worker].unresolved:
                        yield from _missing(team, by_name[worker], queues[worker])


def _missing(team: Team, worker: Cluster, known: set[tuple[str, str]]) -> Iterator[Diagnostic]:
    for queue in team.local_queues:
        if (queue.namespace, queue.name) not in known:
            yield worker_without_queue(
                team.name,
                queue.name,
                queue.namespace,
                queue.origin.span,
                worker.name,
                worker.origin.span,
            )


def _listed(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, list | tuple) else ()
