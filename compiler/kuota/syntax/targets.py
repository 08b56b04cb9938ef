"""What a platform compiles to, and for which release."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Text


class Target(Shape):
    """What every target has."""

    unsupported: Literal["error", "warn", "off"] = Field(
        "error", description="The level of a finding about what this target cannot express."
    )


class KueueTarget(Target):
    """Kueue's own objects."""

    version: Text = Field(description='The installed release, 0.15 or later: "0.19".')
    api_version: Literal["v1beta1", "v1beta2"] | None = Field(
        None, description="Default: the one in which the release stores its objects."
    )


class KaiTarget(Target):
    """Queues of the KAI scheduler."""

    mode: Literal["kueue-decides", "kai-decides"] = Field(
        "kueue-decides", description="Who decides on admission."
    )


class VolcanoTarget(Target):
    """Queues of Volcano."""

    scheduler_names: tuple[Text, ...] = Field(
        ("volcano",), description="The schedulers whose queues are compiled."
    )
    plugin: Literal["capacity", "proportion"] = Field(
        "capacity", description="The plugin that holds the quotas."
    )


class ArgoCDTarget(Target):
    """An Application of Argo CD."""

    repo_url: Text = Field(alias="repoURL", description="The repository of the output.")
    project: Text = Field("default", description="The AppProject.")


class FluxTarget(Target):
    """A Kustomization of Flux."""


class PrometheusTarget(Target):
    """Alert and recording rules of Prometheus."""


class Targets(Shape):
    """The targets to compile."""

    kueue: KueueTarget = Field(description="Kueue's own objects.")
    kai: Annotated[KaiTarget, ShortForm()] | None = Field(
        None, description="Queues of the KAI scheduler."
    )
    volcano: Annotated[VolcanoTarget, ShortForm()] | None = Field(
        None, description="Queues of Volcano."
    )
    argocd: ArgoCDTarget | None = Field(None, description="An Application of Argo CD.")
    flux: Annotated[FluxTarget, ShortForm()] | None = Field(
        None, description="A Kustomization of Flux."
    )
    prometheus: Annotated[PrometheusTarget, ShortForm()] | None = Field(
        None, description="Alert and recording rules of Prometheus."
    )
