"""AdmissionChecks, provisioning and MultiKueue as the platform writes them."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.names import Qualified, Subdomain
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Number, Text


class RetryStrategy(Shape):
    """How often a failed ProvisioningRequest is tried again."""

    backoff_limit_count: Number | None = Field(
        None, description="How often it is tried again; Kueue's default is 3."
    )
    backoff_base_seconds: Number | None = Field(
        None, description="The first wait in seconds, doubled each time; default 60."
    )
    backoff_max_seconds: Number | None = Field(
        None, description="The longest wait in seconds; default 1800."
    )


class NodeSelectorUpdate(Shape):
    """A node selector that the provisioned nodes decide."""

    key: Qualified = Field(description="The label of the node selector.")
    value_from_provisioning_class_detail: Text = Field(
        description="The detail of the ProvisioningRequest's status that holds the value."
    )


class PodSetUpdates(Shape):
    """What provisioning changes in the pod sets."""

    node_selector: Annotated[tuple[NodeSelectorUpdate, ...], Field(max_length=8)] = Field(
        (), description="Node selectors that are added."
    )


class ProvisioningRequest(Shape):
    """The spec of a ProvisioningRequestConfig."""

    provisioning_class_name: Subdomain = Field(
        description="How the autoscaler provisions: check-capacity.autoscaling.x-k8s.io and others."
    )
    parameters: dict[Text, Text] = Field({}, description="Parameters of the provisioning class.")
    managed_resources: tuple[Qualified, ...] = Field(
        (), description="Only pod sets that request one of these are provisioned; default: all."
    )
    retry_strategy: RetryStrategy | None = None
    pod_set_updates: PodSetUpdates | None = None
    pod_set_merge_policy: (
        Literal["IdenticalPodTemplates", "IdenticalWorkloadSchedulingRequirements"] | None
    ) = Field(None, description="Which pod sets are merged into one.")


class MultiKueueCheck(Shape):
    """The spec of a MultiKueueConfig: the workers that may run a workload."""

    clusters: Annotated[tuple[Subdomain, ...], Field(min_length=1, max_length=20)] = Field(
        description="Workers of spec.multikueue."
    )


class AdmissionCheck(Shape):
    """An AdmissionCheck: of Kueue's two kinds, or of a controller of your own."""

    provisioning_request: ProvisioningRequest | None = Field(
        None, description="Asks the cluster autoscaler for nodes first."
    )
    multi_kueue: MultiKueueCheck | None = Field(
        None, description="Sends workloads to worker clusters."
    )
    controller_name: Text | None = Field(
        None, description="The controller of a check that is neither of Kueue's own."
    )


class KubeConfig(Shape):
    """Where the manager finds the worker's kubeconfig."""

    location: Text = Field(description="A Secret in Kueue's namespace, or a path.")
    location_type: Literal["Secret", "Path"] = Field("Secret", description="What location names.")


class Worker(Shape):
    """A worker cluster of MultiKueue."""

    name: Subdomain = Field(description="The name of the MultiKueueCluster.")
    kube_config: KubeConfig | None = Field(
        None, description="Default: the Secret called like the worker."
    )


class MultiKueue(Shape):
    """The worker clusters of which this cluster is the manager."""

    workers: Annotated[tuple[Annotated[Worker, ShortForm("name")], ...], Field(min_length=1)] = (
        Field(description="Names, or names with their kubeConfig.")
    )
