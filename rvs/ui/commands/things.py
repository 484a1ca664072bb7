"""Commands for the objects around the robots, and for targets.

Commands for the object that is selected in the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array, pose_rows
from rvs.engine.errors import RvsError
from rvs.engine.inverse.numeric import ikine
from rvs.engine.robot import IDENTITY
from rvs.engine.transforms import inverse
from rvs.files.cells.env import SUFFIX, Environment, read_environment, save_environment
from rvs.files.formats import dialog_filter
from rvs.files.storage.locations import user_folder
from rvs.files.storage.recent import add_recent
from rvs.model.calls import Calls, call_of
from rvs.model.current import (
    chosen_things,
    current_robot,
    held_thing,
    joint_at,
    picked_things,
    tool_pose,
)
from rvs.model.document import PlacedRobot
from rvs.model.members import fresh_id
from rvs.model.numbers.quantities import joint_symbol, lengths_in
from rvs.model.refs import belongs, target_ref, thing_ref
from rvs.model.robots.placing import stand
from rvs.model.robots.ranges import joint_range
from rvs.model.state import Posture
from rvs.model.things import edits as thing_edits
from rvs.model.things.edits import add_environment
from rvs.model.things.thing import TargetFrame, Thing, bounds
from rvs.scene.surroundings.landing import hull
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.messages import reason_of
from rvs.ui.pictures.picture_gallery import ThingGallery
from rvs.ui.view.drops import landing_shift, show_box
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.words import plural, tr

GAP = 0.1


def chosen(desk: Desk) -> tuple[str, ...]:
    """Return the ids of the selected objects."""
    return chosen_things(desk.session.state)


def toggle_gizmo(desk: Desk) -> None:
    """Show or hide the gizmo of the selection; report why it can't be moved."""
    things = desk.gizmos.things
    desk.gizmos.want_things(not things.wanted)
    held = held_thing(desk.session.state)
    if things.wanted and held:
        desk.refuse(tr("{held} is locked; unlock it to move it", held))


# -- adding ---------------------------------------------------------------------------------------


def ask_kind(desk: Desk) -> ThingGallery:
    """Let the user choose an object to add, in its gallery."""
    for open_one in desk.window.findChildren(ThingGallery):
        if open_one.isVisible():
            open_one.raise_()
            open_one.activateWindow()
            open_one.search.setFocus()
            return open_one
    gallery = ThingGallery(desk, lambda kind: add(desk, kind), lambda: ask_mesh(desk))
    gallery.show()
    return gallery


def add(desk: Desk, kind: str, at: QPointF | None = None) -> None:
    """Add an object of a kind.

    Args:
        desk: The desk.
        kind: The kind.
        at: The position in the view; the centre by default.
    """
    put(desk, Thing(kind, kind), at)


def put(desk: Desk, thing: Thing, at: QPointF | None = None) -> None:
    """Add an object on the surface in the centre of the view, clear of others; select it."""
    place = np.array(thing.place)
    place[:3, 3] += landing_shift(desk.viewport, [bounds(thing)], at)
    put_at(desk, replace(thing, place=pose_rows(thing_edits.tidy(place), "place")))


def put_at(desk: Desk, thing: Thing) -> None:
    """Add an object at its stored pose; select and show it."""
    if desk.do(thing_edits.add_thing, thing):
        added = desk.session.state.document.things[-1]
        desk.session.select(thing_ref(added.id))
        show_box(desk.viewport, bounds(added))


# -- what is done with the chosen ones ------------------------------------------------------------


def duplicate(desk: Desk) -> None:
    """Put a copy of the selected objects next to them and select the copies."""
    ids = chosen(desk)
    if not ids:
        return
    box = hull(desk.session.state.document, ids)
    wide = round(float(box[1, 0] - box[0, 0]) + GAP, 3)
    _copied(desk, ids, [(wide, 0.0, 0.0)])


def array(desk: Desk) -> None:
    """Ask for rows, columns and steps of copies, and make them."""
    from rvs.ui.dialogs.array_dialog import ArrayDialog

    ids = chosen(desk)
    if ids:
        box = hull(desk.session.state.document, ids)
        ArrayDialog(desk, box[1] - box[0], partial(_arrayed, desk, ids)).open()


def _arrayed(desk: Desk, ids: Sequence[str], counts: Sequence[int], steps: Array) -> None:
    _copied(desk, ids, thing_edits.grid_shifts(counts, steps))


def _copied(desk: Desk, ids: Sequence[str], shifts: Sequence[ArrayLike]) -> None:
    known = set(desk.session.state.document.ids)
    if desk.do(thing_edits.duplicate_things, ids, shifts):
        things = desk.session.state.document.things
        copies = [one for one in things if one.id not in known]
        desk.session.select(*(thing_ref(one.id) for one in copies))
        show_box(desk.viewport, hull(desk.session.state.document, [one.id for one in copies]))


def remove(desk: Desk) -> None:
    """Remove the selected objects or the selected target."""
    ref = desk.session.state.chosen
    if ref[1:2] == ("target",):
        desk.do(thing_edits.remove_target, str(ref[0]))
    elif ids := chosen(desk):
        desk.do(thing_edits.remove_things, ids)


def align(desk: Desk, axis: str, side: thing_edits.Side) -> None:
    """Move an end or the centre of the selected objects to one position along an axis."""
    desk.do(thing_edits.align_things, chosen(desk), axis, side)


def spread(desk: Desk, axis: str) -> None:
    """Make the gaps between the selected objects equal along an axis."""
    desk.do(thing_edits.spread_things, chosen(desk), axis)


def to_floor(desk: Desk) -> None:
    """Move the selected objects onto the floor."""
    desk.do(thing_edits.drop_things, chosen(desk))


def onto(desk: Desk) -> None:
    """Put the selected objects on the last selected one."""
    *ids, other = picked_things(desk.session.state)
    desk.do(thing_edits.stack_things, ids, other)


def group(desk: Desk) -> None:
    """Make one group of the selected objects."""
    desk.do(thing_edits.group_things, chosen(desk))


def ungroup(desk: Desk) -> None:
    """Remove the selected objects from their groups."""
    desk.do(thing_edits.ungroup_things, chosen(desk))


def toggle(desk: Desk, what: str, ids: Sequence[str] | None = None) -> None:
    """Lock or hide objects, the selected ones by default; if all are, unlock or show them."""
    names = chosen(desk) if ids is None else ids
    document = desk.session.state.document
    if not names:
        return
    on = not all(getattr(document.thing(one), what) for one in names)
    verb = {"locked": ("Unlock", "Lock"), "hidden": ("Show", "Hide")}[what][on]
    change = call_of(thing_edits.change_things, names, **{what: on})
    if reason := desk.attempt(change, f"{verb} {words(names)}"):
        desk.refuse(reason)


def all_are(desk: Desk, what: str) -> bool:
    """Return whether all selected objects are locked or hidden."""
    known = {thing.id: thing for thing in desk.session.state.document.things}
    names = [one for one in chosen(desk) if one in known]
    return bool(names) and all(getattr(known[one], what) for one in names)


def words(ids: Sequence[str]) -> str:
    """Return a common name for objects."""
    return ids[0] if len(ids) == 1 else tr("{count} objects", len(ids))


# -- named places ---------------------------------------------------------------------------------


def keep_tool(desk: Desk) -> None:
    """Ask for a name and store the current pose of the tool as a target."""
    state = desk.session.state
    placed = current_robot(state)
    if placed is None:
        return
    pose = tool_pose(placed, state.postures[placed.id])
    free = fresh_id("place", state.document.ids)

    def taken(name: str) -> str:
        return (
            tr("the name {name} is already used; a number will be added", name)
            if name in state.document.ids
            else ""
        )

    NameDialog(
        desk.window, desk.theme, "Store place", "Name of the place", free, taken,
        lambda name: add_place(desk, name, pose),
    ).open()  # fmt: skip


def place_at_thing(desk: Desk) -> None:
    """Make a target on top of the selected object, pointing down to it."""
    ids = chosen(desk)
    if not ids:
        return
    thing = desk.session.state.document.thing(ids[0])
    box = bounds(thing)
    pose = np.diag([1.0, -1.0, -1.0, 1.0])
    pose[:3, 3] = [*box.mean(axis=0)[:2], box[1, 2]]
    add_place(desk, tr("{id} top", thing.id), pose)


def add_place(desk: Desk, name: str, pose: Array) -> str:
    """Add a target and select it; return the reason for a failure, or nothing."""
    try:
        target = TargetFrame(name, pose_rows(thing_edits.tidy(pose), "place"))
    except RvsError as error:
        return reason_of(error)
    if desk.do(thing_edits.add_target, target):
        desk.session.select(target_ref(desk.session.state.document.targets[-1].id))
    return ""


def posture_at(desk: Desk, name: str) -> Posture | None:
    """Return the posture with the current robot's tool at a target, or report why there is none.

    It is close to the current posture, in rad and m.
    """
    state = desk.session.state
    placed = current_robot(state)
    if placed is None:
        desk.refuse("there is no robot to move there")
        return None
    goal = inverse(np.array(placed.place)) @ np.array(state.document.target(name).place)
    free = desk.settings.preferences.ignore_limits
    found = ikine(placed.robot, goal, q0=state.postures[placed.id], limits=not free)
    if not found.success:
        why = lengths_in(str(found.reason), desk.units[0])
        desk.refuse(tr("{name} is out of reach: {why}", name, why))
        return None
    return tuple(found.q.tolist())


def go_to(desk: Desk, name: str) -> None:
    """Move the tool of the current robot to a target, or report why it can't."""
    placed, q = current_robot(desk.session.state), posture_at(desk, name)
    if placed is not None and q is not None:
        desk.session.pose(
            placed.id, q, tr("Move {robot} to {name}", desk.session.called(placed), name)
        )


def fill_places(menu: QMenu, desk: Desk, run: Callable[[str], object]) -> None:
    """Fill a menu with the targets of the cell.

    Args:
        menu: The menu.
        desk: The desk.
        run: Called with the name of the selected target.
    """
    menu.clear()
    state = desk.session.state
    for target in state.document.targets:
        menu.addAction(target.id, partial(run, target.id))
    if not state.document.targets:
        menu.addAction("No named places yet").setEnabled(False)
    menu.menuAction().setEnabled(current_robot(state) is not None)


def go_to_chosen(desk: Desk) -> None:
    """Move the tool to the selected target."""
    ref = desk.session.state.chosen
    if ref[1:2] == ("target",):
        go_to(desk, str(ref[0]))


# -- files ----------------------------------------------------------------------------------------


def ask_environment(desk: Desk) -> None:
    """Ask for work environments and add their contents to the cell."""
    kinds = dialog_filter("environment")
    for path in file_dialogs.open_several(desk.window, "Open work environment", "", kinds):
        open_environment(desk, path)


def open_environment(desk: Desk, path: Path) -> bool:
    """Add the contents of a work environment to the cell; return whether it succeeded."""
    read = desk.messages.reading(path, read_environment)
    if read is None:
        return False
    placed = current_robot(desk.session.state)
    before = desk.session.state.document

    calls = [call_of(add_environment, read.things, read.targets)]
    if placed is not None and read.base is not None:
        calls.append(call_of(stand, placed.id, read.base))
    if reason := desk.attempt(Calls(tuple(calls)), tr("Open {name}", path.name)):
        desk.refuse(reason)
        return False
    count = len(read.things)
    taken = {one.id for one in (*read.things,)} & set(before.ids)
    said = plural("{n} object from {name}", "{n} objects from {name}", count, path.name)
    if taken:
        renamed = plural(
            "{n} id was already used and has a new number",
            "{n} ids were already used and have new numbers",
            len(taken),
        )
        said = f"{said}; {renamed}"
    desk.say(said)
    add_recent(path)
    desk.viewport.fit()
    return True


def save_environment_as(desk: Desk) -> None:
    """Ask for a name and save the surroundings of the robots under it."""
    start = user_folder() / "work_env" / f"room{SUFFIX}"
    files = tr("Work environments (*{suffix});;All files (*)", SUFFIX)
    path = file_dialogs.save_file(desk.window, "Save work environment", str(start), files)
    if path:
        save(desk, path)


def save(desk: Desk, path: Path) -> bool:
    """Save the surroundings of the robots; return whether it succeeded."""
    document = desk.session.state.document
    placed = current_robot(desk.session.state)
    base = placed.place if placed is not None and placed.place != IDENTITY else None
    text = ""
    if path.exists():
        old = desk.messages.reading(path, read_environment)
        text = old.text if old else ""
    whole = Environment(document.things, document.targets, base, path, text)
    with desk.messages.telling("not saved", path) as done:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_environment(path, whole)
    if not done:
        return False
    add_recent(path)
    desk.say(tr("Saved {path}", path))
    return True


def ask_mesh(desk: Desk) -> None:
    """Ask for mesh files and add them."""
    from rvs.ui.saving.mesh_import import ask

    ask(desk)


def home_joint(desk: Desk) -> None:
    """Set the joint of the selected link to its initial value."""
    held = _held(desk)
    if held is not None:
        _set(desk, *held, held[0].robot.joints[held[1]].home, "Home")


def zero_joint(desk: Desk) -> None:
    """Set the joint of the selected link to zero, or to the limit nearest to it."""
    held = _held(desk)
    if held is not None:
        free = desk.settings.preferences.ignore_limits
        value = 0.0 if free else joint_range(held[0].robot, held[1]).clamp(0.0)
        _set(desk, *held, value, "Zero")


def look_at(desk: Desk) -> None:
    """Make the centre of the selected object the centre of the view's rotation."""
    state = desk.session.state
    solids = [
        item
        for item in desk.viewport.scene().items
        if isinstance(item, Solid) and belongs(item.owner, state.chosen)
    ]
    if solids:
        middles = [s.pose[:3, :3] @ s.mesh.bounds.mean(axis=0) + s.pose[:3, 3] for s in solids]
        x, y, z = np.mean(middles, axis=0).tolist()
        desk.viewport.glide_to(replace(state.view.camera, target=(x, y, z)))


def _held(desk: Desk) -> tuple[PlacedRobot, int] | None:
    state = desk.session.state
    return joint_at(state.document, state.chosen)


def _set(desk: Desk, placed: PlacedRobot, index: int, value: float, label: str) -> None:
    posture = list(desk.session.state.postures[placed.id])
    posture[index] = value
    symbol = joint_symbol(placed.robot.joints[index], index)
    desk.session.pose(
        placed.id,
        posture,
        tr("{label} {symbol} of {robot}", label, symbol, desk.session.called(placed)),
    )
