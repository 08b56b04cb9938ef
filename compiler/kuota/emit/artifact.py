"""What compilation yields: files of objects, and from each part of them the way back."""

from typing import NamedTuple

from kuota.policy.origin import Origin
from kuota.source.span import Path, Span


class EmittedObject(NamedTuple):
    """One Kubernetes object and, per path in it, who decided what stands there.

    ``origins`` always holds the empty path; for a path it lacks, the nearest ancestor's counts.
    ``lost`` are paths that somebody decided and that the target has no field for.
    """

    data: dict[str, object]
    origins: dict[Path, Origin]
    lost: tuple[Path, ...] = ()

    @property
    def reference(self) -> str:
        """``KIND/NAME`` or ``KIND/NAMESPACE/NAME``."""
        metadata = self.data["metadata"]
        assert isinstance(metadata, dict)
        parts = (self.data["kind"], metadata.get("namespace"), metadata["name"])
        return "/".join(str(part) for part in parts if part is not None)

    def origin_of(self, path: Path) -> Span:
        """The place in a file that decided the value at ``path``."""
        while path not in self.origins:
            path = path[:-1]
        return self.origins[path].span


class Artifact(NamedTuple):
    """One file to write. ``path`` is relative to the output folder, with forward slashes."""

    path: str
    text: str
    objects: tuple[EmittedObject, ...]
