"""Tour 4: a PUMA 560 follows a straight line."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine
from rvs.engine.trajectory import ctraj, jtraj
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Plot, curves

NOMINAL = np.radians([0, 45, 180 - 360, 0, 45, 0])


def main(folder: Path) -> float:
    """Write ``tour_inverse_kinematics.pdf`` and return the largest distance from the line."""
    puma = load_robot("puma560").robot
    start = fkine(puma, NOMINAL)
    end = start.copy()
    end[:3, 3] += [-0.15, 0.35, 0.25]

    t = np.linspace(0, 2, 101)
    line = ctraj(start, end, jtraj([0.0], [1.0], t)[0][:, 0])
    q = ikine(puma, line, NOMINAL).q
    error = np.linalg.norm(fkine(puma, q)[:, :3, 3] - line[:, :3, 3], axis=1)

    plot = Plot(
        "The joints of a PUMA 560 while its tool goes straight",
        Axis("time", "s"),
        Axis("joint angle", "°"),
        curves(t, np.degrees(q), [f"joint {i}" for i in range(1, 7)]),
        note="each pose starts from the answer before it",
    )
    write_plot(folder / "tour_inverse_kinematics.pdf", plot)
    return float(error.max())


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
