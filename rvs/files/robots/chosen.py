"""Robots of files of other programs, with what is chosen when they are opened."""

from __future__ import annotations

from pathlib import Path

from rvs.engine.joint import Convention
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import is_tree, read_robot_file
from rvs.files.text.errors import whole_file


def read_chosen(
    path: Path,
    root: str = "",
    tip: str = "",
    convention: Convention = "standard",
    snap: float = 0.0,
    zeros: bool = False,
    robot: str = "",
) -> Architecture:
    """Read a robot of any format, and of a description with branches the chosen chain.

    Args:
        path: The file.
        root: Link that stands still; the usual one if empty.
        tip: Link at the other end; the usual one if empty.
        convention: ``"standard"`` or ``"modified"``, for tables made from links.
        snap: Angle in rad below which axes are made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints,
            not a posture.
        robot: Name of the robot in a file that holds several; the only one if empty.

    Raises:
        FileErrors: Everything that is wrong with it, or it leaves no such choice.
    """
    if (root, tip, convention, snap) == ("", "", "standard", 0.0):
        read = read_robot_file(path, robot)
        if not zeros:
            return read
        if not read.given:
            raise whole_file(path, "holds no table of plain numbers that may be zeros of joints")
        from rvs.files.tables.zeros import as_zeros

        return as_zeros(read)
    if not is_tree(path):
        raise whole_file(path, "is one chain; it has no root, tip, convention or snap to choose")
    if robot:
        raise whole_file(path, "is one tree of links; choose a chain by root and tip, not a robot")
    if zeros:
        raise whole_file(path, "is no table, whose numbers may be zeros of joints")
    # here, so that an architecture file waits for no reader of descriptions
    from rvs.files.trees.chains import chain_architecture, chosen_ends
    from rvs.files.trees.readers import read_tree_file

    file = read_tree_file(path)
    ends = chosen_ends(file, root or None, tip or None)
    return chain_architecture(file, ends, convention, snap, chosen=bool(root or tip))
