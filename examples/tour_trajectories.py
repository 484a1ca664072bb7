"""Tour 2: time scalings, a joint motion, and a spline through via points."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.trajectory import SCALINGS, duration, jtraj, spline
from rvs.export.plots.plot import write_plot
from rvs.model.plots.plot import Axis, Marker, Plot, curve, curves


def main(folder: Path) -> dict[str, float]:
    """Write ``tour_trajectories.pdf`` and return the duration that each scaling needs."""
    t = np.linspace(0, 1, 201)
    speeds = [
        curve(t, scaling(t, 1.0).ds, name, i) for i, (name, scaling) in enumerate(SCALINGS.items())
    ]
    q, _, _ = jtraj([0, 0], np.radians([90, -45]), t)

    via = np.radians([[0], [60], [20], [90]])
    times = [0, 0.4, 0.7, 1.0]
    passed, _, _ = spline(via, times, t)
    points = tuple(
        Marker(when, float(angle), series=2)
        for when, angle in zip(times, np.degrees(via[:, 0]), strict=True)
    )
    plots = [
        Plot(
            "Six ways from rest to rest",
            Axis("part of the duration"),
            Axis("velocity, mean = 1"),
            tuple(speeds),
        ),
        Plot(
            "A joint motion, and a spline through via points",
            Axis("time", "s"),
            Axis("joint angle", "°"),
            (
                *curves(t, np.degrees(q), ["joint 1", "joint 2"]),
                curve(t, np.degrees(passed[:, 0]), "spline", 2),
            ),
            markers=points,
        ),
    ]
    write_plot(folder / "tour_trajectories.pdf", plots)
    return {
        name: duration([np.pi / 2], velocity=1.0, acceleration=2.0, scaling=name)
        for name in SCALINGS
    }


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
