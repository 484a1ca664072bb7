"""Ten bundled robots as figures in all formats, held against the screen and looked at by programs.

    python benchmarks/figures_robots.py FOLDER

Every figure stays in the folder, with a sheet of all of them, to be looked at.  Needs what
``figures.py`` needs, and qpdf and pdffonts.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

from figures import HEIGHT, WIDTH, screen
from figures_reference import Pixels, pixels_off, rasterize
from PIL import Image

from rvs.commands import export
from rvs.export.figure import draw
from rvs.export.formats.drawing import Drawing, Text
from rvs.export.formats.write import FORMATS, write
from rvs.export.layout import Paper
from rvs.model.figures.figure import STYLES
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

# Full models where there are some, else the automatic body.
ROBOTS = {
    "puma560": "full", "rediestro": "full", "scara": "full", "stanford": "full",
    "canadarm2": "full", "ur5e": "full", "panda": "full", "iiwa7": "full",
    "diestro": "body", "cartesian": "body",
}  # fmt: skip
# Two programs that share no code draw each format, but for PostScript, which one alone reads.
VIEWERS = {
    ".svg": ("librsvg", "qt"),
    ".pdf": ("poppler", "pdfium"),
    ".eps": ("ghostscript",),
    ".ps": ("ghostscript",),
}
PART = 2


def main() -> None:
    """Draw, look for faults and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--robots", nargs="*", default=list(ROBOTS), choices=ROBOTS)
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    rows = [figures_of(name, options.folder) for name in options.robots]
    sheet_of(rows).save(options.folder / "all.png")


def figures_of(name: str, folder: Path) -> list[Pixels]:
    """Draw a robot in every style and format; return a picture of each style."""
    start = time.perf_counter()
    scene, camera = _seen(name)
    truth = screen(scene, camera)
    line, pictures = f"{name}:", [truth]
    for style in STYLES:
        drawing = draw(scene, camera, Paper(WIDTH, HEIGHT), STYLES[style], name)
        for suffix in FORMATS:
            path = write(drawing, folder / f"{name}-{style}{suffix}")
            check(path, drawing)
            for tool in VIEWERS[suffix] if style == "screen" and suffix != ".ps" else ():
                off = pixels_off(rasterize(path, tool, WIDTH, HEIGHT), truth)
                line += f" {suffix[1:]} {tool} {100 * off:.2f} %"
        pictures.append(rasterize(folder / f"{name}-{style}.pdf", "poppler", WIDTH, HEIGHT))
    print(f"{line}; {time.perf_counter() - start:.0f} s", flush=True)
    return pictures


def _seen(name: str) -> tuple[Scene, Camera]:
    options = argparse.ArgumentParser()
    export.add_arguments(options)
    words = [name, "--size", f"{WIDTH}x{HEIGHT}", "--mode", ROBOTS[name]]
    shown = export.seen(options.parse_args(words))
    return shown.scene, shown.figure.view.camera


def sheet_of(rows: list[list[Pixels]]) -> Image.Image:
    """Return all pictures on one sheet: the screen, then the styles."""
    wide, high = WIDTH // PART, HEIGHT // PART
    sheet = Image.new("RGB", (wide * len(rows[0]), high * len(rows)), "white")
    for y, row in enumerate(rows):
        for x, pixels in enumerate(row):
            sheet.paste(Image.fromarray(pixels).resize((wide, high)), (x * wide, y * high))
    return sheet


def check(path: Path, drawing: Drawing) -> None:
    """Look for faults that programs find in a file.

    Raises:
        SystemExit: There is one.
    """
    if path.suffix == ".svg":
        _check_svg(path)
    elif path.suffix == ".pdf":
        run("qpdf", "--check", path)
        _check_fonts(path, any(isinstance(mark, Text) for mark in drawing.marks()))
    else:
        said = run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bbox", path)
        if path.suffix == ".eps" and path.stem.endswith("screen"):
            _check_box(path, said)


def run(*words: str | Path) -> str:
    """Run a program and return what it says.

    Raises:
        SystemExit: It fails.
    """
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {said}")
    return said


def _check_svg(path: Path) -> None:
    """Two readers take it without a word, and no id is there twice."""
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtSvg import QSvgRenderer

    said = [run("rsvg-convert", "-o", path.with_suffix(".svg.png"), path)]
    path.with_suffix(".svg.png").unlink()
    qInstallMessageHandler(lambda _kind, _context, text: said.append(text))
    valid = QSvgRenderer(str(path)).isValid()
    qInstallMessageHandler(None)
    ids = [one.get("id") for one in ET.parse(path).iter() if one.get("id")]
    if any(said) or not valid or len(set(ids)) != len(ids):
        raise SystemExit(f"{path}: {said}, valid {valid}")


def _check_fonts(path: Path, lettered: bool) -> None:
    """Every font is in the file, as a part that holds the letters used."""
    rows = run("pdffonts", path).splitlines()[2:]
    flags = [re.findall(r"\b(yes|no)\b", row)[:2] for row in rows]
    if bool(rows) != lettered or any(flag != ["yes", "yes"] for flag in flags):
        raise SystemExit(f"{path}: fonts {rows}")


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
