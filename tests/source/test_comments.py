"""Suppression comments: what they name, until when, why, and which lines they cover."""

from datetime import date

import pytest

from kuota.source.comments import MAX_COMMENTS, Comment
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span
from kuota.source.yaml import parse

TEAM = """\
kind: Team
spec:
  # kuota: allow quota-exceeds-capacity -- bought in May
  quota:
    a100:
      cpu: 96

    h100: {}   # kuota: allow Q301, idle-quota until 2026-12-31 -- two
  queues:
    # a remark

    # kuota: allow first -- x
    # kuota: allow second -- y
    - name: a
      weight: 2
    - b
"""


def comments(text: str) -> tuple[Comment, ...]:
    return parse(SourceFile("x.yaml", text)).comments


def test_a_comment_on_its_own_line_covers_the_key_below_and_what_is_under_it() -> None:
    first = comments(TEAM)[0]
    assert (4, 8) == (first.first_line, first.last_line)


def test_a_comment_at_the_end_of_a_line_covers_that_line() -> None:
    second = comments(TEAM)[1]
    assert (8, 8) == (second.first_line, second.last_line)


def test_comments_above_one_another_cover_the_same_item() -> None:
    covered = [(c.first_line, c.last_line) for c in comments(TEAM)[2:]]
    assert [(14, 15), (14, 15)] == covered


def test_a_comment_has_names_with_spans_an_end_and_a_reason() -> None:
    comment = comments(TEAM)[1]
    assert ["Q301", "idle-quota"] == [name.text for name in comment.names]
    assert Span("x.yaml", Position(8, 31), Position(8, 35)) == comment.names[0].span
    assert Span("x.yaml", Position(8, 37), Position(8, 47)) == comment.names[1].span
    assert date(2026, 12, 31) == comment.until
    assert "two" == comment.reason


def test_taking_a_comment_out_takes_the_blanks_before_it_or_the_whole_line() -> None:
    whole, rest = comments(TEAM)[:2]
    assert Span("x.yaml", Position(3, 1), Position(4, 1)) == whole.removal
    assert Span("x.yaml", Position(8, 13), Position(8, 71)) == rest.removal


@pytest.mark.parametrize(
    "text",
    [
        'a: "# kuota: allow x -- y"\n',
        "a: '# kuota: allow x -- y'\n",
        "a: |\n  text\n  # kuota: allow x -- y\n",
        "a: x#kuota: allow x -- y\n",
        "a: kuota: allow\n".replace(": allow", ":allow"),
        "# about kuota: it allows\n",
        "# see kuota: allow x\n",
    ],
)
def test_what_only_looks_like_a_comment_is_none(text: str) -> None:
    assert () == comments(text)


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("# kuota: ignore x -- y", "a kuota comment says something other than allow"),
        ("# kuota: allow", "a kuota comment does not say what it allows"),
        ("# kuota: allow -- why", "a kuota comment does not say what it allows"),
        (
            "# kuota: allow a b -- y",
            "names need a comma between them, the reason needs -- before it",
        ),
        (
            "# kuota: allow a because",
            "names need a comma between them, the reason needs -- before it",
        ),
        ("# kuota: allow a until soon -- y", "soon is not a day such as 2026-12-31"),
        ("# kuota: allow a until 2026-02-30 -- y", "2026-02-30 is not a day such as 2026-12-31"),
        ("# kuota: allow a until 2026-12-31 b -- y", "text stands between the day and the reason"),
        ("# kuota: allow a, * -- y", "the names of what is allowed cannot be read"),
        ("#kuota: allowed a -- y", "a kuota comment says something other than allow"),
    ],
)
def test_a_comment_that_cannot_be_read_says_why(comment: str, problem: str) -> None:
    (found,) = comments(f"a: 1  {comment}\n")
    assert problem == found.problem


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("#kuota:allow a--y", "y"),
        ("#   kuota:   allow   a   --   y  ", "y"),
        ("# kuota: allow a -- y -- z", "y -- z"),
        ("# kuota: allow a", ""),
        ("# kuota: allow a --", ""),
    ],
)
def test_blanks_do_not_matter_and_the_reason_goes_to_the_end(comment: str, reason: str) -> None:
    (found,) = comments(f"a: 1  {comment}\n")
    assert ("", reason) == (found.problem, found.reason)


def test_a_comment_with_nothing_below_covers_itself() -> None:
    (found,) = comments("a: 1\n# kuota: allow x -- y\n")
    assert (2, 2) == (found.first_line, found.last_line)


def test_a_comment_above_a_document_separator_covers_one_line() -> None:
    (found,) = comments("a: 1\n# kuota: allow x -- y\n---\nb: 2\n")
    assert (3, 3) == (found.first_line, found.last_line)


def test_comments_of_a_document_that_is_no_yaml_are_kept() -> None:
    assert ["x"] == [c.names[0].text for c in comments("a: }\nb: 1 # kuota: allow x -- y\n")]


def test_comments_beyond_the_limit_are_not_read() -> None:
    assert MAX_COMMENTS == len(comments("# kuota: allow x -- y\n" * (MAX_COMMENTS + 1)))
