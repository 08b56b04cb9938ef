import pytest

from kuota.kueue.near import choice, near_names
from kuota.kueue.validate.labels import is_dns_label, is_subdomain, key_fault, value_fault


@pytest.mark.parametrize(
    "key",
    ["a", "A-b_c.d", "nvidia.com/gpu", "example.com/A", "1", "a" * 63, f"{'a' * 253}/b"],
)
def test_a_label_key_is_accepted(key: str) -> None:
    assert key_fault(key) is None


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("", "has an empty name"),
        ("a/", "has an empty name"),
        ("/a", "has a prefix that is no DNS name"),
        ("Example.com/a", "has a prefix that is no DNS name"),
        (f"{'a' * 254}/b", "has a prefix that is no DNS name"),
        ("a/b/c", "has more than one '/'"),
        ("a b", "is not a label key"),
        ("-a", "is not a label key"),
        ("a\n", "is not a label key"),
        ("a" * 64, "has more than 63 characters in its name"),
    ],
)
def test_what_is_no_label_key_is_told(key: str, clause: str) -> None:
    fault = key_fault(key)

    assert fault is not None
    assert clause == fault[0]


@pytest.mark.parametrize("value", ["", "a", "A.b_c-9", "a" * 63])
def test_a_label_value_is_accepted(value: str) -> None:
    assert value_fault(value) is None


@pytest.mark.parametrize(
    ("value", "clause"),
    [
        ("a" * 64, "has more than 63 characters"),
        ("-a", "is not a label value"),
        ("a/b", "is not a label value"),
        ("\u00e4", "is not a label value"),
    ],
)
def test_what_is_no_label_value_is_told(value: str, clause: str) -> None:
    fault = value_fault(value)

    assert fault is not None
    assert clause == fault[0]


def test_names_of_objects_may_have_dots_and_those_of_namespaces_not() -> None:
    assert (True, False) == (is_subdomain("a.b"), is_dns_label("a.b"))
    assert (True, True) == (is_subdomain("team-1"), is_dns_label("team-1"))
    assert (False, False) == (is_subdomain("Team"), is_dns_label("Team"))
    assert (True, False) == (is_subdomain("a" * 64), is_dns_label("a" * 64))


def test_near_names_ignore_case_and_stand_in_order_of_closeness() -> None:
    assert ("cohortName",) == near_names("CohortNam", ["cohortName", "stopPolicy"])
    assert () == near_names("zzz", ["cohortName"])


def test_a_help_names_the_near_ones_or_the_known_ones() -> None:
    assert "did you mean a or b?" == choice(("a", "b"), ["a", "b", "c"], "names")
    assert "known names: a, b" == choice((), ["a", "b"], "names")
    assert "" == choice((), [], "names")
    assert choice((), [str(at) for at in range(14)], "names").endswith("11 and 2 more")
