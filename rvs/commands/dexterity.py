"""``rvs dexterity``: condition number, best posture and reach of a robot."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any, get_args

import numpy as np

from rvs.commands.arguments import (
    add_posture,
    beyond_limits,
    beyond_words,
    joint_names,
    posture,
    print_json,
    print_table,
)
from rvs.commands.robots import placed_alone
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.files.bodies.models import usable_model
from rvs.files.library import load_and_tell
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import metres_per
from rvs.scripting.dexterity import dexterity_at
from rvs.study.dexterity import WITHIN_LIMITS, Norm, maximum_reach, optimum_posture, usual_task
from rvs.study.dexterity.tasks import TASKS

HELP = "condition number of a posture, the best posture, or the reach"
NORMS: dict[str, str] = {"frobenius": "weighted Frobenius norm", "2": "2-norm"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="ROBOT", help="name in the library, or a file")
    add_posture(parser)
    parser.add_argument(
        "--norm",
        choices=get_args(Norm),
        default="frobenius",
        help="norm of the condition number: the thesis's weighted Frobenius norm, or the 2-norm "
        "(%(default)s); the two do not compare",
    )
    add_task(parser)
    parser.add_argument(
        "--length",
        type=float,
        metavar="L",
        help="characteristic length in m; the best one for the posture if left out",
    )
    search = parser.add_mutually_exclusive_group()
    search.add_argument(
        "--best", action="store_true", help="the posture and length with the least condition number"
    )
    search.add_argument(
        "--reach", action="store_true", help="the largest distance of the tool point from the base"
    )
    parser.add_argument(
        "--limits",
        action=argparse.BooleanOptionalAction,
        default=WITHIN_LIMITS,
        help="with --best and --reach: stay within the joint limits, or not (--limits)",
    )
    parser.add_argument(
        "--json", action="store_true", help="answer in JSON: m, rad and s; postures in ° and m"
    )


def add_task(parser: argparse.ArgumentParser) -> None:
    """Declare the choice of what the tool has to do."""
    parser.add_argument(
        "--task",
        choices=TASKS,
        help="which motions of the tool count; if left out pose, of arms with one or two joints "
        "position",
    )


def run(options: argparse.Namespace) -> int:
    """Print what was asked for."""
    architecture = load_and_tell(options.robot, options.choices)
    robot = architecture.robot
    options.task = options.task or usual_task(robot)
    if options.best:
        return _best(placed_alone(architecture, usable_model(architecture)), options)
    if options.reach:
        return _reach(placed_alone(architecture, usable_model(architecture)), options)
    return _here(robot, posture(robot, options.q, metres_per(architecture.unit)), options)


def _here(robot: Robot, q: Array, options: argparse.Namespace) -> int:
    found = dexterity_at(robot, q, options.task, options.norm, options.length)
    near = found.near
    if options.json:
        print_json(
            {
                "task": found.task,
                "condition": _finite(found.condition),
                "length": _finite(found.length),
                "singular_values": found.values.tolist(),
                "manipulability": found.manipulability,
                "manipulability_unit": found.unit,
                "singularity": {
                    "kind": near.kind,
                    "words": near.words,
                    "distance": near.distance,
                    "direction": near.direction.tolist(),
                },
            }
        )
        return 0
    print(f"{robot.name}: {_named(found.task, found.norm)} {_number(found.condition)}")
    print(f"characteristic length {_length(found.length)}")
    print(f"singular values {' '.join(f'{value:.6g}' for value in found.values)}")
    print(f"manipulability {found.manipulability:.6g} {found.unit}".rstrip() + " (Yoshikawa)")
    print(f"{near.words}; distance {near.distance:.4g}")
    return 0


def _best(placed: PlacedRobot, options: argparse.Namespace) -> int:
    robot = placed.robot
    best = optimum_posture(robot, options.norm, options.task, options.limits)
    collides = _collides(placed, best.q)
    if options.json:
        print_json(
            {
                "condition": _finite(best.condition),
                "length": _finite(best.length),
                "q": _shown(robot, best.q),
                "kci": best.kci,
                "beyond": beyond_limits(robot, best.q),
                "collides": collides or None,
                "task": options.task,
            }
        )
        return 0
    if not math.isfinite(best.condition):
        print(f"{robot.name}: singular in every posture")
        return 0
    print(f"{robot.name}: least {_named(options.task, options.norm)} {_number(best.condition)}")
    print(f"conditioning index {best.kci:.4f} %")
    print(f"characteristic length {_length(best.length)}")
    _print_posture(robot, best.q, options.limits)
    _print_collision(collides)
    return 0


def _reach(placed: PlacedRobot, options: argparse.Namespace) -> int:
    robot = placed.robot
    reach = maximum_reach(robot, options.limits)
    turns = robot.joints[0].kind == "revolute"
    across = maximum_reach(robot, options.limits, axis=True).distance if turns else None
    collides = _collides(placed, reach.q)
    if options.json:
        print_json({
            "reach": reach.distance,
            "from": "the origin of the base",
            "reach_from_axis_1": across,
            "q": _shown(robot, reach.q),
            "beyond": beyond_limits(robot, reach.q),
            "collides": collides or None,
        })  # fmt: skip
        return 0
    far = f"{reach.distance:.6g} m from the origin of the base"
    beside = "" if across is None else f", and at most {across:.6g} m from axis 1"
    print(f"{robot.name}: the tool point reaches {far}{beside}")
    _print_posture(robot, reach.q, options.limits)
    _print_collision(collides)
    return 0


def _collides(placed: PlacedRobot, q: Array) -> str:
    """The bodies that collide in a posture of the robot alone, or nothing."""
    from rvs.collision.words import collision_words

    return collision_words(Document((placed,)), {placed.id: tuple(q.tolist())})


def _print_collision(collides: str) -> None:
    if collides:
        print(f"the robot collides with itself or the floor in this posture: {collides}")


def _named(task: str, norm: str) -> str:
    return f"condition number ({NORMS[norm]}, task {task})"


def _number(value: float | Array) -> str:
    return f"{value:.9g}" if np.isfinite(value) else "infinite: the posture is singular"


def _length(value: float | Array) -> str:
    if np.isnan(value):
        return "none: no length is better than another"
    if value == 0 or np.isinf(value):
        return f"none: the condition number is approached as L goes to {'0' if value == 0 else '∞'}"
    return f"{value:.6g} m"


def _finite(value: float | Array) -> float | None:
    """A number as JSON knows it: null where it is infinite or none."""
    return float(value) if np.isfinite(value) else None


def _shown(robot: Robot, q: Array) -> list[float]:
    """A posture in degrees and metres."""
    return [
        math.degrees(value) if joint.turns else value
        for value, joint in zip(q.tolist(), robot.joints, strict=True)
    ]


def _print_posture(robot: Robot, q: Array, limits: bool) -> None:
    names = joint_names(robot)
    units = ["°" if joint.turns else "m" for joint in robot.joints]
    rows: list[Sequence[Any]] = [
        (name, f"{value + 0.0:.6f}", unit)
        for name, value, unit in zip(names, np.round(_shown(robot, q), 6), units, strict=True)
    ]
    print_table(rows)
    beyond = beyond_words(robot, q)
    if beyond and not limits:
        print(f"{beyond}; without --no-limits the search keeps within them")
