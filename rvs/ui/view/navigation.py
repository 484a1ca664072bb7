"""Actions of mouse and trackpad in the viewport, as data: one table for each convention."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QPointingDevice, QWheelEvent

from rvs.model.views.view import Camera
from rvs.scene.camera import orbit, pan
from rvs.value_class import dataclass

Gesture = Literal["orbit", "pan", "zoom"]
Chord = tuple[str, str]
TURN_PER_PIXEL = 0.0075
# Pixels right and down of an arrow key.
KEY_STEPS = {
    Qt.Key.Key_Left: (-20, 0),
    Qt.Key.Key_Right: (20, 0),
    Qt.Key.Key_Up: (0, -20),
    Qt.Key.Key_Down: (0, 20),
}


@dataclass(frozen=True, slots=True)
class Navigation:
    """A set of conventions for navigation.

    Attributes:
        title: Its name in the menu.
        hint: Instructions, in one line.
        drags: Gesture of each mouse button with a modifier (or ``""``) held.
        scrolls: Gesture of two fingers on a trackpad with a modifier held.
    """

    title: str
    hint: str
    drags: dict[Chord, Gesture]
    scrolls: dict[str, Gesture]


NAVIGATION: dict[str, Navigation] = {
    "rvs": Navigation(
        "RVS",
        "Drag to orbit, right or Shift drag to pan, wheel to zoom",
        {
            ("left", ""): "orbit",
            ("left", "shift"): "pan",
            ("left", "ctrl"): "zoom",
            ("middle", ""): "pan",
            ("right", ""): "pan",
        },
        {"": "orbit", "shift": "pan", "ctrl": "zoom"},
    ),
    "blender": Navigation(
        "Blender",
        "Middle drag to orbit, with Shift to pan, with Ctrl to zoom",
        {
            ("middle", ""): "orbit",
            ("middle", "shift"): "pan",
            ("middle", "ctrl"): "zoom",
            ("left", "alt"): "orbit",
        },
        {"": "orbit", "shift": "pan", "ctrl": "zoom"},
    ),
    "cad": Navigation(
        "CAD",
        "Middle drag to orbit, with Ctrl or right drag to pan, with Shift to zoom",
        {
            ("middle", ""): "orbit",
            ("middle", "ctrl"): "pan",
            ("middle", "shift"): "zoom",
            ("right", ""): "pan",
            ("left", "alt"): "orbit",
        },
        {"": "pan", "shift": "orbit", "ctrl": "zoom"},
    ),
}

_BUTTONS = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.MiddleButton: "middle",
    Qt.MouseButton.RightButton: "right",
}
_MODIFIERS = {
    Qt.KeyboardModifier.ShiftModifier: "shift",
    Qt.KeyboardModifier.ControlModifier: "ctrl",
    Qt.KeyboardModifier.AltModifier: "alt",
}


def drag_gesture(
    navigation: Navigation, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
) -> Gesture | None:
    """Return the action of a drag with a button, or None."""
    return navigation.drags.get((_BUTTONS.get(button, ""), _held(modifiers)))


def scroll_gesture(navigation: Navigation, modifiers: Qt.KeyboardModifier) -> Gesture | None:
    """Return the action of two fingers on a trackpad, or None."""
    return navigation.scrolls.get(_held(modifiers))


def moved(
    camera: Camera, gesture: Literal["orbit", "pan"], dx: float, dy: float, height: int
) -> Camera:
    """Return a camera moved by pixels to the right and down in a view with a height in pixels."""
    if gesture == "pan":
        return pan(camera, dx, dy, height)
    return orbit(camera, -dx * TURN_PER_PIXEL, dy * TURN_PER_PIXEL)


def _held(modifiers: Qt.KeyboardModifier) -> str:
    return next((name for flag, name in _MODIFIERS.items() if modifiers & flag), "")


@dataclass(slots=True)
class Glide:
    """Target of the camera of the active view during an animation, or None."""

    goal: Camera | None = None


def from_trackpad(event: QWheelEvent) -> bool:
    """Return whether a trackpad scrolls, rather than a wheel."""
    kind = event.pointingDevice().type()
    scrolling = event.phase() != Qt.ScrollPhase.NoScrollPhase
    return kind == QPointingDevice.DeviceType.TouchPad or scrolling
