"""Readers of trees of links: a new format is a file and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from rvs.files.budget import within_budget
from rvs.files.chains import robot_part
from rvs.files.text.errors import whole_file
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.mjcf import mjcf_of
from rvs.files.trees.sdf import sdf_of
from rvs.files.trees.urdf import urdf_of
from rvs.files.trees.xacro import expanded
from rvs.files.trees.xml import Element, read_xml
from rvs.model.robots.imported import USUAL, Choices

# What a root element means, whatever the suffix of its file.
FORMATS: Mapping[str, Callable[[Element, Path, Choices], TreeFile]] = {
    "robot": lambda root, path, _: urdf_of(root, path),
    "mujoco": mjcf_of,
    "sdf": sdf_of,
}


def _plain(path: Path, _choices: Choices) -> Element:
    return read_xml(path)


# How a file becomes XML, by its suffix.
TREES: Mapping[str, Callable[[Path, Choices], Element]] = {
    ".urdf": _plain,
    ".xacro": expanded,
    ".mjcf": _plain,
    ".sdf": _plain,
    ".xml": _plain,
}


def tree_root(path: Path, choices: Choices = USUAL) -> Element:
    """Return the root element of a tree of links, a template's after its expansion.

    Raises:
        FileErrors: It is not XML, or can't be expanded.
    """
    return TREES[path.suffix.lower()](path, choices)


@within_budget()
def read_tree_file(path: Path, choices: Choices = USUAL) -> TreeFile:
    """Read a tree of links in the format of its root element.

    Args:
        path: The file.
        choices: Arguments of a template, and folders that it may read.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    root = tree_root(path, choices)
    made = FORMATS.get(root.tag)
    if made is None:
        known = ", ".join(f"<{tag}>" for tag in FORMATS)
        words = f"is not a description of a robot: expected {known}, found <{root.tag[:40]}>"
        raise whole_file(path, words)
    return robot_part(replace(made(root, path, choices), choices=choices, root=root))
