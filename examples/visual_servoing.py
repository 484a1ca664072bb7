"""A camera on the tool moves to its goal at a square (Robotics Toolbox, demonstration 6)."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``visual_servoing.pdf`` and return the errors in the picture (m, 8), in pixels."""
    demo = DEMOS["servoing"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "visual_servoing.pdf", shown.plots)
    return shown.number("error")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
