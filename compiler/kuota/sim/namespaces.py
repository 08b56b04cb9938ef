"""The namespaces of the cluster and their labels."""

from collections.abc import Mapping
from typing import Final

from kuota.sim.label_selector import LabelSelector
from kuota.sim.model import (
    Workload,
)

NOT_SELECTED: Final = "workload namespace doesn't match ClusterQueue selector"


class Namespaces:
    """Labels by namespace.

    ``assumed``: when no namespace is described at all, every one exists and is selected.
    """

    __slots__ = ("labels", "open")

    def __init__(self, labels: Mapping[str, Mapping[str, str]], assumed: bool = True) -> None:
        self.labels: dict[str, dict[str, str]] = {
            name: {"kubernetes.io/metadata.name": name, **found} for name, found in labels.items()
        }
        self.open = assumed and not labels

    def exists(self, name: str) -> bool:
        """Whether the namespace exists."""
        return self.open or name in self.labels

    def problem(self, workload: Workload, selector: LabelSelector) -> str:
        """Why namespace or requests forbid to admit the workload; empty when they do not.

        Source: Kueue pkg/workload/resources.go, ValidateAdmissibility, v0.19.2.
        """
        if not self.exists(workload.namespace):
            name = workload.namespace
            return f'workload namespace "{name}" does not exist: namespaces "{name}" not found'
        if not self.matches(workload.namespace, selector):
            return NOT_SELECTED
        if workload.resource_violations:
            return workload.resource_violations[0]
        return ""

    def matches(self, name: str, selector: LabelSelector) -> bool:
        """Whether the namespace exists and the selector selects it."""
        if self.open:
            return not selector.absent
        labels = self.labels.get(name)
        return labels is not None and selector.matches(labels)
