"""External force on the tool, for all displays of torques."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from rvs.bodies.dynamic import NO_FORCE, Force


class ToolPush(QObject):
    """A force on the tool point along the axes of the cell, in N.

    Attributes:
        changed: Reports every change of the force or its visibility.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._force = NO_FORCE
        self._shown: frozenset[str] = frozenset()

    @property
    def force(self) -> Force:
        """The force (x, y, z)."""
        return self._force

    @property
    def shown(self) -> bool:
        """Return whether torques are displayed, so that the view shows the force."""
        return bool(self._shown)

    def take(self, force: Force) -> None:
        """Set the force."""
        if force != self._force:
            self._force = force
            self.changed.emit()

    def show(self, panel: str, shown: bool) -> None:
        """Record whether a panel displays torques."""
        panels = self._shown | {panel} if shown else self._shown - {panel}
        if panels != self._shown:
            self._shown = panels
            self.changed.emit()
