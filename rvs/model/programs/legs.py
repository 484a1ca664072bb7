"""The moves of a program one by one: which steps share one, how long it takes, how fast it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, sqrt

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Pose, Robot
from rvs.engine.trajectory import duration
from rvs.model.document import Document
from rvs.model.motions.rates import Defaults
from rvs.model.motions.recording import GENTLE
from rvs.model.paths import Move, MovePlan, Pace
from rvs.model.paths.pieces import as_rows
from rvs.model.programs.edits import find_program, with_steps
from rvs.model.programs.program import Posture, Program, Step

SCALING = "trapezoidal"
# Largest acceleration of the tool along straight moves, in m/s^2.
PUSH = 2.0
# Speeds among which the one for a wished time is looked for: shares of rates, and m/s.
SHARES = (1e-6, 1.0)
SPEEDS = (1e-6, 1e3)
HALVINGS = 48


def legs(steps: Sequence[Step]) -> Iterator[range]:
    """Yield the steps behind the first by moves: lines that blend into each other, or one alone."""
    index = 1
    while index < len(steps):
        last = index
        while (
            steps[last].by == "line"
            and steps[last].blend
            and last + 1 < len(steps)
            and steps[last + 1].by == "line"
        ):
            last += 1
        yield range(index, last + 1)
        index = last + 1


def tool_way(robot: Robot, here: Posture, steps: Sequence[Step]) -> MovePlan:
    """Return the way of the tool along lines that blend into each other, an arc or a circle.

    Raises:
        ArgumentError: A blend that does not fit, or points of an arc in line.
    """
    ends = [as_rows(fkine(robot, step.q)) for step in steps]
    blends = [*(step.blend for step in steps[:-1]), 0.0]
    moves = tuple(map(_move, steps, ends, blends))
    pace = Pace(min(step.speed for step in steps), acceleration=PUSH, scaling=SCALING)
    return MovePlan(as_rows(fkine(robot, here)), moves, pace)


def _move(step: Step, end: Pose, blend: float) -> Move:
    if step.by == "circle":
        return Move("circle", (), step.points)
    if step.by == "arc":
        return Move("arc", (end,), step.points)
    return Move("line", (end,), (), blend)


def joint_time(robot: Robot, here: Posture, step: Step, defaults: Defaults = GENTLE) -> float:
    """Return how long a joint move takes, in s.

    Args:
        robot: The robot.
        here: Posture it starts from (n,), rad and m.
        step: The step it leads to.
        defaults: Rates and accelerations that count where the robot has no limit.
    """
    rates, pushes = defaults.bounds(robot)
    way = np.subtract(step.q, here)
    return duration(way, rates * step.speed, pushes * step.speed, SCALING)


def leg_time(robot: Robot, program: Program, index: int, speed: float) -> float:
    """Return how long the move that leads to a step would take at a speed, in s.

    Args:
        robot: The robot.
        program: The program.
        index: The step, not the first.
        speed: Share of the rates, or m/s of a line.

    Raises:
        ArgumentError: The step has no move, or lines that make no path.
    """
    span = _leg(program, index)
    steps = [replace(program.steps[k], speed=speed) for k in span]
    here = program.steps[span.start - 1].q
    if steps[0].by == "joints":
        return joint_time(robot, here, steps[0])
    return tool_way(robot, here, steps).timed.duration


def fastest(robot: Robot, program: Program, index: int) -> float:
    """Return the shortest time that the move to a step can take, in s; infinite if it has none."""
    try:
        return leg_time(robot, program, index, _speeds(program, index)[1])
    except ArgumentError:
        return inf


def speed_for(robot: Robot, program: Program, index: int, seconds: float) -> float:
    """Return the speed at which the move to a step takes so long.

    Args:
        robot: The robot.
        program: The program.
        index: The step, not the first.
        seconds: The wished time, in s; less than possible gives the greatest speed.

    Raises:
        ArgumentError: The step has no move, or takes no time at any speed.
    """
    slow, quick = _speeds(program, index)
    if not leg_time(robot, program, index, slow) > 0.0:
        raise ArgumentError(f"index: the move to step {index + 1} goes nowhere")
    if leg_time(robot, program, index, quick) >= seconds:
        return quick
    if leg_time(robot, program, index, slow) <= seconds:
        return slow

    for _ in range(HALVINGS):
        middle = sqrt(slow * quick)
        if leg_time(robot, program, index, middle) > seconds:
            slow = middle
        else:
            quick = middle
    return quick


def pace_step(document: Document, name: str, index: int, seconds: float) -> Document:
    """Give the move that leads to a step another length in time, by its speed.

    Lines that blend into each other are one move: all its steps get the speed.

    Args:
        document: The document.
        name: The program.
        index: The step, not the first.
        seconds: How long the move shall take, in s; what is shorter than possible is as short as
            possible.

    Raises:
        ArgumentError: No such program or step, or a move that goes nowhere.
    """
    program = find_program(document, name)
    robot = document.robot(program.robot_id).robot
    speed = speed_for(robot, program, index, seconds)
    steps = list(program.steps)
    for k in _leg(program, index):
        steps[k] = replace(steps[k], speed=speed)
    return with_steps(document, name, tuple(steps))


def _leg(program: Program, index: int) -> range:
    for span in legs(program.steps):
        if index in span:
            return span
    raise ArgumentError(f"index: no move leads to step {index + 1} of {program.name}")


def _speeds(program: Program, index: int) -> tuple[float, float]:
    by = program.steps[_leg(program, index).start].by
    return SHARES if by == "joints" else SPEEDS
