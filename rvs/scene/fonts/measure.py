"""Width and height of labels, the same for every painter."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageFont

from rvs.scene.fonts.families import family
from rvs.scene.fonts.written import in_fonts, visual
from rvs.scene.items import Label

HALO = 1.6
SUBSCRIPT_SIZE = 0.72
SUBSCRIPT_DROP = 0.16
# Size at which letters are measured without rounding to pixels.
EXACT = 1000


def measure(label: Label, scale: float = 1.0) -> tuple[float, float]:
    """Return width and height of a label's letters in logical pixels.

    Args:
        label: The label.
        scale: Device pixels per logical pixel, to which letters are aligned.
    """
    size, small = letter_sizes(label, scale)
    return _width(label.text, label.subscript, label.bold, size, small) / scale, size / scale


def letter_sizes(label: Label, scale: float) -> tuple[int, int]:
    """Return the font sizes of a label and of its subscript in whole device pixels."""
    return max(round(label.size * scale), 1), max(round(label.size * SUBSCRIPT_SIZE * scale), 1)


# By value: labels are measured in every frame.
@lru_cache(maxsize=4096)
def _width(text: str, subscript: str, bold: bool, size: int, small: int) -> float:
    """Return the width of the letters in device pixels."""
    return words_width(text, bold, size) + words_width(subscript, bold, small)


def words_width(words: str, bold: bool, size: int, name: str = "") -> float:
    """Return the width of words in device pixels, with missing letters from other fonts."""
    return sum(
        font(bold, size, one).getlength(visual(part, bold, one))
        for part, one in in_fonts(words, bold, name)
    )


# By value: opening a font takes longer than drawing with it.
@lru_cache(maxsize=64)
def font(bold: bool, size: int, name: str = "") -> ImageFont.FreeTypeFont:
    """Return a font at a size in pixels; without a name the program's own."""
    file = family(name).file(bold)
    # the basic layout is in every build of Pillow, so texts look the same on every system
    return ImageFont.truetype(
        str(file.path), size, index=file.number, layout_engine=ImageFont.Layout.BASIC
    )
