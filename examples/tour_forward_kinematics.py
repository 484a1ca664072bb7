"""Tour 3: where the tool of a PUMA 560 goes while its joints move."""

import sys
from pathlib import Path

import numpy as np

from rvs.engine.kinematics import fkine
from rvs.engine.trajectory import jtraj
from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.plots.plot import Axis, Marker, Plot, curve, curves

READY = np.radians([0, 90, -90, 0, 0, 0])


def main(folder: Path) -> np.ndarray:
    """Write ``tour_forward_kinematics.pdf`` and return the tool's positions (m, 3)."""
    puma = load_robot("puma560").robot
    t = np.linspace(0, 2, 101)
    q, _, _ = jtraj(np.zeros(6), READY, t)
    place = fkine(puma, q)[:, :3, 3]

    plots = [
        Plot(
            "The tool of a PUMA 560 on its way to the ready posture",
            Axis("time", "s"),
            Axis("position", "m"),
            curves(t, place, "xyz"),
        ),
        Plot(
            "The same seen from the side",
            Axis("x", "m"),
            Axis("z", "m"),
            (curve(place[:, 0], place[:, 2]),),
            markers=(
                Marker(*place[0, [0, 2]], "stretched"),
                Marker(*place[-1, [0, 2]], "ready", shape="ring"),
            ),
            equal=True,
        ),
    ]
    write_plot(folder / "tour_forward_kinematics.pdf", plots)
    return place


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
