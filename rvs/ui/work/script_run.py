"""A script that runs in the background, on a copy of the window's cell."""

from __future__ import annotations

import ctypes
from collections.abc import Generator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from threading import get_ident
from typing import TextIO, cast

from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.session_file import HeldCell
from rvs.model.session import Session
from rvs.scripting.cell import Cell
from rvs.scripting.running import Output, ScriptError, Stopped, run_script
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.saving.cell_file import restore
from rvs.ui.work.jobs import Latest
from rvs.value_class import dataclass
from rvs.words import tr


@dataclass(frozen=True)
class Ended:
    """End of a script.

    Attributes:
        error: The error, or None.
        stopped: The user stopped it.
    """

    error: RvsError | None = None
    stopped: bool = False


class ScriptRun(QObject):
    """Runs one script in a thread; at the end the window adopts the changed cell.

    States are values, so the script uses the window's state in a separate session: the window's
    session stays unchanged until the script has succeeded.

    Attributes:
        printed: Its printed text.
        ended: Its end.
    """

    printed = Signal(str)
    ended = Signal(object)

    def __init__(self, desk: Desk, path: Path) -> None:
        super().__init__()
        self._desk, self._path = desk, path
        self._work = Latest(desk.closing)
        self._thread: int | None = None
        self._before = desk.session.state
        self._cell = Cell(HeldCell(Session(self._before)))
        self._cell.held.take(desk.cell_file.present())
        self._file = self._cell.present
        desk.closing.connect(self.stop)

    @property
    def busy(self) -> bool:
        """Return whether it is still running."""
        return self._work.busy

    def start(self, arguments: Sequence[str] = ()) -> None:
        """Run the script."""
        self._work.start(lambda: self._run(arguments), self._finish, self._fail)

    def stop(self) -> None:
        """End the script before its next instruction; a function written in C ends first."""
        if self._thread is not None:
            thread = ctypes.c_ulong(self._thread)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))

    def _run(self, arguments: Sequence[str]) -> Generator[None, None, Ended]:
        yield
        output = cast(TextIO, Output(self.printed.emit))
        self._thread = get_ident()
        try:
            with redirect_stdout(output), redirect_stderr(output):
                run_script(self._path, self._cell, arguments)
        except SystemExit as end:
            return Ended(_own_words(end, self._path))
        except (Stopped, KeyboardInterrupt):
            return Ended(stopped=True)
        except RvsError as error:
            return Ended(error)
        except OSError as error:
            return Ended(RvsError(str(error)))
        finally:
            self._thread = None
        return Ended()

    def _finish(self, ended: Ended) -> None:
        if ended.error is not None:
            self._tell(ended.error)
        elif not ended.stopped:
            self._take_over()
        self.ended.emit(ended)

    def _fail(self, error: Exception) -> None:
        self._finish(Ended(RvsError(f"{self._path.name}: {error}")))

    def _tell(self, error: RvsError) -> None:
        if isinstance(error, ScriptError) and error.places:
            last = error.places[-1]
            place, words = f"{last.path}:{last.line}:1", error.words
        else:
            place, words = str(self._path), str(error)
        self._desk.messages.add([Message("error", words, place)])

    def _take_over(self) -> None:
        """Replace the window's cell with that of the script, as one step."""
        session, new = self._desk.session, self._cell.state
        saved = self._cell.present
        restore(session, new, tr("Run {name}", self._path.name))
        if new.selection != session.state.selection:
            session.select(*new.selection)
        if new.motion is not self._before.motion or new.playhead != self._before.playhead:
            session.load_motion(new.motion, new.playhead)
        if _is_another_file(saved, self._file):
            self._desk.cell_file.held.take(saved)
            if not self._cell.session.dirty:
                session.mark_saved()


def _is_another_file(saved: SavedCell, before: SavedCell) -> bool:
    return saved.path != before.path or saved.text != before.text


def _own_words(end: SystemExit, path: Path) -> RvsError | None:
    if end.code is None or end.code == 0:
        return None
    return RvsError(f"{path.name}: {end.code if isinstance(end.code, str) else 'it failed'}")
