"""Replaces the output folder as a whole: after a kill at any moment the old or the new one stands.

The new tree is built beside the folder, on the same file system; files that stay, and files of
others, are hard-linked into it. Then both trees change names in one system call. Where that cannot
be done (the folder is a mount point, its parent is not writable, the file system or the operating
system has no such call), the files are replaced one by one under a journal.
"""

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from kuota.cli.output import journal
from kuota.cli.output.compare import Comparison, compare
from kuota.cli.output.refusal import OutputError, refused

_SWAP = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS
_AT_FDCWD = -100
_CANNOT_SWAP = (errno.ENOSYS, errno.EINVAL, errno.EBUSY, errno.EXDEV, errno.ENOTSUP, errno.EPERM)


def replace(folder: Path, files: Mapping[str, str]) -> Comparison:
    """Makes ``folder`` hold ``files`` and what others put there; says what was different.

    Raises OutputError, with nothing changed, when a foreign file is in the way or the system
    refuses.
    """
    target = Path(os.path.realpath(folder))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked(target.parent):
            _repair(target)
            comparison = compare(target, files)
            _require_free(folder, comparison)
            if not comparison.is_current:
                _apply(target, files, comparison)
    except OSError as error:
        raise refused(str(folder), error) from error
    return comparison


def _apply(target: Path, files: Mapping[str, str], comparison: Comparison) -> None:
    if target.exists() and not target.is_dir():
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    if target.exists() and not os.access(target, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    if os.path.ismount(target) or not os.access(target.parent, os.W_OK | os.X_OK):
        journal.apply(target, files, comparison)
        return
    new = target.parent / f"{_leftover_prefix(target)}{os.getpid()}"
    try:
        _build(new, target, files, comparison)
        if not target.exists():
            new.rename(target)
        elif not _swap(new, target):
            journal.apply(target, files, comparison)
    finally:
        _discard(new)


def _require_free(folder: Path, comparison: Comparison) -> None:
    if comparison.blocked:
        first, *more = comparison.blocked
        others = f" and {len(more)} more" if more else ""
        raise OutputError(
            f"{folder}/{first}{others} was not made by kuota: "
            "move it away, then compile again; nothing was changed"
        )


def _build(new: Path, old: Path, files: Mapping[str, str], comparison: Comparison) -> None:
    """The new tree, complete and on disk."""
    new.mkdir()
    _like(new, old)
    for path in (*comparison.unchanged, *comparison.foreign):
        _parents(new, old, path)
        _carry_over(old / path, new / path)
    for path in (*comparison.changed, *comparison.missing):
        _parents(new, old, path)
        journal.write_file(new / path, files[path])
    _empty_folders(new, old)


def _carry_over(old: Path, new: Path) -> None:
    """The same file in the new tree: linked, else copied."""
    try:
        os.link(old, new, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(old, new, follow_symlinks=False)


def _parents(new: Path, old: Path, path: str) -> None:
    """Makes the folders above ``path`` in the new tree, each like its old twin."""
    parts = path.split("/")[:-1]
    for length in range(1, len(parts) + 1):
        folder = new.joinpath(*parts[:length])
        if not folder.exists():
            folder.mkdir()
            _like(folder, old.joinpath(*parts[:length]))


def _empty_folders(new: Path, old: Path) -> None:
    """Carries over folders of others that hold nothing, which were empty before as well."""
    for folder, folders, names in os.walk(old):
        if not folders and not names:
            twin = new / os.path.relpath(folder, old)
            twin.mkdir(parents=True, exist_ok=True)


def _like(folder: Path, twin: Path) -> None:
    """Gives a new folder the mode and owner of the one it stands for."""
    if twin.is_dir():
        shutil.copystat(twin, folder)
        with suppress(OSError, AttributeError):
            os.chown(folder, twin.stat().st_uid, twin.stat().st_gid)


def _swap(first: Path, second: Path) -> bool:
    """Exchanges the names of two trees in one step; False where the system cannot do it."""
    library = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(first), os.fsencode(second)
    try:
        if sys.platform == "darwin":
            result = library.renamex_np(*names, _SWAP)
        else:
            result = library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _SWAP)
    except AttributeError:
        return False
    if result == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT_SWAP:
        return False
    raise OSError(number, os.strerror(number))


def _repair(target: Path) -> None:
    """Clears up after a run that was killed."""
    if target.is_dir():
        journal.recover(target)
    prefix = _leftover_prefix(target)
    for entry in sorted(target.parent.iterdir()):
        if entry.name.startswith(prefix):
            _discard(entry)


def _discard(tree: Path) -> None:
    """Removes a tree, also when its folders are read-only like those they stand for."""
    for folder, _, _ in os.walk(tree):
        with suppress(OSError):
            Path(folder).chmod(0o700)
    shutil.rmtree(tree, ignore_errors=True)


def _leftover_prefix(target: Path) -> str:
    return f".{target.name}.kuota-"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keeps two runs from writing the same folder at once, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
