"""What of the user's work is in no file."""

from __future__ import annotations

from rvs.engine.errors import RvsError
from rvs.files.library import load_robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.ui.commands.files import placed_robot
from rvs.ui.desk import Desk


def unsaved(desk: Desk) -> bool:
    """Tell whether closing would lose work; to have looked at a robot of the library is none."""
    return desk.session.dirty and holds_more(desk)


def holds_more(desk: Desk) -> bool:
    """Tell whether the document holds more than one robot as its file says it."""
    document = desk.session.state.document
    robots, around = document.robots, document.things or document.targets
    return (
        desk.cell_file.path is not None
        or len(robots) > 1
        or bool(around)
        or not all(map(_untouched, robots))
    )


def only_robot(desk: Desk) -> PlacedRobot | None:
    """Return the robot whose file can hold all that is not saved, if there is one."""
    document = desk.session.state.document
    robots = document.robots
    if desk.cell_file.path is not None or len(robots) != 1 or document.things or document.targets:
        return None
    (placed,) = robots
    fresh = _fresh(placed.origin)
    bare = PlacedRobot("", placed.robot) if fresh is None else fresh
    return placed if (placed.place, placed.color) == (bare.place, bare.color) else None


def _untouched(placed: PlacedRobot) -> bool:
    """Tell whether a robot is just what its file says."""
    fresh = _fresh(placed.origin)
    return fresh is not None and _said(placed) == _said(fresh)


def _said(placed: PlacedRobot) -> tuple[object, ...]:
    robot = placed.robot
    words = (robot.manufacturer, robot.comment, robot.source)
    return (robot, words, placed.place, placed.unit, placed.end_effector, placed.color)


@derived(size=32)
def _fresh(origin: str) -> PlacedRobot | None:
    """The robot as its file has it, or None."""
    try:
        return placed_robot(load_robot(origin), origin) if origin else None
    except (RvsError, OSError):
        return None
