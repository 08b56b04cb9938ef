"""How findings name a grant."""

from kuota.lint.wording import amount_of, listed
from kuota.policy.quota import Grant


def granted(grant: Grant) -> str:
    """What the grant adds: ``4 nvidia.com/gpu``."""
    amounts = grant.amounts.items()
    return listed([amount_of(resource, a.units) for (_, resource), a in amounts], limit=2)
