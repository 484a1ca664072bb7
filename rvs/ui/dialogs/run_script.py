"""Running a script, after a warning, in the background and on a copy of the cell."""

from __future__ import annotations

import ctypes
import shlex
from collections.abc import Generator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from threading import get_ident
from typing import TextIO, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QProgressBar

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.session_file import HeldCell
from rvs.model.session import Session
from rvs.scripting.cell import Cell
from rvs.scripting.running import Output, ScriptError, Stopped, run_script
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.saving.cell_file import restore
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox
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


WIDTH, HEIGHT, FIELD, BAR = 560, 220, 32, 4
MOST_LINES = 10_000
WARNING = (
    "A script is a program. It can do anything that you can do on this computer, "
    "such as reading, changing and deleting files. Run only scripts that you trust. "
    "One Undo reverts all its changes to the cell."
)


class RunScript(AskDialog):
    """Asks whether to run a script, shows its printed text, and can stop it.

    Attributes:
        arguments: The arguments of the script in ``sys.argv``.
        output: Its printed text, and the reason for a failure.
        run: The running script, or None.
    """

    def __init__(self, desk: Desk, path: Path) -> None:
        super().__init__(desk.window, desk.theme, "run_script", tr("Run {name}", path.name), "Run")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(WIDTH)
        self._desk, self._path = desk, path
        self.run: ScriptRun | None = None
        self._over = False
        self.arguments = QLineEdit()
        self.arguments.setPlaceholderText("none")
        self.arguments.setFixedHeight(FIELD)
        self.arguments.setAccessibleName("Arguments of the script")
        label = QLabel("Arguments")
        label.setBuddy(self.arguments)
        words = named_label("Secondary", WARNING)
        words.setWordWrap(True)
        self.output, self.bar = QPlainTextEdit(), QProgressBar()
        self.output.setReadOnly(True)
        self.output.setMinimumHeight(HEIGHT)
        self.output.setMaximumBlockCount(MOST_LINES)
        self.output.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.output.setAccessibleName("Output of the script")
        self.bar.setFixedHeight(BAR)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        row = hbox(label, (self.arguments, 1))
        self.ask(words, row, self.output, self.bar, foot=self.notice)
        self.output.hide()
        self.bar.hide()
        desk.closing.connect(self.close)

    @property
    def busy(self) -> bool:
        """Return whether the script is running."""
        return self.run is not None and self.run.busy

    def accept(self) -> None:
        """Run the script; run it again once it has ended."""
        if self.busy:
            return
        try:
            arguments = shlex.split(self.arguments.text())
        except ValueError as error:
            self.complain(tr("arguments: {error}", error))
            return
        self.output.clear()
        self.notice.say("Running", "note", self._desk.theme.colors.text_2)
        self.run = ScriptRun(self._desk, self._path)
        self.run.setParent(self)
        self.run.printed.connect(self._print)
        self.run.ended.connect(self._end)
        self._show_busy(True)
        self.run.start(arguments)

    def reject(self) -> None:
        """Stop the script, or close."""
        if self.busy and self.run is not None:
            self.notice.say("Stopping", "note", self._desk.theme.colors.text_2)
            self.run.stop()
        else:
            super().reject()

    def _show_busy(self, busy: bool) -> None:
        self.bar.setVisible(busy)
        self.fit()
        self.button.setEnabled(not busy)
        self.arguments.setEnabled(not busy)
        self.button.setText("Run" if busy or not self._over else "Run again")
        self.cancel.setText("Stop" if busy else "Close")

    def _print(self, text: str) -> None:
        if self.output.isHidden():
            self.output.show()
            self.fit()
        self.output.moveCursor(QTextCursor.MoveOperation.End)
        self.output.insertPlainText(text)
        self.output.ensureCursorVisible()

    def _end(self, ended: Ended) -> None:
        self._over = True
        self._show_busy(False)
        if ended.error is not None:
            self._print(f"{self._line_break()}{ended.error}\n")
            self.complain("it failed; the cell is unchanged")
        elif ended.stopped:
            colors = self._desk.theme.colors
            self.notice.say("Stopped; the cell is unchanged", "warning", colors.warn)
        else:
            self._desk.say(tr("{name} has finished", self._path.name))
            if self.output.toPlainText():
                self.notice.say("Done", "note", self._desk.theme.colors.text_2)
                self.cancel.setFocus()
            else:
                super().accept()

    def _line_break(self) -> str:
        text = self.output.toPlainText()
        return "\n" if text and not text.endswith("\n") else ""
