"""The stages in their order, from paths to findings and compiled files."""

from kuota.pipeline.model import Outcome, Request
from kuota.pipeline.stages import run

__all__ = ["Outcome", "Request", "run"]
