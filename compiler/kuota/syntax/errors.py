"""Findings about the shape of documents: one ``Kind`` each."""

from typing import Final

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity


def _kind(number: str, name: str, documentation: str, severity: Severity = Severity.ERROR) -> Kind:
    return Kind(Code(number, name), severity, documentation)


UNKNOWN_KEY: Final = _kind(
    "Q101",
    "unknown-key",
    """A mapping has a key that the format does not know.

What it finds
    A key that is misspelt or stands in the wrong place.
Why it matters
    It has no effect, and whoever wrote it believes that it has.
How to fix
    Write the key that is meant; the finding names those that are near.
""",
)
MISSING_KEY: Final = _kind(
    "Q102",
    "missing-key",
    """A mapping lacks a key that it must have.

What it finds
    A document without `metadata.name`, a grant without `until`, and the like.
Why it matters
    There is no default that would be right for everybody.
How to fix
    Write the key.
""",
)
WRONG_TYPE: Final = _kind(
    "Q103",
    "wrong-type",
    """A value has another type than its key takes.

What it finds
    Text where a number is, a list where a mapping is, `yes` for `true`, a number in quotes,
    octal numbers.
Why it matters
    Kuota never guesses what a value means.
How to fix
    Write the value in the type that the finding names.
""",
)
NO_VALUE: Final = _kind(
    "Q104",
    "no-value",
    """A key has no value.

What it finds
    `quota:` with nothing behind or below it, `~`, `null`, and empty text.
Why it matters
    Mostly the lines below are missing or indented too little.
How to fix
    Write the value, or remove the key.
""",
)
INVALID_NAME: Final = _kind(
    "Q105",
    "invalid-name",
    """A name, label or resource is not spelled as Kubernetes demands.

What it finds
    Names with capitals, blanks, dots or slashes where none may be, names that are too long,
    label values with forbidden characters.
Why it matters
    The API server refuses the object that is compiled from it.
How to fix
    Write a name of lower-case letters, digits and hyphens, at most 63 characters long;
    cluster-scoped objects may have dots in their names.
Sources
    Kubernetes documentation, "Object Names and IDs" and "Labels and Selectors".
""",
)
INVALID_QUANTITY: Final = _kind(
    "Q106",
    "invalid-quantity",
    """A value is not a Kubernetes quantity.

What it finds
    `12Gb`, `12 Gi`, `1_000`, `half`.
Why it matters
    The API server refuses it.
How to fix
    Write a number, with one of the suffixes m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei.
Sources
    Kubernetes apimachinery pkg/api/resource/quantity.go.
""",
)
NEGATIVE_QUANTITY: Final = _kind(
    "Q107",
    "negative-quantity",
    """A quantity is below zero.

What it finds
    `nominalQuota: -1`; some schedulers write -1 for "no limit", Kueue does not.
Why it matters
    Kueue refuses it.
How to fix
    Write 0 or more; a limit that is left out is no limit.
""",
)
QUANTITY_TOO_LARGE: Final = _kind(
    "Q108",
    "quantity-too-large",
    """A quantity is larger than Kubernetes can hold.

What it finds
    A value of 2^63-1 or more, such as `1e30`.
Why it matters
    Kubernetes caps it silently, and Kueue then takes it for "no limit".
How to fix
    Write the amount that is meant, or leave the limit out.
""",
)
FRACTIONAL_QUANTITY: Final = _kind(
    "Q109",
    "fractional-quantity",
    """A resource that comes in whole units has a fraction.

What it finds
    `12.5` or `500m` of a device, of pods, or of bytes.
Why it matters
    The API server refuses pods with such requests, and Kueue rounds the quota up.
How to fix
    Write a whole number; `m` belongs to cpu alone.
Sources
    Kubernetes documentation, "Resource Management for Pods and Containers"; Kueue
    pkg/resources/amount.go, v0.19.2.
""",
)
OUT_OF_RANGE: Final = _kind(
    "Q110",
    "out-of-range",
    """A number is smaller or larger than its key allows.

What it finds
    A count of 0, a priority beyond 32 bits, and the like.
Why it matters
    The compiled object would be refused, or would mean nothing.
How to fix
    Write a number within the bounds that the finding names.
""",
)
UNKNOWN_VALUE: Final = _kind(
    "Q111",
    "unknown-value",
    """A key that takes one of a few words has another one.

What it finds
    `queueingStrategy: FIFO`, `reclaimWithinCohort: any`.
Why it matters
    Kueue refuses it.
How to fix
    Write one of the words that the finding lists; capitals count.
""",
)
INVALID_DURATION: Final = _kind(
    "Q112",
    "invalid-duration",
    """A value is not a duration.

What it finds
    `10 minutes`, `1d`, `1.5h`.
Why it matters
    Kueue's configuration would not load with it.
How to fix
    Write whole hours, minutes and seconds: `168h`, `10m`, `1h30m`.
""",
)
INVALID_DATE: Final = _kind(
    "Q113",
    "invalid-date",
    """A value is not a day of the calendar.

What it finds
    `31.12.2026`, `2026-02-30`.
Why it matters
    Nobody could say when the grant ends.
How to fix
    Write year, month and day: `2026-12-31`.
""",
)
INVALID_SHARE: Final = _kind(
    "Q114",
    "invalid-share",
    """A value is not a percentage.

What it finds
    `0.5`, `150%`, `50 %`.
Why it matters
    0.5 could mean half or half a percent.
How to fix
    Write a number from 0 to 100 and a percent sign: `50%`.
""",
)
TOO_LONG: Final = _kind(
    "Q115",
    "too-long",
    """A text or list is longer, or shorter, than its key allows.

What it finds
    Texts of more than 4096 characters, gangs without pod sets, more items than Kueue accepts.
Why it matters
    The API server refuses the object that is compiled from it.
How to fix
    Keep within the bounds that the finding names.
""",
)
UNKNOWN_KIND: Final = _kind(
    "Q116",
    "unknown-kind",
    """A document of kuota is of no known kind or version.

What it finds
    `apiVersion: kuota/v1` with a kind other than Platform and Team, a misspelt `apiVersion`,
    and documents that are not mappings.
Why it matters
    The document is not read at all.
How to fix
    Write `apiVersion: kuota/v1` and `kind: Team` or `kind: Platform`.
""",
)
FOREIGN_DOCUMENT: Final = _kind(
    "Q117",
    "foreign-document",
    """A document is of another project.

What it finds
    Kubernetes objects and the like among team files.
Why it matters
    It is not checked. Kueue objects written by hand are, by `kuota check --manifests`.
How to fix
    Nothing, or keep it in another folder.
""",
    Severity.INFO,
)
DUPLICATE_ITEM: Final = _kind(
    "Q118",
    "duplicate-item",
    """A list names the same thing twice.

What it finds
    Two queues of one name, a namespace or topology level that stands twice, a resource in two
    resource groups.
Why it matters
    The second one has no effect, or Kueue refuses the list.
How to fix
    Remove one of them.
""",
)
CONFLICTING_KEYS: Final = _kind(
    "Q119",
    "conflicting-keys",
    """Keys that exclude each other stand side by side, or none of those of which one must be there.

What it finds
    `nodes` beside `nodesFrom`, `required` beside `preferred`, an admission check with two kinds
    of parameters.
Why it matters
    Only one of them could count.
How to fix
    Keep the one that is meant.
""",
)
AMBIGUOUS_SCALAR: Final = _kind(
    "Q120",
    "ambiguous-scalar",
    """A text without quotes is something else to other YAML readers.

What it finds
    A name such as `no`, `1e3`, `2024-01-01` or `0.20` that stands without quotes where kuota
    reads text.
Why it matters
    Kuota keeps the text; editors, formatters and scripts that rewrite the file may turn it into
    a flag, a number or a date.
How to fix
    Write quotes.
Sources
    yaml.org/type/bool.html; YAML 1.2.2 section 10.3; go.yaml.in/yaml/v2 resolve.go.
""",
    Severity.WARNING,
)

KINDS: Final = (
    UNKNOWN_KEY,
    MISSING_KEY,
    WRONG_TYPE,
    NO_VALUE,
    INVALID_NAME,
    INVALID_QUANTITY,
    NEGATIVE_QUANTITY,
    QUANTITY_TOO_LARGE,
    FRACTIONAL_QUANTITY,
    OUT_OF_RANGE,
    UNKNOWN_VALUE,
    INVALID_DURATION,
    INVALID_DATE,
    INVALID_SHARE,
    TOO_LONG,
    UNKNOWN_KIND,
    FOREIGN_DOCUMENT,
    DUPLICATE_ITEM,
    CONFLICTING_KEYS,
    AMBIGUOUS_SCALAR,
)
BY_NAME: Final = {kind.code.name: kind for kind in KINDS}
