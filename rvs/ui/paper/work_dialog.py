"""A dialog that writes a file: choices, progress in place, and a usable window."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QProgressBar,
    QPushButton,
    QWidget,
)

from rvs.model.jobs import Progress
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.figures.rows import Rows
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, Scrolled
from rvs.ui.work.jobs import Job, Latest, Work
from rvs.words import begun, tr

BAR, WIDTH = 4, 420
# Letters that are not in names of files everywhere, with the spaces around them.
UNFIT = re.compile(r"((?<!\s)\s+|)[^\w\-. (),]+(\s*)")
# A function of ``rvs``, or nothing, with its arguments and those by name.
Line = tuple[str, tuple[object, ...], dict[str, object]]


class WorkDialog(ScreenDialog):
    """A dialog that stays open next to the main window; its work can be stopped.

    Attributes:
        rows: The layout of the choices.
        notice: The message.
        bar: Progress of the work.
        button: Asks for a file and begins.
        cancel: Stops the work, or closes the dialog.
        opener: Opens the written file in its default program.
        written: The last written file, or None.
    """

    def __init__(self, desk: Desk, name: str, title: str, verb: str) -> None:
        """Make the frame of a dialog; derived classes fill ``rows``.

        Args:
            desk: The desk.
            name: Its object name in the window.
            title: Its title.
            verb: Label of its button.
        """
        super().__init__(desk.window, Qt.WindowType.Dialog)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        self.desk = desk
        self._work = Latest(desk.closing)
        self._line: Line = ("", (), {})
        desk.closing.connect(self.close)
        self.written: Path | None = None
        self._choices = QWidget()
        self.rows = Rows(desk.theme)
        self._choices.setLayout(self.rows)
        self.notice, self.bar = Notice(), QProgressBar()
        self.button, self.cancel = QPushButton(verb), QPushButton("Close")
        self.opener = QPushButton("Open")
        self.button.clicked.connect(lambda _=False: self.ask())
        self.opener.clicked.connect(lambda _=False: self.open_result())
        self.cancel.clicked.connect(lambda _=False: self.stop())

    @property
    def busy(self) -> bool:
        """Return whether a file is being written."""
        return self._work.busy

    def ask(self) -> None:
        """Ask for a file and begin; derived classes define it."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show the current facts; derived classes define it."""

    def line(self) -> Line:
        """Return the line of a script for the same file; derived classes define it if possible."""
        return "", (), {}

    def ask_file(self, title: str, name: str, kinds: str) -> Path | None:
        """Ask for the file to write.

        Args:
            title: Title of the question.
            name: The suggested name.
            kinds: Formats, as Qt writes them.
        """
        return file_dialogs.save_file(self, title, name, kinds)

    def start(self, work: Work, done: str = "Saved {}") -> Job:
        """Begin work that returns a path; ``done`` is the message at its end."""
        # before the choices are disabled, which some of them take for another answer
        self._line = self.line()
        self._set_busy(True)
        self.say("begins")
        return self._work.start(work, partial(self._finish, done), self._fail, self._progress)

    def open_result(self) -> None:
        """Open the written file; report if the system has no program for it."""
        if self.written is not None and (failure := file_dialogs.open_outside(self.written)):
            self.say(failure, "warning")

    def stop(self) -> None:
        """Stop writing, or close."""
        if self._work.cancel():
            self._end("Stopped; nothing was written")
        else:
            self.close()

    def say(self, text: str, icon: str = "note") -> None:
        """Show a message below the choices."""
        colors = self.desk.theme.colors
        color = {"error": colors.limit, "warning": colors.warn}.get(icon, colors.text_2)
        shown = begun(text)
        self.notice.say(shown, icon if text else "", color if text else "")

    def setVisible(self, visible: bool) -> None:
        """Put the buttons after the choices in the order of the keyboard focus."""
        if self.layout() is None:
            self._arrange()
        super().setVisible(visible)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the running work."""
        if self.busy:
            self.stop()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop or close with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.stop()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(BAR)
        self.bar.setAccessibleName("Progress")
        self.notice.setFixedHeight(20)
        self.button.setProperty("filled", True)
        # Enter in a field is for the field
        self.opener.hide()
        for button in (self.button, self.cancel, self.opener):
            button.setAutoDefault(False)
        vbox(
            (Scrolled(self._choices), 1),
            self.bar,
            vbox(self.notice, gap=-1, edges=(8, 4, 16, 8)),
            hbox(self.opener, STRETCH, self.cancel, self.button, edges=(16, 0, 16, 16)),
            gap=0,
            of=self,
        )

    def _set_busy(self, busy: bool) -> None:
        self._choices.setEnabled(not busy)
        self.opener.hide()
        self.button.setEnabled(not busy)
        self.cancel.setText("Stop" if busy else "Close")
        self.bar.setValue(0)

    def _progress(self, step: object) -> None:
        if isinstance(step, Progress):
            self.bar.setValue(round(1000 * step.part))
            self.say(step.words)

    def _fail(self, error: Exception) -> None:
        self._end(_reason(error), "error")

    def _finish(self, done: str, written: Path | str) -> None:
        path = Path(written)
        function, values, named = self._line
        self.desk.echo.wrote(path.absolute(), "", function, *values, **named)
        self._end(done.format(path.name))
        self.written = path.absolute()
        self.opener.show()

    def _end(self, words: str, icon: str = "note") -> None:
        self._set_busy(False)
        self.refresh()
        self.say(words, icon)
        if icon != "error":
            self.desk.say(words)


def _reason(error: object) -> str:
    if isinstance(error, OSError):
        return tr("not saved: {reason}", error.strerror or error)
    return str(error)


def file_name(words: str) -> str:
    """Return words as a valid file name.

    >>> file_name("PUMA 560: a/b (as fast as possible)")
    'PUMA 560 a-b (as fast as possible)'
    """
    plain = UNFIT.sub(lambda found: " " if found[1] or found[2] else "-", words)
    return plain.strip(" .") or "robot"
