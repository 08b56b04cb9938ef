"""What can be wrong when names are bound: kinds of findings and their wording, by subject."""

from kuota.diag.kind import Kind
from kuota.policy.errors import collision, inventory, multikueue, quota, reference, scenario

KINDS: tuple[Kind, ...] = tuple(
    sorted(
        (
            *reference.KINDS,
            *collision.KINDS,
            *quota.KINDS,
            *inventory.KINDS,
            *multikueue.KINDS,
            *scenario.KINDS,
        ),
        key=lambda kind: kind.code.number,
    )
)
"""Every kind of finding of this stage, in order of code."""
