"""Family of robots as small multiples in one figure: the PUMA 560 with other forearms.

rvs run examples/scripts/family.py FOLDER [HOW MANY]
"""

import sys
from pathlib import Path

import rvs

APART = 1.3


def main(folder: Path, count: int = 6) -> rvs.Cell:
    """Write the figure, and return the cell that it shows."""
    cell = rvs.new()
    for number in range(count):
        forearm = 0.25 + 0.12 * number
        place = ((1, 0, 0, APART * number), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
        name = rvs.add_robot("puma560", id=f"{1000 * forearm:.0f} mm", place=place)
        # The full model has a fixed forearm; the automatic body follows the table.
        rvs.set_joint(name, 3, d=forearm)
        rvs.name_robot(name, name)
    rvs.look(mode="body", names=True, frames=False)
    # From the front and without perspective, so that lengths can be compared.
    rvs.figure(view="front", parallel=True, style="lines", width=174).save(folder / "family.pdf")
    return cell


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
