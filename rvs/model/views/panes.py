"""Several viewports side by side: their cameras, and the active one.

The view of the state is that of the active viewport; the others are stored here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import tan
from typing import Literal

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.views.view import MODES, Camera, Mode, View
from rvs.value_class import dataclass

Arrangement = Literal["one", "two", "four", "first_angle"]

ARRANGEMENTS: tuple[Arrangement, ...] = ("one", "two", "four", "first_angle")
COUNTS: dict[str, int] = {"one": 1, "two": 2, "four": 4, "first_angle": 4}
# What each viewport shows at first, row by row: a standard view, or empty for the present one.
# In third-angle order the view from above lies above the front, in first-angle order below it.
FIRST_VIEWS: dict[str, tuple[str, ...]] = {
    "one": ("",),
    "two": ("front", ""),
    "four": ("top", "", "front", "right"),
    "first_angle": ("front", "left", "top", ""),
}


@dataclass(frozen=True, slots=True)
class Pane:
    """Difference between viewports: the camera, and the display of robots."""

    camera: Camera
    mode: Mode = "skeleton"

    def __post_init__(self) -> None:
        check_choice(self.mode, "mode", MODES)


@dataclass(frozen=True, slots=True)
class Panes:
    """The viewports of a window.

    Attributes:
        arrangement: Their number and order.
        active: Number of the active one, from 0, row by row.
        others: All but the active one, in order.
        linked: Parallel viewports are panned and zoomed together.
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
        return Pane(view.camera, view.mode)
    return panes.others[place - (place > panes.active)]


def all_panes(view: View, panes: Panes) -> tuple[Pane, ...]:
    """Return all viewports in order."""
    return tuple(pane_at(view, panes, place) for place in range(len(panes)))


def pane_view(view: View, panes: Panes, place: int) -> View:
    """Return the view of the viewport with a number; the active one's is the view itself."""
    if place == panes.active or place >= len(panes):
        return view
    pane = pane_at(view, panes, place)
    return replace(view, camera=pane.camera, mode=pane.mode)


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
    return replace(view, camera=every[active].camera, mode=every[active].mode), panes


def activated(view: View, panes: Panes, place: int) -> tuple[View, Panes]:
    """Return view and viewports with another active one.

    Raises:
        ArgumentError: There is no such viewport.
    """
    pane_at(view, panes, place)
    every = all_panes(view, panes)
    return arranged(view, panes.arrangement, every, place, panes.linked)


def following(panes: Panes, camera: Camera, height: Callable[[int], float]) -> Panes:
    """Return the viewports after the active one was panned or zoomed.

    Linked parallel viewports show the same point at the same scale, so that neighbouring contents
    stay aligned.

    Args:
        panes: The viewports so far.
        camera: The current camera of the active one.
        height: Height on the screen of each by its number.
    """
    if not panes.linked or not camera.parallel or len(panes) == 1:
        return panes
    scale = camera.distance * tan(camera.field_of_view / 2) / height(panes.active)
    others = []
    for k, pane in enumerate(panes.others):
        place = k + (k >= panes.active)
        if pane.camera.parallel:
            distance = scale * height(place) / tan(pane.camera.field_of_view / 2)
            moved = replace(pane.camera, target=camera.target, distance=distance)
            pane = pane if moved == pane.camera else replace(pane, camera=moved)
        others.append(pane)
    same = all(new is old for new, old in zip(others, panes.others, strict=True))
    return panes if same else replace(panes, others=tuple(others))
