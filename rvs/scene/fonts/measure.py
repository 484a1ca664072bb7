"""How wide and high labels are, the same for every painter."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageFont

from rvs.scene.fonts.families import family
from rvs.scene.items import Label

HALO = 1.6
SUBSCRIPT_SIZE = 0.72
SUBSCRIPT_DROP = 0.16


def measure(label: Label, scale: float = 1.0) -> tuple[float, float]:
    """Return width and height of a label's letters in logical pixels.

    Args:
        label: The label.
        scale: Device pixels per logical pixel, on which letters begin and end.
    """
    size, small = letter_sizes(label, scale)
    return _width(label.text, label.subscript, label.bold, size, small) / scale, size / scale


def letter_sizes(label: Label, scale: float) -> tuple[int, int]:
    """Return the sizes of a label's type and of its subscript in whole device pixels."""
    return max(round(label.size * scale), 1), max(round(label.size * SUBSCRIPT_SIZE * scale), 1)


# By value: labels are measured in every frame.
@lru_cache(maxsize=4096)
def _width(text: str, subscript: str, bold: bool, size: int, small: int) -> float:
    """Width of the letters in device pixels."""
    return font(bold, size).getlength(text) + font(bold, small).getlength(subscript)


# By value: opening a font takes longer than drawing with it.
@lru_cache(maxsize=64)
def font(bold: bool, size: int, name: str = "") -> ImageFont.FreeTypeFont:
    """Return a font at a size in pixels; without a name the program's own."""
    file = family(name).file(bold)
    # the basic layout is in every build of Pillow, so texts look the same on every system
    return ImageFont.truetype(
        str(file.path), size, index=file.number, layout_engine=ImageFont.Layout.BASIC
    )


# By value: reads the whole table of a font.
@lru_cache(maxsize=16)
def letters_of(bold: bool, name: str = "") -> frozenset[int]:
    """Return the code points that a font has letters for."""
    file = family(name).file(bold)
    with file.path.open("rb") as stream:
        return frozenset(file.open(stream).getBestCmap() or ())
