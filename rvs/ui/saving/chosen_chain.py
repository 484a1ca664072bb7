"""The robots of a description of links that are opened: the window asks for what it leaves open."""

from __future__ import annotations

from pathlib import Path

from rvs.files.robots.arch import Architecture
from rvs.files.trees.chains import meant_chain, missing_meshes
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.ready_meshes import ready_meshes
from rvs.ui.desk import Desk
from rvs.ui.work.waiting import wait_for, wait_through


def chosen_chains(desk: Desk, path: Path) -> tuple[Architecture, ...]:
    """Return the robot in a description; of several chains those asked for, which may be none."""
    if not desk.window.isVisible():
        return (meant_chain(read_tree_file(path)),)
    file = wait_for(desk.window, f"Reading {path.name}…", lambda: read_tree_file(path))
    if missing_meshes(file):
        from rvs.ui.dialogs.find_meshes import ask_for_meshes

        ask_for_meshes(desk, file)
    wait_through(desk.window, f"Reading the meshes of {path.name}…", lambda: ready_meshes(file))
    if len(file.tree.arms) < 2:
        return (meant_chain(file),)
    from rvs.ui.dialogs.choose_chain import choose

    return choose(desk, file)
