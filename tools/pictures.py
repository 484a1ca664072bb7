"""Make the pictures of the README again, with the program's own commands.

python tools/pictures.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

from rvs.cli import main as rvs

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
# Largest sizes in bytes, so that the page is quick to load.
PICTURE, FILM = 300_000, 1_500_000
FIGURES = {
    "readme-flat.svg": "export puma560 --style flat --background paper --no-floor",
    "readme-hidden.svg": "export puma560 --style lines --hidden dashed --no-labels --no-frames",
    "readme-dimensions.svg": "export ur5e --mode skeleton --style lines --dimensions --width 150mm",
    "readme-grey.svg": "export staubli-tx90 --style flat --gray --no-frames --no-labels --no-floor",
    "readme-lines.svg": "export two-pumas --style lines --no-frames --no-labels",
    "readme-plot.svg": "plot puma560 puma560-place --width 84mm --height 66mm --no-title",
}
PICTURES = {"readme-cell.png": "render pick-and-place --size 720x405"}
FILMS = {
    "readme-circle.gif": "play rediestro rediestro-circle --size 480x320 --fps 10 --no-frames"
    " --no-labels"
}


def main(words: list[str]) -> int:
    """Draw the pictures; 1 if one can't be drawn or is too large."""
    folder = Path(words[0]) if words else FOLDER
    for some, most in ((PICTURES, PICTURE), (FILMS, FILM), (FIGURES, PICTURE)):
        for name, command in some.items():
            path = folder / name
            if rvs([*command.split(), "-o", str(path), "--overwrite"]):
                return 1
            if path.stat().st_size > most:
                print(f"{path.name} is larger than {most} bytes", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
