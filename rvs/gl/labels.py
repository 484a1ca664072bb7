"""Labels: texts that face the viewer, each pixel of theirs on a pixel of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from rvs.gl.card.atlas import Atlas, Held
from rvs.gl.card.buffers import TexelBuffer
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program
from rvs.gl.frame import Frame
from rvs.gl.lines import LinePainter
from rvs.gl.text import Lettering, corner_of
from rvs.model.refs import Ref
from rvs.scene.annotate.labels import PlacedLabel, place_labels
from rvs.scene.annotate.leaders import leader_lines
from rvs.scene.drawing_constants import HALO_OPACITY
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Label, Line

Placed = tuple[list[Line], NDArray[np.float32]]
# What a label is in pictures that follow each other: by its text, or, where that is a number that
# changes, by its place among the others.
Key = tuple[Ref, str, str] | tuple[Ref, int, int]
# So many labels at most look for another place in one of such pictures.
MOST_SEARCHES = 4
NOT_SEEN = (0.0,) * 16


class LabelPainter:
    """Draws labels, and lines to those that had to give way."""

    def __init__(self, program: Program, lines: Program) -> None:
        """Take the programs that draw letters and lines."""
        self._label_calls = 0
        self._atlas = Atlas()
        self._texels = TexelBuffer()
        self._program = program
        self._leaders = LinePainter(lines)
        self._ready: list[Placed | None] = []
        self._places: dict[Key, PlacedLabel] = {}

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._label_calls + self._leaders.draw_calls

    def load(self, groups: Sequence[Sequence[Label]], frame: Frame) -> None:
        """Place the labels of a picture; those of a group keep clear of each other."""
        # All at once: the atlas may start afresh for what is missing.
        every = (label for group in groups for label in group)
        held = iter(self._atlas.hold([Lettering.of(label, frame.scale) for label in every]))
        before, self._places = self._places if frame.steady else {}, {}
        self._ready = [
            self._placed(number, labels, list(islice(held, len(labels))), frame, before)
            if labels
            else None
            for number, labels in enumerate(groups)
        ]

    def draw(self, group: int, frame: Frame) -> None:
        """Draw a group of labels, first to last, by its number in ``load``."""
        ready = self._ready[group]
        if ready is None:
            return
        leaders, rows = ready
        if leaders:
            self._leaders.load(leaders, frame)
            self._leaders.draw(leaders)
        self._texels.fill(rows)
        self._texels.bind()
        GL.glActiveTexture(GL.GL_TEXTURE1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._atlas.texture)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        self._program.use()
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, len(rows))
        self._label_calls += 1

    def release(self) -> None:
        """Free everything but the program."""
        self._atlas.release()
        self._texels.release()
        self._leaders.release()

    def _placed(
        self,
        number: int,
        labels: Sequence[Label],
        held: Sequence[Held],
        frame: Frame,
        before: dict[Key, PlacedLabel],
    ) -> Placed:
        """Lines to labels that gave way, and for each label where and what it is (n, 4, 4)."""
        named: list[Key] = [(label.owner, label.text, label.subscript) for label in labels]
        ordered: list[Key] = [(label.owner, number, k) for k, label in enumerate(labels)]
        pairs = zip(named, ordered, strict=True)
        known = [before.get(name) or before.get(order) for name, order in pairs]
        places = places_of(labels, frame, known if before else None)
        self._places |= {
            key: place
            for keys in (named, ordered)
            for key, place in zip(keys, places, strict=True)
            if place
        }
        middles = placed(labels, places, frame)
        rows = [
            NOT_SEEN if middle is None else _row(label, middle, one, frame.scale)
            for label, middle, one in zip(labels, middles, held, strict=True)
        ]
        cells = np.array(rows, np.float32).reshape(-1, 4, 4)
        return leader_lines(labels, places, frame.camera, frame.width, frame.height), cells


def _row(
    label: Label, middle: tuple[float, float, float], held: Held, scale: float
) -> tuple[float, ...]:
    """Where a label's letters go, where they are in the atlas, depth, and two colours (16,)."""
    sprite, place = held
    high, wide, _ = sprite.cover.shape
    corner = corner_of(sprite, scale * middle[0], scale * middle[1])
    red, green, blue, alpha = label.halo
    halo = red, green, blue, alpha * HALO_OPACITY
    return *corner, wide, high, *place, middle[2], 0.0, *label.color, *halo


def places_of(
    labels: Sequence[Label], frame: Frame, before: Sequence[PlacedLabel | None] | None = None
) -> list[PlacedLabel | None]:
    """Return where labels go in a picture, in logical pixels.

    Args:
        labels: The labels.
        frame: The picture.
        before: The labels in the picture before, beside which they stay while they can.
    """
    return place_labels(
        labels, frame.camera, frame.width, frame.height, partial(measure, scale=frame.scale),
        before=before, searches=None if before is None else MOST_SEARCHES,
    )  # fmt: skip


def placed(
    labels: Sequence[Label], places: Sequence[PlacedLabel | None], frame: Frame
) -> list[tuple[float, float, float] | None]:
    """Return the middle of each label in logical pixels, x right and y down, and its depth.

    Depth is that of clip space; None stands for an anchor behind the viewer.
    """
    matrix = frame.clip_matrix()
    clip = np.array([label.at for label in labels], float) @ matrix[:, :3].T + matrix[:, 3]
    return [
        None
        if place is None or (z + w <= 0.0 and label.sheet is None)
        else (place.x, place.y, z / w if label.sheet is None else 0.0)
        for label, place, (_, _, z, w) in zip(labels, places, clip.tolist(), strict=True)
    ]
