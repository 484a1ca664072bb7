"""The moves of a program one by one: joined steps, duration and speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, sqrt

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.profile import Profile, even_ramp
from rvs.engine.robot import Pose, Robot
from rvs.fields.edit import edit
from rvs.model.document import Document
from rvs.model.motions.rates import Defaults
from rvs.model.motions.recording import GENTLE
from rvs.model.paths import Move, MovePlan, Pace
from rvs.model.paths.path import as_rows
from rvs.model.programs.edits import find_program, set_steps
from rvs.model.programs.program import Posture, Program, Step

SCALING = "trapezoidal"
# What is assumed of the tool of a program that does not say its acceleration, in m/s^2.
PUSH = 2.0
# Speeds among which the one for a wished time is looked for: shares of rates, and m/s.
SHARES = (1e-6, 1.0)
SPEEDS = (1e-6, 1e3)
HALVINGS = 48


def legs(robot: Robot, steps: Sequence[Step]) -> Iterator[range]:
    """Yield the steps after the first, grouped into moves without a stop.

    Lines that blend into each other form one move, as do moves of the tool at one speed that meet
    tangentially, if there is no action between them.
    """
    ends: dict[int, Pose] = {}

    def end(index: int) -> Pose:
        if index not in ends:
            ends[index] = as_rows(fkine(robot, steps[index].q))
        return ends[index]

    def passes(index: int) -> bool:
        one, other = steps[index], steps[index + 1]
        if "joints" in (one.by, other.by):
            return False
        if one.blend and one.by == other.by == "line":
            return True
        if one.rests or one.speed != other.speed:
            return False
        moves = tuple(_move(steps[k], end(k), 0.0) for k in (index, index + 1))
        try:
            path = MovePlan(end(index - 1), moves).timed.path
        except ArgumentError:
            return False
        return not path.stops[0]

    index = 1
    while index < len(steps):
        last = index
        while last + 1 < len(steps) and passes(last):
            last += 1
        yield range(index, last + 1)
        index = last + 1


def tool_way(
    robot: Robot, here: Posture, steps: Sequence[Step], acceleration: float = inf
) -> MovePlan:
    """Return the tool path along joined moves.

    Args:
        robot: The robot.
        here: Initial posture (n,), rad and m.
        steps: The steps along the path.
        acceleration: Of the tool along the path, in m/s^2; infinite for the assumed one.

    Raises:
        ArgumentError: A blend that does not fit, or collinear points of an arc.
    """
    ends = [as_rows(fkine(robot, step.q)) for step in steps]
    following = [*(step.by for step in steps[1:]), ""]
    blends = [
        step.blend if by == "line" else 0.0 for step, by in zip(steps, following, strict=True)
    ]
    moves = tuple(map(_move, steps, ends, blends))
    push = acceleration if acceleration < inf else PUSH
    pace = Pace(min(step.speed for step in steps), acceleration=push, scaling=SCALING)
    return MovePlan(as_rows(fkine(robot, here)), moves, pace)


def _move(step: Step, end: Pose, blend: float) -> Move:
    if step.by == "circle":
        return Move("circle", (), step.points)
    if step.by == "arc":
        return Move("arc", (end,), step.points)
    return Move("line", (end,), (), blend)


def joint_time(robot: Robot, here: Posture, step: Step, defaults: Defaults = GENTLE) -> float:
    """Return the duration of a joint move, in s; 0 if no joint moves.

    Args:
        robot: The robot.
        here: Initial posture (n,), rad and m.
        step: The target step.
        defaults: Rates and accelerations used where the robot has no limit.
    """
    profile = joint_profile(robot, here, step, defaults)
    return profile.duration if profile is not None else 0.0


def joint_profile(
    robot: Robot, here: Posture, step: Step, defaults: Defaults = GENTLE
) -> Profile | None:
    """Return the profile of the joints to a step, by fraction of their path; None if none moves.

    Args:
        robot: The robot.
        here: Initial posture (n,), rad and m.
        step: The target step.
        defaults: Rates and accelerations used where the robot has no limit.
    """
    rates, pushes = defaults.bounds(robot)
    way = np.subtract(step.q, here)
    return even_ramp(way, rates * step.speed, pushes * step.speed) if way.any() else None


def leg_time(robot: Robot, program: Program, index: int, speed: float) -> float:
    """Return the duration of the move to a step at a speed, in s.

    Args:
        robot: The robot.
        program: The program.
        index: The step, not the first.
        speed: Fraction of the rates, or m/s for a line.

    Raises:
        ArgumentError: The step has no move, or lines that form no path.
    """
    span = _leg(robot, program, index)
    steps = [replace(program.steps[k], speed=speed) for k in span]
    here = program.steps[span.start - 1].q
    if steps[0].by == "joints":
        return joint_time(robot, here, steps[0])
    return tool_way(robot, here, steps, program.acceleration).timed.duration


def fastest(robot: Robot, program: Program, index: int) -> float:
    """Return the shortest duration of the move to a step, in s; infinite if it has none."""
    try:
        return leg_time(robot, program, index, _speeds(program, index)[1])
    except ArgumentError:
        return inf


def speed_for(robot: Robot, program: Program, index: int, seconds: float) -> float:
    """Return the speed of the move to a step for a duration.

    Args:
        robot: The robot.
        program: The program.
        index: The step, not the first.
        seconds: Desired duration, in s; a value below the minimum gives the maximum speed.

    Raises:
        ArgumentError: The step has no move, or takes no time at any speed.
    """
    slow, quick = _speeds(program, index)
    if not leg_time(robot, program, index, slow) > 0.0:
        raise ArgumentError(f"index: the move to step {index + 1} has no length")
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


@edit("Change the time of a step of {name}")
def pace_step(document: Document, name: str, index: int, seconds: float) -> Document:
    """Change the duration of the move to a step, by its speed.

    Lines that blend into each other are one move: all its steps get the speed.

    Args:
        document: The document.
        name: The program.
        index: The step, not the first.
        seconds: Duration of the move, in s; a value below the minimum gives the minimum.

    Raises:
        ArgumentError: No such program or step, or a move that goes nowhere.
    """
    program = find_program(document, name)
    robot = document.robot(program.robot_id).robot
    speed = speed_for(robot, program, index, seconds)
    steps = list(program.steps)
    for k in _leg(robot, program, index):
        steps[k] = replace(steps[k], speed=speed)
    return set_steps(document, name, tuple(steps))


def _leg(robot: Robot, program: Program, index: int) -> range:
    for span in legs(robot, program.steps):
        if index in span:
            return span
    raise ArgumentError(f"index: no move leads to step {index + 1} of {program.name}")


def _speeds(program: Program, index: int) -> tuple[float, float]:
    if not 0 <= index < len(program.steps):
        raise ArgumentError(f"index: {program.name} has {len(program.steps)} steps")
    return SHARES if program.steps[index].by == "joints" else SPEEDS
