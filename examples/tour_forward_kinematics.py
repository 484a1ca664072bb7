"""Tour 3: the path of the tool of a PUMA 560 while its joints move."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``tour_forward_kinematics.pdf`` and return the tool's positions (m, 3)."""
    demo = DEMOS["tour-forward"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_forward_kinematics.pdf", shown.plots)
    return shown.number("place")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
