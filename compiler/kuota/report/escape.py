"""Text that a team wrote, made harmless for the place where it is shown.

Team files are untrusted: a name may hold a newline and ``::error::``, an ANSI sequence, a bidi
override or HTML. A GitHub runner reads ``::command::`` at the start of a line of the log and the
older ``##[command]`` anywhere in it, so both are broken up wherever text may reach a log.

Source: actions/runner src/Runner.Common/ActionCommand.cs, TryParseV2 and TryParse.
"""

import json
import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_COMMAND = re.compile(r"(?<=##)\[")
_LINE_COMMAND = re.compile(r"^(\s*)::")
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_MARKDOWN = re.compile(r"([\\`*_\[\]|~@$])")


def visible(text: str) -> str:
    r"""``text`` on one line, with control and direction characters written as ``\u{202e}``."""
    return _COMMAND.sub(_escape, _UNSAFE.sub(_escape, text))


def visible_lines(text: str) -> list[str]:
    """The lines of ``text``, each made visible and none of them a workflow command."""
    return [_LINE_COMMAND.sub(r"\1\\u{3a}:", visible(line)) for line in text.split("\n")]


def workflow_message(text: str) -> str:
    """The message of a GitHub workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """The value of a property of a GitHub workflow command."""
    return workflow_message(text).replace(":", "%3A").replace(",", "%2C")


def html(text: str) -> str:
    """``text`` for HTML, in an element or a quoted attribute."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def markdown(text: str) -> str:
    """``text`` as plain words inside one line of GitHub's Markdown: no markup, link or mention."""
    escaped = _MARKDOWN.sub(r"\\\1", visible(text))
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("\\@", "@\u2060")


def xml_text(text: str) -> str:
    """``text`` without the characters that XML 1.0 forbids, escaped."""
    return _COMMAND.sub("&#91;", html(_NOT_XML.sub(_escape, text)))


def json_text(document: object) -> str:
    """``document`` as indented JSON in ASCII, which no terminal reads as anything else."""
    return _COMMAND.sub(r"\\u005b", json.dumps(document, indent=2)) + "\n"


def sarif_message(text: str) -> str:
    """``text`` as a SARIF plain text message, in which brackets would make links."""
    return re.sub(r"([\\\[\]])", r"\\\1", text)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _NAMED.get(character) or f"\\u{{{ord(character):x}}}"
