"""The targets: each module or package here has a ``TARGET``; the listing is the registry."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from kuota.emit.target import Target


@cache
def all_targets() -> tuple[Target, ...]:
    """Every target, in order of name."""
    names = sorted(module.name for module in iter_modules(__path__))
    targets = [import_module(f"{__name__}.{name}").TARGET for name in names]
    return tuple(sorted(targets, key=lambda target: target.name))
