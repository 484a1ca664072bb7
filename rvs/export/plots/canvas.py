"""Drawing operations for plots, as marks of a drawing.

Lengths are points (1/72 inch), y grows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Anchor, Fill, Group, Mark, Run, Stroke, Text
from rvs.export.lettering import text_width
from rvs.model.appearance.colors import rgba

Point = tuple[float, float]
Box = tuple[float, float, float, float]
# Lines along a side of a box are inside.
NEAR = 1e-6
SHIFT: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Canvas:
    """Collector of drawn marks in groups."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Box | None, list[Mark | Group]]] = [("", None, [])]

    def line(
        self,
        points: Sequence[Point],
        color: str,
        width: float,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """Draw a line through points, solid or with lengths of dashes and gaps."""
        box = self._open[-1][1]
        whole = np.array(points, float)
        lines = (whole,) if box is None else clipped(whole, box)
        if lines:
            self._add(Stroke(tuple(lines), rgba(color), width, dashes))

    def fill(self, points: Sequence[Point], color: str) -> None:
        """Fill a polygon; in a clipped group, one with upright sides."""
        ring, box = np.array(points, float), self._open[-1][1]
        if box is not None:
            ring = np.clip(ring, box[:2], box[2:])
        self._add(Fill((ring,), rgba(color)))

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        color: str,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at a point."""
        width = text_width(words, size, bold)
        run = Run(at[0] - SHIFT[anchor] * width, at[1], words, size)
        self._add(Text((run,), rgba(color), bold, width=width, anchor=anchor))

    def begin(self, name: str, clip: Box | None = None) -> None:
        """Begin a named group; its lines are clipped at left, top, right, bottom."""
        self._open.append((name, clip, []))

    def end(self) -> None:
        """End the innermost group."""
        name, _, parts = self._open.pop()
        self._add(Group(name, tuple(parts)))

    def groups(self) -> tuple[Group, ...]:
        """Return the drawn marks in their groups."""
        return tuple(
            part if isinstance(part, Group) else Group("page", (part,)) for part in self._open[0][2]
        )

    def _add(self, part: Mark | Group) -> None:
        self._open[-1][2].append(part)


def clipped(points: Array, box: Box) -> list[Array]:
    """Return the parts of a polyline (n, 2) inside left, top, right, bottom.

    After Liang and Barsky, A New Concept and Method for Line Clipping (1984).

    >>> [line.round(3).tolist() for line in clipped(np.array([[1, 1], [3, 1]]), (0, 0, 2, 2))]
    [[[1.0, 1.0], [2.0, 1.0]]]
    """
    start, step = points[:-1], np.diff(points, axis=0)
    low, high = np.array(box[:2]) - start - NEAR, np.array(box[2:]) - start + NEAR
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = low / step, high / step
    # along a side of the box there is nothing to meet: all is inside, or nothing
    rests = step == 0.0
    outside = (rests & ((low > 0.0) | (high < 0.0))).any(axis=1)
    first = np.where(rests, 0.0, np.minimum(one, two)).max(axis=1, initial=0.0)
    last = np.where(rests, 1.0, np.maximum(one, two)).min(axis=1, initial=1.0)
    lines: list[list[Array]] = []
    goes_on = False
    for k in np.flatnonzero((first <= last) & ~outside).tolist():
        if not goes_on or first[k] > 0.0:
            lines.append([start[k] + first[k] * step[k]])
        lines[-1].append(start[k] + last[k] * step[k])
        goes_on = bool(last[k] == 1.0)
    return [np.array(line) for line in lines if len(line) > 1]
