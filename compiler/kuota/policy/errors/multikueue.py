"""Findings about admission checks and worker clusters."""

from collections.abc import Iterable

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.policy.errors.reference import finding
from kuota.source.span import Span

UNKNOWN_WORKER = Kind(
    Code("Q209", "unknown-worker"),
    Severity.ERROR,
    """A MultiKueue check names a worker that the platform does not list.

What it finds
    A name under `multiKueue.clusters` of an admission check missing under `multikueue.workers`.
Why it matters
    Without its MultiKueueCluster the check is inactive, and so is every queue that asks for it.
How to fix
    Correct the name, or list the worker.
""",
)
WORKER_WITHOUT_QUEUE = Kind(
    Code("Q230", "worker-without-queue"),
    Severity.WARNING,
    """A worker cluster lacks the LocalQueue that its manager sends workloads to.

What it finds
    A queue of a team that uses MultiKueue, missing on a worker whose Platform is in the tree.
Why it matters
    MultiKueue makes the same job, with the same queue name, in the same namespace of the
    worker. Without the queue it waits there for ever.
How to fix
    Give the team quota on the worker, with the same namespaces and queues; or leave the worker
    out of the check.
""",
)

KINDS = (UNKNOWN_WORKER, WORKER_WITHOUT_QUEUE)


def unknown_worker(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A worker that the platform does not list."""
    return finding(
        UNKNOWN_WORKER,
        span,
        f"worker {name} is not listed under multikueue.workers",
        help=suggestion(name, known) or "list it under `multikueue.workers`",
    )


def worker_without_queue(
    team: str, queue: str, namespace: str, span: Span, worker: str, platform: Span
) -> Diagnostic:
    """A queue that the worker lacks."""
    return finding(
        WORKER_WITHOUT_QUEUE,
        span,
        f"worker {worker} has no queue {queue} in namespace {namespace} for team {team}",
        label="sent to the workers from here",
        others=(Label(platform, f"worker {worker}"),),
        note="MultiKueue makes the job there with the same queue name; without it, it waits",
        help=f"give {team} quota and this queue on {worker}",
    )
