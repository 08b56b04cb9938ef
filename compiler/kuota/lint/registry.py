"""Every rule there is: the modules of ``kuota.lint.rules``, no list to edit."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from kuota.lint import rules as rule_modules
from kuota.lint.rule import Rule


class RegistryError(Exception):
    """A rule module that breaks the contract: a bug in kuota."""


class Registered(NamedTuple):
    """A rule with the module that documents it."""

    rule: Rule
    module: str
    documentation: str


@cache
def registered() -> tuple[Registered, ...]:
    """All rules in order of code."""
    names = sorted(info.name for info in iter_modules(rule_modules.__path__))
    return ordered(tuple(_load(name) for name in names))


def ordered(found: tuple[Registered, ...]) -> tuple[Registered, ...]:
    """The rules in order of code; a code or a name used twice is refused."""
    seen: dict[str, str] = {}
    for entry in found:
        for identity in (entry.rule.code.number, entry.rule.code.name):
            if identity in seen:
                message = f"{identity} is used by {seen[identity]} and by {entry.module}"
                raise RegistryError(message)
            seen[identity] = entry.module
    return tuple(sorted(found, key=lambda entry: entry.rule.code.number))


def _load(name: str) -> Registered:
    module = import_module(f"{rule_modules.__name__}.{name}")
    rule = getattr(module, "RULE", None)
    if not isinstance(rule, Rule):
        raise RegistryError(f"{name} has no RULE")
    if rule.code.name != name.replace("_", "-"):
        raise RegistryError(f"{name} holds the rule {rule.code.name}")
    if not module.__doc__:
        raise RegistryError(f"{name} has no documentation")
    return Registered(rule, name, module.__doc__)
