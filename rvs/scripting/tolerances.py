"""Accuracy and repeatability of a robot from its tolerances: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.kinematics import check_posture, fkine
from rvs.fields.field import asked
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.numbers.quantities import without_noise
from rvs.model.plots.plot import Axis, Map, Plot, Points, curve
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import motion_field, posture_field, robot_in, rows_in
from rvs.scripting.tables import Tabled, finite, in_degrees, tabulate
from rvs.study.accuracy.accuracy import (
    SPREADS,
    USUAL,
    Accuracy,
    Scatter,
    Spread,
    accuracy,
    budget,
    error_map,
    scatter_of,
)
from rvs.study.accuracy.iso_poses import FivePoses, iso_poses, plane_grid
from rvs.study.accuracy.table import LINK, Table, is_length, name_of, same_convention, table_of
from rvs.study.lifting.worst import joints_words
from rvs.value_class import dataclass

MM = 1e3
PLANES = ("xy", "xz", "yz")
# Postures along a motion, points along a side of a map, sources that are named in words.
ALONG, POINTS, NAMED = 100, 25, 6


@dataclass(frozen=True, eq=False)
class Budgeted:
    """A source of errors.

    Attributes:
        name: A name such as ``"alpha3"``, ``"backlash 2"`` or ``"encoder 1"``.
        size: Its tolerance, play or step, m or rad.
        length: Its size is a length.
        variance: Mean square of the position error that it causes, m^2.
        share: Fraction of the total.
    """

    name: str
    size: float
    length: bool
    variance: float
    share: float


@dataclass(frozen=True, eq=False)
class Tolerances(Answer):
    """Accuracy and repeatability of a robot.

    Attributes:
        placed: The robot.
        numbers: Its table.
        scatter: The scatter of its numbers.
        q: The postures (m, n), rad and m.
        names: Their names.
        found: Accuracy and repeatability in them.
        robots: Number of random robots.
        cube: The five poses, or None if postures were given.
        mapped: Plane, coordinates along both axes (k,), and root mean square errors (k, k), m.
        parts: Print the fraction of each source instead of the poses.
    """

    placed: PlacedRobot
    numbers: Table
    scatter: Scatter
    q: Array
    names: tuple[str, ...]
    found: Accuracy
    robots: int
    cube: FivePoses | None = None
    mapped: tuple[str, Array, Array, Array] | None = None
    parts: bool = False

    @cached_property
    def budget(self) -> tuple[Budgeted, ...]:
        """The sources of errors, the largest first."""
        table, scatter = self.numbers, self.scatter
        own, joints = budget(table, scatter, self.q)
        whole = float(own.sum() + joints.sum()) or 1.0
        some = [
            (name_of(table, k), scatter.table.flat[k], is_length(table, k), own.flat[k])
            for k in range(LINK * table.n)
        ]
        for word, sizes, row in zip(
            ("backlash", "encoder"), (scatter.backlash, scatter.encoder), joints, strict=True
        ):
            some += [
                (f"{word} {i + 1}", sizes[i], table.turn[i] == 0, row[i]) for i in range(table.n)
            ]
        found = [Budgeted(name, float(size), bool(long), float(var), float(var / whole))
                 for name, size, long, var in some if size]  # fmt: skip
        return tuple(sorted(found, key=lambda one: -one.variance))

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers for JSON: m and degrees."""
        found, robot = self.found, self.placed.robot
        poses = fkine(robot, self.q)
        return {
            "poses": [
                {
                    "name": name,
                    "q": in_degrees(robot, self.q[i]),
                    "position": poses[i, :3, 3].tolist(),
                    "accuracy": {
                        "predicted": found.predicted[i], "rms": found.attained[i],
                        "mean": found.mean[i], "p95": found.likely[i], "largest": found.worst[i],
                        "orientation_rms": np.degrees(found.turned[i]),
                    },
                    "repeatability": {
                        "position": found.repeated[i], "predicted": found.repeated_predicted[i],
                        "orientation": np.degrees(found.repeated_turns[i]).tolist(),
                    },
                }
                for i, name in enumerate(self.names)
            ],
            "cube": self.cube and {"centre": self.cube.centre.tolist(), "side": self.cube.side},
            "budget": [
                {"name": one.name, "size": one.size if one.length else np.degrees(one.size),
                 "unit": "m" if one.length else "deg", "share": one.share}
                for one in self.budget
            ],
            "robots": self.robots,
            "spread": self.scatter.spread,
            "misfit": found.misfit,
            "map": self.mapped and {
                "plane": self.mapped[0], "x": self.mapped[1].tolist(), "y": self.mapped[2].tolist(),
                "rms": finite(self.mapped[3]),
            },
            "notes": self.notes,
        }  # fmt: skip

    @property
    def lines(self) -> list[str]:
        """The worst of the poses, and the most important sources."""
        found = self.found
        worst, last = int(np.argmax(found.likely)), int(np.argmax(found.repeated))
        told = [
            f"{self.placed.robot.name}: 95 % of the robots reach every pose within "
            f"{MM * found.likely[worst]:.4g} mm ({self.names[worst]} is the worst)",
        ]
        if found.repeated[last]:
            told.append(f"repeatability at worst {MM * found.repeated[last]:.4g} mm "
                        f"({self.names[last]})")  # fmt: skip
        shares = ", ".join(f"{one.name} {one.share:.0%}" for one in self.budget[:NAMED])
        if shares:
            told.append(f"of the variance of the position: {shares}")
        if found.attained.any():
            told.append(f"the linear prediction differs by at most {found.misfit:.2%} from "
                        f"{self.robots:,} random robots (root mean square)")  # fmt: skip
        return told

    @property
    def notes(self) -> list[str]:
        """The poses and the assumptions."""
        scatter, cube = self.scatter, self.cube
        told = []
        if cube is not None:
            centre = without_noise(cube.centre.tolist(), cube.side)
            where = ", ".join(f"{value:.4g}" for value in centre)
            form = "square" if cube.planar else "cube"
            free = len(self.placed.robot.active) < 6
            turned = "; the orientation of the tool is free" if free else ""
            told.append(
                f"poses of ISO 9283 in a {form} of {cube.side:.4g} m around ({where}) m{turned}"
            )
        told.append(
            f"tolerances are {SPREADS[scatter.spread]}"
            + (f" ({scatter.sigmas:g})" if scatter.spread == "normal" else "")
            + "; numbers of the table are independent, base and tool are exact"
        )
        if not scatter.joints.any():
            told.append("RP is 0: neither backlash nor encoder steps are given")
        else:
            told.append("play and encoder steps are uniform, and differ in every repetition")
            locked = [i for i, joint in enumerate(self.placed.robot.joints, 1) if joint.locked]
            if locked:
                are = "are" if len(locked) > 1 else "is"
                told.append(f"{joints_words(locked)} {are} locked, without play and encoder step")
        if not same_convention(self.placed.robot):
            told.append("the rows of the robot are general, so the tolerances are those of its "
                        "standard table, which moves in the same way")  # fmt: skip
        return [*told, "links and joints do not bend"]

    @property
    def table(self) -> Tabled:
        """Accuracy and repeatability in each posture, or the fractions of the sources."""
        return self.parted if self.parts else self.posed

    @property
    def posed(self) -> Tabled:
        """Accuracy and repeatability in each posture; mm and degrees."""
        found = self.found
        rows = [
            (name, *(MM * row[i] for row in (found.predicted, found.attained, found.mean,
                                             found.likely, found.worst)),
             np.degrees(found.turned[i]), MM * found.repeated[i],
             np.degrees(found.repeated_turns[i].max()))
            for i, name in enumerate(self.names)
        ]  # fmt: skip
        headings = ("pose", "linear rms (mm)", "rms (mm)", "mean AP (mm)", "95 % AP (mm)",
                    "largest AP (mm)", "rms angle (°)", "RP (mm)", "RP angle (°)")  # fmt: skip
        return tabulate(rows, headings, f"{self.placed.robot.name}: accuracy and repeatability")

    @property
    def parted(self) -> Tabled:
        """The fraction of the position variance due to each source."""
        rows = [
            (one.name, one.size * MM if one.length else float(np.degrees(one.size)),
             "mm" if one.length else "°", MM * one.variance**0.5, 100.0 * one.share)
            for one in self.budget
        ]  # fmt: skip
        headings = ("source", "size", "unit", "rms error (mm)", "share (%)")
        return tabulate(rows, headings, f"{self.placed.robot.name}: error budget")

    @property
    def plots(self) -> tuple[Plot, ...]:
        """Errors over the poses, the budget, and the map."""
        found, across = self.found, np.arange(1.0, len(self.q) + 1.0)
        made = [
            Plot(
                "Pose accuracy and repeatability", Axis("pose"), Axis("distance", "mm", 0.0),
                (curve(across, MM * found.predicted, "linear rms", dashed=True),
                 curve(across, MM * found.attained, "rms"),
                 curve(across, MM * found.likely, "95 % AP", 1),
                 curve(across, MM * found.repeated, "RP", 2)),
            ),
        ]  # fmt: skip
        if self.budget:
            ranks = tuple(float(i + 1) for i in range(len(self.budget)))
            shares = tuple(100.0 * one.share for one in self.budget)
            names = tuple(f"{one.name}: {100 * one.share:.3g} %" for one in self.budget)
            total = curve(ranks, np.cumsum(shares), "sum", 1)
            made.append(Plot("Error budget", Axis("source, the largest first"),
                             Axis("share of the variance", "%", 0.0, 100.0), (total,),
                             points=(Points(ranks, shares, names, "one source"),)))  # fmt: skip
        if self.mapped is not None:
            plane, x, y, values = self.mapped
            cells = tuple(tuple((MM * row).tolist()) for row in values)
            shown = Map(tuple(x.tolist()), tuple(y.tolist()), cells, "rms error", "mm",
                        "not reached")  # fmt: skip
            made.append(Plot("Position error of one approach", Axis(plane[0], "m"),
                             Axis(plane[1], "m"), equal=True, map=shown, tall=2.0))  # fmt: skip
        return tuple(made)

    def __repr__(self) -> str:
        words = f"95 % within {MM * self.found.likely.max():.4g} mm"
        return f"<Tolerances of {self.placed.id}: {words} in {len(self.q)} poses>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Tolerance(Question):
    """Predict pose accuracy and repeatability from tolerances, and return the numbers.

    Returns:
        Accuracy and repeatability in five poses of ISO 9283, and the fraction of each source.

    Raises:
        RvsError: There is no such robot or motion, or no cube in its reach.
        ArgumentError: A tolerance of another form, or a number out of range.
    """

    called = "tolerance"
    by_place = ("tolerances",)
    output = "FILE"
    writes = "the table: .csv, .md, .tex or .html, or the plots: .pdf, .svg, .eps or .ps"
    returns = "Tolerances"
    cells = True

    tolerances: Sequence[str] = asked(
        USUAL, "Use these tolerances (±): a, b, alpha, theta, lengths or angles, with a number "
        "for a single joint; backlash and encoder are the total play and the step size of joints",
        kind="listed", usual=",".join(USUAL), label="Tolerances",
    )  # fmt: skip
    spread: Spread = asked(
        "uniform",
        "Distribute numbers in this way within their tolerances",
        choices=SPREADS,
        label="Distribution",
    )
    sigmas: float = asked(
        3.0,
        "Treat a normal tolerance as this many standard deviations",
        above=0.0,
        label="Standard deviations per tolerance",
    )
    q: ArrayLike | None = posture_field(
        "Use this posture instead of the five poses", "the five poses"
    )
    motion: Motion | str | None = motion_field(
        "Use 100 postures along this motion instead of the five poses"
    )
    centre: Sequence[float] | None = asked(
        None, "Centre the cube of the five poses on this point of the world", kind="numbers",
        unit="m", size=3, usual="where the largest cube was found", label="Centre of the cube",
    )  # fmt: skip
    side: float | None = asked(
        None,
        "Use a cube with this side",
        unit="m",
        above=0.0,
        usual="the largest found",
        start=0.4,
        label="Side of the cube",
    )
    plane: str | None = asked(
        None, "Map the error over this plane of the world through the tool point",
        choices={one: one for one in PLANES}, usual="no map", label="Map over the plane",
    )  # fmt: skip
    points: int = asked(
        POINTS,
        "Give the map this many points along each side",
        least=2,
        most=200,
        label="Points along a side of the map",
    )
    samples: int = asked(
        10_000,
        "Compute this many random robots",
        least=100,
        most=1_000_000,
        label="Number of random robots",
    )
    seed: int = asked(
        0, "Use this seed for the random numbers", least=0, label="Seed for the random numbers"
    )
    budget: bool = asked(
        False, "Print the contribution of each source instead of the poses", label="Error budget"
    )

    def __post_init__(self) -> None:
        some = (self.tolerances,) if isinstance(self.tolerances, str) else tuple(self.tolerances)
        words = tuple(word for one in some for word in one.replace(",", " ").split())
        object.__setattr__(self, "tolerances", words)
        super().__post_init__()
        if self.q is not None:
            self.keep_apart("a posture", "motion", "centre", "side")
        if self.motion is not None:
            self.keep_apart("a motion", "centre", "side")

    def answer(self, cell: Cell, robot: str = "") -> Tolerances:
        """Predict accuracy and repeatability of a robot of a cell."""
        placed = robot_in(cell, robot)
        arm = placed.robot
        table = table_of(arm)
        locked = [joint.locked for joint in arm.joints]
        scatter = scatter_of(table, self.tolerances, self.spread, self.sigmas, locked)
        here = check_posture(arm, cell.postures[placed.id] if self.q is None else self.q)
        cube = None
        if self.motion is not None:
            rows = rows_in(cell, self.motion, placed.id)
            times = np.linspace(0.0, rows.duration, ALONG)
            q = np.array([rows.at(t)[placed.id] for t in times])
            names = tuple(f"{t:.3g} s" for t in times)
        elif self.q is not None:
            q, names = here[None], ("posture",)
        else:
            centre = None if self.centre is None else np.asarray(self.centre, dtype=float)
            cube = iso_poses(arm, here, centre, self.side)
            q, names = cube.q, tuple(f"P{i}" for i in range(1, 6))
        mapped = None
        if self.plane is not None:
            across, up, grid, ok = plane_grid(arm, here, self.plane, self.points)
            values = np.full(ok.shape, np.nan)
            values[ok] = error_map(table, scatter, grid[ok])
            mapped = (self.plane, across, up, values)
        found = accuracy(table, scatter, q, self.samples, self.seed)
        return Tolerances(placed, table, scatter, q, names, found, self.samples, cube, mapped,
                          self.budget)  # fmt: skip


tolerance = function(Tolerance)
