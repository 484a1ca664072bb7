"""How well robots move in postures, as results of scripts."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.scripting.subjects import What, cell_of, robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.dexterity import (
    Nearest,
    Norm,
    Task,
    characteristic_length,
    condition_number,
    manipulability_unit,
    nearest_singularity,
    singular_values,
    usual_task,
)
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Dexterity:
    """How well a robot moves in a posture.

    Attributes:
        name: What the robot is called.
        task: What the tool has to do.
        norm: Norm of the condition number.
        condition: The condition number; infinite where the posture is singular.
        length: The characteristic length, m; not finite where none is best.
        values: Singular values of the homogeneous Jacobian, the largest first.
        manipulability: Product of the singular values with lengths in m (Yoshikawa).
        near: The nearest singularity.
        unit: Unit of the manipulability, such as ``"m³"``.
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

    @property
    def table(self) -> Tabled:
        """The numbers, to be shown and written."""
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

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def dexterity(
    what: What = None,
    q: ArrayLike | None = None,
    *,
    robot: str = "",
    task: Task | None = None,
    norm: Norm = "frobenius",
    length: float | None = None,
) -> Dexterity:
    """Find out how well a robot moves in a posture.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        q: The posture (n,), rad and m; the present one if left out.
        robot: Id of a robot of the cell; the active one if left out.
        task: What the tool has to do; what suits the robot if left out.
        norm: Norm of the condition number; the two do not compare.
        length: Characteristic length, m; the best one for the posture if left out.

    Returns:
        Condition number, characteristic length, manipulability and the axes behind them.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A posture, a length, a task or a norm that can't be.
    """
    cell = cell_of(what)
    placed = robot_in(cell, robot)
    here = cell.postures[placed.id] if q is None else q
    posture = check_posture(placed.robot, here)
    return dexterity_at(placed.robot, posture, task or usual_task(placed.robot), norm, length)


def dexterity_at(robot: Robot, q: Array, task: Task, norm: Norm, length: float | None) -> Dexterity:
    """Return how well a robot moves in a posture; arguments as for ``dexterity``."""
    condition = float(condition_number(robot, q, length, norm, task))
    used = float(characteristic_length(robot, q, norm, task) if length is None else length)
    # where no length is better than another one, 1 m
    L = used if 0 < used < inf else 1.0
    return Dexterity(
        robot.name, task, norm, condition, used, singular_values(robot, q, L, task),
        float(np.prod(singular_values(robot, q, 1.0, task))),
        nearest_singularity(robot, q, L, task), manipulability_unit(robot, task),
    )  # fmt: skip
