"""A Python console for the cell of the window, with all actions as lines of Python."""

from __future__ import annotations

import re
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from rvs.scripting.cell import Cell
from rvs.scripting.console import (
    Displayed,
    Found,
    History,
    Interpreter,
    Outcome,
    call_words,
    completions,
    description,
)
from rvs.scripting.echo.recorder import PASSING
from rvs.ui.commands.scripts import PASSED, copy_script
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.settings import store
from rvs.ui.widgets.console import PROMPT, CodeField, Printed, Said, Transcript, letters, picture_of
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.layouts import hbox, holding, vbox
from rvs.ui.work.interrupt import stoppable
from rvs.words import tr

ACTIONS = "console/actions"
# What is longer than the first is shown up to the second.
MOST_LINES, FIRST_LINES = 16, 8
_ASKED = re.compile(r"\s*+(?:\?\s*+)?([A-Za-z_][\w.]*)\s*+\?{0,2}\s*$")


class ConsolePanel(Dock):
    """Shows actions and typed lines, and runs lines typed below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("console", "Console", desk.theme, desk.window)
        self._desk, self._recorder = desk, desk.echo.recorder
        self.cell = Cell(desk.cell_file.held, shown=True)
        self.interpreter = Interpreter(self.cell)
        self.transcript = Transcript(desk.theme)
        self.transcript.contextMenuEvent = self._show_menu  # type: ignore[method-assign]
        self.field = CodeField(desk.theme, History())
        self.stop = QPushButton("Stop")
        self.stop.setToolTip("Stop the running code (Ctrl+C); press again if the code continues")
        self.stop.hide()
        self._shown = len(self._recorder.entries)
        self._printed = Printed(lambda text: self.transcript.add(Said("output", text)))
        self._menu = self._make_menu()
        self.add_button("more", "Choose which lines to show and copy", self._menu)
        self.set_body(self._make_body())
        self.setFocusProxy(self.field)
        self._connect()

    def call(self, purpose: str = "") -> None:
        """Bring the panel to the front, with the keyboard focus."""
        super().call(purpose)
        self.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        defer(self, self._tell)

    # -- lines that are typed -------------------------------------------------------------------

    def run(self, code: str) -> None:
        """Run lines on the cell, as one step, and show the results."""
        self._desk.echo.settle()
        self._tell()
        self.transcript.add(Said("typed", code, len(self._recorder.entries)))
        asked = _ASKED.match(code) if "?" in code else None
        if asked is not None:
            said = description(asked.group(1), self.interpreter.names)
            words = said or tr("{group} is not defined", asked.group(1))
            self.transcript.add(Said("note", words))
            return
        self.stop.show()
        with self._recorder.typing(code), stoppable(self.stop, self._printed.flush):
            outcome = self.interpreter.run(code, self._printed)
            value = outcome.value
            # It is shown by lines of its own, which may run for long, too.
            shown = None if value is None else self.interpreter.display(value, self._printed)
        self.stop.hide()
        self._printed.flush(whole=True)
        for one in filter(None, (outcome, shown)):
            self._show_outcome(one)
        self._shown = len(self._recorder.entries)
        self.transcript.to_end()

    def _show_outcome(self, outcome: Outcome) -> None:
        if outcome.error:
            self.transcript.add(Said("note" if outcome.stopped else "error", outcome.error))
        if not isinstance(outcome.value, Displayed):
            return
        picture = picture_of(outcome.value.picture, self.devicePixelRatioF())
        if picture is not None:
            self.transcript.add(Said("value", picture=picture))
        else:
            self.transcript.add(Said("value", outcome.value.text))

    def _texts(self) -> list[str]:
        """Return possible values of an argument: the names of the objects in the cell."""
        document = self._desk.session.state.document
        named = (document.programs, document.figures, document.bookmarks)
        return [*document.ids, *(one.name for some in named for one in some)]

    def _complete(self, before: str) -> Found:
        self.interpreter.renew()
        return completions(before, self.interpreter.names, self._texts())

    def _words(self, before: str) -> str:
        return call_words(before, self.interpreter.names)

    # -- what is done in the window -------------------------------------------------------------

    def _tell(self) -> None:
        """Show the new actions while the panel is visible."""
        if not self.isVisible():
            return
        entries = self._recorder.entries
        first, self._shown = min(self._shown, len(entries)), len(entries)
        for number in range(first, len(entries)):
            self._show_entry(number)

    def _show_entry(self, number: int) -> None:
        entry = self._recorder.entries[number]
        passing = entry.sort in PASSING
        if entry.typed or entry.quiet or not self._shows(PASSED if passing else ACTIONS):
            return
        lines = "\n".join(entry.shown).splitlines()
        if len(lines) > MOST_LINES:
            rest = f"# … {len(lines) - FIRST_LINES} more lines; Copy as script copies all"
            lines = [*lines[:FIRST_LINES], rest]
        if lines:
            self.transcript.add(Said("echo", "\n".join(lines), number))

    def _shows(self, what: str) -> bool:
        return bool(store().value(what, True, bool))

    def _switch(self, what: str, on: bool) -> None:
        store().setValue(what, on)

    # -- parts ----------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.field.complete, self.field.words = self._complete, self._words
        self.field.whole = self.interpreter.whole
        self.field.entered.connect(self.run)
        self.field.spoke.connect(self._say)
        self._desk.echo.told.connect(self._tell)
        self.theme.changed.connect(self._tint_prompt)
        self._tint_prompt()

    def _make_body(self) -> QWidget:
        self._prompt = QLabel(PROMPT.strip())
        self._prompt.setFont(letters())
        self._prompt.setFixedHeight(self.field.height())
        top = Qt.AlignmentFlag.AlignTop
        typed = hbox(self._prompt, (self.field, 1), self.stop, gap=4, edges=(6, 4, 8, 4))
        typed.setAlignment(self._prompt, top)
        typed.setAlignment(self.stop, top)
        line = QWidget()
        line.setObjectName("DockFoot")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line.setLayout(typed)
        self._call = QLabel(wordWrap=True)
        self._call.setFont(letters())
        self._call.setObjectName("Secondary")
        self._call.setContentsMargins(44, 4, 12, 2)
        self._call.hide()
        return holding(vbox((self.transcript, 1), self._call, line, gap=0, edges=(8, 0, 0, 0)))

    def _say(self, words: str) -> None:
        """Show the signature of a function above the field."""
        self._call.setText(words)
        self._call.setVisible(bool(words))

    def _tint_prompt(self) -> None:
        self._prompt.setStyleSheet(f"color: {self.theme.colors.accent_text}; font-weight: 600;")

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for what, words in (
            (ACTIONS, "Show actions in the window"),
            (PASSED, "Show views and selections"),
        ):
            switch = menu.addAction(words)
            switch.setCheckable(True)
            switch.setChecked(self._shows(what))
            switch.toggled.connect(partial(self._switch, what))
        menu.addSeparator()
        menu.addAction("Copy all as script", partial(copy_script, self._desk))
        menu.addAction("Clear", self.transcript.clear_all)
        return menu

    def _show_menu(self, event: QContextMenuEvent) -> None:
        menu = self.transcript.createStandardContextMenu()
        menu.addSeparator()
        chosen = self.transcript.chosen_entries()
        one = menu.addAction("Copy selection as script", partial(self._copy_chosen, chosen))
        one.setEnabled(chosen is not None)
        menu.addAction("Copy all as script", partial(copy_script, self._desk))
        menu.addSeparator()
        menu.addAction("Clear", self.transcript.clear_all)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def _copy_chosen(self, chosen: tuple[int, int] | None) -> None:
        if chosen is not None:
            copy_script(self._desk, chosen[0], chosen[1] + 1)
