"""What the patterns of Kueue's CRDs ask for, in words."""

from typing import Final, NamedTuple

_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_NUMBER = r"(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"

QUANTITY: Final = rf"^(\+|-)?{_NUMBER}(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?{_NUMBER}))?$"


class Form(NamedTuple):
    """A form that text must have: what such text is, and how to write it."""

    noun: str
    help: str


_NAME = Form(
    "a valid name",
    "use lower case letters, digits, '-' and '.', and begin and end with a letter or digit",
)
_LABEL_KEY = Form(
    "a label key",
    "write an optional DNS prefix and '/', then letters, digits, '-', '_' and '.'",
)

FORMS: Final = {
    f"^{_SUBDOMAIN}$": _NAME,
    f"^{_LABEL}$": Form(
        "a valid name",
        "use lower case letters, digits and '-', and begin and end with a letter or digit",
    ),
    r"^(?i)[a-z]([-a-z0-9]*[a-z0-9])?$": Form(
        "the name of a kind", "use letters and digits, beginning with a letter"
    ),
    rf"^({_SUBDOMAIN}/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$": _LABEL_KEY,
    QUANTITY: Form(
        "a quantity",
        "write a number with one of m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or none",
    ),
}
"""By pattern. A test holds that every pattern of the tables is here."""

OTHER: Final = Form("in the form that Kueue asks for", "")
"""For a pattern that is not in FORMS, as the CRDs of a user may have."""
