"""A robot of a cell as the simulation takes it: how it stands, what it carries, what it touches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import check_weighed, dynamic_robot
from rvs.collision.check import check_of
from rvs.collision.words import body_words
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.collision.rules import FLOOR
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import Postures, State, with_posture
from rvs.model.views.view import Mode
from rvs.study.simulate.plant import Springs
from rvs.study.simulate.references import Wanted
from rvs.study.simulate.run import CONTACT, LIMITS, SEED, STOPS, Push, Run, with_locked
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Wish:
    """What is to be simulated of a robot of a cell.

    Attributes:
        law: What drives it, a name in ``LAWS``.
        gains: Numbers of the law by their keys; those left out are suggested ones.
        duration: How long, in s.
        start: Posture at the start (n,), rad or m.
        wanted: What the law follows; the posture at the start when None.
        speed: Joint velocities at the start (n,); 0 when None.
        friction: Whether friction counts.
        limited: Whether torques end at the effort limits.
        ends_at_limits: Whether the run ends where a joint reaches a limit.
        ends_in_contact: Whether it ends where the robot touches something.
        locked: Joints that are held, from 0.
        delay: Time from measuring to acting, in s.
        model_error: Largest part by which masses of the law's model are off.
        springs: What is between motors and joints, or None.
        push: Force at the tool, or None.
        rate: Samples a second, or None for those that suit the law.
        seed: Which of the wrong models.
    """

    law: str
    gains: Mapping[str, ArrayLike]
    duration: float
    start: Array
    wanted: Wanted | None = None
    speed: Array | None = None
    friction: bool = True
    limited: bool = False
    ends_at_limits: bool = LIMITS in STOPS
    ends_in_contact: bool = CONTACT in STOPS
    locked: frozenset[int] = frozenset()
    delay: float = 0.0
    model_error: float = 0.0
    springs: Springs | None = None
    push: Push | None = None
    rate: float | None = None
    seed: int = SEED


def run_of(state: State, placed: PlacedRobot, wish: Wish) -> Run:
    """Return the run that a wish means for a robot of a cell.

    Args:
        state: The cell, how its robots stand, and how it is drawn.
        placed: The robot.
        wish: What is to be simulated.

    Raises:
        ArgumentError: The wish has a number or shape that it can't have.
    """
    check_weighed(placed.robot)
    mode = state.view.mode
    stop = None
    if wish.ends_in_contact:
        postures = with_posture(state.postures, placed.id, tuple(wish.start.tolist()))
        stop = contact_stop(state.document, postures, placed.id, mode)
    return Run(
        with_locked(standing_robot(placed), wish.locked),
        wish.start,
        wish.law,
        wish.gains,
        wish.duration,
        wanted=wish.wanted,
        speed=wish.speed,
        friction=wish.friction,
        limited=wish.limited,
        delay=wish.delay,
        push=wish.push,
        model_error=wish.model_error,
        springs=wish.springs,
        ends_at_limits=wish.ends_at_limits,
        stop=stop,
        rate=wish.rate,
        seed=wish.seed,
    )


def standing_robot(placed: PlacedRobot) -> Robot:
    """Return a robot with what it carries where it stands in the cell: gravity is the world's."""
    robot = dynamic_robot(placed)
    return robot.replace(base=np.asarray(placed.place) @ robot.base, gravity=placed.robot.gravity)


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
