"""Marks that the window adds to a scene: lines around the selection and the hovered item."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import is_

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Outlined, Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain, joint_axes
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import by_value, derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import NOTHING, Ref, belongs, link_ref
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.limits import limit_items
from rvs.scene.items import Entry, Item, Label, Line, Points, Scene

GAP, SIZE = 44.0, 15.0
HOVER_OPACITY = 0.65
# Of frames beside a gizmo, and of bodies and frames beside a joint that is explained.
FAINT = 0.4
VEILED_BODY, VEILED_FRAME = 0.28, 0.3
SAME = 1e-5
CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)


@derived(size=8)
def marked_scene(
    scene: Scene, background: Background, selection: Ref, hovered: Ref, extra: tuple[Item, ...]
) -> Scene:
    """Return a scene with lines around the solids of two objects.

    Args:
        scene: The visible scene.
        background: Colours of the scene.
        selection: The selected object, or the empty Ref.
        hovered: The object under the pointer, or the empty Ref.
        extra: Additional items to show.
    """
    if NOTHING == selection == hovered and not extra:
        return scene
    lines = {selection: selection_line(background)}
    lines.setdefault(hovered, hover_line(background))
    lines.pop(NOTHING, None)
    entries = (_lined(entry, lines) for entry in scene.entries)
    return replace(scene, entries=(*entries, *extra))


@derived(size=4)
def range_marks(
    placed: PlacedRobot, posture: Posture, index: int, background: Background, text: str
) -> tuple[Item, ...]:
    """Return the range of one joint and its value as a text beside the needle."""
    owner, colors = link_ref(placed.id, index + 1), SCENE[background]
    items = tuple(i for i in limit_items(placed, posture, background) if i.owner == owner)
    places = [i.points[-1] for i in items if isinstance(i, Line)]
    places += [i.at[0] for i in items if isinstance(i, Points)]
    if not places:
        return items
    tip = places[-1]
    x, y, z = (tip - _foot(placed, posture, index, tip)).tolist()
    label = Label(
        text, tip, rgba(colors.label), rgba(colors.halo), away=(x, y, z), gap=GAP, size=SIZE
    )
    return (*items, label)


def _foot(placed: PlacedRobot, posture: Posture, index: int, tip: Array) -> Array:
    """Return the point of a joint's axis that is nearest to a tip."""
    axes, points = joint_axes(compile_chain(placed.robot), world_frames(placed, posture))
    foot: Array = points[index] + ((tip - points[index]) @ axes[index]) * axes[index]
    return foot


@derived(size=4)
def body_scene(scene: Scene) -> Scene:
    """Return a scene of a scene's bodies alone, for the pointer."""
    bodies = (item for item in scene.items if isinstance(item, Solid) and item.layer == "body")
    return replace(scene, entries=tuple(bodies))


@derived(size=4)
def quiet_frames(scene: Scene) -> Scene:
    """Return a scene with faint frames, so that a gizmo of the same colours is distinct."""
    return replace(scene, entries=tuple(_faint(item) for item in scene.items))


@derived(size=4)
def veiled_scene(scene: Scene, clear: Array) -> Scene:
    """Return a transparent scene, with faint frames except at the poses (m, 4, 4)."""
    return replace(scene, entries=tuple(_veiled(item, clear) for item in scene.items))


def _veiled(item: Item, clear: Array) -> Item:
    if isinstance(item, Solid) and item.layer == "body":
        return replace(item, color=_thinned(item.color, VEILED_BODY))
    if item.owner[1:2] == ("frame",) and _is_arrow_of(item, clear):
        return item
    return _faint(item, VEILED_FRAME)


def _is_arrow_of(item: Item, frames: Array) -> bool:
    """Return whether an item is an arrow of one of some frames, or its name (possibly shared)."""
    if isinstance(item, Solid):
        start, along = item.pose[:3, 3], item.pose[:3, 2]
    elif isinstance(item, Label) and item.stem is not None:
        start, along = item.stem, np.asarray(item.away)
    else:
        return False
    here = np.abs(frames[:, :3, 3] - start).max(axis=1) < SAME
    same = np.abs(np.swapaxes(frames[:, :3, :3], 1, 2) - along).max(axis=2) < SAME
    return bool((here[:, None] & same).any())


def _faint(item: Item, part: float = FAINT) -> Item:
    if item.owner[1:2] != ("frame",) or not isinstance(item, Solid | Label | Line):
        return item
    return replace(item, color=_thinned(item.color, part))


def _thinned(color: Rgba, part: float) -> Rgba:
    red, green, blue, opacity = color
    return (red, green, blue, part * opacity)


@derived(size=4)
def overlay_scene(scene: Scene) -> Scene:
    """Return the overlay of a scene: handles that the pointer finds before all other items."""
    handles = (item for item in scene.items if item.layer == "overlay")
    return replace(scene, entries=tuple(handles))


def selection_line(background: Background) -> Outlined:
    """Return the line around the selection."""
    colors = SCENE[background]
    return Outlined(rgba(colors.select), rgba(colors.halo))


def hover_line(background: Background) -> Outlined:
    """Return the line around the item under the pointer: fainter, and without the inner part."""
    red, green, blue, _ = rgba(SCENE[background].select)
    return Outlined((red, green, blue, HOVER_OPACITY), CLEAR)


def _lined(entry: Entry, lines: dict[Ref, Outlined]) -> Entry:
    if isinstance(entry, Solids):
        return entry.looking(_lined_looks(entry.looks, tuple(lines.items())))
    return _lined_solid(entry, lines.items()) if isinstance(entry, Solid) else entry


# By value: lines are made for each picture, and mean the same looks as long as they are equal.
@derived(size=64, known=by_value)
def _lined_looks(
    looks: tuple[Solid, ...], lines: tuple[tuple[Ref, Outlined], ...]
) -> tuple[Solid, ...]:
    found = tuple(_lined_solid(look, lines) for look in looks)
    return looks if all(map(is_, found, looks)) else found


def _lined_solid(solid: Solid, lines: Iterable[tuple[Ref, Outlined]]) -> Solid:
    for ref, line in lines:
        if belongs(solid.owner, ref):
            return replace(solid, outline=line)
    return solid
