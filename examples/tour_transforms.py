"""Tour 1: rotations, and why orientations are interpolated by quaternions."""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from rvs.engine.quaternion import Quaternion, slerp
from rvs.engine.screws import axis_angle3, log3
from rvs.engine.transforms import from_rpy, inverse, pose, rotx, rotz, to_rpy
from rvs.export.plots.plot import write_plot
from rvs.model.plots.plot import Axis, Plot, curve


def main(folder: Path) -> np.ndarray:
    """Write ``tour_transforms.pdf`` and return the angles turned by both ways (m, 2)."""
    # poses multiply from left to right: turn about z, go 1 m along the new x, tilt
    there = pose(rotz(np.pi / 2)) @ pose(p=[1, 0, 0]) @ pose(rotx(0.3))
    assert np.allclose(there @ inverse(there), np.eye(4))

    first, last = from_rpy([0.2, -1.1, 0.4]), from_rpy([2.6, 1.2, -2.2])
    s = np.linspace(0, 1, 101)
    q0, q1 = Quaternion.from_rotation(first), Quaternion.from_rotation(last)
    by_quaternion = [slerp(q0, q1, part).rotation() for part in s]
    by_angles = [from_rpy((1 - part) * to_rpy(first) + part * to_rpy(last)) for part in s]

    def turned(rotations: list[np.ndarray]) -> np.ndarray:
        steps = [log3(a.T @ b) for a, b in pairwise(rotations)]
        return np.degrees([0.0, *np.cumsum([axis_angle3(step)[1] for step in steps])])

    angles = np.column_stack([turned(by_quaternion), turned(by_angles)])
    plot = Plot(
        "A quaternion turns the short way, evenly",
        Axis("part of the way"),
        Axis("angle turned in all", "°"),
        (
            curve(s, angles[:, 0], "quaternion", 0),
            curve(s, angles[:, 1], "roll, pitch, yaw", 1),
        ),
        note="the same two orientations, interpolated in two ways",
    )
    write_plot(folder / "tour_transforms.pdf", plot)
    return angles


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
