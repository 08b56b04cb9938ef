"""A scenario as the text of a file."""

from collections.abc import Iterator, Mapping
from typing import Final

from kuota.capacity.counterexample import Counterexample
from kuota.capacity.timeline import duration
from kuota.policy.scenario import Finish, Load, Scenario
from kuota.policy.team import GangTopology, PodSet

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")
_WORDS: Final = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"})


def text_of(found: Counterexample, team: str, gang: str, clusters: int) -> str:
    """The file; the cluster is named where there is more than one of them."""
    scenario = found.scenario
    kept_out = f"gang {gang} of {team} is kept out"
    lines = [
        f"# Found by kuota: {kept_out} by a part of this load: {found.load}."
        if found.load
        else f"# Found by kuota: {kept_out} even when nothing else runs.",
        "# kuota test fails on it until that is mended.",
        "apiVersion: kuota/v1",
        "kind: Scenario",
        f"metadata: {{name: {_scalar(scenario.name)}}}",
        "spec:",
    ]
    if clusters > 1:
        lines.append(f"  cluster: {_scalar(scenario.cluster)}")
    lines += _section("running", [load for load in scenario.loads if load.at is None], gang)
    lines += _section("arrivals", [load for load in scenario.loads if load.at is not None], gang)
    if scenario.finishes:
        lines.append("  finish:")
        lines += [f"    - {_flow(_finish(scenario, each))}" for each in scenario.finishes]
    placed = ", placed: true" if found.unplaced else ""
    lines += ["  expect:", f"    - {{admitted: {_scalar(gang)}{placed}}}"]
    return "".join(f"{line}\n" for line in lines)


def _section(key: str, loads: list[Load], gang: str) -> Iterator[str]:
    if loads:
        yield f"  {key}:"
    for load in loads:
        if load.name == gang:
            entry: dict[str, object] = {"team": load.team, "gang": gang}
            yield f"    - {_flow(entry | _time(load))}"
        else:
            yield from _load(load)


def _load(load: Load) -> Iterator[str]:
    shape = load.gang
    entry: dict[str, object] = {"name": load.name, "team": load.team}
    if len(load.names) > 1:
        entry["count"] = len(load.names)
    if shape.queue is not None:
        entry["queue"] = shape.queue
    if shape.priority_class is not None:
        entry["priorityClass"] = shape.priority_class.value
    entry |= _time(load)
    entry["podSets"] = [_pod_set(each) for each in shape.pod_sets]
    if shape.topology is not None:
        entry["topology"] = _topology(shape.topology)
    mark = "-"
    for key, value in entry.items():
        yield f"    {mark} {key}: {_flow(value)}"
        mark = " "


def _time(load: Load) -> dict[str, object]:
    return {} if load.at is None else {"at": duration(load.at)}


def _finish(scenario: Scenario, finish: Finish) -> dict[str, object]:
    load = next(each for each in scenario.loads if each.names == finish.names)
    return {"workload": load.name, "at": duration(finish.at)}


def _pod_set(pod_set: PodSet) -> dict[str, object]:
    entry: dict[str, object] = {
        "count": pod_set.count,
        "requests": {name: str(each.quantity) for name, each in pod_set.requests.items()},
    }
    if pod_set.node_selector:
        entry["nodeSelector"] = pod_set.node_selector
    if pod_set.tolerations:
        entry["tolerations"] = list(pod_set.tolerations)
    return entry


def _topology(asked: GangTopology) -> dict[str, object]:
    entry: dict[str, object] = {}
    if asked.required is not None:
        entry["required"] = asked.required
    if asked.preferred is not None:
        entry["preferred"] = asked.preferred
    if asked.unconstrained:
        entry["unconstrained"] = True
    if asked.slice_required is not None:
        entry["slice"] = {"required": asked.slice_required, "size": asked.slice_size}
    return entry


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _scalar(value, measure=True)


def _scalar(value: object, *, measure: bool = False) -> str:
    """A name or an amount, in quotes where another reader would not take it for text."""
    text = str(value)
    is_bare = bool(text) and _BARE.issuperset(text) and text[0] not in "-." and text[-1] != ":"
    number = not measure and text[:1].isdigit()
    if is_bare and text.lower() not in _WORDS and not number:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
