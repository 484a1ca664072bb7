"""Short texts as small pictures of two channels: the letters and the rim around them."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import ceil, floor, hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from rvs.scene.fonts.measure import HALO, SUBSCRIPT_DROP, font, letter_sizes, words_width
from rvs.scene.fonts.written import in_fonts, visual
from rvs.scene.items import Label
from rvs.value_class import dataclass

Cover = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A text in device pixels.

    Attributes:
        cover: Coverage of each pixel by the letters and their rim (h, w, 2), top row first.
        middle: Centre of the text in it, x right and y down.
        width: Width of the text without its rim.
        height: Height of the capitals.
    """

    cover: Cover
    middle: tuple[float, float]
    width: float
    height: float


class Lettering(NamedTuple):
    """Properties of a label that determine its letters, in device pixels."""

    text: str
    subscript: str
    size: int
    small: int
    bold: bool
    halo: float

    @classmethod
    def of(cls, label: Label, scale: float) -> Lettering:
        """Return the lettering of a label for a number of device pixels per pixel."""
        size, small = letter_sizes(label, scale)
        return cls(label.text, label.subscript, size, small, label.bold, HALO * scale)


# By value: labels keep their texts from frame to frame.
@lru_cache(maxsize=1024)
def sprite(text: Lettering) -> Sprite:
    """Draw a text with hinted letters, which are crisp at every size."""
    big = font(text.bold, text.size)
    first = words_width(text.text, text.bold, text.size)
    width = first + words_width(text.subscript, text.bold, text.small)
    margin = ceil(text.halo) + 2
    up, down = ceil(1.1 * text.size), ceil(0.5 * text.size)
    image = Image.new("L", (ceil(width) + 2 * margin, up + down + 2 * margin))
    pen = ImageDraw.Draw(image)
    base = margin + up
    _write(pen, (margin, base), text.text, text.bold, text.size)
    if text.subscript:
        drop = round(SUBSCRIPT_DROP * text.size)
        place = (margin + round(first), base + drop)
        _write(pen, place, text.subscript, text.bold, text.small)
    letters = np.asarray(image, np.uint8)
    capitals = -big.getbbox("X", anchor="ls")[1]
    cover = np.stack([letters, rim(letters, text.halo)], axis=-1)
    return Sprite(cover, (margin + width / 2, base - capitals / 2), width, capitals)


def _write(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], words: str, bold: bool, size: int
) -> None:
    x = float(at[0])
    for part, name in in_fonts(words, bold):
        drawn = visual(part, bold, name)
        pen.text((x, at[1]), drawn, font=font(bold, size, name), fill=255, anchor="ls")
        x += font(bold, size, name).getlength(drawn)


def rim(letters: Cover, radius: float) -> Cover:
    """Return the letters grown by a radius in pixels, with smooth edges (h, w)."""
    high, wide = letters.shape
    reach = ceil(radius) + 1
    padded = np.zeros((high + 2 * reach, wide + 2 * reach), np.uint8)
    padded[reach : reach + high, reach : reach + wide] = letters
    grown = np.zeros_like(letters, np.float32)
    for weight, steps in rings(radius):
        # Of pixels that count alike the largest decides, and bytes are quick to compare.
        largest = np.zeros_like(letters)
        for dx, dy in steps:
            part = padded[reach + dy : reach + dy + high, reach + dx : reach + dx + wide]
            np.maximum(largest, part, out=largest)
        np.maximum(grown, largest * np.float32(weight), out=grown)
    return np.rint(grown, out=grown).astype(np.uint8)


# Labels have one radius for each resolution of a screen.
@lru_cache(maxsize=16)
def rings(radius: float) -> tuple[tuple[float, tuple[tuple[int, int], ...]], ...]:
    """Return the weights of surrounding pixels for a rim, and the steps to them."""
    steps: dict[float, list[tuple[int, int]]] = {}
    reach = ceil(radius) + 1
    for dx, dy in product(range(-reach, reach + 1), repeat=2):
        weight = min(radius + 1.0 - hypot(dx, dy), 1.0)
        if weight > 0.0:
            steps.setdefault(weight, []).append((dx, dy))
    return tuple((weight, tuple(found)) for weight, found in steps.items())


def corner_of(text: Sprite, x: float, y: float) -> tuple[int, int]:
    """Return the device pixel of a sprite's upper left corner with its centre at x, y."""
    return floor(x - text.middle[0] + 0.5), floor(y - text.middle[1] + 0.5)
