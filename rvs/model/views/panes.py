"""Several viewports side by side: their cameras and variants, and the active one.

The view of the state is that of the active viewport; the others are stored here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from math import tan
from typing import Literal

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.bounds import check_texts
from rvs.model.views.view import MODES, Camera, Mode, View
from rvs.value_class import dataclass

Arrangement = Literal["one", "two", "three", "four", "first_angle"]

ARRANGEMENTS: tuple[Arrangement, ...] = ("one", "two", "three", "four", "first_angle")
COUNTS: dict[str, int] = {"one": 1, "two": 2, "three": 3, "four": 4, "first_angle": 4}
# What each viewport shows at first, row by row: a standard view, or empty for the present one.
# In third-angle order the view from above lies above the front, in first-angle order below it.
FIRST_VIEWS: dict[str, tuple[str, ...]] = {
    "one": ("",),
    "two": ("front", ""),
    "three": ("front", "right", ""),
    "four": ("top", "", "front", "right"),
    "first_angle": ("front", "left", "top", ""),
}


@dataclass(frozen=True, slots=True)
class Pane:
    """Difference between viewports: the camera, and the display and variant of robots."""

    camera: Camera
    mode: Mode = "skeleton"
    variant: str = ""

    def __post_init__(self) -> None:
        check_choice(self.mode, "mode", MODES)
        check_texts(self, "variant")


OWN = tuple(one.name for one in fields(Pane))


@dataclass(frozen=True, slots=True)
class Panes:
    """The viewports of a window.

    Attributes:
        arrangement: Their number and order.
        active: Number of the active view, from 0, row by row.
        others: All but the active one, in order.
        linked: Parallel viewports are panned and zoomed together; those that show variants from
            one direction are turned together, too.
    """

    arrangement: Arrangement = "one"
    active: int = 0
    others: tuple[Pane, ...] = ()
    linked: bool = True

    def __post_init__(self) -> None:
        count = COUNTS[check_choice(self.arrangement, "arrangement", ARRANGEMENTS)]
        if len(self.others) != count - 1 or not 0 <= self.active < count:
            raise ArgumentError(f"panes: {self.arrangement} has {count} viewports")

    def __len__(self) -> int:
        return COUNTS[self.arrangement]


def pane_at(view: View, panes: Panes, place: int) -> Pane:
    """Return the viewport with a number, from 0.

    Raises:
        ArgumentError: There is none.
    """
    if not 0 <= place < len(panes):
        raise ArgumentError(f"place: expected 0 to {len(panes) - 1}, got {place}")
    if place == panes.active:
        return Pane(*(getattr(view, name) for name in OWN))
    return panes.others[place - (place > panes.active)]


def all_panes(view: View, panes: Panes) -> tuple[Pane, ...]:
    """Return all viewports in order."""
    return tuple(pane_at(view, panes, place) for place in range(len(panes)))


def pane_view(view: View, panes: Panes, place: int) -> View:
    """Return the view of the viewport with a number; the active one's is the view itself."""
    if place == panes.active or place >= len(panes):
        return view
    return _with(view, pane_at(view, panes, place))


def arranged(
    view: View, arrangement: Arrangement, every: Sequence[Pane], active: int, linked: bool = True
) -> tuple[View, Panes]:
    """Return view and viewports of a new arrangement.

    Args:
        view: The view so far.
        arrangement: The new arrangement.
        every: All viewports in order.
        active: Number of the active one.
        linked: Parallel ones move together.
    """
    others = tuple(pane for place, pane in enumerate(every) if place != active)
    panes = Panes(arrangement, active, others, linked)
    return _with(view, every[active]), panes


def activated(view: View, panes: Panes, place: int) -> tuple[View, Panes]:
    """Return view and viewports with another active one.

    Raises:
        ArgumentError: There is no such viewport.
    """
    pane_at(view, panes, place)
    every = all_panes(view, panes)
    return arranged(view, panes.arrangement, every, place, panes.linked)


def following(view: View, panes: Panes, camera: Camera, height: Callable[[int], float]) -> Panes:
    """Return the viewports after the camera of the active one has moved.

    Linked parallel viewports show the same point at the same scale, so that neighbouring contents
    stay aligned.  Linked viewports with different variants that look from one direction keep doing
    so.

    Args:
        view: The view of the active one so far.
        panes: The viewports so far.
        camera: The current camera of the active one.
        height: Height on the screen of each by its number.
    """
    if not panes.linked:
        return panes
    compares = any(pane.variant != view.variant for pane in panes.others)
    scale = camera.distance * tan(camera.field_of_view / 2) / height(panes.active)
    others = []
    for k, pane in enumerate(panes.others):
        place, moved = k + (k >= panes.active), pane.camera
        if compares and _aim(moved) == _aim(view.camera):
            moved = camera
        if camera.parallel and moved.parallel:
            distance = scale * height(place) / tan(moved.field_of_view / 2)
            moved = replace(moved, target=camera.target, distance=distance)
        others.append(pane if moved == pane.camera else replace(pane, camera=moved))
    same = all(new is old for new, old in zip(others, panes.others, strict=True))
    return panes if same else replace(panes, others=tuple(others))


def _aim(camera: Camera) -> Camera:
    """Return a camera without its scale."""
    return replace(camera, distance=1.0)


def _with(view: View, pane: Pane) -> View:
    return replace(view, **{name: getattr(pane, name) for name in OWN})
