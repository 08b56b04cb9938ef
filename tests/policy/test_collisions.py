"""Names that two things want: both places are named, and sums do not count a doubtful team."""

from tests.trees import PLATFORM, findings_of, resolved, team

QUOTA = "quota: {a100: {nvidia.com/gpu: 8}}"


def test_two_teams_of_one_name_in_two_files() -> None:
    files = {"p.yaml": PLATFORM, "a.yaml": team("vision"), "b.yaml": team("vision")}
    assert (
        "b.yaml:3 error Q212 team vision is defined twice\n"
        "    label: defined again here\n"
        "    a.yaml:3 first defined here\n"
        "    note: neither is counted in sums until one has another name\n"
        "    help: rename one of them, or merge the two\n"
    ) == findings_of(files)


def test_teams_of_one_name_are_left_out_and_named() -> None:
    files = {
        "p.yaml": PLATFORM,
        "a.yaml": team("vision") + "---\n" + team("vision"),
        "b.yaml": team("nlp"),
    }
    (cluster,) = resolved(files).policy.clusters
    assert ["nlp"] == [each.name for each in cluster.teams]
    assert ("vision",) == cluster.unresolved


def test_a_refused_team_is_named_and_still_collides() -> None:
    files = {"p.yaml": PLATFORM, "a.yaml": team("a") + "  typo: 1\n", "b.yaml": team("a")}
    result = resolved(files, sound=False)
    assert ["Q212"] == [finding.code.number for finding in result.diagnostics]
    assert ("a",) == result.policy.clusters[0].unresolved


def test_two_platforms_of_one_name() -> None:
    assert (
        "b.yaml:3 error Q213 platform gpu is defined twice\n"
        "    label: defined again here\n"
        "    a.yaml:3 first defined here\n"
        "    help: rename one of them, or remove it\n"
    ) == findings_of({"a.yaml": PLATFORM, "b.yaml": PLATFORM})


def test_namespace_of_two_teams() -> None:
    files = {
        "p.yaml": PLATFORM,
        "a.yaml": team("audio", QUOTA + "\nnamespaces: [audio, shared]"),
        "b.yaml": team("shared"),
    }
    assert (
        "b.yaml:3 error Q214 namespace shared is claimed by audio and by shared\n"
        "    label: claimed by shared\n"
        "    a.yaml:6 claimed by audio\n"
        "    note: jobs in it could use the queues of both teams\n"
        "    help: give it to one of them\n"
    ) == findings_of(files)


def test_one_namespace_name_on_two_clusters_is_no_collision() -> None:
    platforms = PLATFORM + "---\n" + PLATFORM.replace("name: gpu", "name: other")
    on = "clusters: {%s: {namespaces: [shared], quota: {a100: {nvidia.com/gpu: 8}}}}"
    files = {
        "p.yaml": platforms,
        "a.yaml": team("a", on % "gpu"),
        "b.yaml": team("b", on % "other"),
    }
    assert "" == findings_of(files)


def test_local_queue_twice_in_one_namespace() -> None:
    spec = (
        QUOTA + "\nnamespaces: [x, y]\nqueues:\n  - default\n  - {name: default, namespaces: [y]}"
    )
    assert (
        "t.yaml:9 error Q215 queue default stands twice in namespace y\n"
        "    label: again here\n"
        "    t.yaml:8 first here\n"
        "    help: remove one of them, or give it another name or namespace\n"
    ) == findings_of({"p.yaml": PLATFORM, "t.yaml": team("vision", spec)})


def test_one_queue_name_in_two_namespaces_is_fine() -> None:
    spec = QUOTA + "\nnamespaces: [x, y]\n"
    spec += "queues: [{name: q, namespaces: [x]}, {name: q, namespaces: [y], stopPolicy: Hold}]"
    assert "" == findings_of({"p.yaml": PLATFORM, "t.yaml": team("vision", spec)})


def test_queue_in_a_namespace_of_somebody_else() -> None:
    spec = QUOTA + "\nqueues: [{name: q, namespaces: [nlp]}]"
    assert (
        "t.yaml:6 error Q216 queue q is for namespace nlp, which is not the team's\n"
        "    label: not among the team's namespaces\n"
        "    help: the team's namespaces are vision\n"
    ) == findings_of({"p.yaml": PLATFORM, "t.yaml": team("vision", spec), "n.yaml": team("nlp")})


def test_former_name_that_a_team_has() -> None:
    files = {
        "p.yaml": PLATFORM,
        "a.yaml": team("audio", QUOTA + "\nformerly: [speech]"),
        "b.yaml": team("speech"),
    }
    assert (
        "a.yaml:6 error Q217 team audio cannot have been speech: a team has that name\n"
        "    label: formerly\n"
        "    b.yaml:3 team speech\n"
        "    help: remove the name from `formerly`, or rename the other team\n"
    ) == findings_of(files)


def test_former_name_of_two_teams() -> None:
    files = {
        "p.yaml": PLATFORM,
        "a.yaml": team("audio", QUOTA + "\nformerly: [av]"),
        "b.yaml": team("video", QUOTA + "\nformerly: [av]"),
    }
    assert (
        "b.yaml:6 error Q217 teams audio and video both say that they were av\n"
        "    label: formerly of video\n"
        "    a.yaml:6 formerly of audio\n"
        "    help: remove the name from one of them\n"
    ) == findings_of(files)


def test_second_default_topology() -> None:
    platform = (
        PLATFORM + "  topology: {levels: [rack]}\n  topologies: {default: {levels: [host]}}\n"
    )
    assert findings_of({"p.yaml": platform}).startswith(
        "p.yaml:8 error Q231 topology default is defined twice\n"
    )


def test_entries_of_a_list_that_stand_twice() -> None:
    pods = "{name: worker-2, count: 1, requests: {cpu: 1}}, {count: 2, requests: {cpu: 1}}"
    spec = f"{QUOTA}\ngangs: [{{name: g, podSets: [{pods}]}}]"
    platform = PLATFORM + "  multikueue: {workers: [east, east]}\n"
    result = resolved({"p.yaml": platform, "t.yaml": team("vision", spec)})
    assert [
        "worker east stands twice",
        "pod set worker-2 stands twice",
    ] == [finding.headline for finding in result.diagnostics]
