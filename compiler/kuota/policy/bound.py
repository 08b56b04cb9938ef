"""A bound of the quota tree with the sum that it comes from, fit to be printed."""

from dataclasses import dataclass
from typing import Literal

from kuota.policy.origin import Origin
from kuota.quantity import UNLIMITED, format_amount

Role = Literal["nominal", "lent", "borrowing limit"]


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: a node's own quota, what a node lends, or the borrowing limit that ends a sum.

    ``origin`` is the value that decides it; None for a cohort that lends only what it collects.
    """

    role: Role
    node: str
    amount: int
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class Bound:
    """The most of one resource of one flavor that a node can hold, and why."""

    flavor: str
    resource: str
    total: int
    terms: tuple[Term, ...]

    def sum_text(self) -> str:
        """The sum in short: ``12 + 3 x 8 = 36``; equal amounts that follow each other are counted.

        A term of zero is left out unless it stands alone.
        """
        parts: list[str] = []
        run: list[int] = []
        for amount in [*(term.amount for term in self.terms if term.amount), None]:
            if run and amount != run[0]:
                parts.append(self._times(run))
                run = []
            if amount is not None:
                run.append(amount)
        left = " + ".join(parts) or "0"
        return f"{left} = {self._text(self.total)}" if len(self.terms) > 1 else left

    def lines(self) -> tuple[str, ...]:
        """One line a term: ``12 nominal of ml-vision``."""
        return tuple(
            f"{self._text(term.amount)} {_WORDING[term.role]} {term.node}" for term in self.terms
        )

    def _times(self, run: list[int]) -> str:
        text = self._text(run[0])
        return text if len(run) == 1 else f"{len(run)} x {text}"

    def _text(self, amount: int) -> str:
        return "unlimited" if amount >= UNLIMITED else format_amount(self.resource, amount)


_WORDING: dict[Role, str] = {
    "nominal": "nominal of",
    "lent": "lent by",
    "borrowing limit": "borrowing limit of",
}
