"""Times of the places of bundled cells, and of all robots of the library for one."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import rvs
from rvs.scripting.subjects import cell_of

CELLS = ("pick-and-place", "two-pumas", "lab-bench", "welding-cell", "fuselage-panel")
# Targets: seconds for a map of one cell, and for all robots of the library.
MAP, LIBRARY = 3.0, 60.0


def main() -> None:
    """Print the time of each cell, its bodies made before, and the time of the library."""
    for name in CELLS:
        cell = cell_of(name)
        robot = cell.document.programs[0].robot_id
        rvs.place(cell, robot=robot, area=(0.0, 0.0, 0.0, 0.0), turns=1)
        spent, used = measured(partial(rvs.place, cell, robot=robot))
        print(f"place {name}: {spent:.2f} s ({used:.2f} s of one processor; target {MAP:g} s)")
    cell = cell_of(CELLS[0])
    spent, used = measured(lambda: rvs.choose(cell))
    print(f"choose {CELLS[0]}: {spent:.1f} s ({used:.1f} s of one processor; target {LIBRARY:g} s)")


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds that work takes by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


if __name__ == "__main__":
    main()
