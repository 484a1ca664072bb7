"""Reach and conditioning of a robot as functions of the length of a link.

The script writes a table for LaTeX, the same numbers as CSV, and a plot.

    rvs run examples/scripts/sweep.py FOLDER [HOW MANY]
"""

import sys
from pathlib import Path

import numpy as np

import rvs
from rvs.study.dexterity import maximum_reach, optimum_posture


def main(folder: Path, count: int = 9) -> np.ndarray:
    """Write the tables and the plot; return the rows: length, reach, least condition number."""
    cell = rvs.new("planar-3r")
    (placed,) = cell.robots
    rows = []
    for length in np.linspace(0.2, 1.8, count):
        rvs.set_joint(placed.id, 1, a=float(length))
        robot = cell.robots[0].robot
        best = optimum_posture(robot, task="planar")
        rows.append((float(length), maximum_reach(robot).distance, best.condition, best.length))
    headings = ("second link (m)", "reach (m)", "least κF", "characteristic length (m)")
    table = rvs.tabulate(rows, headings, "A planar arm with a second link of other lengths")
    table.save(folder / "sweep.tex")
    table.save(folder / "sweep.csv")
    found = np.array(rows)
    rvs.chart(
        found[:, 0], {"least κF": found[:, 2]}, across="second link", up="condition number",
        units=("m", ""), width=120, height=60,
    ).save(folder / "sweep.pdf")  # fmt: skip
    print(table)
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
