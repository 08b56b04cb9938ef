"""What reading a file's YAML yields."""

from typing import NamedTuple

from kuota.diag.model import Diagnostic
from kuota.source.comments import Comment
from kuota.source.node import Document


class Parsed(NamedTuple):
    """The documents of one file, its suppression comments, and what is wrong with the text."""

    documents: tuple[Document, ...]
    comments: tuple[Comment, ...]
    diagnostics: tuple[Diagnostic, ...]
