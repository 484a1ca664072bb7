"""The one clock of the window: it calls steps with the seconds that went by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer

from rvs.model.view import Camera

Step = Callable[[float], bool]

INTERVAL_MS = 15
LONGEST_STEP = 0.1
TURN_SECONDS = 0.2


class Clock(QObject):
    """Runs named steps until they return False; a new step of the same name replaces the old."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: dict[str, Step] = {}
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._wake)

    def run(self, name: str, step: Step) -> None:
        """Call ``step(seconds since the last call)`` about 60 times a second."""
        self._steps[name] = step
        if not self._timer.isActive():
            self._last = perf_counter()
            self._timer.start()

    def stop(self, name: str) -> None:
        """End a step before it ends by itself."""
        self._steps.pop(name, None)

    def tick(self, seconds: float) -> None:
        """Let that much time go by."""
        for name, step in tuple(self._steps.items()):
            if not step(seconds) and self._steps.get(name) is step:
                del self._steps[name]
        if not self._steps:
            self._timer.stop()

    def _wake(self) -> None:
        now = perf_counter()
        passed, self._last = now - self._last, now
        self.tick(min(passed, LONGEST_STEP))


def between(start: Camera, end: Camera, part: float) -> Camera:
    """Return the camera ``part`` (0 to 1) of the way, the short way round, easing both ends."""
    if part >= 1.0:
        return end
    s = part * part * (3.0 - 2.0 * part)
    turn = pi - (pi - (end.azimuth - start.azimuth)) % (2 * pi)
    x, y, z = (a + s * (b - a) for a, b in zip(start.target, end.target, strict=True))
    return replace(
        end,
        target=(x, y, z),
        azimuth=start.azimuth + s * turn,
        elevation=start.elevation + s * (end.elevation - start.elevation),
        distance=start.distance * (end.distance / start.distance) ** s,
    )
