"""Pending workloads: who is the head of a queue, who waits for a change, and what wakes whom."""
