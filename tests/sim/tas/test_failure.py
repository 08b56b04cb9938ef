"""Failures in Kueue's words."""

import pytest

from kuota.sim.tas.failure import ExclusionStats, LayerFit, PlacementFailure

EXCLUSIONS = ExclusionStats(
    9, 1, 2, 3, {"gpu=x:NoSchedule": 2, "a:NoExecute": 1}, {"nvidia.com/gpu": 3, "cpu": 1}
)


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        (PlacementFailure("t", "topology level not specified"), "topology level not specified"),
        (
            PlacementFailure("t", fitting=0, needed=4),
            'topology "t" doesn\'t allow to fit any of 4 pod(s)',
        ),
        (
            PlacementFailure("t", fitting=3, needed=4, slice_size=2),
            'topology "t" allows to fit only 3 out of 4 slice(s)',
        ),
        (
            PlacementFailure("t", fitting=3, needed=4, exclusions=EXCLUSIONS),
            'topology "t" allows to fit only 3 out of 4 pod(s). Total nodes: 9; excluded: '
            'affinity: 2, nodeSelector: 1, resource "cpu": 1, resource "nvidia.com/gpu": 3, '
            'taint "a:NoExecute": 1, taint "gpu=x:NoSchedule": 2, topologyDomain: 3',
        ),
        (
            PlacementFailure("t", needed=2, layers=(LayerFit("rack", 1, 2), LayerFit("h", 3, 8))),
            'topology "t" doesn\'t allow to fit; 1/2 slice(s) fit on level rack; '
            "3/8 slice(s) fit on level h",
        ),
    ],
)
def test_a_failure_reads_as_kueue_writes_it(failure: PlacementFailure, text: str) -> None:
    assert text == str(failure)


def test_nodes_that_are_merely_full_of_other_pods_are_no_exclusion() -> None:
    assert "" == str(ExclusionStats(9))
