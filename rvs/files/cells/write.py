"""Writer of cell files: an old text is changed by spans, a new one has a tidy layout."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import TRAJECTORY, TRAJECTORY_KEYS, Cell, TrajectoryLink, cell_of
from rvs.files.cells.collision import collision_form
from rvs.files.cells.marks import figure_form, mark_forms
from rvs.files.cells.motions import MotionPlan
from rvs.files.cells.programs import program_form
from rvs.files.cells.robots import ROBOT, Placed, is_reference, robot_form, stays
from rvs.files.cells.things import Around, around_forms
from rvs.files.cells.view import panes_form, view_form
from rvs.files.library import LibraryError, files_of, resolve
from rvs.files.meshes.mesh_plan import MeshPlan, gathered, without_surfaces
from rvs.files.storage.atomic import file_transaction
from rvs.files.storage.outside_changes import write_document
from rvs.files.text.blocks import BlockForm, update_group
from rvs.files.text.edit import Editor, came_from, prove, text_now
from rvs.files.text.errors import FileErrors
from rvs.files.text.keys import key_wants
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, Tree, parse_again
from rvs.model.body.values import in_order
from rvs.model.state import fit_postures


@file_transaction()
def save_cell(
    path: Path,
    cell: Cell,
    gone: Collection[str] = (),
    played: Sequence[tuple[str, str]] = (),
) -> Cell:
    """Write a cell to a file, atomically.

    Comments, order and layout of the original text are kept; if its file has changed since, those
    of the current file are kept, and the version of the other program is stored next to it. A robot
    by reference stays one while it agrees with its file.  The new text is read before the old file
    is changed.  Motions made in the cell become files next to it.

    Args:
        path: The file.
        cell: The cell.
        gone: Files of removed motions.
        played: Names of the motions loaded for its robots, by robot id.

    Returns:
        The cell as it is in the file now; its motions know their files.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    whole = replace(cell, document=gathered(cell.document, path.parent))
    text = text_now(path, cell, lambda tree: cell_of(tree, path))
    motions = MotionPlan(cell, path, gone)
    motions.lead(played)
    wanted = replace(_portable(whole), text=text, trajectories=motions.links)
    plan = MeshPlan(path.parent)
    new = cell_text(wanted, path, plan)
    plan.copy()
    saved = prove(new, path, lambda tree: cell_of(tree, path), "a cell")
    if _content(saved, plan) != _content(wanted, plan):
        raise RvsError(f"can't be saved as a cell: {path.name} would not have the same content")
    motions.write()
    ours = cell.text if came_from(cell, path) else ""
    # Comments that came meanwhile are in the new text, so that nothing of theirs is lost.
    theirs = write_document(path, new, text if _says_same(path, ours, text) else ours)
    document = replace(saved.document, motions=motions.motions)
    return replace(saved, document=document, theirs=theirs)


def _says_same(path: Path, ours: str, now: str) -> bool:
    """Return whether a changed text has the same meaning as before."""
    if not ours or now == ours:
        return False
    was, found = (_read(parse_again(Source(str(path), text)), path) for text in (ours, now))
    plan = MeshPlan(None)
    return was is not None and found is not None and _content(was, plan) == _content(found, plan)


def _portable(cell: Cell) -> Cell:
    """Name the robots of the library instead of their files, whose paths differ elsewhere."""
    names = {str(path): name for name, path in files_of("arch").items()}
    robots = (
        replace(placed, origin=names.get(placed.origin, placed.origin))
        for placed in cell.document.robots
    )
    return replace(cell, document=replace(cell.document, robots=tuple(robots)))


def _content(cell: Cell, plan: MeshPlan) -> Cell:
    robots = (
        placed if placed.body is None else replace(placed, body=in_order(plan.bare(placed.body)))
        for placed in cell.document.robots
    )
    postures = fit_postures(cell.document, cell.postures)
    document = replace(without_surfaces(cell.document), robots=tuple(robots), motions=())
    return replace(cell, path=None, document=document, postures=postures)


def cell_text(cell: Cell, target: Path | None = None, plan: MeshPlan | None = None) -> str:
    """Return the text of a cell: its source if that is still true.

    Args:
        cell: The cell to write.
        target: Its future location, if it differs from the original one.
        plan: Future locations of the mesh files of models; records the files to be copied.
    """
    name = str(cell.path or "cell")
    tree = parse_again(Source(name, cell.text or "/*** Cell ***/\n"))
    old, target = _read(tree, cell.path), target or cell.path
    said = _form(old, _old_robots(tree, old), cell.path) if old else None
    robots = _new_robots(tree, old, cell, target, plan or _plan(target))
    editor = Editor(tree)
    update_group(editor, tree.root, said, _form(cell, robots, target))
    return editor.result()


def _read(tree: Tree, path: Path | None) -> Cell | None:
    """Return the contents of the old text; None if a file that it refers to is missing."""
    try:
        return cell_of(tree, path)
    except FileErrors:
        return None


def _form(cell: Cell, robots: Sequence[BlockForm], path: Path | None) -> BlockForm:
    """Return the required content of the text of a cell."""
    document = cell.document
    placed = {one.id: one for one in document.robots}
    around = Around(document.things, document.targets)
    forms = (
        view_form(cell.view, tidy=not cell.text),
        *robots,
        *map(_link_form, cell.trajectories),
        *(program_form(one, placed[one.robot_id]) for one in document.programs),
        *around_forms(around, path.parent if path else None),
        *(figure_form(figure, placed) for figure in document.figures),
        *mark_forms(document),
        panes_form(cell.panes),
        collision_form(document.collision),
    )
    return BlockForm("", entries=forms)


def _old_robots(tree: Tree, old: Cell) -> list[BlockForm]:
    groups, plan = _robot_groups(tree), _plan(old.path)
    return [
        robot_form(placed, plan, groups[name], placed[0].body, refers=is_reference(groups[name]))
        for name, placed in _placed(old).items()
    ]


def _plan(path: Path | None) -> MeshPlan:
    return MeshPlan(path.parent if path else None)


def _new_robots(
    tree: Tree, old: Cell | None, new: Cell, target: Path | None, plan: MeshPlan
) -> list[BlockForm]:
    groups, before = _robot_groups(tree), _placed(old) if old else {}
    forms = []
    for name, placed in _placed(new).items():
        group, said = groups.get(name), before.get(name)
        if group is None or not is_reference(group):
            forms.append(robot_form(placed, plan, group, said[0].body if said else None))
        elif said and _same_file(group, new.path, target) and stays(said[0], placed[0]):
            forms.append(robot_form(placed, plan, group, said[0].body, refers=True))
        else:
            forms.append(robot_form(placed, plan))
    return forms


def _robot_groups(tree: Tree) -> dict[str, Group]:
    return {group.label: group for group in tree.root.groups if group.key == ROBOT}


def _same_file(group: Group, path: Path | None, target: Path | None) -> bool:
    reference = next(pair.value.text for pair in group.pairs if pair.key == "file")
    folders = [place.parent if place else None for place in (path, target)]
    try:
        here, there = (resolve(reference, "arch", folder) for folder in folders)
    except LibraryError:
        return False
    return here == there


def _placed(cell: Cell) -> dict[str, Placed]:
    postures = fit_postures(cell.document, cell.postures)
    return {placed.id: (placed, postures[placed.id]) for placed in cell.document.robots}


def _link_form(link: TrajectoryLink) -> BlockForm:
    return BlockForm(TRAJECTORY, link.name, tuple(key_wants(TRAJECTORY_KEYS, link)))
