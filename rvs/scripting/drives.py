"""Motors and gears for a robot: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import inf, isnan
from pathlib import Path
from typing import Any

import numpy as np

from rvs.bodies.dynamic import IncludedLoads, dynamic_load, included_loads, weighed_robot
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.files.tables.drive_table import bundled_parts, read_parts
from rvs.model.calls import Offer, call_of
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.rates import check_fits, rates
from rvs.model.numbers.quantities import significant
from rvs.model.plots.drive_plot import torque_speed_plot
from rvs.model.plots.plot import Plot
from rvs.model.robots.table import put_drives
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import payload_field, robot_in, rows_in, title_of, with_cube
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.drives.catalogue import Pair, pairs_of
from rvs.study.drives.selection import (
    CHECKS,
    Fitted,
    JointDrives,
    Rank,
    Task,
    Wish,
    driven,
    feasible,
    fit_drives,
    with_drive,
)
from rvs.study.lifting.worst import joints_words, worst_posture
from rvs.value_class import dataclass

OFFER = "Use the drives for the robot"
RANKS: dict[Rank, str] = {"mass": "Mass", "price": "Price", "use": "Utilisation"}
# What the checks are called in the sentence about a pair that can't do it.
MISSES = {
    "rms torque": "the rms torque is {} of its rated torque",
    "peak torque": "the largest torque is {} of its peak torque",
    "torque at its speed": "torque and speed together require {} of its voltage",
    "speed": "the speed is {} of its maximum",
    "gear's peak torque": "the torque is {} of the gear's peak torque",
    "gear's mean torque": "the mean torque is {} of the gear's rated torque",
    "gear's speed": "the speed is {} of the gear's maximum",
    "gear's mean speed": "the mean speed is {} of the gear's rated speed",
    "inertia ratio": "the inertia ratio is {} of the limit",
}
# A part of the largest torque that is no torque.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Drives(Answer):
    """Motors and gears that can drive the joints of a robot, the best first.

    Attributes:
        fitted: The pairs for all joints.
        placed: The original robot, without the drives.
        counted: Additional masses in the torques: end-effector, payload.
        count: Number of listed pairs for each joint.
    """

    fitted: Fitted
    placed: PlacedRobot
    counted: IncludedLoads
    count: int = 3

    @property
    def robot(self) -> Robot:
        """The robot with the chosen drives: masses, motors, efforts, rates and stiffness."""
        joints = list(self.placed.robot.joints)
        for index, changes in self._changes.items():
            joints[index] = replace(joints[index], **changes)
        return self.placed.robot.replace(joints=tuple(joints))

    @property
    def mass(self) -> float:
        """Mass of all chosen drives together, in kg."""
        return self.fitted.mass

    @property
    def prices(self) -> dict[str, list[float]]:
        """Known prices of the chosen drives, by currency."""
        found: dict[str, list[float]] = {}
        for one in self.fitted.joints:
            pair = None if one.best is None else self.fitted.pairs.each[one.best]
            if pair is not None and not isnan(pair.numbers["price"]):
                found.setdefault(pair.motor.currency, []).append(pair.numbers["price"])
        return found

    def pair(self, joint: int) -> Pair | None:
        """Return the chosen pair of a joint, from 0, or None if no pair is sufficient."""
        found = next((one for one in self.fitted.joints if one.joint == joint), None)
        best = None if found is None else found.best
        return None if best is None else self.fitted.pairs.each[best]

    @property
    def complete(self) -> bool:
        """Return whether every moving joint has a drive."""
        return all(one.able for one in self.fitted.joints)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The edit that sets the chosen drives of the robot in the cell."""
        if not self._changes:
            return ()
        words = (
            "Set motors, efforts, speeds, stiffness and masses of the joints to those of the "
            "chosen drives"
        )
        return (Offer(OFFER, call_of(put_drives, self.placed.id, self._changes), words),)

    @cached_property
    def _changes(self) -> dict[int, dict[str, Any]]:
        """The changed fields of each joint; a link carries the drive of the joint after it."""
        robot, wish, pairs = self.placed.robot, self.fitted.wish, self.fitted.pairs
        found: dict[int, dict[str, Any]] = {}
        for one in self.fitted.joints:
            if one.best is None:
                continue
            i, mass = one.joint, float(pairs["mass"][one.best])
            pair = pairs.each[one.best]
            found.setdefault(i, {}).update(driven(robot.joints[i], i, pair, wish.travel))
            if wish.masses and i and mass > 0.0:
                found.setdefault(i - 1, {})["inertia"] = with_drive(robot, i, mass)
        return dict(sorted(found.items()))

    def _row(self, one: JointDrives, index: int) -> dict[str, Any]:
        """Return the facts about a pair for a joint."""
        pairs, verdict, wish = self.fitted.pairs, one.verdict, self.fitted.wish
        pair, use = pairs.each[index], verdict.use[index]
        return {
            "motor": pair.motor.title,
            "gear": None if pair.gear is None else pair.gear.title,
            "feasible": bool(feasible(verdict, wish.margin)[index]),
            "use": {check: float(value) for check, value in zip(CHECKS, use, strict=True)},
            "limit": CHECKS[int(use.argmax())],
            "ratio": pair.numbers["ratio"],
            "stiffness": finite(pairs["stiffness"][index]),
            "mass": finite(pairs["mass"][index]),
            "price": finite(pairs["price"][index]),
            "currency": pair.motor.currency,
            "rms": float(verdict.rms[index]),
            "peak": float(verdict.peak[index]),
            "speed": float(verdict.speed[index]),
            "inertia_ratio": finite(verdict.ratio[index]),
            "braking": float(verdict.braking[index]),
            "unknown": list(pair.unknown),
            "sources": [part.source for part in (pair.motor, pair.gear) if part is not None],
        }

    @property
    def facts(self) -> dict[str, Any]:
        """Pairs by joint for JSON: N m, rad/s, kg, J, N m/rad; torques and speeds at the motor."""
        return {
            "joints": [
                {
                    "joint": one.joint + 1,
                    "feasible": one.able,
                    "load_inertia": one.load,
                    "pairs": [self._row(one, int(i)) for i in one.order[: self.count]],
                }
                for one in self.fitted.joints
            ],
            "pairs": len(self.fitted.pairs),
            "mass": self.mass,
            "prices": {key: sum(known) for key, known in self.prices.items()},
            "complete": self.complete,
            "counted": self.counted.facts,
        }

    @property
    def lines(self) -> list[str]:
        """The motions, the number of drives, and the mass of those chosen."""
        name, many = self.placed.robot.name, len(self.fitted.pairs)
        duties = ", ".join(duty.name for duty in self.fitted.joints[0].duties)
        told = [f"{name}, {duties}: {many:,} drives tried for each joint"]
        if self.mass:
            told.append(f"the chosen drives weigh {self.mass:.4g} kg together")
        chosen = sum(one.best is not None for one in self.fitted.joints)
        for currency, known in self.prices.items():
            total = f"{_money(sum(known), currency)} together"
            if len(known) == chosen:
                told.append(f"they cost {total}")
            elif len(known) == 1:
                told.append(f"the price of 1 of them is known: {_money(known[0], currency)}")
            else:
                told.append(f"the prices of {len(known)} of them are known: {total}")
        return told

    @property
    def table(self) -> Tabled:
        """The best pairs of each joint."""
        rows = []
        for one in self.fitted.joints:
            for k, index in enumerate(one.order[: self.count].tolist()):
                row = self._row(one, index)
                rows.append((
                    _called(self.placed.robot, one.joint) if not k else "",
                    row["motor"], row["gear"] or "–",
                    f"{row['ratio']:.4g}", _shown(row["mass"]),
                    "–" if row["price"] is None else _money(row["price"], row["currency"]),
                    *(f"{row['use'][key]:.0%}" if row["use"][key] else "–" for key in CHECKS[:4]),
                    f"{max(row['use'][key] for key in CHECKS[4:8]):.0%}" if row["gear"] else "–",
                    _shown(row["inertia_ratio"], 3), _shown(row["braking"], 3),
                    "yes" if row["feasible"] else "no",
                ))  # fmt: skip
        return tabulate(
            rows,
            ("joint", "motor", "gear", "ratio", "mass (kg)", "price", "rms", "peak", "at its speed",
             "speed", "gear", "inertia ratio", "braking (J)", "suitable"),
            f"{self.placed.robot.name}: drives",
        )  # fmt: skip

    @property
    def notes(self) -> list[str]:
        """Reasons for rejecting drives, unpublished numbers, and assumptions."""
        told: list[str] = []
        each = self.fitted.pairs.each
        for one in self.fitted.joints:
            called = _called(self.placed.robot, one.joint)
            if one.best is None:
                near = int(one.order[0])
                told.append(
                    f"{called}: no drive is sufficient; the closest is {self._miss(one, near)}"
                )
                continue
            miss = next((int(i) for i in one.order if not self._able(one, int(i))), None)
            unknown = each[one.best].unknown
            if unknown:
                told.append(f"{called}: not published, so not checked: {', '.join(unknown)}")
            if miss is not None:
                told.append(f"{called}: the nearest miss is {self._miss(one, miss)}")
        if not self.complete and self.fitted.wish.masses:
            told.append(
                "where no drive was found for a joint, the joints before it carry no "
                "mass for its drive"
            )
        told += self._unused
        soft = [one.joint + 1 for one in self.fitted.joints
                if one.best is not None and isnan(each[one.best].numbers["stiffness"])]  # fmt: skip
        if soft:
            told.append(
                f"{joints_words(soft)}: the stiffness of the drive is not published; that of the "
                "joint stays as it is"
            )
        told.append(
            "assumed: a drive is a point mass on the axis of its joint, on the link before it"
            if self.fitted.wish.masses
            else "the masses of the drives are not added to the links"
        )
        if self.fitted.wish.masses and any(one.motor for one in self.placed.robot.joints):
            told.append(
                "joints have motors already: if the masses of the links contain them, compute "
                "without the masses of the drives, which would count twice"
            )
        if self.prices:
            told.append("prices are list prices in their sources, without tax and shipping")
        told.append(
            "the motors of the robot and their friction are ignored; those of the drives "
            "are included"
        )
        told.append(
            "assumptions: friction follows from the efficiency of the gear; without a "
            "published no-load speed, a motor has its peak torque up to its highest speed; "
            "whether parts fit together is known only for gears that name their motors"
        )
        return [*told, self.counted.words]

    @property
    def _unused(self) -> list[str]:
        """Joints with a lower rate than that of their drive, and joints without load, in words."""
        robot, travel = self.placed.robot, self.fitted.wish.travel
        kept, loads = [], []
        for one in self.fitted.joints:
            joint, pair = robot.joints[one.joint], self.pair(one.joint)
            free = replace(joint, rate=inf)
            top = None if pair is None else driven(free, one.joint, pair, travel).get("rate")
            if isinstance(top, float) and joint.rate < top:
                kept.append(_called(robot, one.joint))
            loads.append(max(float(np.abs(duty.torques).max()) for duty in one.duties))
        most = ROUNDING * max(loads)
        idle = [
            _called(robot, one.joint)
            for one, load in zip(self.fitted.joints, loads, strict=True) if load <= most
        ]  # fmt: skip
        told = []
        if kept:
            told.append(f"slower than their drives, as before: {', '.join(kept)}")
        if idle:
            told.append(
                f"without load, so that any drive is sufficient: {', '.join(idle)}; add a motion "
                "that loads them"
            )
        return told

    def _able(self, one: JointDrives, index: int) -> bool:
        return bool(feasible(one.verdict, self.fitted.wish.margin)[index])

    def _miss(self, one: JointDrives, index: int) -> str:
        use = one.verdict.use[index]
        words = MISSES[CHECKS[int(use.argmax())]].format(f"{100.0 * use.max():.4g}%")
        margin = self.fitted.wish.margin
        if margin > 1.0:
            words += f", and the margin of {margin:.4g} allows {100.0 / margin:.4g}%"
        return f"{self.fitted.pairs.each[index].title}: {words}"

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The torque against the speed of each motor, with its limits, or of the nearest one."""
        return tuple(
            torque_speed_plot(
                self.fitted.pairs, one, int(one.order[0]),
                f"{_called(self.placed.robot, one.joint)}: "
                f"{self.fitted.pairs.each[int(one.order[0])].title}",
            )
            for one in self.fitted.joints
        )  # fmt: skip

    def __repr__(self) -> str:
        able = sum(one.best is not None for one in self.fitted.joints)
        return f"<Drives of {self.placed.robot.name}: {able} of {len(self.fitted.joints)} joints>"


@dataclass(frozen=True, eq=False, kw_only=True)
class ChooseDrives(Question):
    """Find motors and gears for motions and postures, and return them, ranked.

    Returns:
        Pairs of motors and gears for every joint, with loads, limits and reasons.

    Raises:
        RvsError: There is no such robot, motion or posture, masses are not known, or the table
            of drives has errors.
        ArgumentError: Neither a motion nor a posture, or an invalid number.
    """

    called = "drives"
    by_place = ("motions",)
    output = "TABLE"
    writes = "the table, or a plot of torques over speeds: .csv, .md, .tex, .html, .pdf or .svg"
    returns = "Drives"
    cells = True

    motions: Sequence[str | Motion] = asked(
        (), "Choose drives for these motions, each repeated without a pause",
        kind="motions",
        option="--motion", label="Motion",
    )  # fmt: skip
    hold: Sequence[str] = asked((), "Hold these named postures continuously", kind="listed",
                                label="Postures to hold")  # fmt: skip
    worst: bool = asked(False, "For each joint, hold the posture of largest load continuously",
                        label="Hold the worst posture of each joint")  # fmt: skip
    payload: float = payload_field()
    catalogue: str = asked("", "Add the motors and gears of this table", kind="file",
                           metavar="FILE.csv",
                           label="File of your drives")  # fmt: skip
    alone: bool = asked(False, "Choose only from that table", label="Your drives only")
    rank: Rank = asked(
        "mass", "Rank the drives by this, the smallest first", choices=RANKS, label="Rank by"
    )
    margin: float = asked(1.0, "Keep limits at least this many times the load", least=1.0,
                          most=100.0, label="Safety factor")  # fmt: skip
    ratio: float | None = asked(
        None, "Allow this ratio of the load inertia to the drive inertia", above=0.0,
        usual="any", label="Largest load ratio",
    )  # fmt: skip
    travel: float | None = asked(
        None, "Use this travel per turn of the drive for prismatic joints", unit="m", typed="mm",
        shown="mm", above=0.0, start=0.01, label="Travel per turn",
    )  # fmt: skip
    masses: bool = asked(True, "Add the masses of the drives to the links that carry them",
                         label="Masses of the drives")  # fmt: skip
    count: int = asked(3, "List this number of drives for each joint", least=1, most=1000,
                       label="Drives per joint")  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alone and not self.catalogue:
            raise ArgumentError("alone: expected catalogue as well, the table to choose from")

    def answer(self, cell: Cell, robot: str = "") -> Drives:
        """Find drives for a robot of a cell."""
        placed = with_cube(robot_in(cell, robot), self.payload)
        carrier = weighed_robot(placed)
        tasks = [_motion_task(cell, carrier, placed.id, motion) for motion in self.motions]
        tasks += [_holding_task(carrier, placed, name) for name in self.hold]
        if self.worst:
            tasks += _worst_tasks(carrier)
        if not tasks:
            raise ArgumentError(
                "motions: expected a motion for the drives or a posture to hold; name one, or "
                "hold the worst posture of each joint"
            )
        parts = () if self.alone else bundled_parts()
        if self.catalogue:
            parts += read_parts(Path(self.catalogue))
        wish = Wish(self.rank, self.margin, inf if self.ratio is None else self.ratio,
                    self.masses, self.travel)  # fmt: skip
        pairs = pairs_of(parts)
        if self.rank == "price" and len(pairs.currencies) != 1:
            raise ArgumentError(_unranked(pairs.currencies))
        fitted = fit_drives(carrier, tasks, pairs, wish)
        if not fitted.joints:
            raise ArgumentError(
                f"{carrier.name}: expected a joint that moves; all joints are locked"
            )
        return Drives(
            fitted, placed, included_loads(placed, dynamic_load(placed), fitted.robot), self.count
        )


drives = function(ChooseDrives)


def _motion_task(cell: Cell, robot: Robot, robot_id: str, motion: Motion | str) -> Task:
    rows = rows_in(cell, motion, robot_id)
    check_fits(robot, rows)
    pushes = None if rows.pushes is None else rows.pushes.array
    return Task(title_of(motion), rows.times.array, rows.rows.array, *rates(rows), pushes)


def _holding_task(robot: Robot, placed: PlacedRobot, name: str) -> Task:
    named = {one.name: one.q for one in placed.named}
    if name not in named:
        known = ", ".join(named) or "none"
        raise ArgumentError(
            f"hold: {placed.robot.name} has no posture {name!r:.60}; it has {known}"
        )
    q = check_posture(robot, np.array(named[name]))[None]
    return Task(name, np.zeros(1), q, 0.0 * q, 0.0 * q)


def _worst_tasks(robot: Robot) -> list[Task]:
    """Return the posture that loads each joint most, unless weight loads it in none."""
    found = worst_posture(robot)
    return [
        Task(f"worst of joint {i}", np.zeros(1), q[None], 0.0 * q[None], 0.0 * q[None])
        for i, (q, torque) in enumerate(zip(found.postures, found.largest, strict=True), 1)
        if torque > ROUNDING * found.largest.max()
    ]


def _called(robot: Robot, joint: int) -> str:
    return robot.joints[joint].name or f"joint {joint + 1}"


def _money(price: float, currency: str) -> str:
    return f"{price:,.2f} {currency}".rstrip()


def _unranked(currencies: tuple[str, ...]) -> str:
    """Return why drives can't be ranked by their prices."""
    if not currencies:
        return "rank: no price is known; expected a catalogue with a column price"
    named = " and ".join(one or "an unnamed currency" for one in currencies)
    return (
        f"rank: prices are in {named}; expected one currency: convert the prices of your table and "
        "name the currency in its column currency, or choose only from your table"
    )


def _shown(value: float | None, digits: int = 4) -> str:
    return "–" if value is None else significant(value, digits)
