"""AdmissionChecks, provisioning and MultiKueue as the platform writes them."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.names import Label, Qualified, Subdomain
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Number, Text


class RetryStrategy(Shape):
    """How often a failed ProvisioningRequest is tried again."""

    backoff_limit_count: Number | None = None
    backoff_base_seconds: Number | None = None
    backoff_max_seconds: Number | None = None


class NodeSelectorUpdate(Shape):
    """A node selector that the provisioned nodes decide."""

    key: Qualified
    value_from_provisioning_class_detail: Text


class PodSetUpdates(Shape):
    """What provisioning changes in the pod sets."""

    node_selector: Annotated[tuple[NodeSelectorUpdate, ...], Field(max_length=8)] = ()


class ProvisioningRequest(Shape):
    """The spec of a ProvisioningRequestConfig."""

    provisioning_class_name: Subdomain
    parameters: dict[Text, Text] = Field({})
    managed_resources: tuple[Qualified, ...] = ()
    retry_strategy: RetryStrategy | None = None
    pod_set_updates: PodSetUpdates | None = None
    pod_set_merge_policy: (
        Literal["IdenticalPodTemplates", "IdenticalWorkloadSchedulingRequirements"] | None
    ) = None


class MultiKueueCheck(Shape):
    """The spec of a MultiKueueConfig: the workers that may run a workload."""

    clusters: Annotated[tuple[Label, ...], Field(min_length=1, max_length=20)]


class AdmissionCheck(Shape):
    """An AdmissionCheck: of Kueue's two kinds, or of a controller of your own."""

    provisioning_request: ProvisioningRequest | None = None
    multi_kueue: MultiKueueCheck | None = None
    controller_name: Text | None = Field(
        None, description="The controller of a check that is neither of Kueue's own."
    )


class KubeConfig(Shape):
    """Where the manager finds the worker's kubeconfig."""

    location: Text = Field(description="A Secret in Kueue's namespace, or a path.")
    location_type: Literal["Secret", "Path"] = "Secret"


class Worker(Shape):
    """A worker cluster of MultiKueue."""

    name: Label
    kube_config: KubeConfig | None = Field(
        None, description="Default: the Secret called like the worker."
    )


class MultiKueue(Shape):
    """The worker clusters of which this cluster is the manager."""

    workers: Annotated[tuple[Annotated[Worker, ShortForm("name")], ...], Field(min_length=1)]
