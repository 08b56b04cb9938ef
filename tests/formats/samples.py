"""Reports that every output format is tried on."""

from collections.abc import Callable, Mapping

from kuota.diag.model import Code, Diagnostic, Edit, Fix, Label, Severity
from kuota.report.model import Report, RuleInfo
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

RESEARCH = SourceFile(
    "teams/research.yaml",
    """apiVersion: kuota/v1
kind: Team
metadata: {name: research}
spec:
  cohort: ml-shared
  quota:
    h100:
      nvidia.com/gpu:
        nominalQuota: 40
        borrowingLimt: 8
""",
)
PLATFORM = SourceFile(
    "teams/platform.yaml",
    """apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu-cluster}
spec:
  nodes:
    - {name: gpu, count: 8, allocatable: {nvidia.com/gpu: 8}}
""",
)
HOSTILE_TEXT = (
    "a\n::error::b %0A, 100%; <script>alert('x')</script> \"q\" \u202eevil\u202c \x1b[31mred"
    "\x1b[0m \x00\x07\r##[add-mask]c | `d` **e** [f](http://g) @everyone 😀 \U000e0041"
)

EXCEEDS = Code("Q301", "quota-exceeds-capacity")
UNKNOWN = Code("Q101", "unknown-key")
IDLE = Code("Q401", "idle-quota")


def span(path: str, line: int, column: int, end: int, end_line: int | None = None) -> Span:
    return Span(path, Position(line, column), Position(end_line or line, end))


def report(findings: list[Diagnostic], sources: list[SourceFile], suppressed: int = 0) -> Report:
    rules: Mapping[str, RuleInfo] = {
        "Q301": RuleInfo(
            "Q301",
            "quota-exceeds-capacity",
            Severity.ERROR,
            "Quotas of one flavor add up to more than the flavor has.",
            "Quotas of one flavor add up to more than the flavor has.\n\nWhat it finds\n    ...\n",
        )
    }
    files = {source.path: source for source in sources}
    return Report(tuple(findings), files, len(files), suppressed, rules, "0.1.0")


def exceeds() -> Diagnostic:
    return Diagnostic(
        EXCEEDS,
        Severity.ERROR,
        span("teams/research.yaml", 9, 23, 25),
        "quotas for h100 add up to 72 GPUs, capacity is 64 GPUs",
        label="largest share",
        others=(Label(span("teams/platform.yaml", 6, 58, 59), "8 nodes of 8 GPUs"),),
        note="research 40 + vision 24 + speech 8 = 72\n72 - 64 = 8 too many",
        help="lower one of these quotas by 8, or raise the capacity of h100",
    )


def unknown_key() -> Diagnostic:
    place = span("teams/research.yaml", 10, 9, 22)
    return Diagnostic(
        UNKNOWN,
        Severity.ERROR,
        place,
        "unknown key borrowingLimt",
        help="did you mean borrowingLimit?",
        fixes=(Fix("replace by borrowingLimit", (Edit(place, "borrowingLimit"),)),),
    )


def clean() -> Report:
    return report([], [PLATFORM, RESEARCH], suppressed=1)


def findings() -> Report:
    idle = Diagnostic(
        IDLE,
        Severity.WARNING,
        span("teams/research.yaml", 5, 3, 20, end_line=10),
        "team research lends nothing",
        others=(
            Label(span("teams/research.yaml", 3, 18, 26), "this team"),
            Label(span("teams/research.yaml", 9, 9, 21), "its quota"),
        ),
    )
    hint = Diagnostic(
        IDLE,
        Severity.INFO,
        span("teams/research.yaml", 7, 5, 9),
        "flavor h100 is used by one team",
        fixes=(Fix("say so", (Edit(span("teams/research.yaml", 7, 5, 9), "h100 "),), safe=True),),
    )
    return report([idle, hint, exceeds(), unknown_key()], [PLATFORM, RESEARCH])


def hostile() -> Report:
    """Every text that a team can influence holds what could harm a reader of the output."""
    path = "teams/::error::%0A,\u202e <b>.yaml"
    place = span(path, 2, 1, 30)
    source = SourceFile(path, f"key: value\n{HOSTILE_TEXT.splitlines()[1]}\tz\n")
    finding = Diagnostic(
        EXCEEDS,
        Severity.ERROR,
        place,
        HOSTILE_TEXT,
        label=HOSTILE_TEXT,
        others=(Label(span(path, 1, 1, 4), HOSTILE_TEXT),),
        note=HOSTILE_TEXT,
        help=HOSTILE_TEXT,
        fixes=(Fix(HOSTILE_TEXT, (Edit(place, HOSTILE_TEXT),)),),
    )
    return report([finding], [source])


def crowd() -> Report:
    """More findings of one level than GitHub shows, on lines that look alike."""
    source = SourceFile("teams/many.yaml", "gpu: 1\n" * 12)
    many = [
        Diagnostic(EXCEEDS, Severity.ERROR, span("teams/many.yaml", line, 6, 7), f"quota {line}")
        for line in range(1, 13)
    ]
    last = Diagnostic(IDLE, Severity.WARNING, span("teams/many.yaml", 12, 1, 4), "idle")
    return report([*many, last], [source])


def long_line() -> Report:
    """A finding far to the right in a line of a megabyte, with wide characters before it."""
    text = "名前: é" + "x" * 500_000 + " WRONG " + "y" * 500_000
    source = SourceFile("teams/long.yaml", text)
    column = text.index("WRONG") + 1
    place = span("teams/long.yaml", 1, column, column + 5)
    wide = span("teams/long.yaml", 1, 1, 3)
    return report(
        [
            Diagnostic(UNKNOWN, Severity.ERROR, wide, "wide key", label="two characters"),
            Diagnostic(UNKNOWN, Severity.ERROR, place, "wrong word", label="here"),
        ],
        [source],
    )


SAMPLES: dict[str, Callable[[], Report]] = {
    "clean": clean,
    "findings": findings,
    "hostile": hostile,
    "crowd": crowd,
    "long_line": long_line,
}
