"""Findings about files and YAML: one ``Kind`` each, and the functions that word them."""

from typing import Final

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity


def _kind(number: str, name: str, severity: Severity, documentation: str) -> Kind:
    return Kind(Code(number, name), severity, documentation)


FILE_NOT_FOUND: Final = _kind(
    "Q001",
    "file-not-found",
    Severity.ERROR,
    """A path or pattern that was asked for does not exist.

What it finds
    A file, folder or glob pattern on the command line, or in `nodesFrom`, that names nothing.
Why it matters
    A check of nothing would pass.
How to fix
    Correct the path; paths are relative to the working directory, that of `nodesFrom` to the
    platform's file.
""",
)
UNREADABLE_FILE: Final = _kind(
    "Q002",
    "unreadable-file",
    Severity.ERROR,
    """A file or folder cannot be read.

What it finds
    Missing permission, a device or pipe in place of a file, an error of the disk.
Why it matters
    Quota that is not read is not checked, and would be missing from the output.
How to fix
    Give the account that runs kuota permission to read, or take the path out.
""",
)
FILE_TOO_LARGE: Final = _kind(
    "Q003",
    "file-too-large",
    Severity.ERROR,
    """A file is larger than any team or platform file can sensibly be.

What it finds
    A file over 4 MiB, or an inventory of nodes over 32 MiB.
Why it matters
    Team files come from pull requests; the limit bounds the work of one check.
How to fix
    Split the file, or take it out of the folder.
""",
)
BINARY_FILE: Final = _kind(
    "Q004",
    "binary-file",
    Severity.ERROR,
    """A file that is called .yaml holds binary data.

What it finds
    A zero byte in a file that should be text.
Why it matters
    Nothing of it can be read.
How to fix
    Rename the file or take it out; a text in UTF-16 has zero bytes too: save it as UTF-8.
""",
)
NOT_UTF8: Final = _kind(
    "Q005",
    "not-utf-8",
    Severity.ERROR,
    """A file is not encoded in UTF-8.

What it finds
    Bytes that are no UTF-8, such as Latin-1 umlauts.
Why it matters
    Another encoding would have to be guessed, and names could change.
How to fix
    Save the file as UTF-8.
""",
)
BYTE_ORDER_MARK: Final = _kind(
    "Q006",
    "byte-order-mark",
    Severity.WARNING,
    """A file begins with a byte-order mark.

What it finds
    The bytes EF BB BF in front of the text.
Why it matters
    Kuota skips the mark, some tools take it for a part of the first key.
How to fix
    Save the file as UTF-8 without byte-order mark.
""",
)
CRLF: Final = _kind(
    "Q007",
    "crlf-line-ends",
    Severity.WARNING,
    """A file has Windows line ends.

What it finds
    Carriage returns at line ends.
Why it matters
    Kuota reads them, but every line differs for tools that compare bytes.
How to fix
    Save with line feeds only, and add `* text=auto eol=lf` to .gitattributes.
""",
)
SYMLINK_OUTSIDE: Final = _kind(
    "Q008",
    "symlink-outside",
    Severity.ERROR,
    """A symbolic link leads out of the folder that is checked.

What it finds
    A link, met while walking a folder, whose target is not below the working directory.
Why it matters
    A pull request could make a check read files of the machine it runs on.
How to fix
    Replace the link by the file.
""",
)
NO_FILES: Final = _kind(
    "Q009",
    "no-files",
    Severity.ERROR,
    """A folder holds no YAML file.

What it finds
    A folder on the command line without any file that ends in .yaml or .yml.
Why it matters
    A check of nothing would pass.
How to fix
    Name the folder that holds the team files.
""",
)
INVALID_YAML: Final = _kind(
    "Q010",
    "invalid-yaml",
    Severity.ERROR,
    """A text is not YAML.

What it finds
    An error of YAML's grammar: indentation that fits nothing, an open quote or bracket, a
    missing colon.
Why it matters
    Nothing of that document is read. Other documents of the file are.
How to fix
    The finding says what was expected, and often the line above is the culprit.
""",
)
TAB: Final = _kind(
    "Q011",
    "tab-indentation",
    Severity.ERROR,
    """A line is indented with a tab.

What it finds
    A tab where YAML wants spaces.
Why it matters
    YAML forbids it; the document is not read.
How to fix
    Indent with spaces.
""",
)
DUPLICATE_KEY: Final = _kind(
    "Q012",
    "duplicate-key",
    Severity.ERROR,
    """A mapping has the same key twice.

What it finds
    A key that already stands in the same mapping.
Why it matters
    Readers differ; Kubernetes' takes the last value silently, kuota counts the first.
How to fix
    Remove one of them, or merge their values.
""",
)
UNDEFINED_ALIAS: Final = _kind(
    "Q013",
    "undefined-alias",
    Severity.ERROR,
    """An alias names no anchor above it.

What it finds
    `*name` without `&name` before it in the same document, or inside the anchored value.
Why it matters
    The value is unknown.
How to fix
    Define the anchor first, or write the value out.
""",
)
EXCESSIVE_ALIASES: Final = _kind(
    "Q014",
    "excessive-aliases",
    Severity.ERROR,
    """Aliases make a file many times larger than its text.

What it finds
    A file that grows by more than 100,000 values when its aliases are written out.
Why it matters
    A few lines can grow to billions of values; the document is not read.
How to fix
    Write the values out.
""",
)
MERGE_KEY: Final = _kind(
    "Q015",
    "merge-key",
    Severity.ERROR,
    """A merge key is used in a team or platform file.

What it finds
    The key `<<`.
Why it matters
    It is not part of YAML 1.2, and it hides from a reviewer what a team gets.
How to fix
    Write the keys out, or put what all teams share under the platform's `defaults`.
""",
)
TAG: Final = _kind(
    "Q016",
    "yaml-tag",
    Severity.ERROR,
    """A value carries a YAML tag.

What it finds
    `!name` or `!!name` in front of a value.
Why it matters
    The format says what each value is; readers treat tags in different ways.
How to fix
    Remove the tag; write quotes where text is meant.
""",
)
TOO_DEEP: Final = _kind(
    "Q017",
    "nesting-too-deep",
    Severity.ERROR,
    """Values are nested deeper than any format needs.

What it finds
    More than 100 levels.
Why it matters
    The limit bounds the work of one check; the document is not read.
How to fix
    Remove the brackets or the indentation that should not be there.
""",
)
TOO_MANY_DOCUMENTS: Final = _kind(
    "Q018",
    "too-many-documents",
    Severity.ERROR,
    """A file holds more than 10,000 documents.

What it finds
    The document after the limit; it and what follows are not read.
Why it matters
    The limit bounds the work of one check.
How to fix
    Split the file.
""",
)
COMPLEX_KEY: Final = _kind(
    "Q019",
    "complex-key",
    Severity.ERROR,
    """A key is a list or a mapping.

What it finds
    `? [a, b]`, `{a: b}: c`, and the frequent `{{ name }}` of a template that was not filled in.
Why it matters
    Kubernetes knows text keys only; the entry is not read.
How to fix
    Write a plain key; put quotes around braces that belong to a text.
""",
)
FORBIDDEN_CHARACTER: Final = _kind(
    "Q020",
    "forbidden-character",
    Severity.ERROR,
    """A file holds a character that YAML readers reject or take for a line end.

What it finds
    Control characters, lone surrogates, U+0085, U+2028 and U+2029.
Why it matters
    Readers disagree on where lines end, or refuse the file.
How to fix
    Delete the character; it is often invisible and came with a copied text.
""",
)
TOO_MANY_FINDINGS: Final = _kind(
    "Q021",
    "too-many-findings",
    Severity.ERROR,
    """A file or document has more mistakes than anybody would read.

What it finds
    More than 500 findings on the YAML of one file, or on the shape of one document.
Why it matters
    The limit bounds the work of one check, and such a file is mostly not what it was taken for.
How to fix
    Mend the first findings, or take the file out of the folder.
""",
)

KINDS: Final = (
    FILE_NOT_FOUND,
    UNREADABLE_FILE,
    FILE_TOO_LARGE,
    BINARY_FILE,
    NOT_UTF8,
    BYTE_ORDER_MARK,
    CRLF,
    SYMLINK_OUTSIDE,
    NO_FILES,
    INVALID_YAML,
    TAB,
    DUPLICATE_KEY,
    UNDEFINED_ALIAS,
    EXCESSIVE_ALIASES,
    MERGE_KEY,
    TAG,
    TOO_DEEP,
    TOO_MANY_DOCUMENTS,
    COMPLEX_KEY,
    FORBIDDEN_CHARACTER,
    TOO_MANY_FINDINGS,
)
