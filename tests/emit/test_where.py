"""The way back from an object to the file and line behind it."""

from tests.trees import PLATFORM, resolved, team

from kuota.emit.artifact import Artifact
from kuota.emit.engine import run
from kuota.emit.where import near_references, where

SPEC = "namespaces: [x, y]\nquota:\n  a100:\n    nvidia.com/gpu: {nominalQuota: 8}"


def artifacts() -> tuple[Artifact, ...]:
    files = {"teams/p.yaml": PLATFORM, "teams/t.yaml": team("vision", SPEC)}
    return run(resolved(files).policy).artifacts


def test_an_object_by_kind_and_name() -> None:
    (found,) = where(artifacts(), "ClusterQueue/vision")
    assert ("gpu/kueue/teams/vision.yaml", "teams/t.yaml", 3) == (
        found.artifact,
        found.span.path,
        found.span.start.line,
    )


def test_a_part_of_an_object() -> None:
    (found,) = where(artifacts(), "ClusterQueue/vision")
    amount = ("spec", "resourceGroups", 0, "flavors", 0, "resources", 0)
    assert 8 == dict(found.parts)[amount].start.line


def test_kinds_may_be_written_as_kubectl_takes_them() -> None:
    found = [where(artifacts(), f"{kind}/a100") for kind in ("resourceflavor", "resourceflavors")]
    assert [["ResourceFlavor/a100"]] * 2 == [[each.reference for each in some] for some in found]


def test_a_local_queue_in_every_namespace_and_in_one() -> None:
    made = artifacts()
    assert ["LocalQueue/x/vision", "LocalQueue/y/vision"] == [
        each.reference for each in where(made, "LocalQueue/vision")
    ]
    assert ["LocalQueue/y/vision"] == [
        each.reference for each in where(made, "LocalQueue/y/vision")
    ]


def test_nothing_by_that_name() -> None:
    made = artifacts()
    assert () == where(made, "ClusterQueue/visoin")
    assert "ClusterQueue/vision" == near_references(made, "ClusterQueue/visoin")[0]
