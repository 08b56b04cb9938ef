"""A bound of the quota tree with the sum that it comes from, fit to be printed."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

from kuota.policy.origin import Origin
from kuota.quantity import format_amount

Role = Literal["nominal", "lent", "borrowing limit"]


class Term(NamedTuple):
    """One summand: a node's own quota, what a node lends, or the borrowing limit that ends a sum.

    ``origin`` is the value that decides it; None for a cohort that lends only what it collects.
    """

    role: Role
    node: str
    amount: int
    origin: Origin | None


class Lenders(NamedTuple):
    """What the children of one cohort lend, made once for the bounds of all of them.

    ``counts`` says how many lend each amount, in order of name of the first that does.
    """

    terms: tuple[Term, ...]
    counts: Mapping[int, int]


class Others(NamedTuple):
    """All lenders of a cohort but one: the node that the bound is of, or stands below."""

    lenders: Lenders
    receiver: Term | None

    def terms(self) -> Iterator[Term]:
        """What the others lend, in order of name, queues after cohorts."""
        return (term for term in self.lenders.terms if term is not self.receiver)

    def amounts(self) -> Iterator[tuple[int, int]]:
        """How many of the others lend each amount."""
        for amount, count in self.lenders.counts.items():
            left = count - (self.receiver is not None and self.receiver.amount == amount)
            if left:
                yield left, amount


class Bound(NamedTuple):
    """The most of one resource of one flavor that a node can hold, and why.

    ``parts`` are the summands, nearest first, with those of a cohort's children kept together.
    """

    flavor: str
    resource: str
    total: int
    parts: tuple[Term | Others, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every summand by itself; there may be thousands."""
        return tuple(self._each())

    def written(self, limit: int) -> tuple[Term, ...]:
        """The first summands, at most ``limit``, that are not zero and that somebody wrote."""
        found = (term for term in self._each() if term.amount and term.origin is not None)
        return tuple(islice(found, limit))

    def sum_text(self) -> str:
        """The sum in short: ``12 + 3 x 8 = 36``; a summand of zero is left out."""
        left = " + ".join(self._summands()) or "0"
        return left if " " not in left else f"{left} = {self._text(self.total)}"

    def lines(self) -> tuple[str, ...]:
        """One line a term: ``12 nominal of ml-vision``."""
        return tuple(
            f"{self._text(term.amount)} {_WORDING[term.role]} {term.node}" for term in self.terms
        )

    def _each(self) -> Iterator[Term]:
        for part in self.parts:
            if isinstance(part, Term):
                yield part
            else:
                yield from part.terms()

    def _summands(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, Others):
                for count, amount in part.amounts():
                    text = self._text(amount)
                    yield text if count == 1 else f"{count} x {text}"
            elif part.amount:
                yield self._text(part.amount)

    def _text(self, amount: int) -> str:
        return format_amount(self.resource, amount)


_WORDING: dict[Role, str] = {
    "nominal": "nominal of",
    "lent": "lent by",
    "borrowing limit": "borrowing limit of",
}
