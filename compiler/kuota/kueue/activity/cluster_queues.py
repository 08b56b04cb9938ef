"""Cluster queues that admit nothing.

Source: Kueue pkg/cache/scheduler/clusterqueue.go, updateQueueStatus, inactiveReason,
updateFlavorMetadata and updateWithAdmissionChecks, v0.19.2; MultiKueueWithProvisioningRequest since
v0.16.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kuota.kueue.activity.admission_checks import MULTIKUEUE, PROVISIONING
from kuota.kueue.activity.cohorts import Cycles
from kuota.kueue.activity.index import (
    Entry,
    Inactivity,
    Index,
    ObjectRef,
    entries,
    flavor_places,
    mapping,
    text,
)
from kuota.kueue.near import choice
from kuota.kueue.release import Release
from kuota.kueue.violation import Pointer


def cluster_queue_states(
    index: Index, release: Release, checks: Sequence[Inactivity], cycles: Cycles
) -> list[Inactivity]:
    """Every reason of every queue, and the flavors whose topology does not exist."""
    dead_checks = {state.object.name for state in checks if state.reason != "SomeActiveClusters"}
    found: list[Inactivity] = []
    excused: set[str] = set()
    used: set[str] = set()
    for queue in index.of("ClusterQueue"):
        reader = _Queue(queue, index, release)
        found += reader.stopped()
        found += reader.missing_flavors()
        found += reader.check_states(dead_checks)
        found += reader.topology_states()
        found += reader.cycle_states(cycles)
        found += reader.selector_states()
        (excused if reader.multikueue else used).update(reader.flavors)
    if release.gate("TopologyAwareScheduling"):
        for flavor in index.of("ResourceFlavor"):
            if flavor.ref.name in used or flavor.ref.name not in excused:
                found += _topology_missing(flavor, index)
    return found


def _topology_missing(flavor: Entry, index: Index) -> Iterator[Inactivity]:
    name = text(flavor.spec.get("topologyName"))
    if name is None or index.get("Topology", name) is not None:
        return
    known = index.names("Topology")
    near = index.near("Topology", name)
    yield Inactivity(
        flavor.index,
        flavor.ref,
        "TopologyNotFound",
        ("spec", "topologyName"),
        False,
        f"there is no Topology {name}",
        "every ClusterQueue with this flavor stays inactive",
        choice(near, known, "topologies"),
        name,
        near,
    )


class _Queue:
    """One queue with what it refers to."""

    def __init__(self, entry: Entry, index: Index, release: Release) -> None:
        self.entry, self.index, self.release = entry, index, release
        self.flavors = dict(flavor_places(entry.spec))
        self.checks = list(self._check_places())
        self.multikueue = self._of_controller(MULTIKUEUE)

    def _state(
        self, reason: str, pointer: Pointer, headline: str, note: str = "", **more: Any
    ) -> Inactivity:
        at_key = more.pop("at_key", False)
        entry = self.entry
        return Inactivity(entry.index, entry.ref, reason, pointer, at_key, headline, note, **more)

    def _check_places(self) -> Iterator[tuple[str, frozenset[str], Pointer]]:
        """The admission checks of the queue: name, flavors (all when none are named), place."""
        spec = self.entry.spec
        for at, check in entries(
            mapping(spec.get("admissionChecksStrategy")).get("admissionChecks")
        ):
            name = text(mapping(check).get("name"))
            if name is None:
                continue
            on_flavors = frozenset(str(f) for _, f in entries(mapping(check).get("onFlavors")))
            place: Pointer = ("spec", "admissionChecksStrategy", "admissionChecks", at)
            yield name, on_flavors or frozenset(self.flavors), place

    def _of_controller(self, controller: str) -> list[tuple[str, Pointer]]:
        found = []
        for name, _, place in self.checks:
            check = self.index.get("AdmissionCheck", name)
            if check is not None and check.spec.get("controllerName") == controller:
                found.append((name, place))
        return sorted(found)

    def stopped(self) -> Iterator[Inactivity]:
        policy = self.entry.spec.get("stopPolicy")
        if policy in ("Hold", "HoldAndDrain"):
            effect = " and evicts what runs" if policy == "HoldAndDrain" else ""
            yield self._state(
                "Stopped",
                ("spec", "stopPolicy"),
                f"queue {self.entry.ref.name} is stopped by stopPolicy {policy}",
                f"it admits nothing{effect}",
                help="set stopPolicy to None to open it",
            )

    def missing_flavors(self) -> Iterator[Inactivity]:
        known = self.index.names("ResourceFlavor")
        for name, place in self.flavors.items():
            if self.index.get("ResourceFlavor", name) is None:
                near = self.index.near("ResourceFlavor", name)
                yield self._state(
                    "FlavorNotFound",
                    place,
                    f"there is no ResourceFlavor {name}",
                    f"queue {self.entry.ref.name} stays inactive without it",
                    help=choice(near, known, "flavors"),
                    missing=name,
                    near=near,
                )

    def check_states(self, dead: set[str]) -> Iterator[Inactivity]:
        known = self.index.names("AdmissionCheck")
        for name, _, place in self.checks:
            if self.index.get("AdmissionCheck", name) is None:
                near = self.index.near("AdmissionCheck", name)
                yield self._state(
                    "AdmissionCheckNotFound",
                    self._check_pointer(place),
                    f"there is no AdmissionCheck {name}",
                    f"queue {self.entry.ref.name} stays inactive without it",
                    help=choice(near, known, "checks"),
                    missing=name,
                    near=near,
                )
            elif name in dead:
                yield self._state(
                    "AdmissionCheckInactive",
                    self._check_pointer(place),
                    f"admission check {name} cannot become active",
                    because=ObjectRef("AdmissionCheck", name),
                )
        yield from self._multikueue_states()

    def _check_pointer(self, place: Pointer) -> Pointer:
        """The place of the check's name, which v1beta1 may also write in a list of its own."""
        if self.entry.plain_checks:
            return ("spec", "admissionChecks", place[-1])
        return (*place, "name")

    def _multikueue_states(self) -> Iterator[Inactivity]:
        names = ", ".join(name for name, _ in self.multikueue)
        if len(self.multikueue) > 1:
            yield self._state(
                "MultipleMultiKueueAdmissionChecks",
                self._check_pointer(self.multikueue[1][1]),
                f"queue {self.entry.ref.name} has several MultiKueue checks: {names}",
                "a queue is dispatched by one check",
                help="keep one of them",
            )
        every = frozenset(self.flavors)
        dispatched = {name for name, _ in self.multikueue}
        for name, on_flavors, place in self.checks:
            if name in dispatched and on_flavors != every:
                yield self._state(
                    "MultiKueueAdmissionCheckAppliedPerFlavor",
                    (*place, "onFlavors"),
                    f"MultiKueue check {name} is for some flavors only",
                    "MultiKueue dispatches a workload whole, whatever its flavors",
                    help="remove onFlavors",
                )
        provisioning = self._of_controller(PROVISIONING)
        if self.multikueue and provisioning and self.release.minor >= 16:
            yield self._state(
                "MultiKueueWithProvisioningRequest",
                self._check_pointer(provisioning[0][1]),
                f"queue {self.entry.ref.name} has the MultiKueue check {names} and the "
                f"ProvisioningRequest check {provisioning[0][0]}",
                "nodes are provisioned by the worker clusters",
                help="keep one of the two",
            )

    def topology_states(self) -> Iterator[Inactivity]:
        """Flavors whose topology does not exist; with MultiKueue it need not exist here."""
        if self.multikueue or not self.release.gate("TopologyAwareScheduling"):
            return
        for name, place in self.flavors.items():
            flavor = self.index.get("ResourceFlavor", name)
            topology = None if flavor is None else text(flavor.spec.get("topologyName"))
            if topology is not None and self.index.get("Topology", topology) is None:
                yield self._state(
                    "TopologyNotFound",
                    place,
                    f"flavor {name} has no Topology {topology}",
                    missing=topology,
                    because=ObjectRef("ResourceFlavor", name),
                )

    def cycle_states(self, cycles: Cycles) -> Iterator[Inactivity]:
        cohort = text(self.entry.spec.get("cohortName"))
        closer = cycles.closed_by.get(cohort or "")
        if closer is not None:
            key = "cohort" if self.entry.old_version else "cohortName"
            headline = f"cohort {cohort} is in or below a cycle"
            yield self._state("HasCycle", ("spec", key), headline, because=closer)

    def selector_states(self) -> Iterator[Inactivity]:
        if self.entry.spec.get("namespaceSelector") is None:
            written = "namespaceSelector" in self.entry.spec
            yield self._state(
                "NamespaceSelectorNull",
                ("spec", "namespaceSelector") if written else self.entry.spec_at,
                f"queue {self.entry.ref.name} selects no namespace",
                "without a namespaceSelector no workload may use the queue",
                at_key=True,
                help="write namespaceSelector: {} for all namespaces, or a selector for some",
            )
