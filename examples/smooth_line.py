"""A Cartesian line with smooth ends: ``ctraj`` along a ``jtraj`` (Robotics Toolbox manual)."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.trajectory import ctraj, jtraj
from rvs.engine.transforms import pose, rotz
from rvs.export.plots.plot import write_plot
from rvs.model.plots.plot import Axis, Plot, curves


def main(folder: Path) -> np.ndarray:
    """Write ``smooth_line.pdf`` and return the poses (m, 4, 4)."""
    start, end = pose(p=[0.6, -0.5, 0.0]), pose(rotz(np.pi / 2), [0.4, 0.5, 0.2])
    t = np.linspace(0, 2, 201)
    s = jtraj([0.0], [1.0], t)[0][:, 0]
    poses = ctraj(start, end, s)

    place = poses[:, :3, 3]
    speed = np.gradient(place, t, axis=0)
    plots = [
        Plot(
            "A line with smooth ends",
            Axis("time", "s"),
            Axis("position", "m"),
            curves(t, place, "xyz"),
        ),
        Plot("Its velocity", Axis("time", "s"), Axis("velocity", "m/s"), curves(t, speed, "xyz")),
    ]
    write_plot(folder / "smooth_line.pdf", plots, height=200)
    return poses


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
