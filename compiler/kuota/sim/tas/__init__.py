"""Topology-aware scheduling: which nodes the pods of a workload go to, and why not.

``cache.TASCache`` holds all flavors, ``flavor_snapshot.TASFlavorSnapshot`` is one of them and finds
places, ``place.place`` answers for one set of nodes without any queue.

Places are those of Kueue 0.19.2 whatever the release: before 0.18 it chose the domain of a group's
leader, and balanced placement its threshold, with less care, and before 0.19 it left out all slice
layers but the outermost one. Where Kueue 0.19.2 itself fails (balanced placement of fewer pods than
a slice divides by zero), best fit places the pods.

Source: Kueue pkg/cache/scheduler/tas_*.go, v0.19.2.
"""
