"""Tour 6: the torques of a motion, the part of gravity, and the inertia along the motion."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``tour_dynamics.pdf`` and return the torques (m, 6)."""
    demo = DEMOS["tour-dynamics"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_dynamics.pdf", shown.plots)
    return shown.number("torque")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
