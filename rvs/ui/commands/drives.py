"""Efforts of the drives: shown next to the joints, along the motion, at its worst time."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from rvs.bodies.dynamic import dynamic_robot, own_axes
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.document import Document, change_robot
from rvs.model.motions.grips import retimed
from rvs.model.motions.loads import load_along
from rvs.model.robots.masses import unweighed
from rvs.scripting.loaded import Loaded
from rvs.study.drives import Load, slow_down
from rvs.study.lifting.worst import worst_posture
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Stopped, wait_for
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.model.motions.time_scaling import Repaced
    from rvs.scripting.layout import Expression


def toggle_torques(desk: Desk) -> None:
    """Show or hide the holding torques next to the joints."""
    desk.settings.change(joint_torques=not desk.settings.preferences.joint_torques)


def go_worst(desk: Desk) -> None:
    """Go to the posture with the largest holding torque of a joint."""
    placed = current_robot(desk.session.state)
    if placed is None:
        return
    if unweighed(placed.robot):
        desk.messages.fail("No worst posture: the masses of the links are not known")
        return
    robot = dynamic_robot(placed)

    def find(_: Robot) -> Array:
        return worst_posture(robot).q

    desk.posture_search.go(
        tr("Go to the worst posture of {robot}", desk.session.called(placed)), find
    )


def plot_torques(desk: Desk) -> None:
    """Plot the torques of the loaded motion."""
    desk.call("trajectory", "torque")


def slow_down_motion(desk: Desk) -> bool:
    """Slow the loaded motion down just enough to respect all drive limits."""
    from rvs.model.motions.time_scaling import slowed

    loaded, load = desk.playback.loaded, motion_load(desk)
    if loaded is None or load is None:
        return False
    factor = slow_down(dynamic_robot(desk.playback.placed or loaded.placed), load).factor
    if not 1.0 < factor < inf:
        return False
    found = slowed(loaded.trajectory, factor)
    return _repace(
        desk,
        found,
        tr("Slow down {name}", loaded.name),
        tr("{factor:.4g} times slower", factor),
        factor,
    )


def hurry_motion(desk: Desk) -> None:
    """Make the loaded motion as fast along its path as the drives permit, in the background."""
    from rvs.model.motions.time_scaling import quickest

    loaded, placed = desk.playback.loaded, desk.playback.placed
    if loaded is None or placed is None:
        return
    robot, force = dynamic_robot(placed), own_axes(placed, desk.push.force)
    words = tr("Finding the least time for {name}…", loaded.name)
    try:
        found = wait_for(desk.window, words, lambda: quickest(robot, loaded.trajectory, force))
    except Stopped:
        return
    except RvsError as error:
        desk.messages.fail(tr("No shortest time for {name}: {error}", loaded.name, error))
        return
    _repace(desk, found, tr("Speed up {name}", loaded.name), "as fast as possible", None)


def motion_load(desk: Desk) -> Load | None:
    """Return the load of the current motion on the drives; None without a motion or masses."""
    loaded, placed = desk.playback.loaded, desk.playback.placed
    if loaded is None or placed is None or unweighed(placed.robot):
        return None
    force = own_axes(placed, desk.push.force)
    return load_along(dynamic_robot(placed), loaded.trajectory, force)


def _repace(desk: Desk, found: Repaced, label: str, how: str, factor: float | None) -> bool:
    playback = desk.playback
    loaded, begins = playback.loaded, playback.begins
    if loaded is None:
        return False
    robot_id = loaded.placed.id
    name = f"{loaded.name.removesuffix(f' ({how})')} ({how})"
    made = Loaded(
        name, found.trajectory, playback.placed or loaded.placed, loaded.repeat,
        marks=tuple(map(found.time, loaded.marks)), source=_source(desk, loaded, factor),
    )  # fmt: skip
    time = begins + found.time(playback.own_time)

    def change(document: Document) -> Document:
        grips = document.robot(robot_id).grips
        if not grips or found.trajectory.grips:
            return document
        return change_robot(document, robot_id, grips=retimed(grips, found.time))

    playback.make(made, label, time, loaded, change)
    now, before = found.trajectory.duration, loaded.trajectory.duration
    desk.say(tr("{name} takes {now:.2f} s instead of {before:.2f} s", name, now, before))
    return True


def _source(desk: Desk, loaded: Loaded, factor: float | None) -> Expression | None:
    """Return the expression for a motion at another pace; None if it includes a push."""
    from rvs.scripting.echo.tracks import paced

    if factor is None and any(desk.push.force):
        return None
    return paced(loaded.placed.id, desk.echo.source_of(loaded), factor)
