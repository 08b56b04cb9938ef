"""A cluster of the policy as the simulator sees it: Kueue objects, nodes, namespaces, settings."""

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from kuota.emit.targets.kueue.objects import kueue_objects
from kuota.kueue.release import V1BETA2
from kuota.lint.inventory import HOSTNAME, offers
from kuota.policy.cluster import Cluster, KueueConfiguration, Node, Taint
from kuota.quantity import quantity_of
from kuota.sim.simulator import Simulator

Object = dict[str, Any]

ASSUMED_PODS = 110
"""Pods per node where the inventory says nothing: the kubelet's default."""


class World:
    """One cluster, empty of workloads, from which simulators are made.

    ``topology`` False makes the same cluster without topology-aware scheduling, to tell a lack of
    quota from a lack of room. ``queue_order`` False leaves out admission fair sharing, which orders
    the LocalQueues of one team and changes nothing where each team uses one of them.
    """

    def __init__(
        self, cluster: Cluster, *, topology: bool = True, queue_order: bool = True
    ) -> None:
        self.cluster = cluster
        self.topology = topology
        self.queue_order = queue_order

    @cached_property
    def idle(self) -> Simulator:
        """One simulator that stays empty: only for what-ifs."""
        return self.simulator()

    def simulator(self, teams: Collection[str] | None = None) -> Simulator:
        """A simulator of the empty cluster; with only the queues of ``teams`` if they are given.

        The teams of one cohort tree never learn of the others, so long as these run nothing.
        """
        configuration = self.cluster.configuration
        release = self.cluster.release
        return Simulator(
            self.objects if teams is None else [o for o in self.objects if _is_of(o, teams)],
            fair_sharing=configuration.fair_sharing.value,
            preemption_strategies=configuration.preemption_strategies,
            feature_gates={name: gate.value for name, gate in configuration.feature_gates.items()},
            admission_fair_sharing=(
                _admission_fair_sharing(configuration) if self.queue_order else None
            ),
            release=(0, release.minor),
        )

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """The Kueue objects, with the Namespaces and Nodes that they speak of."""
        kueue = [emitted.data for emitted in kueue_objects(self.cluster, V1BETA2)]
        if not self.topology:
            kueue = [_without_topology(obj) for obj in kueue if obj["kind"] != "Topology"]
        kept = (obj for obj in kueue if obj["kind"] != "Namespace")
        nodes = (node_object(node) for node in self.cluster.nodes)
        return (*kept, *self._namespaces(), *nodes)

    def _namespaces(self) -> Iterator[Object]:
        names = {queue.namespace for team in self.cluster.teams for queue in team.local_queues}
        for name in sorted(names):
            labels = {"kubernetes.io/metadata.name": name}
            yield {
                "apiVersion": "v1",
                "kind": "Namespace",
                "metadata": {"name": name, "labels": labels},
            }


def node_object(node: Node) -> Object:
    """The Node object of an inventory entry, with what daemons reserve taken off."""
    resources = sorted({"pods", *node.allocatable})
    units = {name: offers(node, name) for name in resources}
    if "pods" not in node.allocatable:
        units["pods"] = ASSUMED_PODS
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": node.name, "labels": {HOSTNAME: node.name, **node.labels}},
        "spec": {
            "taints": [_taint(taint) for taint in node.taints],
            "unschedulable": node.unschedulable,
        },
        "status": {
            "allocatable": {name: str(quantity_of(name, units[name])) for name in resources},
            "conditions": [{"type": "Ready", "status": "True" if node.ready else "False"}],
        },
    }


def _taint(taint: Taint) -> Object:
    return {"key": taint.key, "value": taint.value, "effect": taint.effect}


def _is_of(obj: Object, teams: Collection[str]) -> bool:
    """Whether an object concerns one of the teams: all but the queues of others do."""
    if obj["kind"] == "ClusterQueue":
        return obj["metadata"]["name"] in teams
    return obj["kind"] != "LocalQueue" or obj["spec"]["clusterQueue"] in teams


def _without_topology(obj: Object) -> Object:
    if obj["kind"] != "ResourceFlavor":
        return obj
    spec = {key: value for key, value in obj["spec"].items() if key != "topologyName"}
    return {**obj, "spec": spec}


def _admission_fair_sharing(configuration: KueueConfiguration) -> Object | None:
    if not configuration.admission_fair_sharing.value:
        return None
    return {
        "usageHalfLifeTime": f"{configuration.usage_half_life_seconds}s",
        "usageSamplingInterval": f"{configuration.usage_sampling_interval_seconds}s",
        "resourceWeights": dict(configuration.resource_weights),
    }
