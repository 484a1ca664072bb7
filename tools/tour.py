"""Uses the real window as a person would, with real mouse events, and saves pictures of it.

``python tools/tour.py FOLDER [SECONDS [REST [PATIENCE]]]`` needs a display, a virtual one will do.
The joints move for some seconds; a picture is saved when two of them, a rest apart, are the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from rvs.ui import app
from rvs.ui.app import CrashReports
from rvs.ui.application import make_application

if TYPE_CHECKING:
    from rvs.ui.window import MainWindow

SIZE = (1600, 1000)
SECONDS = 6.0
SETTLE_SECONDS = 0.6
# A window that still changes after this time is saved as it is.
PATIENCE_SECONDS = 30.0
OTHER_ROBOTS = ("REDIESTRO", "scara")

Step = Callable[[], None]


def main(arguments: list[str]) -> int:
    """Drive the window; return the exit status."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    given = [float(word) for word in arguments[1:4]]
    usual = (SECONDS, SETTLE_SECONDS, PATIENCE_SECONDS)
    return drive(Path(arguments[0]), *given, *usual[len(given) :])


def drive(folder: Path, seconds: float, rest: float, patience: float) -> int:
    """Open the window, move joints, change the theme, load robots, save pictures.

    Args:
        folder: Where the pictures go; it is made.
        seconds: How long the joints move.
        rest: Seconds in which nothing changes before each picture.
        patience: Seconds after which a window that still changes is saved.

    Returns:
        0, or 1 when something went wrong on the way.
    """
    with TemporaryDirectory(prefix="rvs-tour-") as home:
        # A drive changes preferences; those of whoever runs it stay as they are.
        os.environ.setdefault("RVS_HOME", home)
        return _drive(folder, seconds, rest, patience)


def _drive(folder: Path, seconds: float, rest: float, patience: float) -> int:
    application = make_application()
    crashes = CrashReports()
    sys.excepthook = crashes.handle
    window = app.make_window([])
    folder.mkdir(parents=True, exist_ok=True)
    window.desk.settings.change(theme="light", background="theme")
    window.resize(*SIZE)
    window.show()
    tour = Tour(application, window, folder, rest, patience)
    tour.run(seconds)
    window.close()
    failed = crashes.dialog is not None or any(
        message.severity == "error" for message in window.messages.messages
    )
    return 1 if failed else 0


class Tour:
    """The steps of the drive."""

    def __init__(
        self,
        application: QApplication,
        window: MainWindow,
        folder: Path,
        rest: float,
        patience: float,
    ) -> None:
        self._application, self._window, self._folder = application, window, folder
        self._rest, self._patience, self._count = rest, patience, 0

    def run(self, seconds: float) -> None:
        """Take all steps."""
        window = self._window
        self.wait(self._rest)
        self.save("opened")
        self.move_joints(seconds)
        self.save("posed")
        window.actions_["switch_theme"].trigger()
        self.save("dark")
        for name in OTHER_ROBOTS:
            window.open([name])
            self.save(f"{name.lower()} dark")
        window.actions_["switch_theme"].trigger()
        self.save(f"{OTHER_ROBOTS[-1].lower()} light")

    def move_joints(self, seconds: float) -> None:
        """Drag one slider after the other to and fro by mouse events."""
        from rvs.ui.panels.joints import JointsPanel

        joints = self._window.panels["joints"]
        assert isinstance(joints, JointsPanel)
        rows = joints.rows
        end = perf_counter() + seconds
        for row in rows:
            slider = row.slider
            start = slider.position(slider.number)
            for x in _sweep(start, slider.width(), perf_counter, seconds / len(rows)):
                kind = QEvent.Type.MouseMove
                if x is None:
                    break
                if not slider.isSliderDown():
                    self._mouse(slider, QEvent.Type.MouseButtonPress, start)
                self._mouse(slider, kind, x)
                self._application.processEvents()
            self._mouse(slider, QEvent.Type.MouseButtonRelease, slider.position(slider.number))
            if perf_counter() > end:
                break

    def save(self, name: str) -> None:
        """Let everything come to rest and save a picture of the window."""
        self._count += 1
        picture, end = self._look(), perf_counter() + self._patience
        while (later := self._look()) != picture and perf_counter() < end:
            picture = later
        picture.save(str(self._folder / f"{self._count} {name}.png"))

    def _look(self) -> QImage:
        """Return a picture of the window after a rest."""
        self.wait(self._rest)
        return self._window.screen().grabWindow(self._window.winId()).toImage()

    def wait(self, seconds: float) -> None:
        """Let the window do what it does for a while."""
        end = perf_counter() + seconds
        while perf_counter() < end:
            self._application.processEvents()

    def _mouse(self, widget: QWidget, kind: QEvent.Type, x: float) -> None:
        at = QPointF(x, widget.height() / 2)
        left = Qt.MouseButton.LeftButton
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else left
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else left
        everywhere = QPointF(widget.mapToGlobal(QPoint(0, 0))) + at
        none = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, at, everywhere, button, held, none)
        self._application.sendEvent(widget, event)


def _sweep(
    start: float, width: int, now: Callable[[], float], seconds: float
) -> Iterator[float | None]:
    """Yield places of the pointer: a third of the slider up, down, and a little beyond."""
    begun = now()
    while (part := (now() - begun) / max(seconds, 1e-3)) < 1.0:
        swing = part * 4 if part < 0.25 else 2 - part * 4 if part < 0.6 else part * 4 - 2.8
        yield min(max(start + swing * width / 3, 6.0), width - 6.0)
    yield None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
