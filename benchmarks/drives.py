"""Choice of motors and gears for a whole robot: processor time of one choice.

    python benchmarks/drives.py

The bar is 1 s for the six joints of the PUMA 560 and the bundled catalogue.
"""

from __future__ import annotations

import time

from rvs.bodies.dynamic import weighed_robot
from rvs.files.tables.drive_table import bundled_parts
from rvs.model.motions.rates import rates
from rvs.scripting.subjects import cell_of, robot_in, rows_in
from rvs.study.drives.catalogue import pairs_of
from rvs.study.drives.selection import Task, Wish, fit_drives

BAR = 1.0
MOTIONS = ("puma560-place", "puma560-letters")


def main() -> None:
    """Print what was measured."""
    cell = cell_of("puma560")
    placed = robot_in(cell)
    robot = weighed_robot(placed)
    for name in MOTIONS:
        rows = rows_in(cell, name, placed.id)
        task = Task(name, rows.times.array, rows.rows.array, *rates(rows))
        begun = time.process_time()
        pairs = pairs_of(bundled_parts())
        fitted = fit_drives(robot, [task], pairs, Wish())
        took = time.process_time() - begun
        told = "reached" if took <= BAR else "missed"
        print(
            f"{name}: {len(fitted.joints)} joints, {len(pairs):,} pairs, {len(rows.times):,} rows: "
            f"{took:.2f} s, bar {BAR:g} s: {told}"
        )


if __name__ == "__main__":
    main()
