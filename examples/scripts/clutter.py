"""Number of random postures without collision among an increasing number of random boxes.

rvs run examples/scripts/clutter.py FOLDER [POSTURES]
"""

import sys
from pathlib import Path

import numpy as np

import rvs
from rvs.engine.transforms import pose

MOST, BY = 24, 4


def main(folder: Path, postures: int = 200, most: int = MOST, seed: int = 1) -> np.ndarray:
    """Write a plot, a table and a picture of the fullest room; return rows of boxes and shares."""
    rng = np.random.default_rng(seed)
    cell = rvs.new("puma560")
    (placed,) = cell.robots
    lower, upper = placed.robot.limits.T
    samples = rng.uniform(lower, upper, (postures, placed.robot.n))
    rows = []
    for count in range(0, most + 1, BY):
        if count:
            with rvs.step(f"{BY} more boxes"):
                for _ in range(BY):
                    angle, far = rng.uniform(-np.pi, np.pi), rng.uniform(0.5, 1.1)
                    place = pose(p=[far * np.cos(angle), far * np.sin(angle), rng.uniform(0, 1.0)])
                    sizes = tuple(
                        (key, rng.uniform(0.1, 0.25)) for key in ("length", "width", "height")
                    )
                    rvs.add_thing(rvs.Thing("box", "box", sizes, tuple(map(tuple, place.tolist()))))
        free = sum(not rvs.collide(cell, q=q, margin=0.0).colliding for q in samples)
        rows.append((count, free / postures, (free * (postures - free) / postures**3) ** 0.5))
    found = np.array(rows)
    table = rvs.tabulate(rows, ("boxes", "free", "±"), "Postures without collision", 3)
    table.save(folder / "clutter.csv")
    rvs.chart(
        found[:, 0], {"free": 100 * found[:, 1]}, across="boxes", up="free", units=("", "%")
    ).save(folder / "clutter.pdf")  # fmt: skip
    rvs.figure(cell, style="flat", width=120, frames=False, fit=True).save(folder / "room.pdf")
    print(table)
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
