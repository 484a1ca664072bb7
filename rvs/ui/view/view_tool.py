"""Tools that receive the mouse in the views before the robot: measuring, handles, notes."""

# What a tool does not do it leaves to these, which have no use for their arguments.
# ruff: noqa: ARG002

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF

if TYPE_CHECKING:
    from rvs.ui.view.viewport import Viewport


class ViewTool(QObject):
    """A tool of all views; it passes unused events on to the next tool, and to the pointer."""

    @property
    def exclusive(self) -> bool:
        """Return whether the tool alone uses the pointer, so that links are not moved."""
        return False

    def hover(self, view: Viewport, at: QPointF) -> bool:
        """Update the pointer's position; return whether it is on an item of the tool."""
        return False

    def leave(self) -> None:
        """Record that the pointer has left the view."""

    def take(self, view: Viewport, at: QPointF) -> bool:
        """Grab an item; return whether there is one."""
        return False

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        """Move the grabbed item."""

    def let_go(self) -> None:
        """End the drag."""

    def click(self, view: Viewport, at: QPointF) -> bool:
        """Process a click; return whether it was for the tool."""
        return False

    def double_click(self, view: Viewport, at: QPointF) -> bool:
        """Process a double click; return whether it was for the tool."""
        return False

    def cancel(self) -> bool:
        """Cancel the current action; return whether there was one."""
        return False
