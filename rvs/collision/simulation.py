"""A robot of a cell for simulation: its base, its load, and its contacts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from rvs.bodies.dynamic import dynamic_robot
from rvs.collision.check import check_of
from rvs.collision.words import body_words
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.collision.rules import FLOOR
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import Postures, with_posture
from rvs.model.views.view import Mode


def robot_in_world(placed: PlacedRobot) -> Robot:
    """Return a robot with its load at its base in the cell, under the gravity of the world."""
    robot = dynamic_robot(placed)
    return robot.replace(base=np.asarray(placed.place) @ robot.base, gravity=placed.robot.gravity)


def contact_stop(
    document: Document, postures: Postures, robot_id: str, mode: Mode
) -> Callable[[Array], str]:
    """Return a function that names the bodies in contact in a posture (n,), or nothing.

    Existing collisions at the start are ignored.

    Args:
        document: The cell.
        postures: Joint values of every robot at the start, rad and m.
        robot_id: The robot that moves.
        mode: Display mode of the cell, which determines the bodies.
    """
    known = frozenset(check_of(document, mode).colliding(postures))
    return partial(_touched, document, postures, robot_id, mode, known)


def _touched(
    document: Document,
    postures: Postures,
    robot_id: str,
    mode: Mode,
    known: frozenset[tuple[Ref, Ref]],
    q: Array,
) -> str:
    now = with_posture(postures, robot_id, tuple(q.tolist()))
    found = [pair for pair in check_of(document, mode).colliding(now) if pair not in known]
    return _words(document, *found[0]) if found else ""


def _words(document: Document, a: Ref, b: Ref) -> str:
    first, second = (("the floor" if ref == FLOOR else body_words(document, ref)) for ref in (a, b))
    return f"{first[0].upper()}{first[1:]} touched {second}"
