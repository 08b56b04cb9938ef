"""What a target module offers as ``TARGET``."""

from collections.abc import Callable
from typing import NamedTuple

from kuota.diag.model import Diagnostic
from kuota.emit.artifact import Artifact
from kuota.policy.cluster import Cluster


class Emitted(NamedTuple):
    """Files to write, in order of path, and what the target cannot express or would refuse."""

    artifacts: tuple[Artifact, ...]
    diagnostics: tuple[Diagnostic, ...]


class Target(NamedTuple):
    """One scheduler to compile for; ``name`` is its key under ``targets`` of a Platform.

    Paths of the artifacts begin with the name of the cluster and of the target.
    """

    name: str
    emit: Callable[[Cluster], Emitted]
