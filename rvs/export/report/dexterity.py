"""The chapter on dexterity: the best posture, the reach, and the conditioning along motions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np

from rvs.collision.words import collision_words
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.export.report import figures
from rvs.export.report.story import Story
from rvs.export.report.values import TITLES, Shown, Subject
from rvs.export.tables.table import Table
from rvs.model.derived import derived
from rvs.model.document import Document
from rvs.model.jobs import Progress
from rvs.model.numbers.quantities import joint_symbol, joint_unit, short_number, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.dexterity import (
    Dexterity,
    condition_text,
    dexterity_of,
    has_length,
)
from rvs.model.robots.table_text import CellUnits
from rvs.study.dexterity import (
    TASK_WORDS,
    WITHIN_LIMITS,
    Reach,
    maximum_reach,
    optimum_posture,
    usual_task,
)

Steps = Generator[Progress, None, Any]

HEIGHT, COLORED, BEST = 88.0, 0.66, "best posture"
MEANING = (
    "κF is the condition number of the Jacobian in the weighted Frobenius norm, "
    "with lengths divided by L, the length that minimises it; κ2 is the condition "
    "number in the 2-norm. The best value of both is 1, but they cannot be compared "
    "with each other. The conditioning index is 100 %/κF."
)
NO_LENGTH = (
    "Where L is –, κF needs no length because the task has only translations or only rotations "
    "of the tool, or it decreases as L grows without bound."
)


def dexterity_chapter(
    story: Story, group: tuple[Subject, ...], name: str, level: int, units: CellUnits
) -> Steps:
    """Add the chapter of a robot, or of several equal ones."""
    subject = group[0]
    yield Progress(0.0, "best posture")
    best = best_posture(subject.placed.robot)
    if isinstance(best, str):
        story.section(TITLES["dexterity"], level, story.remark(f"No best posture: {best}."))
        return
    table = dexterity_table(subject, best, units)
    story.section(TITLES["dexterity"], level, *story.table(table, 7.6))
    box = story.width, HEIGHT
    drawing = story.beside.add(figures.ellipsoid_figure, subject, best.q, box)
    words = (
        f"{name} in its best posture, with the ellipsoids of the tool velocities for joint rates "
        "of unit norm (violet) and of the forces that joint torques of unit norm balance (green)."
    )
    story.together(story.figure(drawing, words))
    yield from _along(story, group)


def joint_heads(robot: Robot, units: CellUnits) -> tuple[list[Unit], list[str]]:
    """Return the units of joint values, and headings of their columns with these units."""
    scales = [joint_unit(one, units.angle.name, units.length.name) for one in robot.joints]
    joints = [f"{joint_symbol(j, k)} ({scales[k].symbol})" for k, j in enumerate(robot.joints)]
    return scales, joints


def dexterity_table(subject: Subject, best: Shown, units: CellUnits) -> Table:
    """Return condition numbers and joint values of the best and of the drawn posture."""
    robot = subject.placed.robot
    scales, joints = joint_heads(robot, units)
    rows = []
    for posture in (best, Shown("as drawn", subject.q)):
        found = dexterity_of(robot, posture.q)
        if isinstance(found, Dexterity):
            values = (
                short_number(value / unit.factor, unit.decimals)
                for value, unit in zip(posture.q, scales, strict=True)
            )
            rows.append((posture.name, *_numbers(found, units), *values))
    headings = ("", "κF", "index (%)", f"L ({units.length.symbol})", "κ2", *joints)
    caption = "Condition numbers, characteristic length L and joint values"
    task = f"Task: {TASK_WORDS[usual_task(robot)]}."
    lengths = (NO_LENGTH,) if any(row[3] == "–" for row in rows) else ()
    collides = collision_words(Document((subject.placed,)), {subject.placed.id: best.q})
    met = (f"The robot collides in the best posture: {collides}.",) if collides else ()
    notes = (MEANING, *lengths, *met, _reach_words(robot, units), task)
    return Table(caption, headings, tuple(rows), "l" + "r" * (len(headings) - 1), notes)


def _numbers(found: Dexterity, units: CellUnits) -> tuple[str, ...]:
    return (
        condition_text(found.frobenius),
        f"{found.kci:.1f}",
        short_number(found.length / units.length.factor, units.length.decimals)
        if has_length(found.length)
        else "–",
        condition_text(found.two),
    )


def _reach_words(robot: Robot, units: CellUnits) -> str:
    found = _reach(robot)
    if isinstance(found, str):
        return f"No maximum reach: {found}."
    far = shown_short(found.distance, units.length)
    across = _reach(robot, axis=True)
    beside = (
        "" if isinstance(across, str)
        else f", and at most {shown_short(across.distance, units.length)} from axis 1"
    )  # fmt: skip
    return (
        f"Within the joint limits the tool point reaches {far} from the origin of the base{beside}."
    )


def _along(story: Story, group: tuple[Subject, ...]) -> Steps:
    """Yield the tool path in colours, and the index over time."""
    for subject in group:
        for moving in subject.motions:
            box = COLORED * story.width, HEIGHT
            drawing = story.beside.add(figures.colored_figure, subject, moving, box)
            words = f"{moving.name}: the tool path, coloured by the conditioning index."
            story.together(story.figure(drawing, words))
            for plot in figures.conditioning_figures(subject, moving, story.width):
                story.together(story.figure(plot, f"Conditioning index along {moving.name}."))
            yield Progress(1.0, moving.name)


@derived(size=16)
def best_posture(robot: Robot) -> Shown | str:
    """Return the posture of least κF within the joint limits, or the reason why there is none."""
    try:
        best = optimum_posture(robot, task=usual_task(robot), limits=WITHIN_LIMITS)
    except RvsError as error:
        return str(error)
    if not np.isfinite(best.condition):
        return "the robot is singular in every posture"
    return Shown(BEST, tuple(best.q.tolist()))


@derived(size=16)
def _reach(robot: Robot, axis: bool = False) -> Reach | str:
    try:
        return maximum_reach(robot, limits=WITHIN_LIMITS, axis=axis)
    except RvsError as error:
        return str(error)
