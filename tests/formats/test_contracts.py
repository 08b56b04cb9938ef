"""Each machine format keeps the contract of the tool that reads it."""

import json
import re
from collections.abc import Callable
from xml.etree import ElementTree

import jsonschema
import pytest
from tests.formats.samples import SAMPLES, crowd, exceeds, findings, hostile, report

from kuota.report.formats import github, gitlab, junit, markdown, rdjson, sarif
from kuota.report.formats import json as json_format
from kuota.report.model import Presentation, Report
from kuota.report.schema import report_schema
from kuota.source.files import SourceFile

PLAIN = Presentation()
Make = Callable[[], Report]
EVERY = [pytest.param(make, id=name) for name, make in SAMPLES.items()]

TEXT = {"type": "string", "minLength": 1}
PLACE = {
    "type": "object",
    "required": ["artifactLocation", "region"],
    "properties": {
        "artifactLocation": {
            "type": "object",
            "required": ["uri"],
            "properties": {"uri": {"type": "string", "pattern": "^[A-Za-z0-9._~%/-]+$"}},
        },
        "region": {
            "type": "object",
            "required": ["startLine", "startColumn", "endLine", "endColumn"],
            "additionalProperties": {"type": "integer", "minimum": 1},
        },
    },
}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": TEXT}}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {"physicalLocation": PLACE, "message": MESSAGE, "id": {"type": "integer"}},
    "additionalProperties": False,
}
SARIF = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results", "columnKind"],
                "properties": {
                    "columnKind": {"const": "unicodeCodePoints"},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "semanticVersion", "rules"],
                                "properties": {"rules": {"items": {"$ref": "#/$defs/rule"}}},
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "maxItems": 25_000,
                        "items": {"$ref": "#/$defs/result"},
                    },
                },
            },
        },
    },
    "$defs": {
        "rule": {
            "type": "object",
            "required": ["id", "shortDescription", "fullDescription", "help"],
            "properties": {
                "name": {"type": "string", "maxLength": 255},
                "shortDescription": {"properties": {"text": {**TEXT, "maxLength": 1024}}},
                "fullDescription": {"properties": {"text": {**TEXT, "maxLength": 1024}}},
                "help": {"required": ["text", "markdown"]},
                "defaultConfiguration": {
                    "properties": {"level": {"enum": ["note", "warning", "error"]}}
                },
                "properties": {
                    "properties": {
                        "tags": {"maxItems": 10},
                        "problem.severity": {"enum": ["error", "warning", "recommendation"]},
                    },
                    "not": {"required": ["security-severity"]},
                },
            },
        },
        "result": {
            "type": "object",
            "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
            "properties": {
                "level": {"enum": ["note", "warning", "error"]},
                "message": MESSAGE,
                "locations": {"type": "array", "minItems": 1, "items": LOCATION},
                "relatedLocations": {"type": "array", "maxItems": 1000, "items": LOCATION},
                "partialFingerprints": {"required": ["primaryLocationLineHash"]},
            },
        },
    },
}


def test_the_json_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())


@pytest.mark.parametrize("make", EVERY)
def test_json_follows_its_published_schema(make: Make) -> None:
    document = json.loads(json_format.render(make(), PLAIN))
    jsonschema.validate(document, report_schema())


def test_the_json_schema_names_every_key_that_json_writes() -> None:
    document = json.loads(json_format.render(findings(), PLAIN))
    schema = report_schema()
    closed = json.dumps(schema).replace('"object"', '"object", "additionalProperties": false')
    jsonschema.validate(document, json.loads(closed))


@pytest.mark.parametrize("make", EVERY)
def test_sarif_is_what_github_accepts(make: Make) -> None:
    jsonschema.validate(json.loads(sarif.render(make(), PLAIN)), SARIF)


def test_sarif_results_point_at_their_rule() -> None:
    run = json.loads(sarif.render(findings(), PLAIN))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [result["ruleId"] for result in run["results"]] == [
        rules[result["ruleIndex"]]["id"] for result in run["results"]
    ]


def test_sarif_keeps_the_worst_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "RESULTS", 2)
    results = json.loads(sarif.render(findings(), PLAIN))["runs"][0]["results"]
    assert ["error", "error"] == [result["level"] for result in results]


def test_sarif_brackets_make_no_link() -> None:
    text = json.loads(sarif.render(hostile(), PLAIN))["runs"][0]["results"][0]["message"]["text"]
    assert [] == re.findall(r"(?<!\\)[\[\]]", text)


def test_a_fingerprint_survives_lines_added_above() -> None:
    source, finding = findings().sources["teams/research.yaml"], exceeds()
    start, end = finding.span.start, finding.span.end
    lower = finding.span._replace(start=start._replace(line=10), end=end._replace(line=10))
    moved = SourceFile(source.path, "# a new line\n" + source.text)
    before = json.loads(gitlab.render(report([finding], [source]), PLAIN))
    after = json.loads(gitlab.render(report([finding._replace(span=lower)], [moved]), PLAIN))
    assert before[0]["fingerprint"] == after[0]["fingerprint"]


@pytest.mark.parametrize("make", EVERY)
def test_gitlab_fingerprints_are_unique(make: Make) -> None:
    items = json.loads(gitlab.render(make(), PLAIN))
    assert len(items) == len({item["fingerprint"] for item in items})


@pytest.mark.parametrize("make", EVERY)
def test_gitlab_items_have_what_gitlab_asks_for(make: Make) -> None:
    for item in json.loads(gitlab.render(make(), PLAIN)):
        assert {"description", "check_name", "fingerprint", "severity", "location"} == {*item}
        assert item["severity"] in ("info", "minor", "major")
        assert not item["location"]["path"].startswith("./")


@pytest.mark.parametrize("make", EVERY)
def test_junit_counts_its_cases_and_failures(make: Make) -> None:
    root = ElementTree.fromstring(junit.render(make(), PLAIN))
    assert root.get("tests") == str(len(root.findall(".//testcase")))
    assert root.get("failures") == str(len(root.findall(".//failure")))


@pytest.mark.parametrize("make", EVERY)
def test_junit_cases_have_unique_names(make: Make) -> None:
    cases = ElementTree.fromstring(junit.render(make(), PLAIN)).findall(".//testcase")
    assert len(cases) == len({(case.get("classname"), case.get("name")) for case in cases})


def test_junit_has_a_passing_case_for_a_clean_file() -> None:
    root = ElementTree.fromstring(junit.render(SAMPLES["clean"](), PLAIN))
    names = [case.get("classname") for case in root.findall(".//testcase")]
    assert ["teams/platform.yaml", "teams/research.yaml"] == names


def test_github_shows_ten_of_a_level_and_counts_the_rest() -> None:
    lines = github.render(crowd(), PLAIN).splitlines()
    assert 10 == sum(line.startswith("::error ") for line in lines)
    assert lines[-1].endswith("; 2 more than can be shown as annotations")


def test_github_leaves_out_columns_of_a_finding_over_several_lines() -> None:
    line = next(x for x in github.render(findings(), PLAIN).splitlines() if "endLine=10,t" in x)
    assert "col" not in line.partition("::warning ")[2].partition("::")[0].lower()


def test_github_writes_one_line_a_finding_whatever_its_text() -> None:
    lines = github.render(hostile(), PLAIN).splitlines()
    assert 2 == len(lines)
    properties = lines[0].removeprefix("::error ").partition("::")[0]
    assert ["file", "line", "endLine", "col", "endColumn", "title"] == [
        part.partition("=")[0] for part in properties.split(",")
    ]


def test_markdown_holds_no_element_but_its_own() -> None:
    tags = re.findall(r"<[^>]*>", markdown.render(hostile(), PLAIN))
    assert {"<br>"} == {*tags}


def test_markdown_rows_have_three_cells() -> None:
    rows = [line for line in markdown.render(hostile(), PLAIN).splitlines() if line[:1] == "|"]
    assert [4] * len(rows) == [len(re.findall(r"(?<!\\)\|", row)) for row in rows]


def test_markdown_stays_below_the_limit_of_a_step_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "LIMIT", 600)
    text = markdown.render(crowd(), PLAIN)
    assert len(text.encode()) < 700
    assert re.search(r"^\d+ more findings do not fit here\.$", text, re.M)


def test_rdjson_suggests_the_fix() -> None:
    items = json.loads(rdjson.render(findings(), PLAIN))["diagnostics"]
    suggestions = [item["suggestions"][0]["text"] for item in items if "suggestions" in item]
    assert ["h100 ", "borrowingLimit"] == suggestions
