"""Findings about Kueue objects: what a cluster refuses, and what it takes and never uses."""

from typing import Final

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity

UNKNOWN_KIND: Final = Kind(
    Code("Q601", "object-of-unknown-kind"),
    Severity.ERROR,
    """An object has a kind or API version that the release of Kueue does not serve.

What it finds
    `kueue.x-k8s.io/v1alpha1`, misspelt kinds, and documents without either.
Why it matters
    The API server answers "no matches for kind" and applies nothing of it.
How to fix
    Write an API version and kind that the finding names.
Sources
    Kueue config/components/crd/bases, v0.15.8 to v0.19.2.
""",
)
UNKNOWN_FIELD: Final = Kind(
    Code("Q602", "object-with-unknown-field"),
    Severity.ERROR,
    """An object has a field that the release of Kueue does not know.

What it finds
    Misspelt fields, fields of another API version (`cohort` is `cohortName` since v1beta2), and
    fields that came with a later release.
Why it matters
    `kubectl apply` refuses it, and other clients drop the field silently, so that a limit that
    somebody wrote does not hold.
How to fix
    Write the field that is meant; the finding names those that are near.
Sources
    Kueue config/components/crd/bases, v0.15.8 to v0.19.2.
""",
)
INVALID_METADATA: Final = Kind(
    Code("Q603", "object-with-invalid-metadata"),
    Severity.ERROR,
    """The metadata of an object breaks Kubernetes' rules.

What it finds
    Names, labels, annotations and finalizers that are not spelled as they must be.
Why it matters
    The API server refuses the object.
How to fix
    Correct the name or label; the finding says which characters are allowed.
Sources
    Kubernetes apimachinery pkg/api/validation/objectmeta.go, v0.36.
""",
)
INVALID_SCHEMA: Final = Kind(
    Code("Q604", "object-breaks-schema"),
    Severity.ERROR,
    """A value of an object is not what the schema of its kind allows.

What it finds
    Missing fields, wrong types, values outside of an enumeration, a pattern or a length.
Why it matters
    The API server refuses the object.
How to fix
    Write a value that the finding names as allowed.
Sources
    Kueue config/components/crd/bases, v0.15.8 to v0.19.2.
""",
)
INVALID_LIST: Final = Kind(
    Code("Q605", "object-breaks-list-keys"),
    Severity.ERROR,
    """A list of an object has the same entry twice.

What it finds
    Two entries with one key in a list that is a map or a set to the API server.
Why it matters
    The API server refuses the object.
How to fix
    Remove or rename one of them.
Sources
    Kueue config/components/crd/bases (x-kubernetes-list-type), v0.15.8 to v0.19.2.
""",
)
BREAKS_RULE: Final = Kind(
    Code("Q606", "object-breaks-rule"),
    Severity.ERROR,
    """An object breaks a validation rule of its kind.

What it finds
    What the CEL rules in the CRDs forbid, such as a borrowingLimit without a cohort, or two fields
    that exclude each other.
Why it matters
    The API server refuses the object.
How to fix
    Follow the help of the finding.
Sources
    Kueue config/components/crd/bases (x-kubernetes-validations), v0.15.8 to v0.19.2.
""",
)
REFUSED_BY_WEBHOOK: Final = Kind(
    Code("Q607", "object-refused-by-webhook"),
    Severity.ERROR,
    """Kueue's validating webhook refuses an object.

What it finds
    Negative quotas, a resource or flavor in two resource groups, resources in another order than
    coveredResources, and what else the webhooks check.
Why it matters
    The API server refuses the object.
How to fix
    Follow the help of the finding.
Sources
    Kueue pkg/webhooks, v0.19.2.
""",
)
DOUBTFUL: Final = Kind(
    Code("Q608", "object-doubtful"),
    Severity.WARNING,
    """A cluster accepts an object that cannot be meant as it is.

What it finds
    Namespaces on objects of the whole cluster, namespaces that cannot exist, deprecated API
    versions.
Why it matters
    It works in another way than it reads, or not for long.
How to fix
    Follow the help of the finding.
Sources
    Kubernetes apimachinery pkg/api/validation/objectmeta.go, v0.36.
""",
)
NEVER_ACTIVE: Final = Kind(
    Code("Q610", "object-never-active"),
    Severity.ERROR,
    """A cluster accepts an object and never puts it to use.

What it finds
    A ClusterQueue whose flavor, topology or admission check does not exist, cohorts in a cycle, a
    namespaceSelector that selects nothing, a LocalQueue without its ClusterQueue, MultiKueue checks
    that cannot work. The note names Kueue's own reason where it has one: FlavorNotFound,
    TopologyNotFound, AdmissionCheckNotFound, ClusterQueueDoesNotExist and so on.
Why it matters
    No error is shown anywhere; jobs stay pending. Among hand-written manifests this is a warning,
    because the cluster takes the object; in a compiled one it is an error.
How to fix
    Create what is missing, or correct the name; the finding names those that are near.
Sources
    Kueue pkg/cache/scheduler/clusterqueue.go, pkg/controller/core, v0.19.2.
""",
)
STOPPED: Final = Kind(
    Code("Q611", "queue-stopped"),
    Severity.INFO,
    """A queue is stopped.

What it finds
    `stopPolicy` other than None.
Why it matters
    It admits nothing until the policy is taken away, which may be just what is wanted.
How to fix
    Remove `stopPolicy` when the queue shall run again.
Sources
    Kueue pkg/cache/scheduler/clusterqueue.go, v0.19.2.
""",
)
DEFINED_TWICE: Final = Kind(
    Code("Q612", "object-defined-twice"),
    Severity.WARNING,
    """Two manifests define the same object.

What it finds
    One kind, namespace and name in two places.
Why it matters
    What is applied last wins, and nobody sees that the other one is gone.
How to fix
    Remove or rename one of them.
""",
)
NOT_CHECKED: Final = Kind(
    Code("Q613", "kind-not-checked"),
    Severity.INFO,
    """Manifests of a kind that kuota cannot check.

What it finds
    Kinds that are neither Kueue's nor given with `--crds`; core kinds when kubernetes-validate is
    not installed.
Why it matters
    They may be wrong.
How to fix
    Give the CRDs with `--crds DIR`, or install `kuota[kubernetes]` for Kubernetes' own kinds.
""",
)
INVALID_KUBERNETES: Final = Kind(
    Code("Q614", "kubernetes-object-invalid"),
    Severity.ERROR,
    """An object of Kubernetes itself does not fit the schema of its kind.

What it finds
    Unknown fields and wrong types in Namespaces, Jobs and other kinds of Kubernetes.
Why it matters
    `kubectl apply` refuses it.
How to fix
    Correct the field.
""",
)
UNUSABLE_CRD: Final = Kind(
    Code("Q615", "crd-unusable"),
    Severity.WARNING,
    """A file given with `--crds` cannot be used, or not all of it.

What it finds
    Files without a CustomResourceDefinition, broken ones, rules that cannot be compiled, and rules
    that are not evaluated because cel-expr-python is not installed.
Why it matters
    Objects of that kind are checked less than was asked for.
How to fix
    Follow the help of the finding.
""",
)

KINDS: Final = (
    UNKNOWN_KIND,
    UNKNOWN_FIELD,
    INVALID_METADATA,
    INVALID_SCHEMA,
    INVALID_LIST,
    BREAKS_RULE,
    REFUSED_BY_WEBHOOK,
    DOUBTFUL,
    NEVER_ACTIVE,
    STOPPED,
    DEFINED_TWICE,
    NOT_CHECKED,
    INVALID_KUBERNETES,
    UNUSABLE_CRD,
)

BY_REFUSAL: Final = {
    "kind": UNKNOWN_KIND,
    "unknown": UNKNOWN_FIELD,
    "metadata": INVALID_METADATA,
    "schema": INVALID_SCHEMA,
    "list": INVALID_LIST,
    "cel": BREAKS_RULE,
    "webhook": REFUSED_BY_WEBHOOK,
}
"""By who refuses an object."""
