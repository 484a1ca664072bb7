"""Tools that receive the mouse in the views before the robot: measuring, handles, notes."""

# What a tool does not do it leaves to these, which have no use for their arguments.
# ruff: noqa: ARG002

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF

if TYPE_CHECKING:
    from rvs.ui.view.viewport import Viewport


class ViewTool(QObject):
    """A tool of all views; it passes events on to the next tool, and to the pointer."""

    @property
    def exclusive(self) -> bool:
        """Return whether the tool alone uses the pointer, so that links stay where they are."""
        return False

    def hover(self, view: Viewport, at: QPointF) -> bool:
        """Take note of the pointer; return whether it is on something of the tool's."""
        return False

    def leave(self) -> None:
        """Take note that the pointer has gone."""

    def take(self, view: Viewport, at: QPointF) -> bool:
        """Take hold of something; return whether there is something."""
        return False

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        """Move what was taken."""

    def let_go(self) -> None:
        """End the drag."""

    def click(self, view: Viewport, at: QPointF) -> bool:
        """Take a click; return whether it meant the tool."""
        return False

    def double_click(self, view: Viewport, at: QPointF) -> bool:
        """Take a double click; return whether it meant the tool."""
        return False

    def cancel(self) -> bool:
        """End what is being done; return whether there was something."""
        return False
