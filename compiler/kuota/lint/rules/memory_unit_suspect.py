"""A memory amount is written in a unit that pods hardly use.

What it finds
    Quota or node memory with a decimal suffix (`64G`), or quota of less than one mebibyte,
    as `768` without a suffix is.
Why it matters
    Pods nearly always ask in Gi: 64Gi is 7 % more than 64G, so that a pod that looks as if it
    fits exceeds the quota. A number without a suffix is bytes.
How to fix
    Write Gi or Mi.
Example
    Bad:
        memory: 768G
    Good:
        memory: 768Gi
Sources
    Kubernetes documentation, resource units.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Edit, Fix, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Amount
from kuota.quantity import Quantity

_SUFFIXES = {"k": "Ki", "M": "Mi", "G": "Gi", "T": "Ti", "P": "Pi", "E": "Ei"}
_SMALLEST = 2**20


def check(facts: Facts) -> Iterator[Diagnostic]:
    for node, (_, resource), quota in facts.quotas:
        if resource == "memory":
            yield from _suspect(f"memory quota of {node.name}", quota.base, smallest=_SMALLEST)
    for host in facts.cluster.nodes:
        if "memory" in host.allocatable:
            yield from _suspect("memory of each node", host.allocatable["memory"], smallest=0)


def _suspect(what: str, amount: Amount, smallest: int) -> Iterator[Diagnostic]:
    text = str(amount.quantity)
    suffix = text.lstrip("0123456789")
    if 0 < amount.units < smallest:
        yield _tiny(what, amount)
    elif amount.quantity.format == "DecimalSI" and suffix in _SUFFIXES:
        yield _decimal(what, amount, text.removesuffix(suffix) + _SUFFIXES[suffix])


def _tiny(what: str, amount: Amount) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=amount.origin.span,
        headline=f"{what} is {amount.units} bytes",
        label="bytes, without a suffix",
        note="a number without a suffix is bytes; no pod runs in less than 1Mi",
        help=f"write {amount.units}Gi or {amount.units}Mi",
    )


def _decimal(what: str, amount: Amount, binary: str) -> Diagnostic:
    written = str(amount.quantity)
    edit = Edit(amount.origin.span, binary)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=amount.origin.span,
        headline=f"{what} is {written}, which is less than {binary}",
        label="decimal suffix",
        note=f"{written} = {amount.units} bytes; {binary} = {_bytes(binary)} bytes, "
        f"{_bytes(binary) - amount.units} more",
        help=f"write {binary} if that is meant",
        fixes=(Fix(f"write {binary}", (edit,)),),
    )


def _bytes(text: str) -> int:
    digits, power = text[:-2], list(_SUFFIXES.values()).index(text[-2:]) + 1
    return Quantity(int(digits) * 1024**power * 10**9, "BinarySI").value()


RULE = Rule(Code("Q312", "memory-unit-suspect"), Severity.WARNING, since="0.1", check=check)
