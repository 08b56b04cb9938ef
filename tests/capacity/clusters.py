"""Clusters for tests of capacity, from a few words."""

from collections.abc import Iterable

from tests.trees import TODAY, cluster_of, team

from kuota.capacity.judge import Budget, Judge
from kuota.capacity.verdict import Verdict
from kuota.lint.facts import Facts

GPU = "nvidia.com/gpu"
RACK = "example.com/rack"
HOST = "kubernetes.io/hostname"

PLENTY = 1_000_000


def platform(nodes: str = "", *, flavors: str = "{a100: {}}", more: str = "") -> str:
    """A Platform file; ``nodes``, ``flavors`` and ``more`` are YAML, ``more`` of the spec."""
    lines = "".join(f"  {line}\n" for line in more.splitlines())
    listed = f"  nodes:\n{nodes}" if nodes else ""
    return (
        "apiVersion: kuota/v1\nkind: Platform\nmetadata: {name: gpu}\nspec:\n"
        '  targets: {kueue: {version: "0.19"}}\n'
        f"  flavors: {flavors}\n{listed}{lines}"
    )


def hosts(name: str, count: int, gpus: int = 8, *, rack: str = "", more: str = "") -> str:
    """Equal nodes for ``platform``, in one rack where it is named."""
    labels = f", labels: {{{RACK}: {rack}}}" if rack else ""
    return (
        f"    - {{name: {name}, count: {count}, allocatable: {{{GPU}: {gpus}, pods: 110}}"
        f"{labels}{more}}}\n"
    )


def facts_of(platform_text: str, *teams: tuple[str, str]) -> Facts:
    """The facts of a cluster with these teams, each a name and the YAML of its spec."""
    files = {"platform.yaml": platform_text}
    files |= {f"{name}.yaml": team(name, spec) for name, spec in teams}
    return Facts(cluster_of(files), TODAY)


def verdicts(facts: Facts, budget: int = PLENTY) -> dict[str, Verdict]:
    """The verdicts on all gangs, by name of the gang."""
    judged: Iterable[Verdict] = Judge(facts, Budget(budget)).verdicts()
    return {verdict.gang.name: verdict for verdict in judged}
