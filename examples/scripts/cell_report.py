"""Check and report of a cell: collisions of its programs, a figure, and the report as PDF.

rvs run examples/scripts/cell_report.py [CELL] FOLDER
"""

import sys
from pathlib import Path

import rvs


def main(folder: Path, without: tuple[str, ...] = ()) -> dict[str, bool]:
    """Write report, figure and table; return whether each program collides."""
    cell = rvs.current()
    if not cell.robots:
        cell = rvs.open("pick-and-place")
    found = {}
    for program in cell.document.programs:
        checked = rvs.collide(cell, motion=program.name)
        found[program.name] = checked.colliding
        checked.table.save(folder / f"collisions of {program.name}.csv")
        print(f"{program.name}: {checked}, least distance {1000 * checked.least:.0f} mm")
    rvs.figure(cell, style="flat", width=160).save(folder / "cell.pdf")
    rvs.report(
        cell, motions=[one.name for one in cell.document.programs], author="RVS", without=without
    ).save(folder / "report.pdf")  # fmt: skip
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
