"""Readers of trees of links by the suffixes of their files: a new format is a file and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rvs.files.trees.looks import TreeFile
from rvs.files.trees.urdf import read_urdf

TREES: Mapping[str, Callable[[Path], TreeFile]] = {
    ".urdf": read_urdf,
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
