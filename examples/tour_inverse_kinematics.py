"""Tour 4: a PUMA 560 follows a straight line."""

import sys
from pathlib import Path

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> float:
    """Write ``tour_inverse_kinematics.pdf`` and return the largest distance from the line."""
    demo = DEMOS["tour-inverse"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_inverse_kinematics.pdf", shown.plots)
    return float(shown.number("error").max())


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
