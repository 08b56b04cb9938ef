"""Compare the simulator with outcomes of Kueue's own scheduler.

    python tests/conformance/run.py FILE... [--json]

Each line of a FILE (.jsonl or .jsonl.gz) is ``{"scenario": ..., "expected": ...}``. Exit code 0
means that all vectors agree in outcome.
"""

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for source_root in (ROOT, ROOT / "compiler"):
    if str(source_root) not in sys.path:
        sys.path.insert(0, str(source_root))

from tests.conformance.agreement import Agreement, compare  # noqa: E402

GENERATED_NAME = re.compile(r"([a-z]+)-\d+-\d+")
OTHER_FAMILY = "replays"


def vectors(path: Path) -> Iterator[dict[str, Any]]:
    """The vectors of one file, in order."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    for line in text.split("\n"):
        if line.strip():
            yield json.loads(line)


def family(name: str) -> str:
    """The family of a scenario by its name: ``family-seed-number``, or a replayed public case."""
    match = GENERATED_NAME.fullmatch(name)
    return match[1] if match else OTHER_FAMILY


def counts(results: Iterable[Agreement]) -> dict[str, int]:
    """How many vectors there are, and how many agree in outcome, in cycles and in reasons."""
    everything = list(results)
    return {
        "total": len(everything),
        "agree": sum(not r.outcome for r in everything),
        "agree_cycles": sum(not r.cycles for r in everything),
        "agree_reasons": sum(not r.reasons for r in everything),
    }


def summary(results: list[Agreement]) -> dict[str, Any]:
    """The counts of all vectors, and of each family."""
    families: dict[str, list[Agreement]] = {}
    for result in results:
        families.setdefault(family(result.name), []).append(result)
    return {
        **counts(results),
        "families": {name: counts(families[name]) for name in sorted(families)},
    }


def report(results: list[Agreement]) -> str:
    """The summary as a table, then the first differences of each vector that has some."""
    totals = summary(results)
    lines = [f"{'family':<12} {'outcome':>11} {'cycles':>11} {'reasons':>11}"]
    for name, row in (*totals["families"].items(), ("all", totals)):
        cells = [f"{row[key]}/{row['total']}" for key in ("agree", "agree_cycles", "agree_reasons")]
        lines.append(f"{name:<12} " + " ".join(f"{cell:>11}" for cell in cells))
    for result in results:
        shown = ""
        for kind in ("outcome", "cycles", "reasons", "details"):
            difference = getattr(result, kind)
            if difference not in ("", shown):
                lines.append(f"{result.name}: {kind}: {difference}")
                shown = difference
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Compare all vectors of the files named; the exit code says whether all agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args(arguments)
    results = [compare(vector) for path in options.files for vector in vectors(path)]
    print(json.dumps(summary(results)) if options.json else report(results))
    return 0 if results and all(not result.outcome for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
