"""Topology-aware scheduling: which nodes the pods of a workload go to, and why not.

``cache.TASCache`` holds all flavors, ``flavor_snapshot.TASFlavorSnapshot`` is one of them and finds
places, ``place.place`` answers for one set of nodes without any queue.

Source: Kueue pkg/cache/scheduler/tas_*.go, v0.19.2.
"""
