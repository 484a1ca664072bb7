"""Program that puts parts on a pallet, from a table of their positions.

Each row of the table contains x, y, z of a part in m.  Open the cell in the window to play the
program.

    rvs run examples/scripts/palletise.py FOLDER [PARTS.csv]
"""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

import rvs
from rvs.engine import ikine
from rvs.engine.transforms import pose, rotation

# Height of approach, edge of a part and height of the pallet, m.
ABOVE, EDGE, PALLET = 0.12, 0.05, 0.1
PICK = np.array([0.3, 0.45, 0.5])
DOWN = rotation([1, 0, 0], np.pi)
Way = Literal["joints", "line"]
Do = Literal["", "take", "release"]


def places(path: Path) -> list[list[float]]:
    """Return the rows of numbers of a table; ignore its other rows."""
    rows = []
    for words in csv.reader(path.read_text(encoding="utf-8").splitlines()):
        try:
            rows.append([float(word) for word in words[:3]])
        except ValueError:
            continue
    return rows


def invented(folder: Path) -> Path:
    """Write an example table of six parts."""
    rows = [(0.42 + 0.1 * k, -0.32 + 0.12 * row, 0.45) for row in range(3) for k in range(2)]
    path = folder / "parts.csv"
    lines = ["x,y,z", *(",".join(f"{value:.3f}" for value in row) for row in rows)]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def main(folder: Path, table: Path | None = None) -> rvs.Cell:
    """Write the cell, and return it."""
    parts = np.array(places(table or invented(folder)))
    cell = rvs.new("puma560")
    (placed,) = cell.robots
    furnish(parts)
    steps = taught(placed.robot, parts)
    rvs.add_program(rvs.Program("palletise", placed.id, steps))
    print(f"{len(parts)} parts in {cell.timeline().duration:.0f} s")
    print(rvs.collide(cell, motion="palletise"))
    with rvs.step("Parts"):
        for number, part in enumerate(parts, 1):
            add(f"part {number}", "box", part - [0.0, 0.0, EDGE], EDGE, EDGE, EDGE)
    rvs.save(folder / "palletise.rvs")
    return cell


def furnish(parts: np.ndarray) -> None:
    """Add a table with a pallet below the parts, and a table for the parts to take."""
    middle, height = parts.mean(axis=0), float(parts[:, 2].min()) - EDGE
    with rvs.step("Tables"):
        add("table", "table", (*middle[:2], 0.0), 0.5, 0.5, height - PALLET)
        add("pallet", "pallet", (*middle[:2], height - PALLET), 0.4, 0.4, PALLET)
        add("stand", "table", (*PICK[:2], 0.0), 0.3, 0.3, PICK[2] - EDGE)
        rvs.add_target(rvs.TargetFrame("pick", _rows(pose(DOWN, PICK))))


def add(name: str, kind: str, at: Sequence[float], *sizes: float) -> None:
    """Add an object with a length, width and height."""
    sized = tuple(zip(("length", "width", "height"), map(float, sizes), strict=True))
    rvs.add_thing(rvs.Thing(name, kind, sized, _rows(pose(p=at))))


def taught(robot: rvs.Robot, parts: np.ndarray) -> tuple[rvs.Step, ...]:
    """Return the steps that put a part at every position."""
    here = robot.home
    steps = [rvs.Step(tuple(here), name="home")]
    up = np.array([0.0, 0.0, ABOVE])
    for number, part in enumerate(parts, 1):
        moves: list[tuple[np.ndarray, Way, Do, str]] = [
            (PICK + up, "joints", "", f"above the stand, part {number}"),
            (PICK, "line", "take", ""),
            (PICK + up, "line", "", ""),
            (part + up, "joints", "", f"above place {number}"),
            (part, "line", "release", ""),
            (part + up, "line", "", ""),
        ]
        for place, by, action, name in moves:
            here = ikine(robot, pose(DOWN, place), q0=here).q
            speed = 0.25 if by == "line" else 0.6
            steps.append(rvs.Step(tuple(here), by, speed, action=action, name=name))
    return (*steps, rvs.Step(tuple(robot.home), name="home again"))


def _rows(matrix: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, matrix.tolist()))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *map(Path, sys.argv[2:3]))
