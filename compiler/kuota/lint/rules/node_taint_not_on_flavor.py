"""Nodes of a flavor have a taint that the flavor does not know.

What it finds
    A NoSchedule or NoExecute taint on nodes that a flavor selects, which the flavor neither
    declares in `nodeTaints` nor tolerates.
Why it matters
    Kueue admits pods to the flavor without asking about the taint; the scheduler then keeps every
    pod away that does not tolerate it by itself.
How to fix
    Declare the taint in `nodeTaints` of the flavor, with `tolerate: true` where every admitted
    pod may go there.
Example
    Bad:
        a100: {nodeLabels: {gpu.example.com/model: a100}}
    Good:
        nodeTaints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]
Sources
    kubernetes-sigs/kueue issue 5711; Kueue documentation, ResourceFlavor.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import near_names
from kuota.lint.facts import Facts
from kuota.lint.inventory import undeclared_taint
from kuota.lint.rule import Rule
from kuota.lint.taints import taint_text
from kuota.lint.wording import plural
from kuota.policy.cluster import Flavor, Taint


def check(facts: Facts) -> Iterator[Diagnostic]:
    for flavor in facts.cluster.flavors:
        found: dict[str, list[Taint]] = {}
        for node in facts.inventory.nodes_of(flavor.name):
            taint = undeclared_taint(flavor, node)
            if taint is not None:
                found.setdefault(taint_text(taint), []).append(taint)
        for text, taints in found.items():
            yield _unknown(facts, flavor, text, taints)


def _unknown(facts: Facts, flavor: Flavor, text: str, taints: list[Taint]) -> Diagnostic:
    count = len(taints)
    meant = near_names(taints[0].key, [taint.key for taint in flavor.node_taints])
    every = plural(len(facts.inventory.nodes_of(flavor.name)), "node")
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=flavor.origin.span,
        headline=f"flavor {flavor.name} does not know the taint {text} of its nodes",
        label="neither declared nor tolerated",
        others=(Label(taints[0].origin.span, f"on {plural(count, 'node')}"),),
        note=f"{count} of {every} have it: pods that Kueue admits without a toleration of their "
        "own stay pending",
        help=f"the flavor has {meant[0]}: correct the key, value or effect"
        if meant
        else "declare it in nodeTaints, with tolerate: true to let Kueue add the toleration",
    )


RULE = Rule(Code("Q252", "node-taint-not-on-flavor"), Severity.WARNING, since="0.1", check=check)
