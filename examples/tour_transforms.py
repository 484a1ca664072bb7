"""Tour 1: rotations, and the reason to interpolate orientations by quaternions."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``tour_transforms.pdf`` and return the rotation angles of both methods (m, 2)."""
    demo = DEMOS["tour-transforms"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_transforms.pdf", shown.plots)
    return shown.number("angles")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
