"""A robot of a cell as the simulation takes it: how it stands, what it carries, what it touches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.bodies.effectors import loaded_robot
from rvs.bodies.shown import shown_body
from rvs.collision.check import check_of
from rvs.collision.words import body_words
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.collision.rules import FLOOR
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import Postures, with_posture
from rvs.model.views.view import Mode


def standing_robot(placed: PlacedRobot, mode: Mode) -> Robot:
    """Return a robot with its payload where it stands in the cell, so that gravity pulls downwards.

    Args:
        placed: The robot.
        mode: How it is drawn, which says where the payload is.
    """
    robot = loaded_robot(placed, shown_body(placed, mode))
    return robot.replace(base=np.asarray(placed.place) @ robot.base)


def contact_stop(
    document: Document, postures: Postures, robot_id: str, mode: Mode
) -> Callable[[Array], str]:
    """Return what tells, for a posture (n,), which bodies it brings into contact; or nothing.

    What collides already at the start does not count.

    Args:
        document: The cell.
        postures: Joint values of every robot at the start, rad and m.
        robot_id: The robot that moves.
        mode: How the cell is drawn, which says what bodies are.
    """
    check = check_of(document, mode)
    known = set(check.colliding(postures))

    def touched(q: Array) -> str:
        now = with_posture(postures, robot_id, tuple(q.tolist()))
        found = [pair for pair in check.colliding(now) if pair not in known]
        return _words(document, *found[0]) if found else ""

    return touched


def _words(document: Document, a: Ref, b: Ref) -> str:
    first, second = (("the floor" if ref == FLOOR else body_words(document, ref)) for ref in (a, b))
    return f"{first[0].upper()}{first[1:]} touched {second}"
