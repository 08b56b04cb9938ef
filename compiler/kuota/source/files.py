"""Text of one file, and its lines."""

from functools import cached_property


class SourceFile:
    """A file that was read. ``path`` is relative to the working directory, with forward slashes.

    ``text`` has no byte-order mark; line ends are as in the file.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends, line 1 first."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
