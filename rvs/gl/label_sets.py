"""What of labels stays while they move: their letters, their sizes and their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.gl.card.atlas import Held
from rvs.gl.lines import segments
from rvs.gl.text import Lettering
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import Ref
from rvs.scene.annotate.leaders import leader_ends, leader_inks
from rvs.scene.camera import clip_depths
from rvs.scene.drawing_constants import HALO_OPACITY
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Label, Line
from rvs.value_class import dataclass

# What a label looks like: text, subscript, size, whether it is bold, colour, that of its rim,
# whether it asks for a line; and the same with who owns it.
Shown = tuple[str, str, float, bool, Rgba, Rgba, bool]
Look = tuple[Ref, str, str, float, bool, Rgba, Rgba, bool]
Floats = NDArray[np.float32]


def looks_of(labels: Sequence[Label]) -> list[Look]:
    """Return what labels look like, besides where they are."""
    return [
        (one.owner, one.text, one.subscript, one.size, one.bold, one.color, one.halo, one.leader)
        for one in labels
    ]


class Kept(NamedTuple):
    """What stays of a label.

    Attributes:
        letters: Its letters.
        held: Their picture, and where it is in the atlas.
        size: Width and height of its text in logical pixels.
        cell: What is sent of it, but for the corner and the depth (16,).
        inks: A rim of its line and the line, without their points (2, 28).
    """

    letters: Lettering
    held: Held
    size: tuple[float, float]
    cell: tuple[float, ...]
    inks: Floats

    @classmethod
    def of(cls, label: Label, letters: Lettering, held: Held, scale: float) -> Kept:
        """Return what stays of a label."""
        nowhere = np.zeros((2, 3))
        inks = [segments(Line(nowhere, color, width)) for color, width in leader_inks(label)]
        size = measure(label, scale)
        return cls(letters, held, size, _cell(label, held), np.concatenate(inks))


@dataclass(frozen=True, slots=True, eq=False)
class LabelSet:
    """Labels that are placed together, without where they are.

    Attributes:
        looks: What each looks like.
        scale: Device pixels per logical pixel.
        sizes: Widths and heights of their texts in logical pixels (n, 2).
        middles: Middle of each text in its picture, in device pixels (n, 2).
        cells: What is sent of each, but for the corner and the depth (n, 16).
        inks: Of each label a rim of its line and the line, without its points (2n, 28).
        leaders: Which have a rim and ask for a line (n,).
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
        """Return what stays of labels, of what stays of each of them."""
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
    """Return what is sent of labels (n, 16), and segments of lines that lead to some (m, 28).

    Args:
        labels: What stays of them.
        numbers: Those of ``label_numbers`` (n, 14).
        places: Those of ``label_places`` (n, 9).
        lens: Those of ``rvs.scene.camera.lens``.
        depths: Between which the picture shows things (2,).
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
    """Size of a label's letters, where they are in the atlas, and two colours (16,)."""
    sprite, place = held
    high, wide, _ = sprite.cover.shape
    red, green, blue, alpha = label.halo
    halo = red, green, blue, alpha * HALO_OPACITY
    return 0.0, 0.0, wide, high, *place, 0.0, 0.0, *label.color, *halo
