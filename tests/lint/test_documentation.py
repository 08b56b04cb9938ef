"""Documentation of findings, taken apart."""

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity
from kuota.lint.documentation import documentation_of, table
from kuota.lint.registry import registered

KIND = Kind(
    Code("Q999", "odd-thing"),
    Severity.WARNING,
    """Something | is odd.

    What it finds
        Odd things,
        on two lines.
    Why it matters
        They are odd.

        Really.
    Example
        Bad:
            odd: 3
              even: 2
        Good:
            odd: 4
    """,
)


def test_sections_lose_their_indentation_and_keep_their_lines() -> None:
    documentation = documentation_of(KIND)
    assert "Something | is odd." == documentation.summary
    assert {
        "What it finds": "Odd things,\non two lines.",
        "Why it matters": "They are odd.\n\nReally.",
        "Example": "Bad:\n    odd: 3\n      even: 2\nGood:\n    odd: 4",
    } == documentation.sections


def test_an_example_has_two_sides() -> None:
    documentation = documentation_of(KIND)
    assert ("odd: 3\n  even: 2", "odd: 4") == (
        documentation.example("Bad"),
        documentation.example("Good"),
    )


def test_the_table_has_a_row_for_each_kind_in_order_of_code() -> None:
    rule = next(entry for entry in registered() if entry.rule.code.number == "Q301")
    assert (
        "| Code | Name | Severity | Finds |\n"
        "| --- | --- | --- | --- |\n"
        "| Q301 | `quota-exceeds-capacity` | error "
        "| Nominal quotas of a flavor add up to more than its nodes hold |\n"
        "| Q999 | `odd-thing` | warning | Something \\| is odd |\n"
    ) == table([documentation_of(KIND), documentation_of(rule)])
