"""The dexterity of robots in postures and in the best one, and their reach."""

from __future__ import annotations

import math
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.inverse.explain import beyond_limits, beyond_words
from rvs.engine.kinematics import check_posture
from rvs.fields.field import asked
from rvs.model.document import Document, PlacedRobot
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import posture_field, robot_in
from rvs.scripting.tables import Tabled, finite, in_degrees, tabulate
from rvs.study.dexterity import (
    WITHIN_LIMITS,
    Nearest,
    Norm,
    Optimum,
    Reach,
    Task,
    characteristic_length,
    condition_number,
    manipulability_unit,
    maximum_reach,
    nearest_singularity,
    optimum_posture,
    singular_values,
    usual_task,
)
from rvs.study.dexterity.tasks import TASKS
from rvs.value_class import dataclass

NORMS: dict[str, str] = {"frobenius": "weighted Frobenius norm", "2": "2-norm"}


@dataclass(frozen=True, eq=False)
class Dexterity(Answer):
    """Dexterity of a robot in a posture.

    Attributes:
        name: Name of the robot.
        task: Task of the tool.
        norm: Norm of the condition number.
        condition: The condition number; infinite if the posture is singular.
        length: The characteristic length, m; not finite if there is no best one.
        values: Singular values of the homogeneous Jacobian, the largest first.
        manipulability: Product of the singular values with lengths in m (Yoshikawa).
        near: The nearest singularity.
        unit: Unit of the manipulability, such as ``"m³"``.
        placed: The robot.
        q: The posture (n,), rad and m.
        best: The best posture, if requested.
        reach: The posture of greatest reach, if requested.
        limits: The search for it respects the limits.
    """

    name: str
    task: Task
    norm: Norm
    condition: float
    length: float
    values: Array
    manipulability: float
    near: Nearest
    unit: str
    placed: PlacedRobot
    q: Array
    best: Optimum | None = None
    reach: Reach | None = None
    limits: bool = WITHIN_LIMITS

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers for JSON: m, rad and s; postures in ° and m."""
        near = self.near
        if self.best is None and self.reach is None:
            return {
                "task": self.task,
                "condition": finite(self.condition),
                "length": finite(self.length),
                "singular_values": self.values.tolist(),
                "manipulability": self.manipulability,
                "manipulability_unit": self.unit,
                "singularity": {
                    "kind": near.kind,
                    "words": near.words,
                    "distance": near.distance,
                    "direction": near.direction.tolist(),
                },
            }
        found: dict[str, Any] = {
            "q": in_degrees(self.placed.robot, self.q),
            "beyond": beyond_limits(self.placed.robot, self.q),
            "collides": self.collides or None,
        }
        if self.best is not None:
            return {
                "condition": finite(self.best.condition),
                "length": finite(self.best.length),
                "kci": self.best.kci,
                "task": self.task,
                **found,
            }
        assert self.reach is not None
        return {
            "reach": self.reach.distance,
            "from": "the origin of the base",
            "reach_from_axis_1": self.across,
            **found,
        }

    @property
    def across(self) -> float | None:
        """The largest distance of the tool from the first axis, m; None if that is prismatic."""
        robot = self.placed.robot
        if robot.joints[0].kind != "revolute":
            return None
        return maximum_reach(robot, self.limits, axis=True).distance

    @property
    def collides(self) -> str:
        """The bodies that collide in the posture of the robot alone, or nothing."""
        from rvs.collision.words import collision_words

        alone = Document((self.placed,))
        return collision_words(alone, {self.placed.id: tuple(self.q.tolist())})

    @property
    def lines(self) -> list[str]:
        """The numbers in words."""
        name, norm = self.name, f"condition number ({NORMS[self.norm]}, task {self.task})"
        if self.reach is not None:
            across = self.across
            beside = "" if across is None else f", and at most {across:.6g} m from axis 1"
            far = f"{self.reach.distance:.6g} m from the origin of the base"
            return [f"{name}: the tool point reaches {far}{beside}"]
        if self.best is not None:
            if self._singular:
                return [f"{name}: singular in every posture"]
            return [
                f"{name}: least {norm} {_number(self.best.condition)}",
                f"conditioning index {self.best.kci:.4f} %",
                f"characteristic length {_length(self.best.length)}",
            ]
        return [
            f"{name}: {norm} {_number(self.condition)}",
            f"characteristic length {_length(self.length)}",
            f"singular values {' '.join(f'{value:.6g}' for value in self.values)}",
            f"manipulability {self.manipulability:.6g} {self.unit}".rstrip() + " (Yoshikawa)",
            f"{self.near.words}; distance {self.near.distance:.4g}",
        ]

    @property
    def _singular(self) -> bool:
        return self.best is not None and not math.isfinite(self.best.condition)

    @property
    def printed(self) -> Tabled | None:
        """The posture, if it was searched."""
        if self._singular or (self.best is None and self.reach is None):
            return None
        robot = self.placed.robot
        rows = [
            (joint.name or f"joint {i}", f"{value + 0.0:.6f}", "°" if joint.turns else "m")
            for i, (joint, value) in enumerate(
                zip(robot.joints, np.round(in_degrees(robot, self.q), 6), strict=True), 1
            )
        ]
        return tabulate(rows, ("joint", "value", "unit"))

    @property
    def notes(self) -> list[str]:
        """Exceeded limits of the posture, and bodies that collide in it."""
        if self.printed is None:
            return []
        beyond, collides = beyond_words(self.placed.robot, self.q), self.collides
        told = []
        if beyond and not self.limits:
            told.append(f"{beyond}; without --no-limits the search stays within them")
        if collides:
            words = "the robot collides with itself or the floor in this posture"
            told.append(f"{words}: {collides}")
        return told

    @property
    def table(self) -> Tabled:
        """The numbers as a table."""
        rows = [
            ("condition number", self.condition),
            ("characteristic length (m)", self.length),
            *((f"singular value {i}", value) for i, value in enumerate(self.values.tolist(), 1)),
            (
                f"manipulability ({self.unit})" if self.unit else "manipulability",
                self.manipulability,
            ),
            ("distance to the nearest singularity", self.near.distance),
        ]
        caption = f"{self.name}: dexterity for the task {self.task}, {self.norm} norm"
        return tabulate(rows, ("measure", "value"), caption, 6)

    def __repr__(self) -> str:
        return f"<Dexterity of {self.name}: condition number {self.condition:.6g}, {self.task}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class DexterityQuestion(Question):
    """Compute the dexterity of a robot in a posture, and return its measures.

    Returns:
        Condition number, characteristic length, manipulability and the singular values.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: An invalid posture, length, task or norm.
    """

    called = "dexterity"
    by_place = ("q",)
    output = "TABLE"
    writes = "the numbers as a table: .csv, .md, .tex or .html"
    returns = "Dexterity"

    q: ArrayLike | None = posture_field("Use this posture")
    task: Task | None = asked(
        None, "Consider these motions of the tool", choices={task: task for task in TASKS},
        usual="pose, or position for arms with one or two joints,",
    )  # fmt: skip
    norm: Norm = asked(
        "frobenius", "Use this norm for the condition number: the weighted Frobenius norm, or "
                     "the 2-norm; do not compare the two", choices=NORMS,
    )  # fmt: skip
    length: float | None = asked(
        None, "Use this characteristic length", unit="m", usual="the best one for the posture"
    )
    best: bool = asked(False, "Find the posture and the length with the smallest condition number")
    reach: bool = asked(False, "Find the largest distance of the tool point from the base")
    limits: bool = asked(WITHIN_LIMITS, "Stay within the joint limits in these searches")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.best:
            self.keep_apart("the best posture", "q", "length", "reach")
        if self.reach:
            self.keep_apart("the reach", "q", "length")

    def answer(self, cell: Cell, robot: str = "") -> Dexterity:
        """Compute the dexterity of a robot of a cell."""
        placed = robot_in(cell, robot)
        arm, norm = placed.robot, self.norm
        task = self.task or usual_task(arm)
        best = optimum_posture(arm, norm, task, self.limits) if self.best else None
        reach = maximum_reach(arm, self.limits) if self.reach else None
        looked = best or reach
        here = cell.postures[placed.id] if self.q is None else self.q
        q = check_posture(arm, here) if looked is None else looked.q
        condition = float(condition_number(arm, q, self.length, norm, task))
        length = self.length
        used = float(characteristic_length(arm, q, norm, task) if length is None else length)
        # where no length is better than another one, 1 m
        L = used if 0 < used < inf else 1.0
        return Dexterity(
            arm.name, task, norm, condition, used, singular_values(arm, q, L, task),
            float(np.prod(singular_values(arm, q, 1.0, task))),
            nearest_singularity(arm, q, L, task), manipulability_unit(arm, task),
            placed, q, best, reach, self.limits,
        )  # fmt: skip


dexterity = function(DexterityQuestion)


def _number(value: float | Array) -> str:
    return f"{value:.9g}" if np.isfinite(value) else "infinite: the posture is singular"


def _length(value: float | Array) -> str:
    if np.isnan(value):
        return "none: no length is better than another"
    if value == 0 or np.isinf(value):
        return (
            "none: the condition number is the limit as L approaches "
            f"{('0' if value == 0 else '∞')}"
        )
    return f"{value:.6g} m"
