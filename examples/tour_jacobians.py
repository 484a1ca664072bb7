"""Tour 5: Jacobians, and the manipulability of a PUMA 560 near its wrist singularity."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> np.ndarray:
    """Write ``tour_jacobians.pdf`` and return the manipulabilities (m,)."""
    demo = DEMOS["tour-jacobians"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_jacobians.pdf", shown.plots)
    return shown.number("measure")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
