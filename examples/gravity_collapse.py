"""A PUMA 560 without power collapses under gravity (Robotics Toolbox, Simulink demonstration 1)."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``gravity_collapse.pdf`` and return the postures (m, 6)."""
    demo = DEMOS["collapse"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "gravity_collapse.pdf", shown.plots)
    return shown.q


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
