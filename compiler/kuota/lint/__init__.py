"""Rules over a policy; one file per rule in ``rules/``."""
