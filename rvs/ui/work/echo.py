"""Records actions in the window as lines of Python, for the console and for scripts."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from rvs.model.session import Session
from rvs.model.views.view import Camera
from rvs.scripting.echo.recorder import Recorder
from rvs.scripting.layout import Bracket, Expression, laid_out
from rvs.scripting.loaded import Loaded
from rvs.ui.saving.cell_file import CellFile
from rvs.ui.work.playback import Playback

if TYPE_CHECKING:
    from rvs.files.cells.cell import Cell
    from rvs.model.motions.motion import JointTrajectory

# Quiet for so long, and nothing is dragged any more.
QUIET_MS = 300
# So many entries keep the states they are between; older ones are lines.
FRESH, AT_ONCE = 200, 20


class Echo(QObject):
    """Records the session, and adds changes that the state does not show.

    Attributes:
        told: Entries were added and are complete.
        recorder: The recorded actions.
        framed: Returns the camera of the last automatic move, or None.
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
        self._tracks: list[tuple[Loaded, float]] = []
        # By their rows, which nothing else shares.
        self._origins: dict[int, tuple[Loaded, Cell]] = {}
        self.recorder.origin = self._origin
        file.changed.connect(self._follow_file)
        playback.changed.connect(self._follow_motion)

    def settle(self) -> None:
        """Report the change, unless a drag is running."""
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
        """Record a call with an effect outside the state, such as writing a figure."""
        from rvs.scripting.source import call

        plain = [_plain(value) for value in values]
        self.recorder.say(laid_out(call(function, *plain, **named)))

    def wrote(
        self, path: Path, how: str, function: str, /, *values: object, **named: object
    ) -> None:
        """Record that a file was made and written.

        Args:
            path: The file.
            how: Further arguments after the file in the call of ``save``, such as ``", dpi=150"``.
            function: The function that makes it.
            values: Its positional arguments.
            named: Its named arguments.
        """
        from rvs.scripting.source import call, text

        made = call(function, *values, **named)
        assert isinstance(made, Bracket)
        saved = Bracket(made.head, made.items, f").save({text(_plain(path))}{how})")
        self.recorder.say(laid_out(saved))

    def _follow_file(self) -> None:
        """Record the opening or saving of the cell."""
        path, saves = self._file.path, self._file.held.saves
        if path is None:
            return
        if saves != self._saves:
            self._saves = saves
            self.say("save", path)
        elif self._session.deed.kind == "open":
            self.recorder.opened(path)

    def _follow_motion(self) -> None:
        """Record the loading of another motion."""
        motion = self._session.state.motion
        self._note_origins()
        if motion is self._motion:
            return
        self._motion = motion
        before, begun = self._tracks, self._begun()
        self._tracks = begun
        # They are loaded again, and are other values, where a payload is taken or released.
        more = [one for one in begun if not any(_made_alike(one, other) for other in before)]
        others = {one.placed.id for one, _ in before} - {one.placed.id for one, _ in more}
        stay = others <= {one.placed.id for one, _ in begun}
        if stay and not more and len(before) == len(begun):
            return
        cell = self._file.present()

        def line() -> str:
            # Files are read and programs run for it, so only when somebody reads it.
            from rvs.scripting.echo.tracks import loading

            return laid_out(loading(cell, begun, more if stay else ()))

        self.recorder.say(line)

    def _note_origins(self) -> None:
        """Record the sources of the motions that the document stores."""
        for loaded in self._playback.tracks.values():
            if loaded.made:
                origin = (loaded, self._file.present())
                self._origins.setdefault(id(loaded.trajectory), origin)

    def _origin(self, rows: JointTrajectory) -> Expression | None:
        from rvs.scripting.echo.tracks import as_value, origin

        loaded, cell = self._origins.get(id(rows), (None, None))
        if loaded is None or cell is None:
            return None
        found = loaded.source or origin(cell, loaded)
        return None if found is None else as_value(found)

    def _begun(self) -> list[tuple[Loaded, float]]:
        """Return the tracks with their start times."""
        starts = {one.id: one.start for one in self._session.state.document.robots}
        tracks = self._playback.tracks
        return [(loaded, starts.get(robot, 0.0)) for robot, loaded in tracks.items()]

    def source_of(self, loaded: Loaded) -> Expression:
        """Return the expression of the loaded motion."""
        from rvs.scripting.echo.tracks import source

        there = self._playback.tracks.get(loaded.placed.id) is loaded
        return source(self._file.present(), loaded, there)


def _alike(one: Camera | None, other: Camera | None) -> bool:
    """Return whether two cameras show the same; an animated one arrives within rounding."""
    if one is None or other is None or one.parallel != other.parallel:
        return False
    pairs = zip(_numbers(one), _numbers(other), strict=True)
    return all(isclose(a, b, abs_tol=1e-9) for a, b in pairs)


def _made_alike(one: tuple[Loaded, float], other: tuple[Loaded, float]) -> bool:
    """Return whether two tracks are the same one; equal rows do not make them the same."""
    (a, begins), (b, begins_too) = one, other
    alike = a.trajectory.rows is b.trajectory.rows and a.source is b.source
    return alike and a.placed.id == b.placed.id and begins == begins_too


def _numbers(camera: Camera) -> tuple[float, ...]:
    turns = camera.azimuth, camera.elevation, camera.field_of_view
    return (*camera.target, *turns, camera.distance)


def _plain(value: Any) -> Any:
    """Return a file as its whole path, valid wherever a script runs; other values unchanged."""
    return str(value.absolute()) if isinstance(value, Path) else value
