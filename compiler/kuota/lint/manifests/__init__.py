"""Manifests that people write by hand: read as Kubernetes reads them, judged as a cluster would."""

from kuota.lint.manifests.check import Checked, check

__all__ = ["Checked", "check"]
