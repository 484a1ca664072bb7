"""Figures measured: what is seen, what viewers make of it, size and time; gl2ps beside them.

    python benchmarks/figures.py [--gl2ps] [--random 50]

Needs rsvg-convert, pdftoppm, gs and the Python package pypdfium2; for ``--gl2ps`` a C compiler and
the headers of gl2ps, EGL and OpenGL.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from figures_reference import (
    Pixels,
    has,
    nearest,
    pixels_off,
    rasterize,
    seams,
    visibility_error,
)
from figures_scenes import SCENES, random_arm

from rvs.export.figure import draw
from rvs.export.formats.write import write
from rvs.export.layout import Paper
from rvs.export.visibility.bodies import bodies
from rvs.export.visibility.contours import edges
from rvs.export.visibility.sheet import Sheet
from rvs.gl.frame import Shot
from rvs.model.figures.figure import STYLES, Style
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

WIDTH, HEIGHT = 1280, 800
FINER = 4
VIEWERS = {
    ".svg": ("librsvg", "qt"),
    ".pdf": ("poppler", "pdfium"),
    ".eps": ("ghostscript",),
}
PROGRAMS = {"librsvg": "rsvg-convert", "poppler": "pdftoppm", "ghostscript": "gs"}
TIMED = (27, 56, 112)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gl2ps", action="store_true", help="measure gl2ps, too")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="so many random arms")
    parser.add_argument("--keep", type=Path, help="folder for the figures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = options.keep or Path(folder)
        place.mkdir(exist_ok=True)
        for name, (make, camera) in SCENES.items():
            scene = make(24 if name == "work cell" else 48)
            measure(name, scene, camera, place)
            line_art(scene, camera)
            if options.gl2ps:
                from figures_gl2ps import gl2ps

                truth = screen(scene, camera)
                for path, seconds in gl2ps(scene, camera, place, WIDTH, HEIGHT):
                    report(f"gl2ps {path.name} {seconds:.2f} s", path, truth)
        make, camera = SCENES["work cell"]
        measure("see-through", see_through(make(24)), camera, place)
    times()
    random_arms(options.random)


def see_through(scene: Scene) -> Scene:
    """Return the scene with its robot seen through."""
    items = [
        replace(item, color=(*item.color[:3], 0.4), owner=("ghost", *item.owner))
        if item.owner[0].startswith("robot")
        else item
        for item in scene.items
    ]
    return Scene(tuple(items), scene.backdrop)


def screen(scene: Scene, camera: Camera) -> Pixels:
    """Return the picture of the screen's renderer with sixteen samples a pixel (h, w, 3)."""
    from rvs.gl.context.offscreen import render_pixels

    fine = render_pixels(Shot(scene, camera, WIDTH, HEIGHT, scale=FINER, samples=1)).astype(float)
    shown = fine[..., :3] * fine[..., 3:] / 255.0 + 255.0 - fine[..., 3:]
    boxes = shown.reshape(HEIGHT, FINER, WIDTH, FINER, 3).mean(axis=(1, 3))
    return np.rint(boxes).astype(np.uint8)


def measure(name: str, scene: Scene, camera: Camera, folder: Path) -> None:
    """Compare a scene's figures with the screen."""
    made = bodies(scene.items, Sheet(camera, WIDTH, HEIGHT))
    count = sum(len(item.mesh.triangles) for item in scene.items)
    line = f"{name}: {count} triangles"
    if not made.kind.any():
        error = visibility_error(made, WIDTH, HEIGHT)
        line += f", wrong solid at {100 * error:.4f} % of pixels"
    print(line)
    drawing = draw(scene, camera, Paper(WIDTH, HEIGHT), Style(ground="white"))
    truth = screen(scene, camera)
    for suffix in VIEWERS:
        path = write(drawing, folder / f"{name.replace(' ', '-')}{suffix}")
        report(path.name, path, truth)


def report(name: str, path: Path, truth: Pixels) -> None:
    """Print what viewers make of a file."""
    line = f"  {name}: {path.stat().st_size / 1e6:.2f} MB"
    for tool in VIEWERS.get(path.suffix, ("ghostscript",)):
        if tool in PROGRAMS and not has(PROGRAMS[tool]):
            continue
        picture = rasterize(path, tool, WIDTH, HEIGHT)
        off, even = 100 * pixels_off(picture, truth), 100 * seams(picture, truth)
        line += f"; {tool} {off:.2f} % off, seams {even:.3f} %"
    print(line, flush=True)


def line_art(scene: Scene, camera: Camera) -> None:
    """Compare lines with the edges between surfaces in the z-buffer."""
    start = time.perf_counter()
    made = bodies(scene.items, Sheet(camera, WIDTH, HEIGHT))
    lines = edges(made)
    seconds = time.perf_counter() - start
    seen = np.append(made.facets.group, -1)[nearest(made.facets, WIDTH, HEIGHT)]
    wanted = np.zeros((HEIGHT, WIDTH), bool)
    wanted[:, 1:] |= seen[:, 1:] != seen[:, :-1]
    wanted[1:] |= seen[1:] != seen[:-1]
    shown = np.zeros((HEIGHT, WIDTH), bool)
    for edge in lines:
        for a, b in zip(edge.points[:-1], edge.points[1:], strict=True):
            steps = np.linspace(0, 1, int(np.abs(b - a).max() * 2) + 2)[:, None]
            x, y = np.clip((a + steps * (b - a)).astype(int), 0, (WIDTH - 1, HEIGHT - 1)).T
            shown[y, x] = True
    recall = (wanted & _near(shown)).sum() / wanted.sum()
    jumps = np.zeros((HEIGHT, WIDTH), bool)
    precision = (shown & _near(wanted | jumps)).sum() / shown.sum()
    drawing = draw(scene, camera, Paper(WIDTH, HEIGHT), STYLES["lines"])
    size = len(_svg(drawing))
    print(
        f"  lines: recall {recall:.4f}, precision {precision:.4f}, {seconds:.2f} s, "
        f"{size / 1e3:.0f} kB"
    )


def _svg(drawing: object) -> str:
    from rvs.export.formats.svg import svg

    return svg(drawing)  # type: ignore[arg-type]


def _near(mask: np.ndarray) -> np.ndarray:
    from scipy.ndimage import binary_dilation

    return binary_dilation(mask, np.ones((3, 3)), iterations=1)


def times() -> None:
    """Time the work cell at several finenesses."""
    make, camera = SCENES["work cell"]
    for sides in TIMED:
        scene = make(sides)
        front = len(bodies(scene.items, Sheet(camera, WIDTH, HEIGHT)).facets)
        start = time.perf_counter()
        draw(scene, camera, Paper(WIDTH, HEIGHT), Style(ground="white"))
        print(f"{front} front triangles: {time.perf_counter() - start:.2f} s", flush=True)


def random_arms(count: int) -> None:
    """Look for the worst of some arms that collide with themselves."""
    worst = 0.0
    for seed in range(count):
        scene, camera = random_arm(seed)
        made = bodies(scene.items, Sheet(camera, WIDTH, HEIGHT))
        error = visibility_error(made, WIDTH, HEIGHT)
        worst = max(worst, error)
        print(f"arm {seed}: {100 * error:.4f} % wrong", flush=True)
    if count:
        print(f"worst of {count}: {100 * worst:.4f} %")


if __name__ == "__main__":
    main()
