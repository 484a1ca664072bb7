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


def main(words: list[str]) -> int:
    """Draw the pictures; 1 if one can't be drawn or is too large."""
    folder = Path(words[0]) if words else FOLDER
    cell, film = folder / "readme-cell.png", folder / "readme-circle.gif"
    played = ["--size", "480x320", "--fps", "10", "--no-frames", "--no-labels"]
    commands = (
        (["render", "pick-and-place", "-o", str(cell), "--size", "720x405"], cell, PICTURE),
        (["play", "rediestro", "rediestro-circle", "-o", str(film), *played], film, FILM),
    )
    for command, path, most in commands:
        if rvs(command):
            return 1
        if path.stat().st_size > most:
            print(f"{path.name} is larger than {most} bytes", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
