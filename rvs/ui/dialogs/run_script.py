"""Running a script from the window, after a warning that it is a program."""

from __future__ import annotations

import shlex
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QProgressBar

from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.boxes import hbox
from rvs.ui.widgets.labels import named_label
from rvs.ui.work.script_run import Ended, ScriptRun
from rvs.words import tr

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
