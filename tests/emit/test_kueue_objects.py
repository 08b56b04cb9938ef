"""What holds for every compiled object, whatever the team files say."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trees import PLATFORM, cluster_of, resolved, team

from kuota.emit.artifact import EmittedObject
from kuota.emit.engine import run
from kuota.emit.targets.kueue.objects import kueue_objects, object_files
from kuota.emit.targets.kueue.verify import refusals
from kuota.kueue.canonical import canonical
from kuota.kueue.release import KNOWN, V1BETA1, V1BETA2
from kuota.kueue.validate import validate

PLATFORM_OF = """\
apiVersion: kuota/v1
kind: Platform
metadata: {{name: gpu}}
spec:
  targets: {{kueue: {{version: "{version}", unsupported: off}}}}
  topology: {{levels: [rack, kubernetes.io/hostname]}}
  flavors:
    a100:
      nodeLabels: {{gpu: a100}}
      nodeTaints: [{{key: gpu, effect: NoSchedule}}]
      tolerate: true
    h100: {{nodeLabels: {{gpu: h100}}, topology: true}}
  cohorts:
    org: {{}}
    ml: {{parent: org, quota: {{a100: {{gpu: 4}}}}, fairSharing: {{weight: 3}}}}
  priorityClasses: {{low: 100, high: {{value: 1000, description: "in a hurry"}}}}
  admissionChecks: {{dws: {{provisioningRequest: {{provisioningClassName: dws}}}}}}
  multikueue: {{workers: [east]}}
  namespaces: {{create: true}}
"""
NAMES = st.sampled_from(["no", "on", "y", "1e3", "0x1f", "08", "2024-01-01", "null", "ml-vision"])
LIMITS = st.sampled_from(["", ", borrowingLimit: 0", ", lendingLimit: 1", ", borrowingLimit: 1e3"])
SETTINGS = st.sampled_from(
    [
        "queueingStrategy: StrictFIFO",
        "preemption: {withinClusterQueue: LowerOrNewerEqualPriority}",
        "preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}",
        "flavorFungibility: {whenCanBorrow: Borrow, whenCanPreempt: Preempt}",
        "fairSharing: {weight: 0.5}",
        "stopPolicy: HoldAndDrain",
        "queues: [a, {name: b, fairSharing: {weight: 2}, stopPolicy: Hold}]",
        "namespaces: [x, y]",
        "admissionChecks: [{name: dws, onFlavors: [a100]}]",
    ]
)


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str]:
    """A platform of any release with teams whose names and settings are drawn."""
    release = draw(st.sampled_from(KNOWN))
    files = {"platform.yaml": PLATFORM_OF.format(version=release.name)}
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        chosen = {line.split(":")[0]: line for line in draw(st.lists(SETTINGS, max_size=4))}
        if "namespaces" in chosen:
            chosen["namespaces"] = f'namespaces: ["{name}", "{name}-2"]'
        amount = draw(st.sampled_from(["8", "1", "1e3", "64Gi", "1024Ki"]))
        limits = draw(LIMITS)
        quota = f"quota: {{a100: {{gpu: {{nominalQuota: {amount}{limits}}}, cpu: 1500m}}}}"
        files[f"{name}.yaml"] = team(name, "\n".join(["cohort: ml", quota, *chosen.values()]))
    return files


@pytest.mark.property
@settings(deadline=None, max_examples=60)
@given(trees())
def test_objects_are_as_the_cluster_would_keep_them(files: dict[str, str]) -> None:
    cluster = cluster_of(files)
    for each in _kueue_objects(cluster):
        assert each.data == canonical(each.data, cluster.release)
        assert list(_keys(canonical(each.data, cluster.release))) == list(_keys(each.data))


@pytest.mark.property
@settings(deadline=None, max_examples=60)
@given(trees(), st.sampled_from([V1BETA1, V1BETA2]))
def test_objects_are_accepted_in_both_api_versions(files: dict[str, str], version: str) -> None:
    cluster = cluster_of(files)
    for each in kueue_objects(cluster, version):
        if each.data["kind"] != "Namespace":
            assert version == each.data["apiVersion"]
            assert () == validate(each.data, cluster.release)


@pytest.mark.property
@settings(deadline=None, max_examples=40)
@given(trees(), st.sampled_from(["9", "12", "0"]))
def test_judging_a_shape_once_finds_what_judging_each_object_finds(
    files: dict[str, str], lending: str
) -> None:
    broken = {
        path: text.replace("lendingLimit: 1}", f"lendingLimit: {lending}}}")
        for path, text in files.items()
    }
    cluster = cluster_of(broken)
    objects = _kueue_objects(cluster)
    refused = {each.reference for each in objects if validate(each.data, cluster.release)}
    found = {
        finding.headline.partition(":")[0]
        for finding in refusals(cluster, tuple(object_files(cluster)))
        if finding.code.number in ("Q606", "Q607")
    }
    assert refused == found


def test_every_object_says_who_made_it_and_from_which_file() -> None:
    cluster = cluster_of({"teams/p.yaml": PLATFORM, "teams/vision.yaml": team("vision")})
    sources = {
        each.reference: (
            _metadata(each)["labels"],
            _metadata(each)["annotations"]["kuota/source"],
        )
        for each in kueue_objects(cluster)
    }
    label = {"app.kubernetes.io/managed-by": "kuota"}
    assert {
        "ResourceFlavor/a100": (label, "teams/p.yaml"),
        "ClusterQueue/vision": (label, "teams/vision.yaml"),
        "LocalQueue/vision/vision": (label, "teams/vision.yaml"),
    } == sources


def test_sync_waves_go_from_what_is_named_to_what_names_it() -> None:
    files = {
        "p.yaml": PLATFORM_OF.format(version="0.19"),
        "t.yaml": team("vision", "cohort: ml\nquota: {a100: {gpu: 1}}"),
    }
    waves = {
        each.reference.partition("/")[0]
        + (str(_metadata(each)["name"]) if each.data["kind"] == "Cohort" else ""): int(
            _metadata(each)["annotations"]["argocd.argoproj.io/sync-wave"]
        )
        for each in kueue_objects(cluster_of(files))
    }
    assert {
        "Topology": -30,
        "Namespace": -30,
        "ProvisioningRequestConfig": -30,
        "MultiKueueCluster": -30,
        "MultiKueueConfig": -28,
        "AdmissionCheck": -25,
        "ResourceFlavor": -25,
        "WorkloadPriorityClass": -25,
        "Cohortorg": -20,
        "Cohortml": -19,
        "ClusterQueue": -5,
        "LocalQueue": 0,
    } == waves


def test_a_deep_cohort_is_still_synced_before_the_queues() -> None:
    chain = ", ".join(f"c{n:02}: {{parent: c{n - 1:02}}}" for n in range(1, 30))
    platform = PLATFORM + f"  cohorts: {{c00: {{}}, {chain}}}\n"
    waves = [
        int(_metadata(each)["annotations"]["argocd.argoproj.io/sync-wave"])
        for each in kueue_objects(cluster_of({"p.yaml": platform}))
        if each.data["kind"] == "Cohort"
    ]
    assert [*range(-20, -6), *[-6] * 16] == waves


def test_what_holds_quota_is_removed_only_after_a_question() -> None:
    files = {
        "p.yaml": PLATFORM_OF.format(version="0.19"),
        "t.yaml": team("vision", "cohort: ml\nquota: {a100: {gpu: 1}}"),
    }
    protected = set()
    for each in kueue_objects(cluster_of(files)):
        annotations = _metadata(each)["annotations"]
        asks = "Prune=confirm,Delete=confirm" in annotations["argocd.argoproj.io/sync-options"]
        kept = annotations.get("kustomize.toolkit.fluxcd.io/prune") == "disabled"
        assert asks == kept
        if asks:
            protected.add(each.data["kind"])
    assert {"Namespace", "Topology", "ResourceFlavor", "Cohort", "ClusterQueue"} == protected


def test_a_value_leads_back_to_the_line_that_decided_it() -> None:
    files = {
        "p.yaml": PLATFORM + "  defaults:\n    preemption: {reclaimWithinCohort: Any}\n",
        "t.yaml": team("vision", "cohort: ml\nquota:\n  a100:\n    nvidia.com/gpu: 8\n    cpu: 4"),
    }
    queue = next(
        each for each in kueue_objects(cluster_of(files)) if each.data["kind"] == "ClusterQueue"
    )
    cpu = ("spec", "resourceGroups", 0, "flavors", 0, "resources", 1, "nominalQuota")
    places = {
        path: (queue.origin_of(path).path, queue.origin_of(path).start.line)
        for path in [
            (),
            ("spec", "cohortName"),
            cpu,
            ("spec", "preemption", "reclaimWithinCohort"),
            ("spec", "preemption", "withinClusterQueue"),
            ("metadata", "labels", "x"),
        ]
    }
    assert {
        (): ("t.yaml", 3),
        ("spec", "cohortName"): ("t.yaml", 5),
        cpu: ("t.yaml", 9),
        ("spec", "preemption", "reclaimWithinCohort"): ("p.yaml", 8),
        ("spec", "preemption", "withinClusterQueue"): ("t.yaml", 3),
        ("metadata", "labels", "x"): ("t.yaml", 3),
    } == places


def test_a_cluster_without_teams_compiles_its_own_objects_only() -> None:
    emitted = run(resolved({"p.yaml": PLATFORM}).policy)
    assert ["gpu/kueue/kustomization.yaml", "gpu/kueue/resource-flavors.yaml"] == [
        artifact.path for artifact in emitted.artifacts
    ]


def test_file_names_that_look_like_yaml_stay_in_their_comment() -> None:
    files = {"p.yaml": PLATFORM, "a\nkind: Secret\n#.yaml": team("vision")}
    text = next(
        artifact.text
        for artifact in run(resolved(files).policy).artifacts
        if artifact.path == "gpu/kueue/teams/vision.yaml"
    )
    first, second = text.split("\n")[:2]
    assert "# Generated by kuota from a\\nkind: Secret\\n#.yaml; do not edit." == first
    assert "apiVersion: kueue.x-k8s.io/v1beta2" == second


@pytest.mark.parametrize("name", ["kustomization", "con", "com1"])
def test_file_names_that_others_use_are_set_apart(name: str) -> None:
    emitted = run(resolved({"p.yaml": PLATFORM, "t.yaml": team(name)}).policy)
    assert f"gpu/kueue/teams/_{name}.yaml" == emitted.artifacts[-1].path
    assert f"- teams/_{name}.yaml\n" in emitted.artifacts[0].text


def test_a_target_that_nothing_compiles_is_told() -> None:
    platform = PLATFORM.replace("{kueue: {", "{prometheus: {}, kueue: {")
    (finding,) = run(resolved({"p.yaml": platform}).policy).diagnostics
    assert ("Q508", "target prometheus is not compiled by this version of kuota") == (
        finding.code.number,
        finding.headline,
    )


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ("0.15", ["spec.quotaManagement cannot be said in v1beta1 of Kueue 0.15"]),
        ("0.17", ["spec.quotaManagement cannot be said in v1beta2 of Kueue 0.17"]),
        ("0.18", []),
    ],
)
def test_a_field_that_a_release_lacks_is_a_gap_of_the_target(
    version: str, found: list[str]
) -> None:
    platform = PLATFORM.replace("0.19", version) + "  multikueue: {workers: [east]}\n"
    cluster = cluster_of({"p.yaml": platform})
    (check,) = cluster.admission_checks
    parameters = {**check.parameters, "quotaManagement": "Automated"}
    newer = cluster._replace(admission_checks=(check._replace(parameters=parameters),))
    findings = list(refusals(newer, tuple(object_files(newer))))
    assert [("Q505", headline, 7) for headline in found] == [
        (finding.code.number, finding.headline, finding.span.start.line) for finding in findings
    ]


def test_a_refusal_of_the_old_api_version_points_at_the_same_line() -> None:
    platform = PLATFORM.replace('"0.19"', '"0.15"')
    spec = "quota: {a100: {gpu: 1}}\ncohort: ml"
    queue = next(
        each
        for each in kueue_objects(cluster_of({"p.yaml": platform, "t.yaml": team("a", spec)}))
        if each.data["kind"] == "ClusterQueue"
    )
    assert 6 == queue.origin_of(("spec", "cohort")).start.line


def _kueue_objects(cluster: Any) -> list[EmittedObject]:
    return [each for each in kueue_objects(cluster) if each.data["kind"] != "Namespace"]


def _metadata(each: EmittedObject) -> dict[str, Any]:
    metadata = each.data["metadata"]
    assert isinstance(metadata, dict)
    return metadata


def _keys(value: Any) -> Any:
    """Every key in the order in which it would be written."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)
