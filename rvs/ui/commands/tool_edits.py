"""Edits of the end-effector, each one undo step, and grippers from descriptions.

Commands about the tool.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from rvs.bodies.effectors import STEPS, carried, tip_on_flange
from rvs.bodies.robot_body import shown_body
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.bodies.effectors import effector_names, new_payload, read_effector
from rvs.files.placed_robot import as_imported
from rvs.files.text.errors import FileErrors
from rvs.model.body.edits import set_constant
from rvs.model.body.values import Body
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, change_robot, title
from rvs.model.members import fresh_id
from rvs.model.motions import grips
from rvs.model.motions.tracks import grips_of
from rvs.model.robots.effectors import tip
from rvs.model.robots.table import set_tool
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import Mode
from rvs.scene.camera import project
from rvs.ui import file_dialogs
from rvs.ui.actions.entries import ITEM_CHOSEN
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk
from rvs.ui.messages import file_message
from rvs.ui.work.jobs import Stopped
from rvs.words import tr

Mark = Callable[[Session, PlacedRobot, float], str]
OWN_GRIPS = "the program defines when the payload is gripped and released; change its steps instead"


def choose_effector(session: Session, placed: PlacedRobot, name: str) -> None:
    """Replace a robot's end-effector; a tool frame at the old tip moves to the new one.

    Raises:
        RvsError: Its file can't be read.
    """
    own = _of_description(placed, name)
    body = own.effector if own else read_effector(name)
    new = replace(placed, end_effector=name, effector=body)
    robot = at_its_tip(session.state, placed, new).robot
    if own and tip_missed(session.state, placed) is not True:
        # It goes back to where it was taken off.
        robot = robot.replace(tool=own.robot.tool)
    _change(session, placed, "Set the end-effector", end_effector=name, effector=body, robot=robot)


def at_its_tip(state: State, before: PlacedRobot, after: PlacedRobot) -> PlacedRobot:
    """Return a robot with a changed end-effector; a tool frame at the tip stays at the tip."""
    if tip_missed(state, before) is not False or after.effector is None:
        return after
    return replace(after, robot=after.robot.replace(tool=_tip(state, after)))


def _of_description(placed: PlacedRobot, name: str) -> PlacedRobot | None:
    """Return a robot with an end-effector of its description by name, or None."""
    made = as_imported(placed.imported) if placed.imported else None
    return made if made is not None and made.effector and made.end_effector == name else None


def open_to(session: Session, placed: PlacedRobot, part: float) -> None:
    """Open or close the gripper, 0 to 1; a drag is one step."""
    session.edit(
        tr("Open the gripper of {robot}", session.called(placed)),
        call_of(change_robot, placed.id, opening=part),
        merge=("opening", placed.id),
    )


def tool_at_tip(session: Session, placed: PlacedRobot) -> None:
    """Put the robot's tool frame at the tip of its end-effector."""
    session.edit("", call_of(set_tool, placed.id, _tip(session.state, placed)))


def tip_missed(state: State, placed: PlacedRobot) -> bool | None:
    """Return whether the tool frame is away from the tip of the end-effector; None without one."""
    if placed.effector is None:
        return None
    return not np.allclose(_tip(state, placed), placed.robot.tool, atol=1e-9)


def _tip(state: State, placed: PlacedRobot) -> Array:
    return tip_on_flange(placed, shown_body(placed, state.view.mode))


def choose_payload(session: Session, placed: PlacedRobot, name: str) -> None:
    """Give a robot a payload of a kind or a model, or remove it if the name is empty.

    Raises:
        RvsError: The file of the model can't be used.
    """
    payload = new_payload(name) if name else None
    kept = placed.grips if payload is not None else ()
    _change(session, placed, "Set the payload", payload=payload, grips=kept)


def resize_payload(session: Session, placed: PlacedRobot, index: int, size: float) -> None:
    """Change the size of the payload; a round one stays round.

    Raises:
        ArgumentError: A size that is not above 0.
    """
    payload = placed.payload
    if payload is None:
        return
    x, y, z = payload.sizes
    if payload.kind == "box":
        sizes = tuple(size if i == index else old for i, old in enumerate((x, y, z)))
    elif payload.kind == "sphere":
        sizes = (size, size, size)
    else:
        sizes = (size, size, z) if index == 0 else (x, y, size)
    changed = replace(payload, sizes=(sizes[0], sizes[1], sizes[2]))
    _change(session, placed, "Set the payload", payload=changed)


def weigh_payload(session: Session, placed: PlacedRobot, mass: float) -> None:
    """Change the mass of the payload, in kg.

    Raises:
        ArgumentError: A negative mass.
    """
    if placed.payload is not None:
        _change(session, placed, "Set the payload", payload=replace(placed.payload, mass=mass))


def take_at(session: Session, placed: PlacedRobot, t: float) -> str:
    """Grip the payload at a time of the motion; return the reason for a failure, or nothing."""
    return _mark(
        session, placed, tr("Grip the payload at {time:.2f} s", t), partial(grips.take, t=t)
    )


def release_at(session: Session, placed: PlacedRobot, t: float) -> str:
    """Release the payload at a time of the motion; return the reason for a failure, or nothing."""
    return _mark(
        session, placed, tr("Release the payload at {time:.2f} s", t), partial(grips.release, t=t)
    )


def unmark(session: Session, placed: PlacedRobot, t: float) -> str:
    """Remove the grip nearest to a time; return the reason for a failure, or nothing."""
    return _mark(session, placed, "Remove a grip", partial(grips.without, t=t))


def _mark(
    session: Session, placed: PlacedRobot, label: str, change: Callable[[grips.Grips], grips.Grips]
) -> str:
    """Change the grips marked by hand, which apply if the motion has no grips itself."""
    motion = session.state.motion
    if motion is not None and grips_of(motion, placed.id):
        return OWN_GRIPS
    try:
        marked = change(placed.grips)
    except RvsError as error:
        return str(error)
    _change(session, placed, label, grips=marked)
    return ""


def _change(session: Session, placed: PlacedRobot, label: str, **changes: object) -> None:
    what = (
        tr("{label} of {robot}", tr(label), session.called(placed))
        if label.startswith("Set")
        else label
    )
    session.edit(what, call_of(change_robot, placed.id, **changes))


def toggle_gizmo(desk: Desk) -> None:
    """Show or hide the gizmo of the tool, or of the selected objects."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        thing_commands.toggle_gizmo(desk)
        return
    if cell_commands.base_shown(desk):
        cell_commands.show_base(desk, False)
    if gizmos.active is gizmos.tool:
        gizmos.tool.show(not gizmos.tool.shown)
        if gizmos.tool.shown:
            _bring_into_view(desk)


def _bring_into_view(desk: Desk) -> None:
    """Make a dragged object visible, and report a change of the view."""
    pose = desk.gizmos.tool.pose
    if pose is None or _seen(desk, pose[:3, 3]):
        return
    desk.viewport.fit()
    desk.say("The tool was outside the view, so the view was fitted.")


def _seen(desk: Desk, point: Array) -> bool:
    view = desk.viewport
    x, y, depth = project(view.camera, point, view.width(), view.height())
    return bool(depth > 0.0 and 0.0 <= x <= view.width() and 0.0 <= y <= view.height())


def gizmo_shown(desk: Desk) -> bool:
    """Return whether the gizmo is in the view."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        return gizmos.things.shown
    return gizmos.active is gizmos.tool and gizmos.tool.shown


def ask_gripper(desk: Desk) -> None:
    """Ask for a description, and make it the end-effector of the current robot."""
    # Readers of descriptions are not needed before.
    from rvs.files.trees.readers import TREES

    kinds = tr(
        "Descriptions ({suffixes});;All files (*)", " ".join(f"*{suffix}" for suffix in TREES)
    )
    path = file_dialogs.open_file(desk.window, "Import end-effector", "", kinds)
    if path:
        carry(desk, path)


def carry(desk: Desk, path: Path) -> bool:
    """Make a description the end-effector of the current robot; return whether it succeeded."""
    body = _asked(desk, path)
    placed = current_robot(desk.session.state)
    if body is None or placed is None:
        return False
    body = replace(body, name=fresh_id(body.name, effector_names()))
    new = mounted(placed, body, desk.session.state.view.mode)
    change = {name: getattr(new, name) for name in ("robot", "end_effector", "effector")}
    desk.session.edit(
        tr("Set the end-effector of {robot}", title(placed)),
        call_of(change_robot, placed.id, **change),
    )
    return True


def mounted(placed: PlacedRobot, body: Body, mode: Mode) -> PlacedRobot:
    """Return a robot with its end-effector replaced by another one.

    If the robot has no end-effector and its tool frame describes the flange, the end-effector is
    attached there. The tool frame moves to the tip.

    Args:
        placed: The robot.
        body: The end-effector, z away from the flange.
        mode: Display mode of robots.
    """
    load = carried(placed, shown_body(placed, mode), STEPS[0])
    at = load.root
    if placed.effector is None and not np.allclose(placed.robot.tool, np.eye(4)):
        at = placed.robot.tool
    held = set_constant(body, "by_tip", 1.0)
    robot = placed.robot.replace(tool=at @ tip(held, placed.robot))
    return replace(placed, robot=robot, end_effector=body.name, effector=held)


def _asked(desk: Desk, path: Path) -> Body | None:
    from rvs.ui.dialogs.choose_chain import ask_tip
    from rvs.ui.saving.descriptions import asked_tree

    try:
        file = asked_tree(desk, path)
    except Stopped:
        return None
    except FileErrors as failure:
        desk.messages.add(file_message("error", error) for error in failure.errors)
        return None
    except (RvsError, OSError) as error:
        desk.messages.fail(str(error), path)
        return None
    return None if file is None else ask_tip(desk, file)
