"""Writes cell files: an old text changes by spans, a new one is laid out tidily."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.write import in_order
from rvs.files.cells.cell import TRAJECTORY, Cell, TrajectoryLink, cell_of, read_cell
from rvs.files.cells.collision import update_collision
from rvs.files.cells.figures import FIGURE, figure_block, update_figure
from rvs.files.cells.marks import update_marks
from rvs.files.cells.panes import update_panes
from rvs.files.cells.programs import PROGRAM, joint_scales, program_block, update_program
from rvs.files.cells.robots import (
    INDENT,
    ROBOT,
    Placed,
    is_reference,
    robot_block,
    update_robot_block,
)
from rvs.files.cells.things import Around, update_around
from rvs.files.cells.view import VIEW, view_wants
from rvs.files.library import LibraryError, files_of
from rvs.files.meshes.mesh_links import gathered, without_surfaces
from rvs.files.storage.atomic import write_text
from rvs.files.storage.references import resolve
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileErrors
from rvs.files.text.forms import Form, Name, Want
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, Tree, parse
from rvs.model.document import Document
from rvs.model.state import fit_postures
from rvs.model.views.view import View

Lines = Callable[[str], list[str]]


def save_cell(path: Path, cell: Cell) -> Cell:
    """Write a cell to a file, atomically.

    Comments, order and layout of the text it came from stay; if the file it came from has changed
    since, those of the file as it is now.  A robot that came by reference stays one while it is
    what that file says.  The new text is read before the old file is touched.

    Args:
        path: The file.
        cell: What it shall say.

    Returns:
        The cell as it stands in the file now.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    whole = replace(cell, document=gathered(cell.document, path.parent))
    wanted = replace(_portable(whole), text=_old_text(path, cell))
    text = cell_text(wanted, path)
    _prove(text, replace(wanted, path=path))
    write_text(path, text)
    return read_cell(path)


def _old_text(path: Path, cell: Cell) -> str:
    if cell.path is None or path != cell.path:
        return cell.text
    try:
        return read_cell(path).text
    except FileErrors:
        return cell.text


def _portable(cell: Cell) -> Cell:
    """Name the robots of the library instead of their files, which lie elsewhere elsewhere."""
    names = {str(path): name for name, path in files_of("arch").items()}
    robots = (
        replace(placed, origin=names.get(placed.origin, placed.origin))
        for placed in cell.document.robots
    )
    return replace(cell, document=replace(cell.document, robots=tuple(robots)))


def _prove(text: str, wanted: Cell) -> None:
    name = wanted.path.name if wanted.path else "cell"
    try:
        read = cell_of(parse(Source(name, text)), wanted.path)
    except FileErrors as failure:
        raise RvsError(f"can't be saved as a cell: {failure.errors[0]}") from failure
    if _content(read) != _content(wanted):
        raise RvsError(f"can't be saved as a cell: {name} would not say the same")


def _content(cell: Cell) -> Cell:
    robots = (
        placed if placed.body is None else replace(placed, body=in_order(placed.body))
        for placed in cell.document.robots
    )
    postures = fit_postures(cell.document, cell.postures)
    document = replace(without_surfaces(cell.document), robots=tuple(robots))
    return replace(cell, path=None, document=document, postures=postures)


def cell_text(cell: Cell, target: Path | None = None) -> str:
    """Return the text of a cell: the one it came from, where that is still true.

    Args:
        cell: What the text shall say.
        target: Where it will lie, if not where it came from.
    """
    text = cell.text or "/*** Cell ***/\n"
    tree = parse(Source("cell", text))
    robots = {group.label: group for group in tree.root.groups if group.key == ROBOT}
    editor = Editor(tree)
    _update_view(editor, tree.root, cell.view, tidy=not cell.text)
    old = _old(tree, robots, cell.path, target or cell.path)
    _update_robots(editor, robots, old, _placed(cell))
    links = {link.name: link for link in cell.trajectories}
    blocks = {group.label: group for group in tree.root.groups if group.key == TRAJECTORY}
    for name, group in blocks.items():
        if name in links:
            editor.update(group, _link_wants(links[name]))
    arrange(editor, blocks, links, lambda name: _link_block(links[name]))
    _update_programs(editor, tree, cell)
    _update_things(editor, tree, cell, target or cell.path)
    _update_figures(editor, tree, cell)
    _update_marks(editor, tree, cell)
    return editor.result()


def _old(
    tree: Tree, groups: Mapping[str, Group], path: Path | None, target: Path | None
) -> dict[str, Placed]:
    """Return the robots of the old text whose blocks mean the same in the new place."""
    try:
        read = _placed(cell_of(tree, path))
    except FileErrors:
        # A file that it refers to has gone.
        return {}
    return {name: placed for name, placed in read.items() if _same_file(groups[name], path, target)}


def _same_file(group: Group, path: Path | None, target: Path | None) -> bool:
    reference = next((pair.value.text for pair in group.pairs if pair.key == "file"), None)
    if reference is None:
        return True
    folders = [place.parent if place else None for place in (path, target)]
    try:
        here, there = (resolve(reference, "arch", folder) for folder in folders)
    except LibraryError:
        return False
    return here == there


def _placed(cell: Cell) -> dict[str, Placed]:
    postures = fit_postures(cell.document, cell.postures)
    return {placed.id: (placed, postures[placed.id]) for placed in cell.document.robots}


def _update_view(editor: Editor, root: Group, view: View, *, tidy: bool) -> None:
    wants = view_wants(view)
    block = next((group for group in root.groups if group.key == VIEW), None)
    if block is not None:
        editor.update(block, wants)
    elif tidy or view != View():
        editor.add_block(None, [f"{VIEW} {{", *(INDENT + want.line() for want in wants), "}"])


def _update_robots(
    editor: Editor, groups: Mapping[str, Group], old: Mapping[str, Placed], new: dict[str, Placed]
) -> None:
    for name in staying(groups, new):
        if _may_stay(groups[name], old.get(name), new[name]):
            update_robot_block(editor, groups[name], old[name], new[name])
        else:
            editor.replace(groups[name], robot_block(new[name]))
    arrange(editor, groups, new, lambda name: robot_block(new[name]))


def _update_programs(editor: Editor, tree: Tree, cell: Cell) -> None:
    groups = {group.label: group for group in tree.root.groups if group.key == PROGRAM}
    wanted = {program.name: program for program in cell.document.programs}
    try:
        old = cell_of(tree, cell.path).document
    except FileErrors:
        old = Document()
    before = {program.name: program for program in old.programs}
    units = {placed.id: joint_scales(placed) for placed in old.robots}
    for name in staying(groups, wanted):
        group = groups[name]
        new, placed = wanted[name], cell.document.robot(wanted[name].robot_id)
        same_units = units.get(placed.id) == joint_scales(placed)
        if new != before.get(name) or not same_units:
            if name in before and same_units:
                update_program(editor, group, before[name], new, placed, arrange)
            else:
                editor.replace(group, program_block(new, placed))
    arrange(
        editor,
        groups,
        wanted,
        lambda name: program_block(wanted[name], cell.document.robot(wanted[name].robot_id)),
    )


def _update_marks(editor: Editor, tree: Tree, cell: Cell) -> None:
    try:
        old = cell_of(tree, cell.path)
    except FileErrors:
        # A file that it refers to has gone.
        old = Cell()
    update_marks(editor, tree.root, old.document, cell.document, arrange, staying)
    update_panes(editor, tree.root, old.panes, cell.panes)
    update_collision(editor, tree.root, old.document.collision, cell.document.collision)


def _update_things(editor: Editor, tree: Tree, cell: Cell, target: Path | None) -> None:
    try:
        old = cell_of(tree, cell.path).document
    except FileErrors:
        # A file that it refers to has gone.
        old = Document()
    before = Around(old.things, old.targets)
    now = Around(cell.document.things, cell.document.targets)
    folder = target.parent if target else None
    update_around(editor, tree.root, before, now, arrange, staying, folder)


def _update_figures(editor: Editor, tree: Tree, cell: Cell) -> None:
    groups = {group.label: group for group in tree.root.groups if group.key == FIGURE}
    wanted = {figure.name: figure for figure in cell.document.figures}
    robots = {placed.id: placed for placed in cell.document.robots}
    try:
        old = cell_of(tree, cell.path).document
    except FileErrors:
        old = Document()
    before = {figure.name: figure for figure in old.figures}
    units = {placed.id: joint_scales(placed) for placed in old.robots}
    for name in staying(groups, wanted):
        group, new = groups[name], wanted[name]
        same_units = all(units.get(one) == joint_scales(robots[one]) for one, _ in new.postures)
        if name in before and same_units:
            if new != before[name]:
                update_figure(editor, group, before[name], new, robots)
        else:
            editor.replace(group, figure_block(new, robots))
    arrange(editor, groups, wanted, lambda name: figure_block(wanted[name], robots))


def _may_stay(group: Group, old: Placed | None, new: Placed) -> bool:
    """Whether a block can be updated; a reference only while it is the robot of its file."""
    if old is None or not is_reference(group):
        return old is not None
    placed = new[0]
    now = replace(
        old[0],
        place=placed.place,
        color=placed.color,
        end_effector=placed.end_effector,
        opening=placed.opening,
        start=placed.start,
        hidden=placed.hidden,
        payload=placed.payload,
        grips=placed.grips,
        body=placed.body,
    )
    return now == placed


def staying(groups: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """Return the names of blocks that keep their place; others are written anew elsewhere."""
    old, new = list(groups), list(wanted)
    return [
        old[match.a + i]
        for match in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        for i in range(match.size)
    ]


def arrange(
    editor: Editor, groups: Mapping[str, Group], wanted: Mapping[str, object], lines: Lines
) -> None:
    """Take blocks out and put new ones in, so that they stand in the wanted order."""
    stay, new = staying(groups, wanted), list(wanted)
    for name in groups:
        if name not in stay:
            editor.remove(groups[name])
    before: Group | None = None
    for i, name in enumerate(new):
        if name in stay:
            before = groups[name]
        elif before is not None:
            editor.add_block(before, lines(name))
        else:
            after = next((other for other in new[i:] if other in stay), None)
            if after is None:
                editor.add_block(None, lines(name))
            else:
                editor.add_block_before(groups[after], lines(name))


def _link_wants(link: TrajectoryLink) -> list[Want]:
    robot: Form | None = Name(link.robot, quoted=True) if link.robot else None
    return [Want("robot", robot), Want("file", Name(link.file, quoted=True))]


def _link_block(link: TrajectoryLink) -> list[str]:
    lines = [INDENT + want.line() for want in _link_wants(link) if want.form]
    return [f"{TRAJECTORY} {Name(link.name, quoted=True).text()} {{", *lines, "}"]
