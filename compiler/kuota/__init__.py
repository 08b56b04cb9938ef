"""kuota compiles, checks and simulates GPU quotas for Kueue before they are applied."""

__version__ = "0.1.0"
