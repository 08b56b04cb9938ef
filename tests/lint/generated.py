"""Small clusters of every shape that the rules look at, as text."""

from hypothesis import strategies as st

FLAVORS = ("a100", "h100", "plain")
RESOURCES = ("nvidia.com/gpu", "cpu", "memory")
LEVELS = ("topology.example.com/rack", "kubernetes.io/hostname")
TAINT = "{key: nvidia.com/gpu, value: present, effect: %s}"
EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
COHORTS = ("ml", "left", "right")

small = st.integers(0, 40)
flag = st.booleans()


@st.composite
def platforms(draw: st.DrawFn) -> str:
    """A Platform with some flavors, nodes, cohorts and a configuration."""
    fair, usage = draw(flag), draw(flag)
    lines = [
        "apiVersion: kuota/v1",
        "kind: Platform",
        "metadata: {name: gpu}",
        "spec:",
        f'  targets: {{kueue: {{version: "0.{draw(st.integers(15, 19))}"}}}}',
        "  kueueConfiguration:",
        f"    fairSharing: {{enabled: {str(fair).lower()}}}",
        *(["    admissionFairSharing: {}"] if usage else []),
        f"  topology: {{levels: [{', '.join(LEVELS[draw(st.integers(0, 1)) :])}]}}",
        "  flavors:",
    ]
    for flavor in FLAVORS:
        taint = f", nodeTaints: [{TAINT % draw(st.sampled_from(EFFECTS))}]" if draw(flag) else ""
        tolerate = ", tolerate: true" if draw(flag) else ""
        topology = ", topology: true" if draw(flag) else ""
        lines.append(f"    {flavor}: {{nodeLabels: {{pool: {flavor}}}{taint}{tolerate}{topology}}}")
    if draw(flag):
        lines.append("  nodes:")
        for flavor in draw(st.lists(st.sampled_from(FLAVORS), min_size=1, unique=True)):
            lines += draw(node_groups(flavor))
    lines.append("  cohorts:")
    for cohort in COHORTS:
        parent = "parent: ml" if cohort != "ml" and draw(flag) else ""
        quota = draw(st.sampled_from(["", "quota: {a100: {nvidia.com/gpu: 8}}"]))
        weight = draw(st.sampled_from(["", "fairSharing: {weight: 0.5}"]))
        lines.append(f"    {cohort}: {{{', '.join(p for p in (parent, quota, weight) if p)}}}")
    lines.append("  priorityClasses: {low: 100, high: 1000}")
    return "\n".join(lines) + "\n"


@st.composite
def node_groups(draw: st.DrawFn, flavor: str) -> list[str]:
    """Some equal nodes of a flavor."""
    rack = ', topology.example.com/rack: "r{index/2}"' if draw(flag) else ""
    gpus = f"nvidia.com/gpu: {draw(st.integers(0, 8))}, " if draw(flag) else ""
    taints = [f"      taints: [{TAINT % 'NoSchedule'}]"] if draw(flag) else []
    return [
        f"    - name: {flavor}",
        f"      count: {draw(st.integers(1, 5))}",
        f"      labels: {{pool: {flavor}{rack}}}",
        f"      allocatable: {{{gpus}cpu: {draw(small)}, memory: {draw(small)}Gi, pods: 110}}",
        *taints,
    ]


def _quota(draw: st.DrawFn, resource: str) -> str:
    unit = "Gi" if resource == "memory" else ""
    limits = [
        f"{name}: {draw(small)}{unit}" for name in ("borrowingLimit", "lendingLimit") if draw(flag)
    ]
    return f"{resource}: {{{', '.join([f'nominalQuota: {draw(small)}{unit}', *limits])}}}"


@st.composite
def teams(draw: st.DrawFn, name: str) -> str:
    """A Team with quota of some flavors, policies, a grant and a gang."""
    flavors = draw(st.lists(st.sampled_from(FLAVORS), min_size=1, max_size=2, unique=True))
    cohort = draw(st.sampled_from(["", *COHORTS]))
    lines = ["apiVersion: kuota/v1", "kind: Team", f"metadata: {{name: {name}}}", "spec:"]
    lines += [f"  cohort: {cohort}"] if cohort else []
    lines.append("  quota:")
    for flavor in flavors:
        quotas = ", ".join(_quota(draw, resource) for resource in RESOURCES)
        lines.append(f"    {flavor}: {{{quotas}}}")
    reclaim = draw(st.sampled_from(["Never", "LowerPriority", "Any"]))
    lines.append(f"  preemption: {{reclaimWithinCohort: {reclaim}}}")
    lines.append(f"  queueingStrategy: {draw(st.sampled_from(['StrictFIFO', 'BestEffortFIFO']))}")
    lines.append(f"  fairSharing: {{weight: {draw(st.integers(0, 3))}}}")
    lines.append(f"  stopPolicy: {draw(st.sampled_from(['None', 'Hold']))}")
    day = draw(st.integers(1, 28))
    grant = f"{{until: 2026-07-{day:02}, quota: {{{flavors[0]}: {{cpu: 1}}}}, reason: test}}"
    lines += [f"  grants: [{grant}]"] if draw(flag) else []
    lines += draw(gangs())
    return "\n".join(lines) + "\n"


@st.composite
def gangs(draw: st.DrawFn) -> list[str]:
    """One gang of one or two podSets."""
    lines = ["  gangs:", "    - name: train", "      podSets:"]
    for _ in range(draw(st.integers(1, 2))):
        gpus = f"nvidia.com/gpu: {draw(st.integers(0, 9))}, " if draw(flag) else ""
        requests = f"{{{gpus}cpu: {draw(small)}, memory: {draw(small)}Gi}}"
        lines.append(f"        - {{count: {draw(st.integers(1, 9))}, requests: {requests}}}")
    level = draw(st.sampled_from(["", "unconstrained: true", *(f"required: {x}" for x in LEVELS)]))
    lines += [f"      topology: {{{level}}}"] if level else []
    lines.append(f"      priorityClass: {draw(st.sampled_from(['low', 'high']))}")
    lines.append(f"      expect: {draw(st.sampled_from(['reachable', 'guaranteed', 'never']))}")
    return lines


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str]:
    """The files of a cluster with up to four teams."""
    names = ("alpha", "beta", "delta", "gamma")[: draw(st.integers(1, 4))]
    files = {f"{name}.yaml": draw(teams(name)) for name in names}
    return {"platform.yaml": draw(platforms()), **files}
