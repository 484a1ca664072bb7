"""Painter of the marks of a drawing on a page of PDF, alone or in a report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.formats.drawing import Fill, Mark, Run, Stroke, Text
from rvs.model.appearance.colors import Rgba

DIGITS = 2
# All digits that a coordinate has, without zeros at its end.
START, CORNER, LAST = "%.15g %.15g m ", "%.15g %.15g l ", "%.15g %.15g "
# Colour of areas and letters, or of lines.
Use = Literal["fill", "stroke"]
# How letters are written: filled, or their outlines alone.
FILLED, OUTLINED = 0, 1


class MarkPainter(ABC):
    """Painter of marks on a page whose units are those of the drawing, y down."""

    @abstractmethod
    def trace(self, commands: Sequence[str]) -> None:
        """Add commands that trace a path and paint it."""

    @abstractmethod
    def paint(self, use: Use, color: Rgba) -> None:
        """Choose a colour and its opacity."""

    @abstractmethod
    def pen(self, width: float, dashes: tuple[float, ...]) -> None:
        """Choose the width of lines and their dashes."""

    @abstractmethod
    def letters(self, mark: Text, runs: Sequence[Run], mode: int) -> None:
        """Write the letters of a text."""

    def mark(self, mark: Mark) -> None:
        """Paint a mark."""
        if isinstance(mark, Text):
            self._text(mark)
            return
        area = isinstance(mark, Fill)
        data = path(mark.rings if isinstance(mark, Fill) else mark.lines, area)
        if not data:
            return
        self.paint("fill" if area else "stroke", mark.color)
        if isinstance(mark, Stroke):
            self.pen(mark.width, mark.dashes)
        self.trace([*data, "f*" if area else "S"])

    def _text(self, mark: Text) -> None:
        if mark.halo is not None:
            self.paint("stroke", mark.halo)
            self.pen(2 * mark.rim, ())
            self.letters(mark, mark.runs, OUTLINED)
        self.paint("fill", mark.color)
        self.letters(mark, mark.runs, FILLED)


def path(lines: Sequence[Array], closed: bool) -> list[str]:
    """Return the commands that trace polylines or rings (n, 2) each, one line of text per path."""
    words = path_words(tuple(lines), closed)
    return [words] if words else []


@accelerated
def path_words(lines: tuple[Array, ...], closed: bool) -> str:
    """Return the commands of polylines or rings, a line of text for each with more than one point.

    Args:
        lines: Their points (n, 2) each.
        closed: They are rings.
    """
    every = [line for line in lines if len(line)]
    if not every:
        return ""
    counts = np.array([len(line) for line in every])
    starts = np.cumsum(counts) - counts
    places = np.rint(np.concatenate(every) * 10**DIGITS).astype(np.int64)
    moved = np.ones(len(places), bool)
    moved[1:] = (places[1:] != places[:-1]).any(axis=1)
    moved[starts] = True
    left = np.add.reduceat(moved, starts, dtype=np.int64)
    real = left >= (3 if closed else 2)
    points = places[moved & np.repeat(real, counts)]
    end = "l h" if closed else "l"
    words = "\n".join(START + CORNER * (count - 2) + LAST + end for count in left[real].tolist())
    return words % tuple((points / 10**DIGITS).ravel().tolist())
