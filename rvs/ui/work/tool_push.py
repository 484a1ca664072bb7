"""What is taken to push on the tool, for all that shows torques."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from rvs.bodies.dynamic import NO_FORCE, Force


class ToolPush(QObject):
    """A force on the tool point along the axes of the cell, in N.

    Attributes:
        changed: Follows every other force.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._force = NO_FORCE

    @property
    def force(self) -> Force:
        """The force (x, y, z)."""
        return self._force

    def take(self, force: Force) -> None:
        """Take another force."""
        if force != self._force:
            self._force = force
            self.changed.emit()
