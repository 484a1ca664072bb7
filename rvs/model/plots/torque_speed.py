"""Torque of a motor against its speed in the motions of a joint, with the motor's limits."""

from __future__ import annotations

from math import isnan, pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.plots.plot import Axis, Curve, Plot, curve, points
from rvs.study.drives.catalogue import Pair, Pairs
from rvs.study.drives.fitting import JointDrives
from rvs.study.drives.selection import motor_torques

RPM = 30.0 / pi


def torque_speed_plot(pairs: Pairs, one: JointDrives, index: int, title: str) -> Plot:
    """Return the torques of a motor against its speeds in each duty, with its limits.

    Both are unsigned.  Limits are dashed: the peak torque for a short time, and the continuous
    torque.

    Args:
        pairs: The pairs.
        one: The pairs for a joint.
        index: Index of the pair.
        title: Title of the plot.
    """
    pair, which = pairs.each[index], slice(index, index + 1)
    n = pair.numbers["ratio"] * RPM
    rows = [
        (np.abs(duty.speeds) * n, np.abs(motor_torques(pairs, duty, which)[0]), duty.name, k)
        for k, duty in enumerate(one.duties)
    ]
    # a posture that is held is one point
    lines = tuple(curve(x, y, name, k) for x, y, name, k in rows if len(x) > 1)
    spots = tuple(points(x, y, name=name, series=k) for x, y, name, k in rows if len(x) == 1)
    limits = tuple(
        Curve(tuple(x.tolist()), tuple(y.tolist()), name, len(rows) + k, dashed=True)
        for k, (x, y, name) in enumerate(_limits(pair, max(float(x.max()) for x, *_ in rows)))
    )
    axes = Axis("speed", "rpm", 0.0), Axis("torque", "N m", 0.0)
    return Plot(title, *axes, (*lines, *limits), points=spots)


def envelope(pair: Pair, speeds: Array) -> Array:
    """Return the largest torque of a driving motor at speeds (m,), in N m; nan if unknown.

    It is the lower of its peak torque and the line from the stall torque to the no-load speed,
    which depends on the voltage.
    """
    of = pair.numbers
    line = of["stall"] * (1.0 - speeds / of["no_load"])
    found: Array = np.fmin(np.where(line < 0.0, 0.0, line), np.full(len(speeds), of["peak"]))
    return found


def _limits(pair: Pair, fastest: float) -> list[tuple[Array, Array, str]]:
    of = pair.numbers
    end = of["fastest"] if not isnan(of["fastest"]) else fastest / RPM
    if not isnan(of["no_load"]):
        end = min(end, of["no_load"])
    speeds = np.linspace(0.0, end, 65)
    found = []
    most = envelope(pair, speeds)
    if "peak torque" not in pair.unknown:
        x, y = np.append(speeds, end), np.append(most, 0.0)
        found.append((x * RPM, y, "peak"))
    if not isnan(of["rated"]):
        found.append((np.array([0.0, end]) * RPM, np.full(2, of["rated"]), "rated"))
    return found
