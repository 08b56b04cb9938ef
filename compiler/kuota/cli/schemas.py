"""All JSON Schemas that kuota publishes, by name."""

import json


def schemas() -> dict[str, str]:
    """The schemas of the file formats and of reports, as text, in order of name."""
    from kuota.report.scenarios.schema import test_schema
    from kuota.report.schema import report_schema
    from kuota.syntax.export import schemas as of_formats

    suffix = ".schema.json"
    texts = {file.removesuffix(suffix): text for file, text in of_formats().items()}
    texts["report"] = json.dumps(report_schema(), indent=2) + "\n"
    texts["test"] = json.dumps(test_schema(), indent=2) + "\n"
    return {name: texts[name] for name in sorted(texts)}
