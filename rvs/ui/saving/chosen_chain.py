"""The robots of an opened description of links: the window asks for open choices."""

from __future__ import annotations

from pathlib import Path

from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import check_choices, open_choices
from rvs.files.trees.chains import meant_chain, missing_meshes, ready_meshes
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file
from rvs.model.robots.imported import USUAL, Choices
from rvs.ui.commands.files import check_seen
from rvs.ui.desk import Desk
from rvs.ui.saving.allowed import allow, read_allowed
from rvs.ui.work.waiting import wait_for, wait_through
from rvs.words import tr


def chosen_chains(desk: Desk, path: Path, choices: Choices = USUAL) -> tuple[Architecture, ...]:
    """Return the robot in a description; of several chains the selected ones, possibly none.

    Args:
        desk: The desk.
        path: The file.
        choices: Choices for the file; the user is asked about open ones.

    Raises:
        UnseenError: There are several chains, and no window yet that could ask for one.
    """
    check_choices(path, choices)
    if len(choices.each) > 1:
        return tuple(meant_chain(read_tree_file(path, one)) for one in choices.each)
    if not desk.window.isVisible():
        unseen = read_tree_file(path, choices)
        if _leaves_open(unseen):
            check_seen(desk)
        return (meant_chain(unseen),)
    file = asked_tree(desk, path, choices)
    if file is None:
        return ()
    if not _leaves_open(file):
        return (meant_chain(file),)
    from rvs.ui.dialogs.choose_chain import choose

    return choose(desk, file)


def _leaves_open(file: TreeFile) -> bool:
    """Return whether a description has several chains, with none selected."""
    return len(file.tree.arms) > 1 and not (file.choices.root or file.choices.tip)


def asked_tree(desk: Desk, path: Path, choices: Choices = USUAL) -> TreeFile | None:
    """Return a description, after questions about its arguments and missing meshes.

    Args:
        desk: The desk.
        path: The file.
        choices: Previous choices for it.

    Returns:
        The description with its meshes read, or None to cancel.
    """
    file = _asked_for(desk, path, choices)
    if file is None:
        return None
    outside = [one.outside for one in missing_meshes(file) if one.outside is not None]
    if outside:
        choices = allow(desk.window, path, file.choices, list(dict.fromkeys(outside)))
        file = read_allowed(desk.window, path, choices, lambda now: read_tree_file(path, now))
    if missing_meshes(file):
        from rvs.ui.dialogs.find_meshes import ask_for_meshes

        ask_for_meshes(desk, file)
    wait_through(
        desk.window, tr("Reading the meshes of {name}…", path.name), lambda: ready_meshes(file)
    )
    return file


def _asked_for(desk: Desk, path: Path, choices: Choices) -> TreeFile | None:
    """Return the contents of a description, a template with the arguments from the user."""
    if "args" in open_choices(path) and not choices.args:
        # Only here: others have no arguments.
        from rvs.files.trees.xacro import template_arguments

        words = tr("Reading {name}…", path.name)
        found = wait_for(desk.window, words, lambda: template_arguments(path, choices))
        if found:
            from rvs.ui.dialogs.template_arguments import ask_arguments

            return ask_arguments(desk, path, found, choices)
    return read_allowed(desk.window, path, choices, lambda now: read_tree_file(path, now))
