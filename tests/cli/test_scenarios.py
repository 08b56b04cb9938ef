"""``kuota test``: which scenarios are played, beside which teams, and the exit code."""

from pathlib import Path

from tests.cli.options.test import FILES, scenario
from tests.cli.project import CLEAN, PLATFORM, put, run, team, tree


def test_scenarios_that_pass(tmp_path: Path) -> None:
    result = run(put(tmp_path, FILES), "test")
    assert (0, "") == (result.code, result.err)
    assert (
        result.out
        == """\
ok      start  teams/start.yaml:3  1 expectation

1 scenario: 1 ok; 1 of 1 expectations met
"""
    )


def test_a_scenario_that_fails(tmp_path: Path) -> None:
    result = run(put(tmp_path, FILES | {"teams/more.yaml": scenario("more", 25)}), "test")
    assert 1 == result.code
    assert "2 scenarios: 1 ok, 1 failed; 1 of 2 expectations met\n" in result.out


def test_no_scenario(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "test")
    assert (4, "") == (result.code, result.out)
    assert "no document of kind Scenario in teams\n" in result.err


def test_no_input(tmp_path: Path) -> None:
    assert 4 == run(tmp_path, "test").code
    assert 4 == run(put(tmp_path, CLEAN), "test", "scenarios").code


def test_an_unknown_format_is_a_usage_error(tmp_path: Path) -> None:
    result = run(put(tmp_path, FILES), "test", "--output", "sarif")
    assert 2 == result.code
    assert "no format is called 'sarif'; known names are json, junit, text" in result.err


def test_several_formats_at_once(tmp_path: Path) -> None:
    folder = put(tmp_path, FILES)
    result = run(folder, "test", "--output", "text", "--output", "junit=reports/tests.xml")
    assert (0, True) == (result.code, "1 scenario: 1 ok" in result.out)
    assert '<testsuites name="kuota test" tests="1"' in tree(folder)["reports/tests.xml"]


def test_paths_without_a_platform_are_played_beside_the_usual_teams(tmp_path: Path) -> None:
    files = FILES | {"more/one.yaml": scenario("one"), "more/two.yaml": scenario("two")}
    files["kuota.toml"] = 'paths = ["teams"]\n'
    folder = put(tmp_path, files)
    assert "2 scenarios: 2 ok" in run(folder, "test", "more").out
    assert "1 scenario: 1 ok" in run(folder, "test", "more/two.yaml").out
    assert "ok      one  one.yaml:3" in run(folder / "more", "test", "one.yaml").out


def test_paths_with_a_platform_stand_alone(tmp_path: Path) -> None:
    other = {
        "other/platform.yaml": PLATFORM.replace("count: 3", "count: 1"),
        "other/red.yaml": team("red", 4),
        "other/test.yaml": scenario("small", 4),
    }
    result = run(put(tmp_path, FILES | other), "test", "other")
    assert (0, True) == (result.code, "1 scenario: 1 ok" in result.out)


def test_a_scenario_from_standard_input(tmp_path: Path) -> None:
    result = run(put(tmp_path, FILES), "test", "-", stdin=scenario("piped"))
    assert (0, True) == (result.code, "ok      piped  <stdin>:3" in result.out)


def test_nothing_is_played_on_a_cluster_whose_teams_have_errors(tmp_path: Path) -> None:
    files = FILES | {"teams/blue.yaml": team("blue").replace("a100", "a10")}
    result = run(put(tmp_path, files), "test")
    assert 1 == result.code
    assert result.out.startswith("NOT RUN start  teams/start.yaml:3\n")
    assert "error[Q201]: flavor a10 does not exist" in result.out


def test_check_looks_at_scenarios_but_does_not_play_them(tmp_path: Path) -> None:
    folder = put(tmp_path, FILES | {"teams/more.yaml": scenario("more", 99)})
    assert 0 == run(folder, "check").code
    misspelt = scenario("more").replace("team: red", "team: rde")
    result = run(put(folder, {"teams/more.yaml": misspelt}), "check")
    assert 1 == result.code
    assert "error[Q233]: team rde does not exist" in result.out


def test_compile_leaves_scenarios_out(tmp_path: Path) -> None:
    with_one = put(tmp_path / "a", FILES)
    without = put(tmp_path / "b", CLEAN)
    for folder in (with_one, without):
        assert 0 == run(folder, "compile").code
    outs = [
        {path: text for path, text in tree(folder).items() if path.startswith("out/")}
        for folder in (with_one, without)
    ]
    assert outs[0] == outs[1]
