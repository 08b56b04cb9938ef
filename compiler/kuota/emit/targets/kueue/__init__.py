"""Kueue's own objects, in the API version and with the fields of the installed release."""

from kuota.emit.target import Emitted, Target
from kuota.emit.targets.kueue.layout import TARGET_NAME, artifacts
from kuota.emit.targets.kueue.objects import object_files
from kuota.emit.targets.kueue.release_gaps import release_gaps
from kuota.emit.targets.kueue.verify import refusals
from kuota.policy.cluster import Cluster


def emit(cluster: Cluster) -> Emitted:
    """The files of the cluster, and everything that the release would not take as it is meant."""
    files = tuple(object_files(cluster))
    findings = (*release_gaps(cluster), *refusals(cluster, files))
    written = sorted(artifacts(cluster, files), key=lambda artifact: artifact.path)
    return Emitted(tuple(written), findings)


TARGET = Target(TARGET_NAME, emit)
