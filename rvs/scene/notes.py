"""Notes as texts with thin lines to their subjects."""

from __future__ import annotations

import numpy as np

from rvs.model.annotations.marks import Note
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import Document
from rvs.model.state import Postures
from rvs.model.views.view import Background
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Item, Label, Points
from rvs.scene.measuring.measure import spot_of

TYPE, LINE, DOT, RIM = 14.0, 1.35, 6.0, 3.0


@derived(size=8)
def note_items(document: Document, postures: Postures, background: Background) -> tuple[Item, ...]:
    """Return the notes of a document, without those of hidden robots."""
    hidden = {placed.id for placed in document.robots if placed.hidden}
    items: list[Item] = []
    for note in document.notes:
        owner = note.anchor.owner[:1] if note.anchor else ()
        if not owner or owner[0] not in hidden:
            items += _items(note, document, postures, background)
    return tuple(items)


def _items(
    note: Note, document: Document, postures: Postures, background: Background
) -> list[Item]:
    colors = SCENE[background]
    color, halo = rgba(colors.label), rgba(colors.halo)
    at = np.zeros(3)
    items: list[Item] = []
    if note.anchor is not None:
        spot = spot_of(document, postures, note.anchor)
        if spot is None:
            return []
        at = spot.point
        items.append(Points(at[None], halo, DOT + RIM, owner=(note.id,), depth="on top"))
        items.append(Points(at[None], color, DOT, owner=(note.id,), depth="on top"))
    sheet = None if note.anchor else note.place
    for k, (words, shift) in enumerate(_lines(note)):
        items.append(
            Label(
                words, at, color, halo, size=TYPE, owner=(note.id,),
                shift=shift, sheet=sheet, leader=note.anchor is not None and k == 0,
            )
        )  # fmt: skip
    return items


def _lines(note: Note) -> list[tuple[str, tuple[float, float]]]:
    """Return the non-empty lines, and the pixel coordinates of their centres, right and down."""
    black = (0.0, 0.0, 0.0, 1.0)
    right, down = note.place if note.anchor else (0.0, 0.0)
    found = []
    lines = note.text.split("\n")
    wide = [measure(Label(line, np.zeros(3), black, black, size=TYPE))[0] for line in lines]
    # Texts left of their point end where they are put, those right of it begin there.
    left = right if right >= 0.0 or note.anchor is None else right - max(wide)
    # Texts above their point grow upwards.
    top = down if down >= 0.0 or note.anchor is None else down - (len(lines) - 1) * LINE * TYPE
    for k, (line, width) in enumerate(zip(lines, wide, strict=True)):
        if line.strip():
            found.append((line, (left + width / 2, top + k * LINE * TYPE)))
    return found
