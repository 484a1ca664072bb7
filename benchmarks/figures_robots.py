"""Ten bundled robots as figures in all formats, held against the screen.

    python benchmarks/figures_robots.py FOLDER

Every figure stays in the folder to be looked at.  Needs what ``figures.py`` needs, and qpdf.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

from figures import HEIGHT, VIEWERS, WIDTH, screen
from figures_reference import pixels_off, rasterize

from rvs.commands import export
from rvs.export.figure import draw
from rvs.export.layout import Paper
from rvs.export.styles import STYLES
from rvs.export.write import write

ROBOTS = (
    "puma560", "rediestro", "scara", "stanford", "canadarm2", "diestro", "ur5e", "panda",
    "cartesian", "iiwa7",
)  # fmt: skip


def main() -> None:
    """Draw, look for faults and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(exist_ok=True)
    for name in ROBOTS:
        options = argparse.ArgumentParser()
        export.add_arguments(options)
        words = [name, "-o", "-", "--size", f"{WIDTH}x{HEIGHT}", "--mode", "body"]
        chosen = options.parse_args(words)
        shown = export.seen(chosen)
        scene, camera = shown.scene, shown.figure.view.camera
        truth = screen(scene, camera)
        line = f"{name}:"
        for style in STYLES:
            drawing = draw(scene, camera, Paper(WIDTH, HEIGHT), STYLES[style], name)
            for suffix, tools in VIEWERS.items():
                path = write(drawing, folder / f"{name}-{style}{suffix}")
                check(path)
                if style != "screen":
                    continue
                for tool in tools:
                    off = pixels_off(rasterize(path, tool, WIDTH, HEIGHT), truth)
                    line += f" {tool} {100 * off:.2f} %"
        print(line, flush=True)


def check(path: Path) -> None:
    """Look for faults that programs find in a file.

    Raises:
        SystemExit: There is one.
    """
    commands = {
        ".svg": ["rsvg-convert", "-o", str(path.with_suffix(".svg.png")), str(path)],
        ".pdf": ["qpdf", "--check", str(path)],
        ".eps": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bbox", str(path)],
    }
    done = subprocess.run(commands[path.suffix], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode or (path.suffix == ".svg" and said):
        raise SystemExit(f"{path}: {said}")
    if path.suffix == ".eps" and path.stem.endswith("screen"):
        _check_box(path, said)


def _check_box(path: Path, said: str) -> None:
    """The box of a figure is that of its marks, to a twentieth of a point."""
    pattern = r"%%HiResBoundingBox: ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"
    found, promised = re.search(pattern, said), re.search(pattern, path.read_text()[:500])
    if found is None or promised is None:
        raise SystemExit(f"{path}: no box")
    gaps = [
        abs(float(a) - float(b)) for a, b in zip(found.groups(), promised.groups(), strict=True)
    ]
    if max(gaps) > 0.05:
        raise SystemExit(f"{path}: box {promised[0]}, marks {found[0]}")


if __name__ == "__main__":
    main()
