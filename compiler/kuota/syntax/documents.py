"""The kinds of document that kuota reads."""

from typing import Final

API_VERSION: Final = "kuota/v1"
KINDS_OF_DOCUMENT: Final = ("Platform", "Scenario", "Team")
