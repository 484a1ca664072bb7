"""Six colours from poor to good, and their legend in the view."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Integers
from rvs.model.appearance.colors import SCENE, blended, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Label

# Told apart by everybody, on every background and in grey.
RAMP = ("#5B2A86", "#3F62B0", "#2A97AB", "#3FBE86", "#A6D148", "#FBD93A")
# Where the legend begins: shares of the picture, and pixels from there.
CORNER, LEFT, UP = (0.0, 1.0), 22.0, 12.0
TYPE, LINE, SWATCH, GAP = 13.0, 17.0, "■", 20.0


def ends(top: float) -> Array:
    """Return the ends of the colours' ranges (7,), rising from 0 to a best value."""
    return np.linspace(0.0, top, len(RAMP) + 1)


def classes(values: ArrayLike, top: float) -> Integers:
    """Return the index of the colour of each value (m,), from 0."""
    return np.searchsorted(ends(top)[1:-1], np.asarray(values))


PERCENT = tuple(f"{low:.0f}–{high:.0f} %" for low, high in pairwise(ends(100.0)))


@derived(size=8)
def legend_items(
    title: str,
    ranges: tuple[str, ...],
    background: Background,
    owner: Ref,
    above: int = 0,
    opacity: float = 1.0,
) -> tuple[Label, ...]:
    """Return a legend at the lower left of the picture, with the best colour on top.

    Args:
        title: The quantity shown.
        ranges: Meaning of each colour.
        background: Its background.
        owner: Its subject.
        above: Number of lines left free below it, for another legend.
        opacity: Opacity of the colours in the picture, so that the legend matches their appearance
            over the ground.
    """
    colors = SCENE[background]
    ink, halo = rgba(colors.label), rgba(colors.halo)
    top = -UP - LINE * (len(ranges) + above)
    labels = [_label(title, ink, halo, LEFT, top, owner)]
    rows = zip(reversed(ranges), reversed(RAMP), strict=True)
    for place, (words, color) in enumerate(rows, 1):
        height = top + LINE * place
        seen = blended(rgba(color, opacity), halo)
        labels.append(_label(SWATCH, seen, halo, LEFT, height, owner))
        labels.append(_label(words, ink, halo, LEFT + GAP, height, owner))
    return tuple(labels)


def _label(
    text: str,
    color: tuple[float, float, float, float],
    halo: tuple[float, float, float, float],
    left: float,
    down: float,
    owner: Ref,
) -> Label:
    """Return a text that begins at a position and is not displaced."""
    plain = Label(text, np.zeros(3), color, halo, size=TYPE, bold=False)
    wide = measure(plain)[0]
    return Label(
        text, np.zeros(3), color, halo, size=TYPE, bold=False, owner=owner,
        shift=(left + wide / 2, down), sheet=CORNER,
    )  # fmt: skip
