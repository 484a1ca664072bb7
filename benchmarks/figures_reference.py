"""References for figures: an exact z-buffer, and the pictures of other renderers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import maximum_filter, minimum_filter

from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.facets import Facets

Ints = NDArray[np.int64]
Pixels = NDArray[np.uint8]

TOLERANCE = 16
EVEN, SEAM = 6, 12


def nearest(facets: Facets, width: int, height: int) -> Ints:
    """Return the triangle seen at the middle of each pixel (h, w); -1 is none."""
    depth = np.full((height, width), np.inf)
    found = np.full((height, width), -1, np.int64)
    for k, corner in enumerate(facets.corners()):
        flat = corner[:, :2]
        left, top = np.maximum(np.ceil(flat.min(axis=0) - 0.5), 0).astype(int)
        right, bottom = np.floor(flat.max(axis=0) - 0.5).astype(int) + 1
        right, bottom = min(right, width), min(bottom, height)
        if right <= left or bottom <= top:
            continue
        x, y = np.arange(left, right) + 0.5, np.arange(top, bottom)[:, None] + 0.5
        inside = np.ones((bottom - top, right - left), bool)
        for (ax, ay), (bx, by) in zip(flat, np.roll(flat, -1, axis=0), strict=True):
            inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0.0
        a, b, c = facets.planes[k]
        plane = a * x + b * y + c
        part = np.s_[top:bottom, left:right]
        # of surfaces that coincide the later one is seen
        nearer = inside & (plane <= depth[part] + 1e-9)
        depth[part] = np.where(nearer, plane, depth[part])
        found[part] = np.where(nearer, k, found[part])
    return found


def drawn(made: Bodies, width: int, height: int) -> Ints:
    """Return the patch that the drawing shows at the middle of each pixel (h, w); -1 is none."""
    found = np.full((height, width), -1, np.int64)
    for patch, area in made.seen.items():
        inside = np.zeros((height, width), bool)
        for ring in area.to_polygons():
            _flip(inside, ring)
        found[inside] = patch
    return found


def _flip(inside: NDArray[np.bool_], ring: Array) -> None:
    """Turn what a ring runs around from outside to inside or back."""
    height, width = inside.shape
    ends = np.roll(ring, -1, axis=0)
    for (ax, ay), (bx, by) in zip(ring.tolist(), ends.tolist(), strict=True):
        low, high = sorted((ay, by))
        rows = np.arange(max(int(np.ceil(low - 0.5)), 0), min(int(np.ceil(high - 0.5)), height))
        if not len(rows):
            continue
        x = ax + (rows + 0.5 - ay) * (bx - ax) / (by - ay)
        for row, start in zip(rows, np.clip(np.ceil(x - 0.5), 0, width).astype(int), strict=True):
            inside[row, start:] ^= True


def visibility_error(made: Bodies, width: int, height: int) -> float:
    """Return the part of the pixels that show another solid than the z-buffer does."""
    seen = nearest(made.facets, width, height)
    shown = drawn(made, width, height)
    solids = np.append(made.facets.solid, -1)[seen]
    patches = np.append(made.patches.solid, -1)[shown]
    return float((solids != patches).mean())


def rasterize(path: Path, tool: str, width: int, height: int) -> Pixels:
    """Return the picture that a program makes of a figure (h, w, 3), on white."""
    out = path.with_suffix(f".{tool}.png")
    commands = {
        "librsvg": ["rsvg-convert", "-w", width, "-h", height, "-b", "white", "-o", out, path],
        "poppler": [
            "pdftoppm", "-png", "-singlefile", "-scale-to-x", width, "-scale-to-y", height,
            path, out.with_suffix(""),
        ],
        "ghostscript": [
            "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dEPSCrop", "-sDEVICE=png16m",
            "-dGraphicsAlphaBits=4", "-dTextAlphaBits=4", f"-g{width}x{height}", "-dEPSFitPage",
            f"-sOutputFile={out}", path,
        ],
    }  # fmt: skip
    if tool == "qt":
        _qt(path, out, width, height)
    elif tool == "pdfium":
        _pdfium(path, out, width)
    else:
        subprocess.run([str(word) for word in commands[tool]], check=True)
    with Image.open(out) as image:
        pixels = np.asarray(image.convert("RGB"))
    out.unlink()
    return pixels[:height, :width]


def has(program: str) -> bool:
    """Return whether a program is installed."""
    return shutil.which(program) is not None


def _qt(path: Path, out: Path, width: int, height: int) -> None:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication.instance() or QGuiApplication(["figures", "-platform", "offscreen"])
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(0xFFFFFFFF)
    renderer = QSvgRenderer(str(path))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, width, height))
    painter.end()
    image.save(str(out))
    del app


def _pdfium(path: Path, out: Path, width: int) -> None:
    import pypdfium2

    page = pypdfium2.PdfDocument(path)[0]
    page.render(scale=width / page.get_width()).to_pil().save(out)


def pixels_off(picture: Pixels, truth: Pixels) -> float:
    """Return the part of pixels unlike any around them in the truth."""
    low = minimum_filter(truth, (3, 3, 1)).astype(int)
    high = maximum_filter(truth, (3, 3, 1)).astype(int)
    value = picture.astype(int)
    return float(((value < low - TOLERANCE) | (value > high + TOLERANCE)).any(axis=-1).mean())


def seams(picture: Pixels, truth: Pixels) -> float:
    """Return the part of the even pixels of the truth that differ from it in the picture."""
    low = minimum_filter(truth, (3, 3, 1)).astype(int)
    high = maximum_filter(truth, (3, 3, 1)).astype(int)
    even = (high - low).max(axis=-1) <= EVEN
    gap = np.abs(picture.astype(int) - truth.astype(int)).max(axis=-1)
    return float((even & (gap > SEAM)).sum() / max(int(even.sum()), 1))
