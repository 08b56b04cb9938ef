"""Why an output folder could not be written."""

import errno

_REASONS = {
    errno.ENOSPC: "no space is left on the device",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "operation not permitted",
    errno.ENAMETOOLONG: "the name is too long for the file system",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.EIO: "the device reports an input or output error",
}


class OutputError(Exception):
    """The folder cannot be written; the message says why, and nothing was changed."""


def refused(path: str, error: OSError) -> OutputError:
    """The error for what the operating system said about ``path``."""
    reason = _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
    return OutputError(f"cannot write {path}: {reason}")
