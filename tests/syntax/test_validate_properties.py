"""Laws of validation that hold for every document."""

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kuota.diag.model import Severity
from kuota.source.files import SourceFile
from kuota.source.yaml import parse
from kuota.syntax.validate import validate

pytestmark = pytest.mark.property

KEYS = st.sampled_from(
    """apiVersion kind metadata name spec owners cohort namespaces quota a100 nvidia.com/gpu cpu
    memory nominalQuota borrowingLimit lendingLimit resourceGroups queues fairSharing weight
    queueingStrategy preemption withinClusterQueue borrowWithinCohort policy flavorFungibility
    grants until reason gangs podSets count requests topology required preferred slice size
    formerly clusters targets kueue version kai kueueConfiguration flavors nodeLabels nodeTaints
    key value effect nodes labels allocatable cohorts parent priorityClasses admissionChecks
    provisioningRequest multiKueue multikueue workers defaults rules maxNominalShare removalGuard
    << on no 1e3""".split()  # noqa: SIM905 - a table of names
)
SCALARS = st.one_of(
    st.sampled_from(
        ["12", "-1", "1e30", "12Gb", "010", "no", "true", "None", "~", "2026-12-31", "50%", "30m"]
    ),
    st.sampled_from(
        ["Any", "Never", "StrictFIFO", "NoSchedule", "guaranteed", "a100", "{index/2}"]
    ),
    st.text(max_size=8),
    st.integers(),
    st.floats(allow_nan=True),
    st.booleans(),
    st.none(),
)
VALUES = st.recursive(
    SCALARS,
    lambda below: st.one_of(
        st.lists(below, max_size=4),
        st.dictionaries(st.one_of(KEYS, st.text(max_size=5)), below, max_size=5),
    ),
    max_leaves=30,
)


def document(kind: str, spec: object, metadata: object) -> dict[str, object]:
    return {"apiVersion": "kuota/v1", "kind": kind, "metadata": metadata, "spec": spec}


DOCUMENTS = st.one_of(
    VALUES,
    st.builds(
        document,
        st.sampled_from(("Team", "Platform")),
        VALUES,
        st.one_of(st.just({"name": "ml"}), VALUES),
    ),
    st.builds(
        lambda spec: document("Team", spec, {"name": "ml"}),
        st.fixed_dictionaries(
            {},
            optional={
                "quota": VALUES,
                "queues": VALUES,
                "grants": st.lists(VALUES, max_size=2),
                "gangs": st.lists(VALUES, max_size=2),
                "clusters": VALUES,
                "preemption": VALUES,
                "admissionChecks": VALUES,
                "resourceGroups": VALUES,
            },
        ),
    ),
    st.builds(
        lambda spec: document("Platform", spec, {"name": "ml"}),
        st.fixed_dictionaries(
            {"targets": st.one_of(st.just({"kueue": {"version": "0.19"}}), VALUES)},
            optional={
                "flavors": VALUES,
                "nodes": VALUES,
                "cohorts": VALUES,
                "topology": VALUES,
                "admissionChecks": VALUES,
                "priorityClasses": VALUES,
                "kueueConfiguration": VALUES,
                "rules": VALUES,
                "multikueue": VALUES,
            },
        ),
    ),
)


@given(DOCUMENTS)
@settings(max_examples=400, deadline=None)
def test_any_document_gives_a_model_or_an_error_and_never_an_exception(value: object) -> None:
    file = SourceFile("x.yaml", pyyaml.safe_dump(value, sort_keys=False, allow_unicode=True))
    for parsed in parse(file).documents:
        validated = validate(parsed)
        errors = [f for f in validated.diagnostics if f.severity is Severity.ERROR]
        assert not (errors and validated.model)
        for finding in validated.diagnostics:
            assert finding.headline
            assert len(finding.headline) <= 160
            assert "\n" not in finding.headline
            assert finding.span.start <= finding.span.end
            assert "Input should" not in finding.headline
            assert "another value" not in finding.headline


@given(DOCUMENTS)
@settings(max_examples=100, deadline=None)
def test_no_two_findings_are_equal(value: object) -> None:
    file = SourceFile("x.yaml", pyyaml.safe_dump(value, sort_keys=False))
    for parsed in parse(file).documents:
        found = [finding.order for finding in validate(parsed).diagnostics]
        assert sorted(set(found)) == sorted(found)
