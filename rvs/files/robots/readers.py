"""Readers of robots by the suffixes of their files: a new format is a file of its own and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.trees.readers import TREES


def _main_chain(path: Path) -> Architecture:
    # Only here: an architecture file waits for no reader of trees.
    from rvs.files.trees.chains import read_main_chain

    return read_main_chain(path)


ROBOTS: Mapping[str, Callable[[Path], Architecture]] = {
    ".arch": read_architecture,
    **dict.fromkeys(TREES, _main_chain),
}


def read_robot_file(path: Path) -> Architecture:
    """Read a robot as the suffix of its file says; as an architecture file if that is no other.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return ROBOTS.get(path.suffix.lower(), read_architecture)(path)
