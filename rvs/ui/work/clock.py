"""The one clock of the window: it calls steps with the elapsed seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer

from rvs.model.views.view import Camera

Step = Callable[[float], bool]

INTERVAL = 0.015
SOONEST_MS = 1
LONGEST_STEP = 0.1
TURN_SECONDS = 0.2


class Clock(QObject):
    """Runs named steps until they return False; a new step with the same name replaces the old."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: dict[str, Step] = {}
        self._last = self._due = 0.0
        # Not a repeating one, which leaves a turn out whenever it is a little late.
        self._timer = QTimer(self, singleShot=True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._wake)

    def run(self, name: str, step: Step) -> None:
        """Call ``step(seconds since the last call)`` about 60 times a second."""
        self._steps[name] = step
        if not self._timer.isActive():
            self._last = self._due = perf_counter()
            self._wait()

    def stop(self, name: str) -> None:
        """Stop a step early."""
        self._steps.pop(name, None)

    def tick(self, seconds: float) -> None:
        """Advance by this time."""
        for name, step in tuple(self._steps.items()):
            if not step(seconds) and self._steps.get(name) is step:
                del self._steps[name]
        if not self._steps:
            self._timer.stop()

    def _wake(self) -> None:
        now = perf_counter()
        passed, self._last = now - self._last, now
        self._wait()
        self.tick(min(passed, LONGEST_STEP))

    def _wait(self) -> None:
        """Wait for the next turn, or briefly if it is late."""
        now = perf_counter()
        self._due = max(self._due + INTERVAL, now)
        self._timer.start(max(round(1e3 * (self._due - now)), SOONEST_MS))


def between(start: Camera, end: Camera, part: float) -> Camera:
    """Return the camera at a fraction (0 to 1) of the shortest path, with eased ends."""
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
