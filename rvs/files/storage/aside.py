"""What another program made of a file meanwhile is kept beside it before it is written over."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from rvs.files.storage.atomic import write_text


def set_aside(path: Path, text: str) -> Path:
    """Write what a file says into a file beside it, of a name that is free; return where.

    Raises:
        OSError: It can't be written.
    """
    taken = {one.name for one in path.parent.iterdir()}
    names = (f"{path.stem} (theirs {k}){path.suffix}" for k in count(1))
    copy = path.with_name(next(name for name in names if name not in taken))
    write_text(copy, text)
    return copy


def kept_as(copy: Path) -> str:
    """Return what is said to those whose file was changed meanwhile."""
    return f"another program had changed the file; its version is kept as {copy.name}"
