"""Objects of Kubernetes itself, judged by kubernetes-validate where it is installed."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

from kuota.diag.model import Diagnostic
from kuota.lint.manifests.objects import Manifest
from kuota.validity import errors

_GROUPS: Final = frozenset({"", "apps", "batch", "autoscaling", "policy"})


def is_kubernetes(group: str) -> bool:
    """Whether the API group is one of Kubernetes' own."""
    return group in _GROUPS or (group.endswith(".k8s.io") and not group.endswith(".x-k8s.io"))


def is_available() -> bool:
    """Whether kubernetes-validate is installed (the extra ``kubernetes``)."""
    return find_spec("kubernetes_validate") is not None


def check_kubernetes(manifest: Manifest) -> Iterator[Diagnostic] | None:
    """What is wrong with the object; None when there is no schema for its kind."""
    import kubernetes_validate  # type: ignore[import-untyped]

    version = kubernetes_validate.latest_version()
    try:
        kubernetes_validate.validate(manifest.data, version, strict=True)
    except kubernetes_validate.SchemaNotFoundError:
        return None
    except kubernetes_validate.ValidationError as error:
        return iter((_finding(manifest, error),))
    return iter(())


def _finding(manifest: Manifest, error: Any) -> Diagnostic:
    kind = errors.INVALID_KUBERNETES
    path = tuple(error.absolute_path)
    headline, at_key = _headline(error, path)
    if at_key:
        path = (*path, at_key)
    return Diagnostic(
        kind.code,
        kind.severity,
        manifest.locate(path, bool(at_key)),
        f"{manifest.reference}: {headline}",
    )


def _headline(error: Any, path: tuple[str | int, ...]) -> tuple[str, str]:
    """The words for the error, and the key that it is about when it is about one."""
    where = str(path[-1]) if path else "the object"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        unknown = sorted(key for key in error.instance if key not in known)
        if unknown:
            return f"{where} has no field {unknown[0]}", unknown[0]
    if error.validator == "required":
        missing = sorted(key for key in error.validator_value if key not in error.instance)
        if missing:
            return f"{where} lacks the field {missing[0]}", ""
    if error.validator == "type":
        wanted = error.validator_value
        types = wanted if isinstance(wanted, list) else [wanted]
        return f"{where} is not of the type {' or '.join(str(each) for each in types)}", ""
    if error.validator == "enum":
        return f"{where} is not one of {', '.join(str(v) for v in error.validator_value)}", ""
    return f"{where} has a value that Kubernetes does not accept", ""
