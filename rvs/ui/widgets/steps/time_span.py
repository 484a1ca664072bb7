"""The visible period of the time line, the lanes and the plots."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QWheelEvent

# The shortest stretch, in s, and how far one notch of the wheel zooms.
SHORTEST = 0.01
NOTCH, ZOOM = 120, 1.25
# How much of the stretch remains after the play head when the stretch follows it.
AHEAD = 0.1


class TimeSpan(QObject):
    """Part of a motion from ``begin`` to ``end``; the whole of it until the user zooms.

    ``changed`` reports another period.

    Attributes:
        whole: Length of the motion, in s.
        begin: Start of the period, in s.
        end: End of the period.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.whole = self.begin = self.end = 0.0

    @property
    def zoomed(self) -> bool:
        """Return whether less than the whole is shown."""
        return (self.begin, self.end) != (0.0, self.whole)

    def fit(self, whole: float) -> None:
        """Show the whole of a motion with another length; for the same length, change nothing."""
        if whole != self.whole:
            self.whole = whole
            self._show(0.0, whole)

    def reset(self) -> None:
        """Show the whole."""
        self._show(0.0, self.whole)

    def zoom(self, factor: float, about: float) -> None:
        """Shorten the visible period by a factor; one time keeps its position."""
        length = self.end - self.begin
        if length <= 0.0:
            return
        wanted = min(max(length / factor, min(SHORTEST, self.whole)), self.whole)
        begin = about - (about - self.begin) * wanted / length
        self._show(begin, begin + wanted)

    def pan(self, seconds: float) -> None:
        """Show a later or an earlier period."""
        self._show(self.begin + seconds, self.end + seconds)

    def follow(self, time: float) -> None:
        """Scroll to a time outside the visible period."""
        if self.zoomed and not self.begin <= time <= self.end:
            length = self.end - self.begin
            self._show(time - AHEAD * length, time + (1.0 - AHEAD) * length)

    def part(self, time: float) -> float:
        """Return the position of a time in the period, from 0 to 1 within it."""
        return (time - self.begin) / ((self.end - self.begin) or 1.0)

    def time(self, part: float) -> float:
        """Return the time at a fraction of the period, no farther than its ends."""
        return self.begin + min(max(part, 0.0), 1.0) * (self.end - self.begin)

    def turn(self, event: QWheelEvent, part: float) -> None:
        """Respond to the wheel: zoom about the mouse; with Shift, or sideways, scroll.

        Args:
            event: The wheel event.
            part: Position of the mouse in the period, from 0 to 1.
        """
        turned = event.angleDelta()
        sideways = turned.x() or (
            turned.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if sideways:
            self.pan(-sideways / NOTCH * AHEAD * (self.end - self.begin))
        elif turned.y():
            self.zoom(ZOOM ** (turned.y() / NOTCH), self.time(part))
        event.accept()

    def _show(self, begin: float, end: float) -> None:
        """Show a period, shifted into the motion."""
        length = min(end - begin, self.whole)
        begin = min(max(begin, 0.0), self.whole - length)
        end = self.whole if begin + length >= self.whole else begin + length
        if (begin, end) != (self.begin, self.end):
            self.begin, self.end = begin, end
            self.changed.emit()
