"""Bookmarks: named views."""

from __future__ import annotations

from dataclasses import field

from rvs.engine.errors import ArgumentError
from rvs.model.views.section import Section
from rvs.model.views.view import MODES, Camera, Mode, View
from rvs.value_class import dataclass

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A view with a name.

    Attributes:
        name: Displayed name; unique in a cell.
        camera: The camera.
        mode: Drawing mode of robots.
        section: Section plane.
    """

    name: str
    camera: Camera
    mode: Mode = "skeleton"
    section: Section = field(default_factory=Section)

    def __post_init__(self) -> None:
        fault = name_fault(self.name)
        if fault:
            raise ArgumentError(f"bookmark: {fault}")
        if self.mode not in MODES:
            raise ArgumentError(f"bookmark: {self.mode!r} is not one of {', '.join(MODES)}")


def name_fault(name: str) -> str:
    """Return the fault in the name of a bookmark, or an empty text."""
    if not name.strip():
        return "it needs a name"
    if len(name) > LONGEST_NAME:
        return f"{len(name)} characters are more than {LONGEST_NAME}"
    return "" if name.isprintable() else "its name must be a single line"


def bookmark_of(name: str, view: View) -> Bookmark:
    """Return a bookmark of a view."""
    return Bookmark(name, view.camera, view.mode, view.section)
