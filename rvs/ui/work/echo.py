"""Keeps what is done in the window as lines of Python, for the console and for scripts."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from rvs.files.cells.motion import motion_name
from rvs.model.session import Session
from rvs.model.views.view import Camera
from rvs.scripting.echo.recorder import Recorder
from rvs.scripting.layout import Bracket, Expression, laid_out
from rvs.ui.saving.cell_file import CellFile
from rvs.ui.work.playback import Loaded, Playback

# Quiet for so long, and nothing is dragged any more.
QUIET_MS = 300
# So many entries keep the states they are between; older ones are lines.
FRESH, AT_ONCE = 200, 20


class Echo(QObject):
    """Records the session, and adds what the state does not tell.

    Attributes:
        told: Entries have come and are at an end.
        recorder: What was done.
        framed: Returns the camera that the window has moved to by itself last, or None.
    """

    told = Signal()

    def __init__(self, session: Session, file: CellFile, playback: Playback) -> None:
        super().__init__()
        self._session, self._file, self._playback = session, file, playback
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.settle)
        self.recorder = Recorder(session, self._quiet.start)
        self.framed: Callable[[], Camera | None] = lambda: None
        self._rested = self._heard = self._saves = 0
        self._motion = session.state.motion
        self._loaded: Expression | None = None
        file.changed.connect(self._follow_file)
        playback.changed.connect(self._follow_motion)

    def settle(self) -> None:
        """Tell what was done, unless something is still dragged."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._quiet.start()
            return
        self._quiet.stop()
        self.recorder.settle()
        entries = self.recorder.entries
        framed = self.framed()
        for entry in entries[self._heard :]:
            entry.quiet = _alike(entry.camera, framed)
        self._heard = len(entries)
        self._rested = min(self._rested, len(entries))
        for entry in entries[self._rested : max(len(entries) - FRESH, 0)][:AT_ONCE]:
            entry.rest()
            self._rested += 1
        self.told.emit()

    def say(self, function: str, *values: object, **named: object) -> None:
        """Note a call that did something which no state tells, such as to write a figure."""
        from rvs.scripting.source import call

        plain = [_plain(value) for value in values]
        self.recorder.say(laid_out(call(function, *plain, **named)))

    def wrote(
        self, path: Path, how: str, function: str, /, *values: object, **named: object
    ) -> None:
        """Note that something was made and written.

        Args:
            path: The file.
            how: What follows the file in the call of ``save``, such as ``", dpi=150"``.
            function: What makes it.
            values: Its arguments.
            named: Those with names.
        """
        from rvs.scripting.source import call, text

        made = call(function, *values, **named)
        assert isinstance(made, Bracket)
        saved = Bracket(made.head, made.items, f").save({text(str(path))}{how})")
        self.recorder.say(laid_out(saved))

    def _follow_file(self) -> None:
        """The cell was opened or saved."""
        path, saves = self._file.path, self._file.held.saves
        if path is None:
            return
        if saves != self._saves:
            self._saves = saves
            self.say("save", path)
        elif self._session.deed.kind == "open":
            from rvs.scripting.layout import flat
            from rvs.scripting.source import call

            self.recorder.opened(flat(call("open", str(path))))

    def _follow_motion(self) -> None:
        """Another motion is loaded."""
        motion = self._session.state.motion
        if motion is self._motion:
            return
        self._motion = motion
        loaded = self._playback.loaded
        if motion is None:
            self._loaded = None
            self.say("load_motion", None)
            return
        if loaded is None:
            return
        source = self.source_of(loaded)
        if source is None:
            self.recorder.say(f"# a motion was loaded that was made in the window: {loaded.name}")
        # It is loaded again, and is another value, where its payload is taken or let go.
        elif not _made_alike(source, self._loaded):
            self.recorder.say(laid_out(Bracket("rvs.load_motion(", (("", source),), ")")))
        self._loaded = source

    def source_of(self, loaded: Loaded) -> Expression | None:
        """Return the expression of what is loaded; None where it can't be made in a script."""
        from rvs.scripting.source import text

        programs = {one.name for one in self._session.state.document.programs}
        if loaded.source is not None:
            return loaded.source
        if loaded.path is not None:
            name = motion_name(self._file.present(), loaded.path)
            return text(name or str(loaded.path))
        return text(loaded.name) if loaded.name in programs else None


def _alike(one: Camera | None, other: Camera | None) -> bool:
    """Whether two cameras show the same; one that glides arrives within rounding."""
    if one is None or other is None or one.parallel != other.parallel:
        return False
    pairs = zip(_numbers(one), _numbers(other), strict=True)
    return all(isclose(a, b, abs_tol=1e-9) for a, b in pairs)


def _made_alike(source: Expression, other: Expression | None) -> bool:
    """Whether two expressions mean one motion; a call means another one each time."""
    return source == other if isinstance(source, str) else source is other


def _numbers(camera: Camera) -> tuple[float, ...]:
    turns = camera.azimuth, camera.elevation, camera.field_of_view
    return (*camera.target, *turns, camera.distance)


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Path) else value
