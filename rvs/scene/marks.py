"""What the window adds to a scene: lines around what is chosen and what the pointer is on."""

from __future__ import annotations

from dataclasses import replace

from rvs.model.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.refs import NOTHING, Ref
from rvs.model.view import Background
from rvs.scene.items import Item, Outlined, Scene, Solid

HOVER_OPACITY = 0.65
CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)


@derived(size=8)
def marked_scene(
    scene: Scene, background: Background, selection: Ref, hovered: Ref, extra: tuple[Item, ...]
) -> Scene:
    """Return a scene with lines around the solids of two things.

    Args:
        scene: What is seen.
        background: Colours of the scene.
        selection: The chosen thing, or the empty Ref.
        hovered: The thing under the pointer, or the empty Ref.
        extra: Items shown besides.
    """
    if NOTHING == selection == hovered and not extra:
        return scene
    lines = {hovered: hover_line(background), selection: selection_line(background)}
    lines.pop(NOTHING, None)
    items = (_lined(item, lines) for item in scene.items)
    return replace(scene, items=(*items, *extra))


@derived(size=4)
def body_scene(scene: Scene) -> Scene:
    """Return a scene's bodies alone: what the pointer meets first."""
    bodies = (item for item in scene.items if isinstance(item, Solid) and item.layer == "body")
    return replace(scene, items=tuple(bodies))


def selection_line(background: Background) -> Outlined:
    """Return the line around what is chosen."""
    colors = SCENE[background]
    return Outlined(rgba(colors.select), rgba(colors.halo))


def hover_line(background: Background) -> Outlined:
    """Return the line around what the pointer is on: fainter, and without the inner part."""
    red, green, blue, _ = rgba(SCENE[background].select)
    return Outlined((red, green, blue, HOVER_OPACITY), CLEAR)


def _lined(item: Item, lines: dict[Ref, Outlined]) -> Item:
    if isinstance(item, Solid) and item.owner in lines:
        return replace(item, outline=lines[item.owner])
    return item
