"""Denavit-Hartenberg table of a URDF, verified to be the same robot.

rvs run examples/scripts/urdf_table.py FOLDER ARM.urdf
"""

import sys
from pathlib import Path

import rvs


def main(folder: Path, description: Path) -> float:
    """Write table, limits and architecture file; return the largest error of the tool's pose."""
    target = folder / f"{description.stem}.arch"
    done = rvs.convert(description, target)
    for note in done.notes:
        print(note)
    for kind in ("dh", "limits"):
        rvs.table(str(target), kind, length="mm").save(folder / f"{description.stem}-{kind}.tex")
    print(rvs.table(str(target)))
    print(f"largest error of the tool over 1,000 random postures: {done.error:.1e}")
    return done.error


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
