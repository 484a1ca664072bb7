"""Torque feed-forward computed only 20 times per second (Robotics Toolbox, demonstration 4)."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Write ``torque_feedforward.pdf``; return the errors (m, 6) with feed-forward and without."""
    demo = DEMOS["feed-forward"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "torque_feedforward.pdf", shown.plots)
    return shown.number("ahead"), shown.number("plain")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
