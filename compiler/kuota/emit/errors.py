"""What a target cannot express: kinds of findings and their wording."""

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.kueue.release import KNOWN, NEWEST, OLDEST
from kuota.source.span import Span

UNSUPPORTED_RELEASE = Kind(
    Code("Q501", "unsupported-release"),
    Severity.ERROR,
    """The release of Kueue is not one that kuota can compile for.

What it finds
    `targets.kueue.version` that is no release of Kueue, or one before 0.15.
Why it matters
    API versions, fields and defaults differ between releases; a guess would be refused, or drift.
How to fix
    Write the installed release, such as "0.19". Kueue's own releases are 0.x: a 1.x is the version
    of a product that contains it.
""",
)
NEWER_RELEASE = Kind(
    Code("Q502", "newer-release"),
    Severity.WARNING,
    """The release of Kueue is newer than all that kuota knows.

What it finds
    `targets.kueue.version` beyond the newest release that kuota was made with.
Why it matters
    Objects are compiled and checked as for the newest known release; what changed since is not
    seen.
How to fix
    Install a newer kuota when there is one.
""",
)
WEIGHT_WITHOUT_EFFECT = Kind(
    Code("Q503", "weight-without-effect"),
    Severity.ERROR,
    """A LocalQueue has a weight that nothing reads.

What it finds
    `fairSharing` of a LocalQueue, while the installed Kueue has no admission fair sharing, or the
    team's `admissionScope` switches it off.
Why it matters
    LocalQueues of one ClusterQueue are ordered by use and weight under admission fair sharing only;
    without it the weight is stored and ignored.
How to fix
    Set `kueueConfiguration.admissionFairSharing` in the Platform, where Kueue has it; or remove
    the weight.
""",
)
SCOPE_WITHOUT_EFFECT = Kind(
    Code("Q504", "admission-scope-without-effect"),
    Severity.ERROR,
    """Usage-based admission is asked for, and the installed Kueue does not have it.

What it finds
    `admissionScope` with UsageBasedAdmissionFairSharing, without
    `kueueConfiguration.admissionFairSharing` in the Platform.
Why it matters
    Kueue accepts the field and orders workloads as without it.
How to fix
    Set `kueueConfiguration.admissionFairSharing` in the Platform, where Kueue has it; or remove
    the scope.
""",
)
FIELD_NOT_IN_RELEASE = Kind(
    Code("Q505", "field-not-in-release"),
    Severity.ERROR,
    """A setting needs a field that the release, or its API version, does not have.

What it finds
    A compiled object with a field that the CRD of the target release does not know.
Why it matters
    The API server drops unknown fields or refuses the object: the setting would be lost.
How to fix
    Remove the setting, or compile for a release and API version that has it.
""",
)
FEATURE_GATE_OFF = Kind(
    Code("Q506", "feature-gate-off"),
    Severity.ERROR,
    """A setting needs a feature gate that is switched off.

What it finds
    Topologies, lending limits, parents of cohorts, workers of MultiKueue or admission fair sharing,
    while `kueueConfiguration.featureGates` switches their gate off.
Why it matters
    Kueue accepts the objects and ignores these parts of them.
How to fix
    Switch the gate on, or remove what depends on it.
""",
)
DEPRECATED_API_VERSION = Kind(
    Code("Q507", "deprecated-api-version"),
    Severity.WARNING,
    """Objects are compiled to an API version that the release no longer stores.

What it finds
    `targets.kueue.apiVersion: v1beta1` for Kueue 0.16 or later.
Why it matters
    The API server warns at each apply, converts the objects, and a later release will not serve the
    old version.
How to fix
    Remove `apiVersion`: the default is what the release stores.
""",
)

TARGET_NOT_COMPILED = Kind(
    Code("Q508", "target-not-compiled"),
    Severity.WARNING,
    """The Platform lists a target that this version of kuota does not compile.

What it finds
    A key under `targets` for which no compiler is installed.
Why it matters
    No file is written for it, although the Platform reads as if one were.
How to fix
    Remove the target, or install a kuota that compiles it.
""",
)

KINDS = (
    UNSUPPORTED_RELEASE,
    NEWER_RELEASE,
    WEIGHT_WITHOUT_EFFECT,
    SCOPE_WITHOUT_EFFECT,
    FIELD_NOT_IN_RELEASE,
    FEATURE_GATE_OFF,
    DEPRECATED_API_VERSION,
    TARGET_NOT_COMPILED,
)


def unsupported_release(written: str, span: Span) -> Diagnostic:
    """A version that names no known release."""
    known = ", ".join(release.name for release in KNOWN)
    return Diagnostic(
        UNSUPPORTED_RELEASE.code,
        UNSUPPORTED_RELEASE.severity,
        span,
        f"Kueue {written[:40]} is not a release that kuota can compile for",
        label=f"{OLDEST} or later",
        note=f"known releases are {known}; checks went on as for {NEWEST}",
        help=f'write the installed release, such as "{NEWEST}"',
    )


def newer_release(written: str, span: Span) -> Diagnostic:
    """A version beyond the newest known release."""
    return Diagnostic(
        NEWER_RELEASE.code,
        NEWER_RELEASE.severity,
        span,
        f"Kueue {written[:40]} is newer than {NEWEST}, the newest that kuota knows",
        label=f"treated as {NEWEST}",
        note=f"objects are compiled and checked as for {NEWEST}",
        help="look for a newer kuota",
    )


def weight_without_effect(
    queue: str, span: Span, why: str, other: Label | None, severity: Severity
) -> Diagnostic:
    """The weight of a LocalQueue that nothing reads."""
    return Diagnostic(
        WEIGHT_WITHOUT_EFFECT.code,
        severity,
        span,
        f"the weight of queue {queue} has no effect",
        label="read by admission fair sharing only",
        others=() if other is None else (other,),
        note=why,
        help="set kueueConfiguration.admissionFairSharing in the Platform, or remove the weight"
        if other is None
        else "remove the weight, or the admission scope",
    )


def scope_without_effect(team: str, span: Span, severity: Severity) -> Diagnostic:
    """Usage-based admission that the installed Kueue does not have."""
    return Diagnostic(
        SCOPE_WITHOUT_EFFECT.code,
        severity,
        span,
        f"usage-based admission of team {team} has no effect",
        label="the installed Kueue does not read it",
        note="the Platform has no kueueConfiguration.admissionFairSharing",
        help="set kueueConfiguration.admissionFairSharing in the Platform, or remove the scope",
    )


def field_not_in_release(
    field: str, reference: str, span: Span, release: str, severity: Severity
) -> Diagnostic:
    """A field that the target does not have."""
    return Diagnostic(
        FIELD_NOT_IN_RELEASE.code,
        severity,
        span,
        f"{field} cannot be said in {release}",
        label="no such field there",
        note=f"the field is needed in {reference}",
        help="remove it, or compile for a release and API version that has it",
    )


def feature_gate_off(
    gate: str, what: str, span: Span, switch: Span, severity: Severity
) -> Diagnostic:
    """Something that a switched-off gate takes the effect from."""
    return Diagnostic(
        FEATURE_GATE_OFF.code,
        severity,
        span,
        f"{what} has no effect while feature gate {gate} is off",
        label="ignored by the installed Kueue",
        others=(Label(switch, "switched off here"),),
        help=f"switch {gate} on, or remove what depends on it",
    )


def target_not_compiled(target: str, span: Span) -> Diagnostic:
    """A target without a compiler."""
    return Diagnostic(
        TARGET_NOT_COMPILED.code,
        TARGET_NOT_COMPILED.severity,
        span,
        f"target {target} is not compiled by this version of kuota",
        label="no file is written for it",
        help="remove it, or install a kuota that compiles it",
    )


def deprecated_api_version(written: str, release: str, span: Span) -> Diagnostic:
    """An API version that the release does not store."""
    return Diagnostic(
        DEPRECATED_API_VERSION.code,
        DEPRECATED_API_VERSION.severity,
        span,
        f"{written} is deprecated in Kueue {release}",
        label="not what the release stores",
        note="every apply prints a warning, and a later release will not serve it",
        help="remove apiVersion: the default is what the release stores",
    )
