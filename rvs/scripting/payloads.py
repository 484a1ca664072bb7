"""The payload diagram of a robot: the question, and its answer."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import floor, inf, isfinite, log10
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import check_weighed
from rvs.bodies.effectors import STEPS, bare, carried, loaded_robot
from rvs.bodies.masses import KEEPING, weighed
from rvs.bodies.robot_body import body_for
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion, check_moves
from rvs.model.motions.rates import rates
from rvs.model.numbers.units import UNITS, Unit, drawing_unit
from rvs.model.plots.plot import Axis, Marker, Plot, curve
from rvs.model.robots.masses import unweighed
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.plots import Plotted
from rvs.scripting.subjects import motion_field, posture_field, robot_in, rows_in, title_of
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.dexterity import maximum_reach
from rvs.study.lifting.diagram import Lift, any_way, at_places, both, lift, mass_curve
from rvs.study.lifting.worst import joints_words, range_of
from rvs.value_class import dataclass

WAYS = ("along the axis of the flange", "across it", "in any direction")
KEYS = ("along_axis", "across_axis", "any_direction")
# Curves of equal mass in the diagram, at least.
CURVES = 4
HEIGHT = 80.0
# Words nearer to the axis than this part of the diagram would cover one another.
NEAR_AXIS = 0.05


@dataclass(frozen=True, eq=False)
class PayloadDiagram(Answer):
    """The largest payload of a robot for each position of its centre of mass.

    Attributes:
        robot: The robot without end-effector and payload.
        distance: Distances of the centre from the centre of the flange (k,), m.
        ways: The largest payloads at them: along the axis of the flange, across it, and in the
            worst direction.
        mass: The largest payloads (k, k), kg, by distance along the axis and from it.
        flange: Distance of the flange from the last frame along its z axis, m.
        where: The postures that are considered, in words.
        speed: Share of its rated speed and acceleration at which every joint moves.
        estimated: Links, from 1, whose masses are those of the body.
        length: The unit of lengths in tables and plots.
    """

    robot: Robot
    distance: Array
    ways: tuple[Lift, Lift, Lift]
    mass: Array
    flange: float
    where: str
    speed: float = 0.0
    estimated: tuple[int, ...] = ()
    length: Unit = UNITS["mm"]

    @property
    def facts(self) -> dict[str, Any]:
        """The diagram for JSON: m and kg; joints from 1."""
        return {
            "distance": self.distance.tolist(),
            **{
                key: {
                    "mass": finite(way.mass),
                    "joint": [int(joint) + 1 or None for joint in way.joint],
                }
                for key, way in zip(KEYS, self.ways, strict=True)
            },
            "mass": finite(self.mass),
            "flange": self.flange,
            "postures": self.where,
            "speed": self.speed,
            "estimated_masses": list(self.estimated),
            "notes": self.notes,
        }

    @property
    def lines(self) -> list[str]:
        """The largest payload at the flange."""
        most, joint = float(self.ways[0].mass[0]), int(self.ways[0].joint[0])
        name = self.robot.name or "the robot"
        if joint < 0:
            return [f"{name}: no joint with a known effort limits a payload, {self.where}"]
        why = f"limited by joint {joint + 1}, {self.where}"
        if most == 0.0:
            return [f"{name}: joint {joint + 1} can't hold the robot itself, {self.where}"]
        return [f"{name}: at most {most:.4g} kg at the centre of the flange, {why}"]

    @property
    def notes(self) -> list[str]:
        """The assumptions of the diagram."""
        unlimited = [
            i for i, joint in enumerate(self.robot.joints, 1)
            if not (isfinite(joint.effort) or joint.locked)
        ]  # fmt: skip
        constant = [i for i, one in enumerate(self.robot.joints, 1) if one.acceleration == inf]
        moves = f"every joint moves at {self.speed:.0%} of its rated speed and acceleration"
        found = [
            "The payload is a point mass and includes the end-effector; only the joint "
            "efforts limit it. Makers often allow less because of accelerations, the load "
            "on bearings and brakes, heat, and the inertia about the last axes.",
        ]
        if unlimited:
            found.append(
                f"The efforts of {joints_words(unlimited)} are not known and do not limit the "
                "payload."
            )
        if self.speed:
            found.append(f"At the same time {moves}, in the worst directions.")
            if constant:
                found.append(
                    f"The accelerations of {joints_words(constant)} are not known and count as 0."
                )
        if self.estimated:
            words = ", ".join(map(str, self.estimated))
            found.append(f"Assumed: the masses of links {words} are those of the body.")
        return found

    @property
    def table(self) -> Tabled:
        """The largest payload and the joint that limits it, for each distance."""
        rows = [
            (f"{away:.6g}", *(text for way in self.ways for text in _cells(way, k)))
            for k, away in enumerate(self.away.tolist())
        ]
        ways = ("axial", "radial", "any direction")
        pairs = ((f"{way} (kg)", "joint") for way in ways)
        headings = (f"distance ({self.length.symbol})", *(text for pair in pairs for text in pair))
        caption = f"{self.robot.name}: largest payload for each distance of its centre of mass"
        return tabulate(rows, headings, caption)

    @cached_property
    def plots(self) -> tuple[Plot, ...]:
        """Mass against distance, and curves of equal mass as in the makers' data sheets."""
        return (self.curves, self.chart) if self._masses else (self.curves,)

    @property
    def away(self) -> Array:
        """The distances in the unit of tables and plots (k,)."""
        return self.distance / self.length.factor

    @property
    def curves(self) -> Plot:
        """The largest mass against the distance of its centre from the flange."""
        x = self.away
        made = tuple(
            curve(x, np.where(np.isfinite(way.mass), way.mass, np.nan), words, series)
            for series, (way, words) in enumerate(zip(self.ways, WAYS, strict=True))
        )
        across = Axis("distance of the centre of mass from the flange", self.length.symbol, 0.0)
        return Plot("Largest payload", across, Axis("mass", "kg", 0.0), made, note=self.where)

    @property
    def chart(self) -> Plot:
        """Curves of equal mass over the position of the centre of mass."""
        made, markers = [], []
        end, unit = float(self.away[-1]), self.length
        for series, value in enumerate(self._masses):
            along, away = mass_curve(self.distance, self.distance, self.mass, value)
            x, y = along / unit.factor, away / unit.factor
            if not len(x):
                continue
            if x[-1] < end:
                # down to the axis, where the mass is possible no farther
                x, y = np.append(x, x[-1]), np.append(y, 0.0)
            words = f"{value:g} kg"
            made.append(curve(x, y, series=series))
            k = int(np.argmin(np.abs(x - y)))
            if x[k] < NEAR_AXIS * end:
                # curves along the axis meet on the diagonal; their words are side by side
                k = int(np.argmin(np.abs(x - end * (series + 1) / (len(self._masses) + 1))))
            markers.append(Marker(float(x[k]), float(y[k]), words, series, "words"))
        return Plot(
            "Payload diagram", Axis("along the axis of the flange", unit.symbol, 0.0, end),
            Axis("from the axis", unit.symbol, 0.0, end), tuple(made), markers=tuple(markers),
            equal=True, tall=1.6,
        )  # fmt: skip

    @property
    def _masses(self) -> list[float]:
        """Round masses that have a curve in the diagram, the largest first."""
        most, least = float(self.mass[0, 0]), float(self.mass.min())
        if not (isfinite(most) and most > least):
            return []
        rough = (most - least) / CURVES
        power = 10.0 ** floor(log10(rough))
        step = power * max(one for one in (1.0, 2.0, 5.0) if one * power <= rough)
        found = [k * step for k in range(1, int(most / step) + 1)]
        return [value for value in reversed(found) if least < value < most][: 2 * CURVES]

    @property
    def plotted(self) -> Plotted:
        """The plots in a size that keeps the square diagram legible."""
        return Plotted(self.plots, height=HEIGHT)

    def __repr__(self) -> str:
        return f"<Payload diagram of {self.lines[0]}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class PayloadQuestion(Question):
    """Compute the largest payload of a robot for each position of its centre of mass.

    Returns:
        Masses, kg, that the joints can hold in the worst posture, with the joint that limits them.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: No effort is known, both a motion and a posture, or a number out of range.
    """

    called = "payload_diagram"
    output = "OUT.pdf"
    writes = "the diagram: .pdf, .svg, .eps or .ps, or the numbers: .csv, .md, .tex or .html"
    returns = "PayloadDiagram"
    cells = True

    q: ArrayLike | None = posture_field("Use this posture", "the worst one within the limits")
    motion: Motion | str | None = motion_field(
        "Use the postures of this motion, with its speeds and accelerations"
    )
    speed: float = asked(
        0.0, "Move every joint at this fraction of its rated speed and acceleration at the "
            "same time, in the worst directions", unit="1", shown="%", least=0.0, most=1.0,
        label="Share of the rated speed",
    )  # fmt: skip
    distance: float | None = asked(
        None, "Compute up to this distance of the centre of mass from the flange", unit="m",
        above=0.0, usual="half the reach", start=0.5, label="Largest distance",
    )  # fmt: skip
    places: int = asked(
        7, "Use this number of distances", least=2, most=41, label="Number of distances"
    )
    weigh: bool = asked(
        False,
        "Compute unknown masses from the body of the robot",
        label="Masses from the body",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.motion is not None:
            self.keep_apart("a motion", "q", "speed")

    def answer(self, cell: Cell, robot: str = "") -> PayloadDiagram:
        """Compute the payload diagram of a robot of a cell."""
        placed = bare(robot_in(cell, robot))
        carrier, flange, estimated = unloaded(placed, self.weigh)
        far = usual_distance(carrier) if self.distance is None else self.distance
        where, rows, q = "in the worst posture within the limits", None, None
        if self.motion is not None:
            found = rows_in(cell, self.motion, placed.id)
            check_moves(found, placed.id)
            where = f"along {title_of(self.motion)}"
            rows = np.hstack([found.rows.array, np.zeros((len(found.rows), 2)), *rates(found)])
        elif self.q is not None:
            q, where = check_posture(carrier, self.q), "in this posture"
        area = range_of(carrier, flange, self.speed, q, rows is not None)
        away = np.linspace(0.0, far, self.places)
        axial, radial = (one.ravel() for one in np.meshgrid(away, away, indexing="ij"))
        found_lift = lift(area, both(at_places(axial, radial), any_way(away)), rows)
        count = len(away)
        parts = (slice(0, count**2, count), slice(0, count), slice(count**2, None))
        along, across, anyhow = (found_lift.part(part) for part in parts)
        mass = found_lift.mass[: count**2].reshape(count, count)
        return PayloadDiagram(
            carrier,
            away,
            (along, across, anyhow),
            mass,
            flange,
            where,
            self.speed,
            estimated,
            drawing_unit(placed.unit),
        )


payload_diagram = function(PayloadQuestion)


def unloaded(placed: PlacedRobot, weigh: bool = False) -> tuple[Robot, float, tuple[int, ...]]:
    """Return a robot without a load, for its payload.

    Args:
        placed: The robot.
        weigh: Estimate unknown masses from its body.

    Returns:
        The robot; the distance of the face of its flange from its last frame along the z axis, m;
        and the links, from 1, whose masses are those of the body.

    Raises:
        ArgumentError: The mass of a link is not known; the error names the cure.
    """
    alone = bare(placed)
    body = body_for(alone, "full")
    missing = tuple(unweighed(alone.robot)) if weigh else ()
    if missing:
        if body is None:
            raise ArgumentError(f"{alone.robot.name}: it has no body from which to compute masses")
        robot = weighed(alone.robot, body, KEEPING)
        alone = replace(alone, robot=robot)
    check_weighed(alone.robot)
    load = carried(alone, body, STEPS[0])
    return loaded_robot(alone, body), load.start, missing


def usual_distance(robot: Robot) -> float:
    """Return half of the reach of a robot to one digit, m; 1 m if it is infinite."""
    try:
        half = 0.5 * maximum_reach(robot, limits=True).distance
    except ArgumentError:
        return 1.0
    power = 10.0 ** floor(log10(half)) if half > 0.0 else 1.0
    return max(round(half / power), 1) * power


def _cells(way: Lift, k: int) -> tuple[str, str]:
    joint = int(way.joint[k])
    return f"{way.mass[k]:.4g}" if joint >= 0 else "–", str(joint + 1) if joint >= 0 else "–"
