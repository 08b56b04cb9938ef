"""Cohorts that look like a slip of the pen: near another name, or with a single member."""

from kuota.lint.facts import Facts
from kuota.policy.team import Team
from kuota.policy.tree import Node, cohort_node, team_node

_SHORTEST = 5
"""Shorter words differ by one letter on purpose: cpu and gpu, east and west."""


def is_lonely(facts: Facts, node: Node) -> bool:
    """Whether the node's tree is a cohort that nobody declared, with this team as only member."""
    root = facts.tree.root(node)
    if root.kind != "cohort" or facts.declared(root.name):
        return False
    return len(facts.tree.children(root)) == 1 and facts.tree.children(root)[0].kind == "team"


def meant_cohort(facts: Facts, team: Team) -> str | None:
    """The cohort that the team's undeclared one was most likely meant to be."""
    if team.cohort is None or not is_lonely(facts, team_node(team.name)):
        return None
    written = team.cohort.value
    for cohort in facts.cluster.cohorts:
        shared = cohort.declared or len(facts.tree.children(cohort_node(cohort.name))) > 1
        if shared and cohort.name != written and _slip(written, cohort.name):
            return cohort.name
    return None


def _slip(written: str, meant: str) -> bool:
    """Whether the names differ by one slip in one longer word, and not in a number."""
    a, b = _words(written), _words(meant)
    if "".join(a) == "".join(b):
        return True
    if len(a) != len(b):
        return False
    differing = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    if len(differing) != 1:
        return False
    x, y = differing[0]
    return min(len(x), len(y)) >= _SHORTEST and _one_edit(x, y)


def _words(name: str) -> list[str]:
    return name.casefold().replace("_", "-").replace(".", "-").split("-")


def _one_edit(x: str, y: str) -> bool:
    """One letter added, dropped or replaced, or two neighbours swapped."""
    if len(x) == len(y):
        at = [i for i, (a, b) in enumerate(zip(x, y, strict=True)) if a != b]
        if len(at) == 1:
            return x[at[0]].isalpha() and y[at[0]].isalpha()
        return len(at) == 2 and at[1] == at[0] + 1 and x[at[0]] + x[at[1]] == y[at[1]] + y[at[0]]
    short, long = sorted((x, y), key=len)
    return any(long[i].isalpha() and long[:i] + long[i + 1 :] == short for i in range(len(long)))
