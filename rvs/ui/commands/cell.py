"""Commands that place, copy, move and connect the robots of a cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from rvs.engine.arrays import pose_rows
from rvs.model.calls import Calls, call_of
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.robots.placing import add_together, duplicate_robot, numbered, rename_robot, stand
from rvs.model.things.edits import add_thing
from rvs.model.things.thing import Thing, all_sizes
from rvs.scene.surroundings.landing import beside, robot_boxes
from rvs.ui.commands import files as commands
from rvs.ui.desk import Desk
from rvs.ui.view.drops import landing_shift, show_box
from rvs.words import tr

# Cosine of the tilt up to which a robot stands; height in m from which a pedestal fits below.
UPRIGHT, LOWEST = 0.999, 0.02


def duplicate(desk: Desk) -> None:
    """Place a copy of the active robot to the right of all, in the same posture."""
    state = desk.session.state
    placed = current_robot(state)
    if placed is None:
        return
    place = np.array(placed.place)
    place[:2, 3] = np.asarray(beside(state, placed))[:2, 3]
    copy = numbered(placed.id, state.document.ids)
    change = call_of(duplicate_robot, placed.id, place)
    desk.session.edit("", change, postures={copy: state.postures[placed.id]})
    desk.viewport.fit()


def rename(desk: Desk, robot_id: str, name: str) -> str:
    """Rename a robot's id; return the reason for a failure, or nothing."""
    session = desk.session
    postures = {name: session.state.postures[robot_id]}
    selection = session.state.chosen
    reason = desk.attempt(call_of(rename_robot, robot_id, name), postures=postures)
    if not reason and selection[:1] == (robot_id,):
        session.select((name, *selection[1:]))
    return reason


def place_at(desk: Desk, name: str, at: QPointF) -> bool:
    """Load a robot and place it on the surface at a point of the view, clear of other bodies."""
    robots = commands.loaded_robots(desk, name)
    if not robots:
        return False
    made, *more = robots
    view = desk.viewport
    home = tuple(made.robot.home.tolist())
    own, foot = robot_boxes(made, home, desk.session.state.view.mode)
    place = np.array(made.place)
    place[:3, 3] += landing_shift(view, own, at, foot)
    stood = replace(made, place=pose_rows(place, "place"))
    desk.session.edit(
        tr("Add {robot}", title(made)), lambda document: add_together(document, (stood, *more))
    )
    show_box(view, np.concatenate(own) + (place - np.array(made.place))[:3, 3])
    return True


def put_on_pedestal(desk: Desk) -> None:
    """Put a pedestal under the active robot: as high as its base, or of the default height."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    place = np.array(placed.place)
    if place[2, 2] < UPRIGHT:
        desk.refuse("A hanging robot needs no pedestal")
        return
    usual = all_sizes(Thing("pedestal", "pedestal"))["height"]
    height = float(place[2, 3]) if place[2, 3] >= LOWEST else usual
    foot = np.array(place)
    foot[2, 3], place[2, 3] = 0.0, height

    below = Thing("pedestal", "pedestal", (("height", height),), pose_rows(foot, "place"))
    calls = Calls((call_of(stand, placed.id, place), call_of(add_thing, below)))
    desk.session.edit(tr("Place {robot} on a pedestal", desk.session.called(placed)), calls)


def toggle_base(desk: Desk) -> None:
    """Show or hide the gizmo that moves the active robot."""
    show_base(desk, not base_shown(desk))


def show_base(desk: Desk, shown: bool) -> None:
    """Show the gizmo of the base instead of any other, or replace it by the gizmo of the tool."""
    gizmos = desk.gizmos
    if shown and gizmos.active is not gizmos.base:
        gizmos.active.show(False)
    gizmos.use(gizmos.base, shown)
    if not shown:
        desk.viewport.pointer.leave()


def base_shown(desk: Desk) -> bool:
    """Return whether the gizmo of the base is in the view."""
    gizmos = desk.gizmos
    return gizmos.active is gizmos.base and gizmos.base.shown


def compare(desk: Desk) -> None:
    """Ask for a robot and report whether it is the same as the current one."""
    from rvs.ui.dialogs.compare_robots import CompareRobots

    placed = current_robot(desk.session.state)
    if placed is not None:
        CompareRobots(desk, placed).show()


def connect(desk: Desk) -> None:
    """Ask for two robots and connect them into one."""
    from rvs.ui.dialogs.connect_robots import ConnectRobots

    ConnectRobots(desk).show()
