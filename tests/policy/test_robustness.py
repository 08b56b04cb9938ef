"""Whatever valid documents say together ends in findings, not in a crash."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trees import TODAY, items_of

from kuota.emit.engine import run
from kuota.policy.effective import effective
from kuota.policy.resolve import resolve
from kuota.policy.tree import Tree
from kuota.source.files import SourceFile

NAMES = st.sampled_from(["a", "b", "c", "no", "1e3", "kustomization"])
RESOURCES = st.sampled_from(["cpu", "memory", "nvidia.com/gpu"])
AMOUNTS = st.sampled_from(["0", "1", "8", "1Ki", "9223372036854775806"])
FLAVORS = st.sampled_from([*"aaaabbb", "c"])
"""Mostly the flavors that every platform here has."""


def mapping(keys: Any, values: Any, *, least: int = 0) -> Any:
    return st.dictionaries(keys, values, min_size=least, max_size=3)


def some(**fields: Any) -> Any:
    """A mapping with any of these keys."""
    return st.fixed_dictionaries({}, optional=fields)


QUOTA = mapping(
    FLAVORS,
    mapping(
        RESOURCES,
        st.builds(
            lambda nominal, rest: {"nominalQuota": nominal, **rest},
            AMOUNTS,
            some(borrowingLimit=AMOUNTS, lendingLimit=AMOUNTS),
        ),
    ),
)
SETTINGS = {
    "cohort": NAMES,
    "queueingStrategy": st.sampled_from(["StrictFIFO", "BestEffortFIFO"]),
    "preemption": some(
        withinClusterQueue=st.sampled_from(["Never", "LowerPriority"]),
        reclaimWithinCohort=st.sampled_from(["Never", "LowerPriority", "Any"]),
        borrowWithinCohort=some(policy=st.sampled_from(["Never", "LowerPriority"])),
    ),
    "fairSharing": st.just({"weight": "2"}),
    "stopPolicy": st.sampled_from(["None", "Hold", "HoldAndDrain"]),
    "admissionChecks": st.lists(
        st.builds(lambda name: {"name": name}, NAMES)
        | st.builds(lambda name, on: {"name": name, "onFlavors": [on]}, NAMES, NAMES),
        max_size=3,
    ),
    "admissionScope": st.just({"admissionMode": "UsageBasedAdmissionFairSharing"}),
}
GANG = st.builds(
    lambda name, counts, rest: {
        "name": name,
        "podSets": [{"count": count, "requests": {"cpu": "1"}} for count in counts],
        **rest,
    },
    NAMES,
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    some(queue=NAMES, priorityClass=NAMES, topology=some(required=NAMES)),
)
ON_CLUSTER = {
    **SETTINGS,
    "namespaces": st.lists(NAMES, max_size=2, unique=True),
    "quota": QUOTA,
    "resourceGroups": st.lists(st.lists(RESOURCES, max_size=2, unique=True), max_size=2),
    "queues": st.lists(
        NAMES
        | st.builds(
            lambda name, spaces: {"name": name, "namespaces": spaces},
            NAMES,
            st.lists(NAMES, max_size=2, unique=True),
        ),
        max_size=3,
    ),
    "grants": st.lists(
        st.builds(
            lambda day, quota: {"until": day, "quota": quota, "reason": "x"},
            st.sampled_from(["2026-01-01", "2027-01-01"]),
            mapping(FLAVORS, mapping(RESOURCES, AMOUNTS)),
        ),
        max_size=2,
    ),
    "gangs": st.lists(GANG, max_size=2),
}
TEAM = st.fixed_dictionaries(
    {"quota": mapping(st.sampled_from("ab"), mapping(RESOURCES, st.sampled_from("128"), least=1))},
    optional={**SETTINGS, "namespaces": ON_CLUSTER["namespaces"], "queues": ON_CLUSTER["queues"]},
) | some(
    **ON_CLUSTER, formerly=st.lists(NAMES, max_size=1), clusters=mapping(NAMES, some(**ON_CLUSTER))
)
FLAVOR = some(
    topology=st.booleans() | NAMES, tolerate=st.booleans(), nodeLabels=mapping(NAMES, NAMES)
)
PLATFORM = st.builds(
    lambda version, flavors, rest: {
        "targets": {"kueue": {"version": version}},
        "flavors": flavors,
        **rest,
    },
    st.sampled_from(["0.15", "0.18", "0.19", "0.99", "0.1"]),
    st.fixed_dictionaries({"a": FLAVOR, "b": FLAVOR}),
    some(
        cohorts=mapping(NAMES, some(parent=NAMES, quota=QUOTA)),
        priorityClasses=mapping(NAMES, st.integers(-5, 5)),
        topology=st.just({"levels": ["a", "b"]}),
        topologies=mapping(NAMES, st.just({"levels": ["c"]})),
        admissionChecks=mapping(
            NAMES,
            st.just({"controllerName": "example.com/x"})
            | st.builds(lambda name: {"multiKueue": {"clusters": [name]}}, NAMES)
            | st.just({"provisioningRequest": {"provisioningClassName": "x"}}),
        ),
        multikueue=st.builds(
            lambda names: {"workers": names}, st.lists(NAMES, min_size=1, max_size=2)
        ),
        defaults=some(**SETTINGS),
        rules=some(
            priorityClasses=mapping(NAMES, st.builds(lambda name: {"teams": [name]}, NAMES))
        ),
        namespaces=st.just({"create": True}),
        nodesFrom=st.sampled_from(["nodes.yaml", "../x", "/x"]),
    ),
)


def document(kind: str) -> Any:
    return lambda name, spec: json.dumps(
        {"apiVersion": "kuota/v1", "kind": kind, "metadata": {"name": name}, "spec": spec}
    )


TREES = st.builds(
    lambda platforms, teams: [*platforms, *teams],
    st.lists(st.builds(document("Platform"), NAMES, PLATFORM), min_size=1, max_size=2),
    st.lists(st.builds(document("Team"), NAMES, TEAM), max_size=4),
)


@pytest.mark.property
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(TREES)
def test_any_tree_ends_in_findings_at_real_places(texts: list[str]) -> None:
    files = [SourceFile(f"{number}.yaml", text) for number, text in enumerate(texts)]
    resolved = resolve(items_of(files, sound=False), TODAY)
    emitted = run(resolved.policy, debug=True)
    ends = {file.path: len(file.text) + 1 for file in files}
    for finding in (*resolved.diagnostics, *emitted.diagnostics):
        for span in (finding.span, *(other.span for other in finding.others)):
            assert (1, 1) <= span.start <= span.end <= (1, ends[span.path])
        assert 0 < len(finding.headline) <= 160
        assert "\n" not in finding.headline
    for cluster in resolved.policy.clusters:
        tree = Tree(cluster)
        for node in tree.nodes():
            for pair in tree.pairs(node):
                assert 0 <= tree.potential(node, pair)
        for team in cluster.teams:
            assert list(effective(team))
