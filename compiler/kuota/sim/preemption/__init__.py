"""Which workloads have to leave so that another one fits."""
