"""Conditions on places, as fields of questions, and the tried places."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse.batch import farthest
from rvs.engine.robot import Robot
from rvs.fields.field import asked, settle
from rvs.study.dexterity import Norm
from rvs.study.dexterity.condition import NORMS
from rvs.study.placing.search import MOUNTS, Mount, mounted
from rvs.value_class import dataclass

PlaceRank = Literal["condition", "clearance"]
Reach = Literal["pose", "position"]
RANKS: dict[PlaceRank, str] = {"condition": "condition number", "clearance": "clearance"}
# Places along the longer side of the area where no distance is given, and the most of all.
ACROSS, MOST_PLACES = 24, 40_000
# Steps that are round: these, times a power of ten, m.
ROUND = (1.0, 1.25, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True, eq=False, kw_only=True)
class Conditions:
    """Conditions on the place of a robot or of its work.

    Attributes:
        targets: Names of places and programs to reach; all when None.
        mount: The mounting of the base; the current one when None.
        heights: Heights of the base to try, m; the current one when None.
        turns: Number of turns about the vertical to try.
        area: From x, to x, from y, to y, m; the area in which all can be within reach when None.
        step: Distance between places, m.
        condition: The largest permitted condition number.
        clearance: Bodies nearer than this collide, m.
        collisions: Check for collisions.
        touching: Ids of objects that the robot may touch.
        task: Poses, or only the tool point; ``pose`` when None, if the robot is capable of it.
        norm: Norm of the condition number.
        best: Criterion for the best place.
    """

    targets: Sequence[str] | None = asked(
        None, "Reach these named places, and the steps of programs of these names", kind="listed",
        usual="all places of the cell and programs of the robot", example=("pick", "put down"),
        label="Targets",
    )  # fmt: skip
    mount: Mount | None = asked(
        None, "Use this mounting; on a wall, the z axis of the base is along the turned x axis",
        choices=MOUNTS, usual="the current one", label="Mounting",
    )  # fmt: skip
    heights: Sequence[float] | None = asked(
        None, "Try these heights of the base", kind="numbers", unit="m", usual="the current one",
        example=(0.0, 0.4), label="Heights of the base",
    )  # fmt: skip
    turns: int = asked(
        8,
        "Try this number of turns about the vertical",
        whole=True,
        least=1,
        most=72,
        label="Turns about the vertical",
    )
    area: Sequence[float] | None = asked(
        None, "Try places in this area: least x, greatest x, least y, greatest y", kind="numbers",
        size=4, unit="m", usual="all from which the targets are within reach",
        label="Area of the places",
    )  # fmt: skip
    step: float | None = asked(
        None, "Try places this far apart", unit="m", typed="mm", above=0.0,
        usual=f"about 1/{ACROSS} of the area", start=0.1, label="Distance between places",
    )  # fmt: skip
    condition: float | None = asked(
        None,
        "Require condition numbers of at most this",
        least=1.0,
        usual="any",
        label="Largest condition number",
    )
    clearance: float = asked(
        0.0,
        "Require this distance between bodies",
        unit="m",
        typed="mm",
        least=0.0,
        most=1.0,
        label="Clearance",
    )
    collisions: bool = asked(
        True, "Require that nothing collides at the targets", label="Avoid collisions"
    )
    touching: Sequence[str] = asked(
        (), "Let the robot touch these objects, for example those that it grasps", kind="listed",
        usual="none", label="Objects that it may touch",
    )  # fmt: skip
    task: Reach | None = asked(
        None, "Reach the poses of the targets, or only their positions",
        choices={"pose": "pose", "position": "position"},
        usual="pose, or position for arms with one or two joints,", label="Pose or position",
    )  # fmt: skip
    norm: Norm = asked(
        "frobenius", "Use this norm for the condition number",
        choices={norm: norm for norm in NORMS}, label="Norm of the condition number",
    )  # fmt: skip
    best: PlaceRank = asked(
        "condition", "Rank the places by this measure", choices=RANKS, label="Rank places by"
    )

    def __post_init__(self) -> None:
        settle(self)
        if self.area is not None:
            x, X, y, Y = self.area
            if x > X or y > Y:
                raise ArgumentError(
                    "area: expected from x, to x, from y, to y, in increasing pairs"
                )

    @property
    def most(self) -> float:
        """The largest permitted condition number."""
        return inf if self.condition is None else self.condition

    @property
    def angles(self) -> tuple[float, ...]:
        """The tried turns about the vertical, rad."""
        return tuple(2 * pi * k / self.turns for k in range(self.turns))


def places_of(
    conditions: Conditions, robot: Robot, targets: Array, present: Array, base: Array | None,
    across: int = ACROSS,
) -> tuple[Array, Array, list[Array]]:  # fmt: skip
    """Return the x (i,) and y (j,) of a grid, and its places at each height (i j, 4, 4).

    Args:
        conditions: The conditions.
        robot: The robot.
        targets: Poses for the tool (t, 4, 4): in the world, or in the frame of the work.
        present: Current pose of the robot, or the work (4, 4).
        base: Pose of the robot if its work is moved, or None.
        across: Number of places along the longer side if no distance is given.

    Raises:
        ArgumentError: There are too many places, or the targets are farther apart than the robot
            reaches, so that there is none.
    """
    span, points = farthest(robot), targets[:, :2, 3]
    if conditions.area is not None:
        low, high = np.reshape(conditions.area, (2, 2)).T
    elif base is None:
        low, high = points.max(axis=0) - span, points.min(axis=0) + span
    else:
        # turned anyhow, a target is so far from the middle of the work
        away = float(np.linalg.norm(points, axis=1).max())
        low, high = base[:2, 3] - span - away, base[:2, 3] + span + away
    if (low > high).any():
        apart = float(np.ptp(points, axis=0).max())
        raise ArgumentError(
            f"targets: they are {apart:.4g} m apart, and {robot.name or 'the robot'} reaches "
            f"{span:.4g} m from its base, so no place reaches all of them; leave some out"
        )
    step = conditions.step or _round(float((high - low).max()) / across)
    axes = [_ticks(a, b, step) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    heights = conditions.heights or (float(present[2, 3]),)
    count = len(axes[0]) * len(axes[1]) * len(heights)
    if count > MOST_PLACES:
        raise ArgumentError(f"step: {count:,} places; expected at most {MOST_PLACES:,}")
    mount = None if base is not None else conditions.mount
    tilt = present[:3, :3] if mount is None else mounted(mount)
    x, y = np.meshgrid(*axes, indexing="ij")
    found = []
    for height in heights:
        places = np.tile(np.eye(4), (x.size, 1, 1))
        places[:, :3, :3] = tilt
        places[:, :3, 3] = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height)])
        found.append(places)
    return axes[0], axes[1], found


def _ticks(low: float, high: float, step: float) -> Array:
    """Return multiples of a step from one end to the other, or the middle if there is none."""
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    found = step * np.arange(first, last + 1)
    return found if len(found) else np.array([0.5 * (low + high)])


def _round(step: float) -> float:
    """Return the smallest round length that is not below a step, m; 0.1 for none."""
    if step <= 0.0:
        return 0.1
    power = 10.0 ** np.floor(np.log10(step))
    return next(float(one * power) for one in ROUND if one * power >= step * (1 - 1e-9))
