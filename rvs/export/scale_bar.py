"""A bar of known length below a figure."""

from __future__ import annotations

from dataclasses import replace
from math import floor, log10

import numpy as np

from rvs.export.formats.drawing import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    Drawing,
    Group,
    Run,
    Stroke,
    Text,
)
from rvs.export.lettering import text_width
from rvs.export.styles import Style
from rvs.export.visibility.sheet import Sheet

# Longest bar, of the figure's width; height of its ends and gap to what is above, in mm.
LONGEST, TICK, GAP = 0.3, 1.2, 1.5
INK = (0.08, 0.09, 0.11, 1.0)


def with_scale_bar(drawing: Drawing, sheet: Sheet, style: Style) -> Drawing:
    """Return a drawing of a parallel view that is a little higher and says how long things are."""
    metre = 1.0 / float(sheet.unit_size(np.zeros(3)))
    length = _round_length(LONGEST * drawing.width / metre)
    size = style.type_size / POINTS_PER_INCH * MM_PER_INCH / drawing.mm
    gap, tick = GAP / drawing.mm, TICK / drawing.mm
    left = drawing.left + gap
    y = drawing.top + drawing.height + gap + tick / 2
    ends = np.array([[left, y], [left + length * metre, y]])
    up = np.array([0.0, tick / 2])
    lines = (ends, *(np.stack([end - up, end + up]) for end in ends))
    words = f"{length * 1000:g} mm" if length < 1.0 else f"{length:g} m"
    text = Run(float(ends[1, 0]) + gap, y + 0.36 * size, words, size, style.font)
    width = text_width(words, size, False, style.font)
    marks = (
        Stroke(lines, INK, style.line_width("edge", drawing.weight) / drawing.mm),
        Text((text,), INK, width=width, anchor="start"),
    )
    return replace(
        drawing,
        height=drawing.height + max(size, tick) + 2 * gap,
        parts=(*drawing.parts, Group("scale bar", marks)),
    )


def _round_length(longest: float) -> float:
    """The longest of 1, 2, 5 times a power of ten that is not longer, in m."""
    power = 10.0 ** floor(log10(longest))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= longest)
