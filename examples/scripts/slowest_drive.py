"""Drive that limits the speed of a motion, and the effect of a payload.

rvs run examples/scripts/slowest_drive.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np

import rvs
from rvs.engine import jtraj

SECONDS, ROWS = 1.5, 61


def main(folder: Path, loads: tuple[float, ...] = (0.0, 1.0, 2.0, 3.0)) -> list[tuple[float, ...]]:
    """Write the table of the drives and that of the loads; return the rows of the latter."""
    panda = rvs.load("panda")
    start = panda.home
    end = start + np.array([1.2, 0.5, -0.3, 0.6, 0.4, 0.5, -0.8])
    rows, _, _ = jtraj(start, end, np.linspace(0.0, SECONDS, ROWS))
    swing = rvs.JointTrajectory.evenly(rvs.placed("panda").id, rows, SECONDS / (ROWS - 1))
    found: list[tuple[float, ...]] = []
    for load in loads:
        asked = rvs.torque("panda", swing, payload=load)
        fast = rvs.torque("panda", swing, payload=load, fastest=True)
        joint = asked.weakest
        found.append((load, joint + 1, 100 * asked.use[joint], fast.load.times[-1]))
    asked.save(folder / "drives.csv")
    asked.save(folder / "drives.pdf")
    headings = ("payload (kg)", "weakest joint", "of effort limit (%)", "fastest (s)")
    table = rvs.tabulate(found, headings, f"A swing of {SECONDS} s with other payloads", 3)
    table.save(folder / "payloads.md")
    print(table)
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
