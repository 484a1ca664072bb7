"""Computed torque with a slightly wrong model (Robotics Toolbox, demonstration 3)."""

import sys
from pathlib import Path

import numpy as np

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """Write ``computed_torque.pdf``; return the errors with the right model and the wrong one."""
    demo = DEMOS["computed-torque"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "computed_torque.pdf", shown.plots, height=210)
    return shown.number("right"), shown.number("wrong")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
