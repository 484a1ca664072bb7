"""A step for a two-link arm with elastic drives (Robotics Toolbox, Simulink demonstration 2)."""

import sys
from pathlib import Path

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.demo import Shown
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> Shown:
    """Write ``flexible_transmission.pdf`` and return the result."""
    demo = DEMOS["flexible"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "flexible_transmission.pdf", shown.plots)
    return shown


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
