"""Drawings as SVG: readable groups with ids, text as text, sizes in millimetres."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from math import floor

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Drawing, Fill, Group, Mark, Stroke, Text
from rvs.export.formats.fonts import Face, faces
from rvs.model.appearance.colors import Rgba
from rvs.scene.fonts import SANS

FAMILY = "DejaVu Sans, Verdana, sans-serif"
DIGITS = 2
# What stands for signs that mean something in XML, in texts and in values between quotes.
_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
IN_TEXT = str.maketrans(_SIGNS)
IN_VALUE = str.maketrans({**_SIGNS, '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def svg(drawing: Drawing) -> str:
    """Return the text of an SVG file."""
    left, top = number(drawing.left), number(drawing.top)
    width, height = number(drawing.width), number(drawing.height)
    # rounded down: a viewer that rounds up must not add a row of pixels
    wide, high = (
        number(floor(size * drawing.mm * 1e4 + 1e-6) / 1e4, 4)
        for size in (drawing.width, drawing.height)
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg {NAMESPACES} width="{wide}mm" height="{high}mm" '
        f'viewBox="{left} {top} {width} {height}" font-family={_value(FAMILY)} '
        'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{drawing.title.translate(IN_TEXT)}</title>",
    ]
    texts = [mark for mark in drawing.marks() if isinstance(mark, Text)]
    lines += [_font_face(face) for face in faces(texts).values()]
    ids = _Ids()
    for group in drawing.parts:
        lines += _group(group, ids)
    return "\n".join([*lines, "</svg>", ""])


def _font_face(face: Face) -> str:
    """Return the letters used, for viewers on systems without the font."""
    data = b64encode(face.data).decode("ascii")
    weight = "bold" if face.bold else "normal"
    return (
        f"<style>@font-face{{font-family:{_quoted(face.family or SANS)};font-weight:{weight};"
        f'src:url("data:font/ttf;base64,{data}")}}</style>'
    )


def _quoted(family: str) -> str:
    """Return the name of a family for CSS, escaped so that nothing in it can end it."""
    return '"' + re.sub(r"[^\w .-]", "", family) + '"'


class _Ids:
    """Ids that are unique in the file."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def new(self, group: Group) -> str:
        name = "-".join(map(str, group.ref)) or group.name
        plain = re.sub(r"[^\w.]+", "-", name).strip("-.") or "group"
        plain = plain if plain[0].isalpha() else f"g-{plain}"
        found, k = plain, 2
        while found in self._used:
            found, k = f"{plain}-{k}", k + 1
        self._used.add(found)
        return found


def _value(words: str) -> str:
    """Return words between quotes."""
    return f'"{words.translate(IN_VALUE)}"'


def _group(group: Group, ids: _Ids) -> list[str]:
    name = _value(group.name)
    kind = ' inkscape:groupmode="layer"' if group.layer else ""
    lines = [f'<g id="{ids.new(group)}" inkscape:label={name}{kind}>']
    for part in group.parts:
        lines += _group(part, ids) if isinstance(part, Group) else _mark(part)
    return [*lines, "</g>"]


def _mark(mark: Mark) -> Iterable[str]:
    if isinstance(mark, Fill):
        return _fill(mark)
    return _stroke(mark) if isinstance(mark, Stroke) else _text(mark)


def _fill(mark: Fill) -> Iterable[str]:
    data = "".join(path(ring, True) for ring in mark.rings)
    if data:
        yield f'<path fill="{hexadecimal(mark.color)}"{_opacity("fill", mark.color)} d="{data}"/>'


def _stroke(mark: Stroke) -> Iterable[str]:
    data = "".join(path(line, False) for line in mark.lines)
    if data:
        dash = " ".join(number(part, 3) for part in mark.dashes)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        yield (
            f'<path fill="none" stroke="{hexadecimal(mark.color)}"'
            f'{_opacity("stroke", mark.color)} stroke-width="{number(mark.width, 3)}"{dashes} '
            f'd="{data}"/>'
        )


def _text(mark: Text) -> Iterable[str]:
    """Return rim and letters, with a text per run, since some viewers support nothing else."""
    weight = ' font-weight="bold"' if mark.bold else ""
    looks = [f'fill="{hexadecimal(mark.color)}"{_opacity("fill", mark.color)}']
    if mark.halo is not None:
        rim = f'stroke="{hexadecimal(mark.halo)}"{_opacity("stroke", mark.halo)}'
        looks.insert(0, f'fill="none" {rim} stroke-width="{number(2 * mark.rim)}"')
    yield f"<g{weight}>"
    for look in looks:
        for run in mark.runs:
            place = f'x="{number(run.x)}" y="{number(run.y)}" font-size="{number(run.size)}"'
            family = f" font-family={_value(_quoted(run.font))}" if run.font else ""
            # else viewers leave out spaces at the ends
            kept = ' xml:space="preserve"' if run.words != run.words.strip() else ""
            yield f"<text {look} {place}{family}{kept}>{run.words.translate(IN_TEXT)}</text>"
    yield "</g>"


def path(points: Array, closed: bool) -> str:
    """Return SVG path data of a polyline or a ring (n, 2), in steps from point to point.

    >>> path(np.array([[0.0, 0.0], [1.0, 0.5], [1.0, 2.0]]), True)
    'M0 0l1 .5 0 1.5z'
    """
    places = np.rint(np.asarray(points) * 10**DIGITS).astype(np.int64)
    steps = np.diff(places, axis=0)
    steps = steps[steps.any(axis=1)]
    if len(steps) < (2 if closed else 1):
        return ""
    x, y = places[0].tolist()
    start = f"M{_hundredths(x)} {_hundredths(y)}l"
    words = [_hundredths(value) for value in steps.ravel().tolist()]
    return start + _joined(words) + ("z" if closed else "")


def _hundredths(value: int) -> str:
    sign = "-" if value < 0 else ""
    whole, part = divmod(abs(value), 10**DIGITS)
    if not part:
        return f"{sign}{whole}"
    digits = f"{part:0{DIGITS}d}".rstrip("0")
    return f"{sign}{whole or ''}.{digits}"


def _joined(words: Sequence[str]) -> str:
    """Return numbers separated by a space only where they would run together."""
    return words[0] + "".join(word if word[0] == "-" else " " + word for word in words[1:])


def number(value: float, digits: int = DIGITS) -> str:
    """Return a number without unnecessary zeros.

    >>> number(1.50), number(-0.001), number(3.0)
    ('1.5', '0', '3')
    """
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def hexadecimal(color: Rgba) -> str:
    """Return ``#rrggbb``."""
    return "#" + "".join(f"{round(min(max(value, 0.0), 1.0) * 255):02x}" for value in color[:3])


def _opacity(what: str, color: Rgba) -> str:
    return f' {what}-opacity="{number(color[3], 3)}"' if color[3] < 1.0 else ""
