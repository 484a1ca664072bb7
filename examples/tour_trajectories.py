"""Tour 2: time scalings, a joint motion, and a spline through via points."""

import sys
from pathlib import Path

from rvs.export.plots.plot import write_plot
from rvs.files.library import load_robot
from rvs.model.demos.table import DEMOS


def main(folder: Path) -> dict[str, float]:
    """Write ``tour_trajectories.pdf`` and return the duration of each scaling."""
    demo = DEMOS["tour-trajectories"]
    shown = demo.show(load_robot(demo.robot).robot)
    write_plot(folder / "tour_trajectories.pdf", shown.plots)
    return {name: float(value) for name, value in (shown.numbers or {}).items()}


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
