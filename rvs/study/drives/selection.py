"""Drives for a duty by the makers' rules, also of a whole robot, whose drives load each other.

The rules are those of Pasch and Seering (On the drive systems for high-performance machines, ASME
J. Mechanisms 106, 1984) for the torque of the motor, with a gear that loses power, and those of
the catalogues of Harmonic Drive for the mean torque of a gear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite, isnan, nan, pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.chain import link_sides
from rvs.engine.descriptions.redescribe import joined_inertia
from rvs.engine.dynamics import inertia, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.progress import with_progress
from rvs.engine.robot import Robot
from rvs.study.drives.catalogue import Pair, Pairs
from rvs.value_class import dataclass

Rank = Literal["mass", "price", "use"]
CHECKS = (
    "rms torque", "peak torque", "torque at its speed", "speed", "gear's peak torque",
    "gear's mean torque", "gear's speed", "gear's mean speed", "inertia ratio",
)  # fmt: skip
# So many pairs at a time stay in the cache of the processor.
BLOCK = 64
# A limit that is met to this part is kept.
SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class Duty:
    """The load of one joint in a motion, at the output of its drive: N m and rad/s.

    Attributes:
        name: Name of the motion.
        duration: Duration in s; 0 for a posture.
        weights: Fraction of the time of each row (m,); they add up to 1.
        speeds: Speeds (m,), in rad/s.
        accelerations: Accelerations (m,), in rad/s^2.
        torques: Torques (m,) without rotor and friction, in N m.
    """

    name: str
    duration: float
    weights: Array
    speeds: Array
    accelerations: Array
    torques: Array

    @property
    def gear_mean(self) -> float:
        """The cubic mean of the torque over the turns of the output, in N m; 0 at rest."""
        turns = self.weights * np.abs(self.speeds)
        total = float(turns.sum())
        return float(np.cbrt((turns * np.abs(self.torques) ** 3).sum() / total)) if total else 0.0

    @property
    def basis(self) -> Array:
        """Accelerations and the torques while driving, braking and at rest (4, m)."""
        power = self.torques * self.speeds
        parts = (power > 0.0, power < 0.0, power == 0.0)
        return np.stack([self.accelerations, *(self.torques * part for part in parts)])


@dataclass(frozen=True, eq=False)
class Verdict:
    """Loads of pairs under the duties of a joint, the worst of all duties in each number.

    Attributes:
        use: Load over limit (p, c) in the order of ``CHECKS``; 0 if a limit is unknown.
        rms: Root mean square of the motor's torque (p,), in N m.
        peak: Its largest torque (p,), in N m.
        speed: Its largest speed (p,), in rad/s.
        ratio: Inertia of the load over that of the drive (p,), both at the motor.
        braking: Energy returned to the motor in a motion (p,), in J.
    """

    use: Array
    rms: Array
    peak: Array
    speed: Array
    ratio: Array
    braking: Array

    @property
    def worst(self) -> Array:
        """The largest use of each pair (p,)."""
        found: Array = self.use.max(axis=1)
        return found


def motor_torques(pairs: Pairs, duty: Duty, which: slice = slice(None)) -> Array:
    """Return the torque of the motor in each row (p, m), in N m.

    It is J N qdd + tau / (N eta) while driving and J N qdd + tau eta / N while braking.
    """
    found: Array = _shares(pairs)[which] @ duty.basis
    return found


def _shares(pairs: Pairs) -> Array:
    """Return the coefficients of ``Duty.basis`` in the torques of the motors (p, 4)."""
    n, inertia = pairs["ratio"], np.nan_to_num(pairs["inertia"])
    eta = np.where(np.isnan(pairs["efficiency"]), 1.0, pairs["efficiency"])
    return np.stack([inertia * n, 1.0 / (n * eta), eta / n, 1.0 / n], axis=1)


def judge(pairs: Pairs, duties: Sequence[Duty], load: float, most: float = inf) -> Verdict:
    """Return the loads of every pair under the duties of a joint.

    Args:
        pairs: The pairs.
        duties: The duties; each must be sustained continuously.
        load: Largest inertia of the load about the joint, in kg m^2.
        most: Largest ratio of its inertia to that of the drive.
    """
    n = pairs["ratio"]
    with np.errstate(divide="ignore"):
        ratio = load / (n**2 * pairs["inertia"])
    found = [_of_one(pairs, duty) for duty in duties]
    rms, peak, line, speed, mean, braking = (
        np.max([one[k] for one in found], axis=0) for k in range(6)
    )
    torque = max(float(np.abs(duty.torques).max()) for duty in duties)
    average = max(duty.gear_mean for duty in duties)
    whole = np.ones(len(pairs))
    uses = (
        rms / pairs["rated"], peak / pairs["peak"], line, speed / pairs["fastest"],
        torque * whole / pairs["gear_peak"], average * whole / pairs["gear_rated"],
        speed / pairs["gear_fastest"], mean / pairs["gear_mean"], ratio / most,
    )  # fmt: skip
    use = np.nan_to_num(np.stack(uses, axis=1), posinf=inf)
    return Verdict(use, rms, peak, speed, ratio, braking)


def _of_one(pairs: Pairs, duty: Duty) -> tuple[Array, Array, Array, Array, Array, Array]:
    """Return torques, use of the voltage limit, speeds and braking energy of one duty (p,)."""
    shares, basis, n = _shares(pairs), duty.basis, pairs["ratio"]
    products = (basis * duty.weights) @ basis.T
    rms = np.sqrt(np.maximum(np.einsum("pi,ij,pj->p", shares, products, shares), 0.0))
    size = np.abs(duty.speeds)
    peak, line, braking = (np.empty(len(pairs)) for _ in range(3))
    for start in range(0, len(pairs), BLOCK):
        part = slice(start, start + BLOCK)
        torques = shares[part] @ basis
        power = torques * duty.speeds
        np.abs(torques, out=torques)
        peak[part] = torques.max(axis=1)
        back = np.minimum(power, 0.0) @ duty.weights
        braking[part] = np.abs(back) * n[part] * duty.duration
        # a motor that brakes has the voltage on its side
        slow = (n / pairs["no_load"])[part, None] * size
        used = torques / pairs["stall"][part, None] + np.where(power >= 0.0, slow, 0.0)
        line[part] = used.max(axis=1)
    return rms, peak, line, n * size.max(), n * float(size @ duty.weights), braking


def ranked(
    pairs: Pairs, verdict: Verdict, rank: Rank = "mass", margin: float = 1.0
) -> NDArray[np.intp]:
    """Return the indices of all pairs: sufficient ones, the best first, then near misses.

    Pairs with an unpublished essential number follow all that are known to be sufficient.

    Args:
        pairs: The pairs.
        verdict: Their loads under the duties.
        rank: The criterion: the least mass, price or use; unknown masses are last, and pairs
            with unknown prices too, the lightest first.
        margin: Factor by which every limit must be larger than the load.
    """
    able = feasible(verdict, margin)
    mass = np.nan_to_num(pairs["mass"], nan=inf)
    value = {"use": verdict.worst, "price": np.nan_to_num(pairs["price"], nan=inf), "mass": mass}
    first = np.where(able, value[rank], verdict.worst)
    second = np.where(able, mass if rank == "price" else verdict.worst, 0.0)
    found: NDArray[np.intp] = np.lexsort((second, first, pairs.unsure, ~able))
    return found


def feasible(verdict: Verdict, margin: float = 1.0) -> NDArray[np.bool_]:
    """Return a mask of the pairs that respect all known limits (p,)."""
    found: NDArray[np.bool_] = verdict.worst * margin <= 1.0 + SLACK
    return found


@dataclass(frozen=True, eq=False)
class Task:
    """A motion to perform, or a posture to hold.

    Attributes:
        name: Its name.
        times: Rising times (m,), in s; one for a posture.
        q: Postures (m, n), rad or m.
        qd: Joint velocities (m, n).
        qdd: Joint accelerations (m, n).
        pushes: Other loads on the joints (m, n), which the drives do not have to provide, or None.
    """

    name: str
    times: Array
    q: Array
    qd: Array
    qdd: Array
    pushes: Array | None = None

    @property
    def weights(self) -> Array:
        """Fraction of the time of each row (m,), by the trapezoidal rule."""
        if len(self.times) < 2:
            return np.ones(1)
        steps = np.diff(self.times)
        own = (np.append(steps, 0.0) + np.append(0.0, steps)) / 2.0
        found: Array = own / own.sum()
        return found


@dataclass(frozen=True)
class Wish:
    """Requirements for the drives.

    Attributes:
        rank: Order of the suitable pairs.
        margin: Factor by which limits must be larger than loads.
        ratio: Largest ratio of the load's inertia to that of the drive.
        masses: The masses of the drives are added to the links that carry them.
        travel: Travel per turn of the drives of prismatic joints, in m, or None.
    """

    rank: Rank = "mass"
    margin: float = 1.0
    ratio: float = inf
    masses: bool = True
    travel: float | None = None


@dataclass(frozen=True, eq=False)
class JointDrives:
    """The pairs for one joint.

    Attributes:
        joint: The joint, from 0.
        duties: Its duties, with the masses of the drives beyond it.
        verdict: Loads of all pairs.
        order: Indices of the pairs, the best first.
        able: Number of sufficient pairs.
        load: Largest inertia of the load about the joint, in kg m^2.
    """

    joint: int
    duties: tuple[Duty, ...]
    verdict: Verdict
    order: NDArray[np.intp]
    able: int
    load: float

    @property
    def best(self) -> int | None:
        """The index of the best pair, or None if none is sufficient."""
        return int(self.order[0]) if self.able else None


@dataclass(frozen=True, eq=False)
class Fitted:
    """Drives of a robot.

    Attributes:
        pairs: All pairs.
        joints: The joints that have drives, from the first.
        robot: The robot with the masses of the drives, without motors.
        wish: The requirements.
    """

    pairs: Pairs
    joints: tuple[JointDrives, ...]
    robot: Robot
    wish: Wish

    @property
    def mass(self) -> float:
        """Mass of all chosen drives together, in kg."""
        found = (self.pairs["mass"][one.best] for one in self.joints if one.best is not None)
        return float(np.nansum([0.0, *found]))


def fit_drives(robot: Robot, tasks: Sequence[Task], pairs: Pairs, wish: Wish) -> Fitted:
    """Return the drives of all joints.

    The torque of a joint in a given motion depends only on the masses beyond it, and its drive is
    on the link before it.  From the last joint to the first, the masses of all drives that a drive
    carries are therefore known: one pass gives the limit of repeated passes.

    Args:
        robot: The robot with its load; its motors and their friction are ignored.
        tasks: Motions and postures.
        pairs: The candidate pairs.
        wish: The requirements.

    Raises:
        ArgumentError: There is no task, a joint slides and ``travel`` is not known, or a link
            has no mass.
    """
    if not tasks:
        raise ArgumentError("tasks: expected at least one motion or posture, got none")
    bare = robot.replace(joints=tuple(replace(joint, motor=None) for joint in robot.joints))
    found: list[JointDrives] = []
    for i in with_progress(range(bare.n)[::-1]):
        joint = bare.joints[i]
        if joint.locked:
            continue
        scale = output_radius(joint, i, wish.travel)
        duties = tuple(_duty(bare, task, i, scale) for task in tasks)
        load = scale**2 * max(
            float(np.max(inertia(bare, task.q)[:, i, i], initial=0.0)) for task in tasks
        )
        verdict = judge(pairs, duties, load, wish.ratio)
        order = ranked(pairs, verdict, wish.rank, wish.margin)
        able = int(feasible(verdict, wish.margin).sum())
        one = JointDrives(i, duties, verdict, order, able, load)
        found.append(one)
        if wish.masses and one.best is not None:
            bare = carrying(bare, i, float(pairs["mass"][one.best]))
    return Fitted(pairs, tuple(reversed(found)), bare, wish)


def output_radius(joint: Joint, index: int, travel: float | None) -> float:
    """Return the movement of a joint per rad of the output of its drive: 1, or m per rad.

    Raises:
        ArgumentError: A joint slides, and the travel per turn is not known.
    """
    if joint.turns:
        return 1.0
    if travel is None:
        raise ArgumentError(
            f"travel: joint {index + 1} slides; give its travel per turn of the drive"
        )
    return travel / (2.0 * pi)


def _duty(robot: Robot, task: Task, i: int, scale: float) -> Duty:
    torques = rne(robot, task.q, task.qd, task.qdd)[:, i]
    if task.pushes is not None:
        torques = torques - task.pushes[:, i]
    duration = float(task.times[-1] - task.times[0])
    return Duty(
        task.name, duration, task.weights, task.qd[:, i] / scale, task.qdd[:, i] / scale,
        torques * scale,
    )  # fmt: skip


def carrying(robot: Robot, i: int, mass: float) -> Robot:
    """Return a robot with the mass of the drive of joint i, from 0, on the link before it.

    It is a point on the axis of the joint; the first drive is on the base.
    """
    if i == 0 or not mass > 0.0:
        return robot
    joints = list(robot.joints)
    joints[i - 1] = replace(joints[i - 1], inertia=with_drive(robot, i, mass))
    return robot.replace(joints=tuple(joints))


def with_drive(robot: Robot, i: int, mass: float) -> Inertia:
    """Return the mass properties of the link before joint i with the drive of that joint."""
    # a point of the axis in the frame of the link before it
    x, y, z = link_sides(robot.joints[i])[0][:3, 3].tolist()
    own = robot.joints[i - 1].inertia or Inertia()
    return joined_inertia(own, Inertia(mass, (x, y, z)))


def driven(joint: Joint, index: int, pair: Pair, travel: float | None) -> dict[str, object]:
    """Return the fields of a joint with a drive: motor, effort, rate and stiffness.

    What the makers do not publish is unchanged, and so is a rate that the drive exceeds.
    """
    of, radius = pair.numbers, output_radius(joint, index, travel)
    n = of["ratio"] / radius
    eta = 1.0 if isnan(of["efficiency"]) else of["efficiency"]
    torque = float(np.fmin(of["peak"], of["stall"])) * n * eta
    if "peak torque" in pair.unknown:
        torque = nan
    efforts = [torque, of["gear_peak"] / radius]
    rates = [joint.rate, of["fastest"] / n, of["gear_fastest"] / n]
    inertia_of = 0.0 if isnan(of["inertia"]) else of["inertia"]
    changes: dict[str, object] = {"motor": Motor(inertia_of, n)}
    for key, values in (("effort", efforts), ("rate", rates)):
        known = [value for value in values if isfinite(value)]
        if known:
            changes[key] = min(known)
    if isfinite(of["stiffness"]):
        changes["stiffness"] = of["stiffness"] / radius**2
    return changes
