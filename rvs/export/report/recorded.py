"""Pages as drawings: the operators of a PDF page, read as marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from reportlab.pdfbase.pdfmetrics import getFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    Drawing,
    Fill,
    Group,
    Mark,
    Run,
    Stroke,
    Text,
)
from rvs.export.formats.pdf import OUTLINED
from rvs.export.report.flowables import BOLD, REGULAR
from rvs.scene.fonts.written import visual
from rvs.value_class import dataclass

Rgb = tuple[float, float, float]
_TOKEN = re.compile(r"\((?>(?:[^\\()]|\\.)*)\)?+|\[[^\[\]]*+\]?+|[^\s()\[\]]++")
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
# Units of a drawing in a point: writers round coordinates to hundredths of a unit.
FINE = 5.0
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Recorder(Canvas):  # type: ignore[misc]
    """A canvas of reportlab that adds a drawing of each finished page to a list."""

    def __init__(self, drawings: list[Drawing], *values: Any, **named: Any) -> None:
        self._drawings = drawings
        super().__init__(*values, **named)

    def showPage(self) -> None:
        """Finish the page."""
        width, height = (FINE * size for size in self._pagesize)
        words = (one if isinstance(one, str) else one.decode("latin-1") for one in self._code)
        alphas = {name: pair for pair, name in self._extgstate._c.items()}
        fonts = {}
        for name in self._doc.fontMapping:
            state = getattr(getFont(name), "state", {}).get(self._doc)
            for number, codes in enumerate(state.subsets if state else ()):
                inner = self._doc.fontMapping[name]
                fonts[f"{inner}+{number}"] = _Font(name, tuple(codes))
        marks = _Reader(height, fonts, alphas).read("\n".join(words))
        group = Group(self._doc.info.title or "page", tuple(marks))
        mm = MM_PER_INCH / POINTS_PER_INCH / FINE
        self._drawings.append(
            Drawing(0.0, 0.0, width, height, mm, (group,), self._doc.info.title or "")
        )
        super().showPage()


@dataclass(frozen=True, slots=True)
class _Font:
    """A font of the page: its name in reportlab, and its letters by their codes."""

    name: str
    letters: tuple[int, ...]

    @property
    def bold(self) -> bool:
        return self.name == BOLD or self.name.endswith("-bold")

    @property
    def family(self) -> str:
        if self.name in (REGULAR, BOLD):
            return ""
        parts = self.name.split("-")
        return parts[-2] if parts[-1] in ("bold", "regular") else parts[-1]


@dataclass(frozen=True, slots=True)
class _State:
    """State saved by ``q`` and restored by ``Q``."""

    matrix: tuple[float, ...] = (FINE, 0.0, 0.0, FINE, 0.0, 0.0)
    fill: Rgb = (0.0, 0.0, 0.0)
    stroke: Rgb = (0.0, 0.0, 0.0)
    opacity: tuple[float, float] = (1.0, 1.0)
    width: float = 1.0
    dashes: tuple[float, ...] = ()


class _Reader:
    """Reads the operators that reportlab and the flowables of reports write."""

    def __init__(
        self, height: float, fonts: dict[str, _Font], alphas: dict[str, tuple[str, Any]]
    ) -> None:
        self._height, self._fonts, self._alphas = height, fonts, alphas
        self._marks: list[Mark] = []
        self._state, self._kept = _State(), list[_State]()
        self._lines: list[list[tuple[float, float]]] = []
        # of texts: font, size, leading, mode, and what spaces are wider by
        self._font, self._size, self._leading, self._mode, self._space = "", 0.0, 0.0, 0, 0.0
        # matrix of the line, and how far it is written
        self._line: tuple[float, ...] = IDENTITY
        self._written = 0.0
        self._known: dict[str, Callable[[list[str]], None]] = {
            "q": lambda _: self._kept.append(self._state), "Q": self._restore,
            "cm": lambda given: self._set(matrix=_product(_numbers(given), self._state.matrix)),
            "rg": lambda given: self._set(fill=tuple(_numbers(given))),
            "RG": lambda given: self._set(stroke=tuple(_numbers(given))),
            "g": lambda given: self._set(fill=tuple(_numbers(given)) * 3),
            "G": lambda given: self._set(stroke=tuple(_numbers(given)) * 3),
            "w": lambda given: self._set(width=float(given[0])),
            "d": lambda given: self._set(dashes=tuple(_numbers(given[0][1:-1].split()))),
            "gs": self._see_through, "m": self._move, "l": self._go, "h": self._close,
            "re": self._box, "n": lambda _: self._lines.clear(),
            "f": self._fill, "f*": self._fill, "S": self._stroke, "B": self._both,
            "BT": lambda _: self._place(IDENTITY), "Tm": lambda given: self._place(_numbers(given)),
            "Td": lambda given: self._next(*_numbers(given)),
            "T*": lambda _: self._next(0.0, -self._leading),
            "Tf": self._choose, "Tj": self._write,
            "Tw": lambda given: setattr(self, "_space", float(given[0])),
            "TL": lambda given: setattr(self, "_leading", float(given[0])),
            "Tr": lambda given: setattr(self, "_mode", int(given[0])),
            # ends of lines, clipping of what ends there anyway, and ends of texts
            **{name: lambda _: None for name in ("J", "j", "M", "W", "W*", "ET")},
        }  # fmt: skip

    def read(self, code: str) -> list[Mark]:
        """Return the marks of a page."""
        given: list[str] = []
        for word in _TOKEN.findall(code):
            if word[0].isalpha():
                self._known[word](given)
                given.clear()
            else:
                given.append(word)
        return self._marks

    def _set(self, **changes: Any) -> None:
        self._state = replace(self._state, **changes)

    def _restore(self, _: list[str]) -> None:
        self._state = self._kept.pop()

    def _see_through(self, given: list[str]) -> None:
        name, value = self._alphas[given[0][1:]]
        fill, stroke = self._state.opacity
        if name in ("ca", "CA"):
            self._set(opacity=(value, stroke) if name == "ca" else (fill, value))

    def _move(self, given: list[str]) -> None:
        self._lines.append([(float(given[0]), float(given[1]))])

    def _go(self, given: list[str]) -> None:
        self._lines[-1].append((float(given[0]), float(given[1])))

    def _close(self, _: list[str]) -> None:
        self._lines[-1].append(self._lines[-1][0])

    def _box(self, given: list[str]) -> None:
        x, y, wide, high = _numbers(given)
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
        self._lines.append(corners)

    def _on_page(self) -> tuple[Array, ...]:
        a, b, c, d, e, f = self._state.matrix
        made = []
        for line in self._lines:
            x, y = np.array(line).T
            made.append(np.column_stack([a * x + c * y + e, self._height - (b * x + d * y + f)]))
        return tuple(made)

    @property
    def _scale(self) -> float:
        a, b, *_ = self._state.matrix
        return float(np.hypot(a, b))

    def _fill(self, _: list[str]) -> None:
        state = self._state
        self._marks.append(Fill(self._on_page(), (*state.fill, state.opacity[0])))
        self._lines.clear()

    def _stroke(self, _: list[str]) -> None:
        state = self._state
        dashes = tuple(self._scale * one for one in state.dashes)
        color = (*state.stroke, state.opacity[1])
        self._marks.append(Stroke(self._on_page(), color, self._scale * state.width, dashes))
        self._lines.clear()

    def _both(self, given: list[str]) -> None:
        lines = list(self._lines)
        self._fill(given)
        self._lines = lines
        self._stroke(given)

    def _place(self, matrix: Sequence[float]) -> None:
        self._line, self._written = tuple(matrix), 0.0

    def _next(self, right: float, up: float) -> None:
        self._place(_product((1.0, 0.0, 0.0, 1.0, right, up), self._line))

    def _choose(self, given: list[str]) -> None:
        self._font, self._size = given[-2], float(given[-1])

    def _write(self, given: list[str]) -> None:
        font = self._fonts[self._font]
        codes = _ESCAPE.sub(_unescaped, given[0][1:-1])
        words = "".join(chr(font.letters[ord(code)]) for code in codes)
        a, b, c, d, e, f = _product(self._line, self._state.matrix)
        runs, size = [], self._size * float(np.hypot(c, d))
        for part in re.findall(r" |[^ ]+", words) if self._space else [words]:
            x, y = a * self._written + e, self._height - (b * self._written + f)
            self._written += getFont(font.name).stringWidth(part, self._size)
            self._written += self._space * part.count(" ")
            # letters are already in the order in which they are drawn
            plain = visual(part, font.bold, font.family) == part
            runs.append(Run(x, y, part if plain else part[::-1], size, font.family))
        state = self._state
        if self._mode == OUTLINED:
            color = (*state.stroke, state.opacity[1])
            rim = 0.5 * self._scale * state.width
            mark = Text(tuple(runs), color, font.bold, color, rim, anchor="start")
        else:
            mark = Text(tuple(runs), (*state.fill, state.opacity[0]), font.bold, anchor="start")
        self._marks.append(mark)


def _numbers(given: Sequence[str]) -> list[float]:
    return [float(one) for one in given]


def _unescaped(found: re.Match[str]) -> str:
    word = found[1]
    return chr(int(word, 8)) if word.isdigit() else _ESCAPES.get(word, word)


def _product(first: Sequence[float], then: Sequence[float]) -> tuple[float, ...]:
    """Return the matrix of one transformation followed by another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u)  # fmt: skip
