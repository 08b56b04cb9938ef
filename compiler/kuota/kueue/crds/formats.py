"""The formats that an API server checks, as far as they occur in CRDs.

Source: kube-openapi pkg/validation/strfmt; Kubernetes apiextensions-apiserver
pkg/apiserver/validation/formats.go.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from kuota.kueue.validate.faults import is_date_time, is_integer

_UUID = re.compile(r"(?i)[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}")
_DURATION = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|\u00b5s|ms|s|m|h)")
_BASE64 = re.compile(r"([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


class Format(NamedTuple):
    """A format: what such a value is called, and whether a value is one."""

    noun: str
    accepts: Callable[[Any], bool]


def _text(test: Callable[[str], object]) -> Callable[[Any], bool]:
    """A test of text that lets anything else pass, for its type is judged apart."""
    return lambda value: not isinstance(value, str) or bool(test(value))


def _whole(bits: int) -> Callable[[Any], bool]:
    bound = 2 ** (bits - 1)
    return lambda value: not is_integer(value) or -bound <= value < bound


def _is_date(text: str) -> bool:
    return is_date_time(f"{text}T00:00:00Z")


def _is_address(version: int) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        import ipaddress

        try:
            return ipaddress.ip_address(text).version == version
        except ValueError:
            return False

    return test


def _is_network(text: str) -> bool:
    import ipaddress

    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return "/" in text


def _is_duration(text: str) -> bool:
    rest = text.lstrip("+-")
    return rest == "0" or (bool(rest) and _DURATION.sub("", rest) == "")


FORMATS: Final[Mapping[str, Format]] = {
    "byte": Format("base64", _text(_BASE64.fullmatch)),
    "cidr": Format("an address range", _text(_is_network)),
    "date": Format("a date", _text(_is_date)),
    "date-time": Format("a time", _text(is_date_time)),
    "duration": Format("a duration", _text(_is_duration)),
    "int32": Format("a whole number of 32 bits", _whole(32)),
    "int64": Format("a whole number of 64 bits", _whole(64)),
    "ipv4": Format("an IPv4 address", _text(_is_address(4))),
    "ipv6": Format("an IPv6 address", _text(_is_address(6))),
    "uuid": Format("a UUID", _text(_UUID.fullmatch)),
}
"""Other formats are accepted as they are."""
