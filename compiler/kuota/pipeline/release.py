"""Another release of Kueue than the one that the Platforms name."""

from kuota.policy.resolve import Item


def with_kueue_version(item: Item, version: str) -> Item:
    """The document as if its Platform named ``version``; a Team stays as it is."""
    model = item.model
    if model is None or model.kind != "Platform":
        return item
    targets = model.spec.targets
    kueue = targets.kueue.model_copy(update={"version": version})
    spec = model.spec.model_copy(update={"targets": targets.model_copy(update={"kueue": kueue})})
    return item._replace(model=model.model_copy(update={"spec": spec}))
