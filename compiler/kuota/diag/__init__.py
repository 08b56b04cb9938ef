"""Findings: what is wrong, where, why, and how to fix it. They know nothing of output."""
