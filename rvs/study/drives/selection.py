"""Drives for a duty: load over limit of every pair, by the makers' selection rules.

The rules are those of Pasch and Seering (On the drive systems for high-performance machines, ASME
J. Mechanisms 106, 1984) for the torque of the motor, with a gear that loses power, and those of
the catalogues of Harmonic Drive for the mean torque of a gear.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.study.drives.catalogue import Pairs
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
