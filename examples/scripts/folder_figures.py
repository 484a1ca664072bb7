"""Figures of all robots in a folder, and a table of their properties.

rvs run examples/scripts/folder_figures.py FOLDER ROBOTS
"""

import sys
from pathlib import Path

import rvs
from rvs.study.dexterity import maximum_reach

ROBOTS = (".arch", ".urdf")


def main(folder: Path, robots: Path) -> list[str]:
    """Write the figures; return the names of the robots."""
    rows = []
    for path in sorted(robots.iterdir()):
        if path.suffix not in ROBOTS:
            continue
        if not rvs.check(path).ok:
            print(f"{path.name}: omitted; rvs check gives the reason")
            continue
        robot = rvs.load(str(path))
        kinds = "".join("R" if joint.turns else "P" for joint in robot.joints)
        rows.append((robot.name or path.stem, robot.n, kinds, maximum_reach(robot).distance))
        drawn = rvs.figure(str(path), style="lines", width=60, mode="body", labels=False)
        drawn.save(folder / f"{path.stem}.svg")
    table = rvs.tabulate(
        rows, ("robot", "joints", "kinds", "reach (m)"), f"Robots of {robots.name}"
    )
    table.save(folder / "robots.md")
    print(table)
    return [row[0] for row in rows]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
