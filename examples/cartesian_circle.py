"""The tool follows a circle by resolved rates, without inverse kinematics (demonstration 5)."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``cartesian_circle.pdf`` and return the distances from the circle (m,)."""
    demo = DEMOS["circle"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "cartesian_circle.pdf", shown.plots)
    return shown.number("distance")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
