"""Labels: texts that face the viewer, aligned with the pixels of the screen, and their texture.

The data that moving labels keep: letters, sizes and colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.gl.card.buffers import TexelBuffer
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program
from rvs.gl.frame import Frame
from rvs.gl.lines import LinePainter, segments
from rvs.gl.text import Lettering, Sprite, sprite
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import Ref
from rvs.scene.annotate.label_room import NOTHING
from rvs.scene.annotate.label_table import PLACE, label_numbers, label_places
from rvs.scene.annotate.labels import leader_ends, leader_inks
from rvs.scene.camera import clip_depths, depth_range, lens
from rvs.scene.fonts.measure import measure
from rvs.scene.items import HALO_OPACITY, Label, Line
from rvs.value_class import dataclass

# A text's picture, and where its upper left corner lies in the texture, x right and y down.
Held = tuple[Sprite, tuple[int, int]]

SIDE = 1024
LARGEST = 8192


class Atlas:
    """Sprites side by side in rows; a full atlas starts again, twice as large if necessary.

    Attributes:
        side: Width and height of the texture.
    """

    def __init__(self, side: int = SIDE) -> None:
        self.side = side
        self.texture = int(GL.glGenTextures(1))
        self._places: dict[Lettering, Held] = {}
        self._x = self._y = self._row = 0
        self._clear()

    def __len__(self) -> int:
        return len(self._places)

    def hold(self, texts: list[Lettering]) -> list[Held]:
        """Return each text's sprite and its position."""
        if not self._add(texts):
            self._clear()
            while not self._add(texts) and self.side < LARGEST:
                self.side *= 2
                self._clear()
        return [self._places[text] for text in texts if text in self._places]

    def bind(self) -> None:
        """Bind it as the texture of unit 0."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteTextures(1, [self.texture])
        self._places.clear()

    def _add(self, texts: list[Lettering]) -> bool:
        """Add missing sprites; return False if there is not enough space."""
        for text in texts:
            if text not in self._places and not self._put(text, sprite(text)):
                return False
        return True

    def _put(self, text: Lettering, picture: Sprite) -> bool:
        high, wide, _ = picture.cover.shape
        if self._x + wide > self.side:
            self._x, self._y, self._row = 0, self._y + self._row, 0
        if self._y + high > self.side or wide > self.side:
            return False
        self.bind()
        GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
        data = np.ascontiguousarray(picture.cover)
        GL.glTexSubImage2D(
            GL.GL_TEXTURE_2D, 0, self._x, self._y, wide, high, GL.GL_RG, GL.GL_UNSIGNED_BYTE, data
        )
        self._places[text] = picture, (self._x, self._y)
        self._x, self._row = self._x + wide, max(self._row, high)
        return True

    def _clear(self) -> None:
        self._places.clear()
        self._x = self._y = self._row = 0
        self.bind()
        GL.glTexImage2D(
            GL.GL_TEXTURE_2D, 0, GL.GL_RG8, self.side, self.side, 0, GL.GL_RG,
            GL.GL_UNSIGNED_BYTE, None,
        )  # fmt: skip
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MIN_FILTER, GL.GL_NEAREST)
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MAG_FILTER, GL.GL_NEAREST)


# What a label is in pictures that follow each other: by its text, or, where that is a number that
# changes, by its place among the others.
Key = tuple[Ref, str, str] | tuple[Ref, int, int]
# In every sixth of such pictures so many labels at most look for another place; in those between
# each goes on to the one that it found.
MOST_SEARCHES, PICTURES = 6, 6
# Labels that were shown before stay known while there are not more.
MOST_KEPT = 256

# What a label looks like: text, subscript, size, whether it is bold, colour, that of its rim,
# whether it asks for a line; and the same with who owns it.
Shown = tuple[str, str, float, bool, Rgba, Rgba, bool]
Look = tuple[Ref, str, str, float, bool, Rgba, Rgba, bool]
Floats = NDArray[np.float32]


class Placed(NamedTuple):
    """Labels of a picture, at the positions from ``label_places``, with cells and segments."""

    labels: LabelSet
    places: Array
    cells: NDArray[np.float32]
    lines: NDArray[np.float32]


class LabelPainter:
    """The painter of labels, and of lines to displaced ones."""

    def __init__(self, program: Program, lines: Program) -> None:
        """Store the programs that draw letters and lines."""
        self._label_calls = self._pictures = 0
        self._atlas = Atlas()
        self._texels = TexelBuffer()
        self._program = program
        self._leaders = LinePainter(lines)
        self._ready: list[Placed | None] = []
        self._sets: list[LabelSet | None] = []
        self._looks: list[list[Look]] = []
        self._scale = 0.0
        self._kept: dict[Shown, Kept] = {}

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._label_calls + self._leaders.draw_calls

    def load(self, groups: Sequence[Sequence[Label]], frame: Frame) -> None:
        """Place the labels of a picture; those of a group avoid one another."""
        self._sets = self._looked_up(groups, frame.scale)
        before = self._ready if frame.steady and _any_placed(self._ready) else None
        self._pictures = 0 if before is None else (self._pictures + 1) % PICTURES
        searches = -1 if before is None else 0 if self._pictures else MOST_SEARCHES
        self._ready = [
            None
            if one is None
            else _placed(one, labels, frame, _known(one, number, before), searches)
            for number, (one, labels) in enumerate(zip(self._sets, groups, strict=True))
        ]

    def draw(self, group: int) -> None:
        """Draw a group of labels, first to last, by its number in ``load``."""
        ready = self._ready[group]
        if ready is None:
            return
        if len(ready.lines):
            self._leaders.draw_segments(ready.lines)
        self._texels.fill(ready.cells)
        self._texels.bind()
        GL.glActiveTexture(GL.GL_TEXTURE1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._atlas.texture)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        self._program.use()
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, len(ready.cells))
        self._label_calls += 1

    def release(self) -> None:
        """Free everything but the program."""
        self._atlas.release()
        self._texels.release()
        self._leaders.release()

    def _looked_up(self, groups: Sequence[Sequence[Label]], scale: float) -> list[LabelSet | None]:
        """Return the stored label sets of each group, reused where all labels look the same."""
        looks = [looks_of(labels) for labels in groups]
        if looks == self._looks and scale == self._scale:
            return self._sets
        if scale != self._scale:
            self._kept.clear()
        self._looks, self._scale = looks, scale
        every = [label for labels in groups for label in labels]
        kept = self._keep([look for look_ in looks for look in look_], every, scale)
        self._sets = [
            LabelSet.of(look, list(islice(kept, len(look))), scale) if look else None
            for look in looks
        ]
        return self._sets

    def _keep(self, looks: Sequence[Look], labels: Sequence[Label], scale: float) -> Iterator[Kept]:
        """Return the stored data of each label; if too many are stored, drop the others."""
        known = [self._kept.get(look[1:]) for look in looks]
        if len(self._kept) > MOST_KEPT:
            self._kept = {}
        letters = [
            Lettering.of(label, scale) if one is None else one.letters
            for one, label in zip(known, labels, strict=True)
        ]
        # All at once: the atlas may start afresh for what is missing.
        held = self._atlas.hold(letters)
        for look, label, one, text, place in zip(looks, labels, known, letters, held, strict=True):
            if one is None or one.held is not place:
                one = Kept.of(label, text, place, scale)
            self._kept[look[1:]] = one
        return (self._kept[look[1:]] for look in looks)


def _any_placed(ready: Sequence[Placed | None]) -> bool:
    places = (x for one in ready if one is not None for x in one.places[:, 0].tolist())
    return not all(map(isnan, places))


def _known(labels: LabelSet, number: int, before: Sequence[Placed | None] | None) -> Array | None:
    """Return the rows of label places in the previous picture (n, 9), if there was one."""
    if before is None:
        return None
    last = before[number] if number < len(before) else None
    if last is not None and last.labels is labels:
        return last.places
    rows: dict[Key, Array] = {}
    for group, one in enumerate(before):
        if one is not None:
            rows |= zip(_keys(one.labels, group), np.concatenate([one.places] * 2), strict=True)
    keys = _keys(labels, number)
    nowhere, count = np.full(PLACE, np.nan), len(labels.looks)
    pairs = zip(keys[:count], keys[count:], strict=True)
    return np.array([rows.get(name, rows.get(order, nowhere)) for name, order in pairs])


def _keys(labels: LabelSet, number: int) -> list[Key]:
    """Return the keys of labels: first their texts, then their positions in a group (2n,)."""
    named: list[Key] = [(owner, text, below) for owner, text, below, *_ in labels.looks]
    ordered: list[Key] = [(owner, number, k) for k, (owner, *_) in enumerate(labels.looks)]
    return named + ordered


def _placed(
    labels: LabelSet,
    items: Sequence[Label],
    frame: Frame,
    before: Array | None,
    searches: int,
) -> Placed:
    """Place labels near their previous positions if possible, and return those to draw."""
    width, height = frame.width, frame.height
    numbers, seen = label_numbers(list(items)), lens(frame.camera, width, height)
    page = np.array([[0.0, 0.0], [width, height]])
    places = label_places(numbers, labels.sizes, seen, page, NOTHING, before, searches)
    near_far = np.array(depth_range(frame.camera))
    return Placed(labels, places, *drawn_labels(labels, numbers, places, seen, near_far))


def looks_of(labels: Sequence[Label]) -> list[Look]:
    """Return the looks of labels, without their positions."""
    return [
        (one.owner, one.text, one.subscript, one.size, one.bold, one.color, one.halo, one.leader)
        for one in labels
    ]


class Kept(NamedTuple):
    """Unchanging part of a label.

    Attributes:
        letters: Its letters.
        held: Their picture, and its position in the atlas.
        size: Width and height of its text in logical pixels.
        cell: The data sent for it, without the corner and the depth (16,).
        inks: A rim of its line and the line, without their points (2, 28).
    """

    letters: Lettering
    held: Held
    size: tuple[float, float]
    cell: tuple[float, ...]
    inks: Floats

    @classmethod
    def of(cls, label: Label, letters: Lettering, held: Held, scale: float) -> Kept:
        """Return the unchanging part of a label."""
        nowhere = np.zeros((2, 3))
        inks = [segments(Line(nowhere, color, width)) for color, width in leader_inks(label)]
        size = measure(label, scale)
        return cls(letters, held, size, _cell(label, held), np.concatenate(inks))


@dataclass(frozen=True, slots=True, eq=False)
class LabelSet:
    """Labels that are placed together, without their positions.

    Attributes:
        looks: The appearance of each label.
        scale: Device pixels per logical pixel.
        sizes: Widths and heights of their texts in logical pixels (n, 2).
        middles: Middle of each text in its picture, in device pixels (n, 2).
        cells: The data sent for each label, without the corner and the depth (n, 16).
        inks: For each label the rim of its line and the line, without its points (2n, 28).
        leaders: True for labels that have a rim and need a line (n,).
    """

    looks: list[Look]
    scale: float
    sizes: Array
    middles: Array
    cells: Floats
    inks: Floats
    leaders: NDArray[np.bool_]

    @classmethod
    def of(cls, looks: list[Look], kept: Sequence[Kept], scale: float) -> LabelSet:
        """Return the unchanging parts of labels."""
        return cls(
            looks, scale,
            np.array([one.size for one in kept]),
            np.array([one.held[0].middle for one in kept]),
            np.array([one.cell for one in kept], np.float32),
            np.concatenate([one.inks for one in kept]),
            np.array([look[-1] for look in looks]),
        )  # fmt: skip


def drawn_labels(
    labels: LabelSet, numbers: Array, places: Array, lens: Array, depths: Array
) -> tuple[Floats, Floats]:
    """Return the data of labels (n, 16), and segments of lines to some of them (m, 28).

    Args:
        labels: The unchanging parts of the labels.
        numbers: The data from ``label_numbers`` (n, 14).
        places: The data from ``label_places`` (n, 9).
        lens: The numbers from ``rvs.scene.camera.lens``.
        depths: The depths between which the picture shows objects (2,).
    """
    on_sheet = ~np.isnan(numbers[:, 12])
    clip = clip_depths(np.where(on_sheet, 1.0, places[:, 8]), *depths.tolist())
    clip[on_sheet] = 0.0
    cells = labels.cells.copy()
    cells[:, :2] = np.floor(labels.scale * places[:, :2] - labels.middles + 0.5)
    cells[:, 6] = clip
    cells[~(clip > -1.0)] = 0.0
    wanted = (labels.leaders | (places[:, 7] > 0.0)) & ~on_sheet & ~np.isnan(clip)
    anchors = np.ascontiguousarray(numbers[:, :3])
    ends = leader_ends(anchors, places[:, :2], labels.sizes, lens)
    both = np.repeat(wanted, 2)
    both[::2] &= labels.leaders
    rows = np.flatnonzero(both)
    lines = labels.inks[rows]
    lines[:, 0:3] = lines[:, 4:7] = anchors[rows // 2]
    lines[:, 8:11] = lines[:, 12:15] = ends[rows // 2]
    return cells, lines


def _cell(label: Label, held: Held) -> tuple[float, ...]:
    """Return the size of a label's letters, their area in the atlas and two colours (16,)."""
    sprite, place = held
    high, wide, _ = sprite.cover.shape
    red, green, blue, alpha = label.halo
    halo = red, green, blue, alpha * HALO_OPACITY
    return 0.0, 0.0, wide, high, *place, 0.0, 0.0, *label.color, *halo
