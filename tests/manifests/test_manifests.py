"""Hand-written manifests, read as Kubernetes reads them and judged as a cluster would."""

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kuota.diag.model import Severity
from kuota.kueue.release import KNOWN, NEWEST, Release
from kuota.lint.manifests import Checked, check, kubernetes
from kuota.source.files import SourceFile

FLAVOR = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: a100}\n"
QUEUE = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: ml}
spec:
  namespaceSelector: {}
  resourceGroups:
    - coveredResources: [nvidia.com/gpu]
      flavors:
        - name: a100
          resources: [{name: nvidia.com/gpu, nominalQuota: 8}]
"""
LOCAL = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: ml, namespace: ml}
spec: {clusterQueue: ml}
"""


def run(*texts: str, release: Release = NEWEST, crds: str = "") -> Checked:
    files = [SourceFile(f"{number}.yaml", text) for number, text in enumerate(texts)]
    return check(files, release, [SourceFile("crd.yaml", crds)] if crds else [])


def told(checked: Checked) -> list[str]:
    ordered = sorted(checked.diagnostics, key=lambda finding: finding.order)
    return [
        f"{f.span.path}:{f.span.start.line}:{f.span.start.column} {f.code.name}: {f.headline}"
        for f in ordered
    ]


@pytest.mark.parametrize("release", KNOWN, ids=str)
def test_sound_manifests_have_no_finding_in_any_release(release: Release) -> None:
    checked = run(FLAVOR, QUEUE, LOCAL, release=release)
    assert [] == told(checked)
    assert 3 == checked.checked


def test_several_documents_and_lists_are_taken_apart() -> None:
    items = "".join(
        "- " + text.replace("\n", "\n  ").rstrip() + "\n"
        for text in (FLAVOR, QUEUE.replace(": 8", ": -8"))
    )
    checked = run(f"{LOCAL}---\napiVersion: v1\nkind: List\nitems:\n{items}")
    assert 3 == checked.checked
    assert [
        "0.yaml:21:62 object-refused-by-webhook: ClusterQueue/ml: nominalQuota of nvidia.com/gpu"
        " is -8, below zero",
    ] == told(checked)


def test_a_list_of_one_kind_is_taken_apart() -> None:
    text = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavorList\nitems:\n" + "".join(
        "- " + FLAVOR.replace("\n", "\n  ").rstrip() + "\n" for _ in range(1)
    )
    assert (1, []) == (run(text).checked, told(run(text)))


def test_an_unknown_field_is_found_with_the_name_that_is_near() -> None:
    checked = run(FLAVOR, QUEUE.replace("spec:\n", "spec:\n  cohort: x\n"))
    assert [
        '1.yaml:5:3 object-with-unknown-field: ClusterQueue/ml: unknown field "cohort" in spec'
    ] == told(checked)
    assert ["cohortName"] == [e.replacement for e in checked.diagnostics[0].fixes[0].edits]


@pytest.mark.parametrize(
    ("written", "read"), [("010", "8"), ("0x10", "16"), ("1_000", "1000"), ("1e3", "1000")]
)
def test_numbers_are_read_as_kubernetes_reads_them(written: str, read: str) -> None:
    text = QUEUE.replace("nominalQuota: 8", f"nominalQuota: 8, borrowingLimit: {written}")
    (finding,) = run(FLAVOR, text).diagnostics
    assert f"ClusterQueue/ml: borrowingLimit is {read}, but the queue is in no cohort" == (
        finding.headline
    )


def test_a_name_that_kubernetes_reads_as_a_flag_is_refused() -> None:
    assert [
        "0.yaml:3:18 object-with-invalid-metadata: ResourceFlavor: name is false, not text"
    ] == told(run(FLAVOR.replace("a100", "no")))


def test_merge_keys_are_followed() -> None:
    shared = "- &lq\n  " + LOCAL.replace("\n", "\n  ").rstrip() + "\n"
    merged = "- <<: *lq\n  metadata: {name: other, namespace: ml}\n"
    text = "apiVersion: v1\nkind: List\nitems:\n" + shared + merged
    checked = run(FLAVOR, QUEUE, text)
    assert (4, []) == (checked.checked, told(checked))


def test_a_finding_in_merged_text_stands_at_the_text() -> None:
    shared = "- &lq\n  " + LOCAL.replace("\n", "\n  ").rstrip() + "\n"
    merged = "- <<: *lq\n  metadata: {name: other, namespace: ml}\n"
    text = (
        "apiVersion: v1\nkind: List\nitems:\n" + shared.replace("Queue: ml", "Queue: mll") + merged
    )
    assert ["2.yaml:8:24", "2.yaml:8:24"] == [
        line.split(" ")[0] for line in told(run(FLAVOR, QUEUE, text))
    ]


def test_a_duplicate_key_is_an_error() -> None:
    assert ["0.yaml:4:1 duplicate-key: the key kind stands twice in one mapping"] == told(
        run(FLAVOR + "kind: ResourceFlavor\n")
    )


def test_two_definitions_of_one_object_are_found() -> None:
    checked = run(FLAVOR, FLAVOR)
    assert ["1.yaml:3:18 object-defined-twice: ResourceFlavor/a100 is defined twice"] == told(
        checked
    )
    assert ["0.yaml"] == [label.span.path for label in checked.diagnostics[0].others]


def test_one_name_in_two_namespaces_is_no_repetition() -> None:
    assert [] == told(run(FLAVOR, QUEUE, LOCAL, LOCAL.replace("namespace: ml", "namespace: x")))


def test_an_object_that_is_never_active_is_a_warning_because_the_cluster_accepts_it() -> None:
    checked = run(FLAVOR, QUEUE.replace("- name: a100", "- name: a1000"))
    (finding,) = checked.diagnostics
    assert ("object-never-active", Severity.WARNING) == (finding.code.name, finding.severity)
    assert finding.note.endswith("(FlavorNotFound)") or "FlavorNotFound" == finding.note


def test_it_is_a_warning_when_no_object_of_the_missing_kind_is_among_the_files() -> None:
    (finding,) = run(QUEUE).diagnostics
    assert Severity.WARNING is finding.severity
    assert finding.note.endswith("; no ResourceFlavor is among the files")


def test_what_follows_from_a_refused_object_is_not_told_again() -> None:
    broken = FLAVOR + "spec: {nodeLabel: {}}\n"
    assert ["object-with-unknown-field"] == [
        finding.code.name for finding in run(broken, QUEUE).diagnostics
    ]


def test_a_stopped_queue_is_worth_a_remark() -> None:
    checked = run(FLAVOR, QUEUE + "  stopPolicy: Hold\n")
    assert [("queue-stopped", Severity.INFO)] == [
        (f.code.name, f.severity) for f in checked.diagnostics
    ]


def test_kustomizations_are_passed_over() -> None:
    text = "resources: [a.yaml]\n"
    other = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n"
    files = [SourceFile("x/kustomization.yaml", text), SourceFile("b.yaml", other)]
    assert Checked((), {}, 0, {}) == check(files, NEWEST)


def test_documents_that_are_no_objects_are_passed_over() -> None:
    assert Checked((), {}, 0, {}) == run("replicas: 3\n", "- a\n", "---\n", "hello\n")


def test_what_is_no_object_in_a_list_of_objects_is_found() -> None:
    items = FLAVOR.replace("\n", "\n  ").rstrip()
    checked = run(f"apiVersion: v1\nkind: List\nitems:\n- {items}\n- null\n- [a]\n- a\n")
    assert [
        "0.yaml:7:3 object-of-unknown-kind: item 2 of the list is not an object",
        "0.yaml:8:3 object-of-unknown-kind: item 3 of the list is not an object",
        "0.yaml:9:3 object-of-unknown-kind: item 4 of the list is not an object",
    ] == told(checked)


def test_an_object_that_lacks_half_of_its_identity_is_found() -> None:
    assert ["0.yaml:1:1 object-of-unknown-kind: the object lacks apiVersion"] == told(
        run("kind: ClusterQueue\nmetadata: {name: a}\n")
    )


def test_kinds_that_nobody_can_judge_are_counted_and_told_once() -> None:
    text = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: %s}\n"
    checked = run(text % "a", text % "b")
    assert {"example.com/v1 Thing": 2} == checked.not_checked
    assert ["0.yaml:2:7 kind-not-checked: 2 objects of example.com/v1 Thing are not checked"] == (
        told(checked)
    )


def test_workloads_of_kueue_are_not_judged() -> None:
    text = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: Workload\nmetadata: {name: a}\n"
    assert {"kueue.x-k8s.io/v1beta2 Workload": 1} == run(text).not_checked


def test_a_deprecated_version_is_a_warning() -> None:
    (finding,) = run(FLAVOR.replace("v1beta2", "v1beta1")).diagnostics
    assert ("object-doubtful", Severity.WARNING) == (finding.code.name, finding.severity)


def test_suppression_comments_are_returned_by_file() -> None:
    checked = run(FLAVOR + "# kuota: allow object-doubtful -- why\n")
    assert ["0.yaml"] == list(checked.comments)


NAMESPACE = (
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: ml}\nspec: {finalizers: [kubernetes]}\n"
)


def test_kubernetes_own_kinds_are_checked_when_the_extra_is_installed() -> None:
    pytest.importorskip("kubernetes_validate")
    assert [] == told(run(NAMESPACE))
    assert [
        "0.yaml:4:8 kubernetes-object-invalid: Namespace/ml: spec has no field finalizer"
    ] == told(run(NAMESPACE.replace("finalizers", "finalizer")))
    assert [
        "0.yaml:4:20 kubernetes-object-invalid: Namespace/ml:"
        " finalizers is not of the type array or null"
    ] == told(run(NAMESPACE.replace("[kubernetes]", "kubernetes")))


def test_without_the_extra_they_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kubernetes, "is_available", lambda: False)
    assert {"v1 Namespace": 1} == run(NAMESPACE).not_checked


CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {kind: Thing, plural: things}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: {size: {type: integer, minimum: 1}}
"""


def test_a_crd_of_the_user_makes_its_kind_checked() -> None:
    text = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {size: 0}\n"
    checked = run(text, crds=CRD)
    assert (1, {}) == (checked.checked, checked.not_checked)
    assert [("0.yaml", 4, "object-breaks-schema")] == [
        (f.span.path, f.span.start.line, f.code.name) for f in checked.diagnostics
    ]


def test_a_crd_file_without_crd_is_a_warning() -> None:
    (finding,) = run(crds="a: 1\n").diagnostics
    assert ("crd.yaml", "crd-unusable") == (finding.span.path, finding.code.name)


def words(text: str) -> list[str]:
    return text.split()


KEYS = st.sampled_from(
    words(
        """spec metadata name namespace labels resourceGroups coveredResources flavors resources
        nominalQuota cohort cohortName namespaceSelector clusterQueue levels nodeLabel items
        nodeLabels nodeTaints topologyName parentName value controllerName parameters <<"""
    )
)
VALUES = st.recursive(
    st.one_of(st.text(max_size=6), st.integers(), st.floats(), st.booleans(), st.none()),
    lambda below: st.one_of(
        st.lists(below, max_size=3),
        st.dictionaries(st.one_of(KEYS, st.text(max_size=4)), below, max_size=4),
    ),
    max_leaves=15,
)
KINDS = st.sampled_from(
    words(
        """ClusterQueue Cohort LocalQueue ResourceFlavor Topology AdmissionCheck MultiKueueConfig
        WorkloadPriorityClass MultiKueueCluster ProvisioningRequestConfig Workload List Thing"""
    )
)


@pytest.mark.property
@given(st.lists(st.tuples(KINDS, VALUES, VALUES), max_size=3), st.sampled_from(KNOWN))
@settings(max_examples=150, deadline=None)
def test_any_objects_give_findings_and_never_an_exception(
    objects: list[tuple[str, object, object]], release: Release
) -> None:
    texts = [
        pyyaml.safe_dump(
            {
                "apiVersion": "kueue.x-k8s.io/v1beta2",
                "kind": kind,
                "metadata": metadata,
                "spec": spec,
                "items": [spec],
            }
        )
        for kind, metadata, spec in objects
    ]
    for finding in run(*texts, release=release).diagnostics:
        assert finding.headline
        assert finding.span.start <= finding.span.end
