"""Readers of trees of links by the suffixes of their files: a new format is a file and a row.

A reader is imported when such a file is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rvs.files.trees.looks import TreeFile


def _urdf(path: Path) -> TreeFile:
    from rvs.files.trees.urdf import read_urdf

    return read_urdf(path)


TREES: Mapping[str, Callable[[Path], TreeFile]] = {
    ".urdf": _urdf,
}


def is_tree(path: Path) -> bool:
    """Tell whether a file holds a tree of links, by its suffix."""
    return path.suffix.lower() in TREES


def read_tree_file(path: Path) -> TreeFile:
    """Read a tree of links as the suffix of its file says.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return TREES[path.suffix.lower()](path)
