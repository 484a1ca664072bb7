"""Cell as a web page to turn, move and play, and as a strip of pictures.

rvs run examples/scripts/web_page.py [CELL] FOLDER
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import rvs


def main(folder: Path, moments: int = 5, size: tuple[int, int] = (400, 300)) -> list[Path]:
    """Write the page, and pictures at several times side by side; return both paths."""
    cell = rvs.current()
    if not cell.robots:
        cell = rvs.open("two-pumas")
    motion = cell.timeline()
    cell.load_motion(motion)
    page = rvs.save(folder / "cell.html", cell)
    strip = []
    for t in np.linspace(0.0, motion.duration, moments):
        cell.play(t)
        strip.append(rvs.render(cell, size=size, frames=False).pixels)
    picture = folder / "moments.png"
    Image.fromarray(np.hstack(strip)).save(picture)
    print(f"{page.name}: {page.stat().st_size / 1e6:.1f} MB, {moments} times in {picture.name}")
    return [page, picture]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
