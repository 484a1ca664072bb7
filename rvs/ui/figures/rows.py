"""Rows of fields, each after a label, and their errors below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, grid, hbox
from rvs.words import begun

LABEL_WIDTH, GAP, NOTICE = 92, 8, 18


class Rows(QVBoxLayout):
    """A column of sections; a field's error is in the row below it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._notices: dict[QWidget, tuple[Notice, dict[QWidget, str]]] = {}
        self._grid = QGridLayout()
        self.setContentsMargins(16, 12, 16, 12)
        self.setSpacing(GAP)

    def section(self, title: str) -> None:
        """Begin a section."""
        if self.count():
            self.addSpacing(GAP)
        self.addWidget(named_label("PartTitle", title))
        self.part()

    def part(self) -> None:
        """Continue below other contents."""
        self._grid = grid(GAP, 6, grows=[1])
        self._grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        self.addLayout(self._grid)

    def add(self, word: str, *fields: QWidget) -> QWidget:
        """Add a row of fields, and return its part after the label."""
        at = self._grid.rowCount()
        label = named_label("Secondary", word)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        label.setBuddy(fields[0])
        part = QWidget()
        hbox(*fields, STRETCH, gap=GAP, of=part)
        self._grid.addWidget(label, at, 0)
        self._grid.addWidget(part, at, 1)
        notice = Notice()
        notice.setFixedHeight(NOTICE)
        notice.layout().setContentsMargins(0, 0, 0, 0)  # type: ignore[union-attr]
        notice.hide()
        self._grid.addWidget(notice, at + 1, 1)
        faults: dict[QWidget, str] = {}
        for field in fields:
            self._notices[field] = (notice, faults)
        part.setProperty("word", label)
        return part

    def say(self, field: QWidget, text: str, icon: str = "error") -> None:
        """Show a message below a field, or remove it; of several in a row the first is shown."""
        notice, faults = self._notices[field]
        faults[field] = text
        shown = next((fault for fault in faults.values() if fault), "")
        colors = self._theme.colors
        color = colors.limit if icon == "error" else colors.warn
        notice.say(begun(shown), icon if shown else "", color if shown else "")
        notice.setVisible(bool(shown))


def show_row(part: QWidget, shown: bool) -> None:
    """Show or hide a row."""
    part.setVisible(shown)
    word = part.property("word")
    if isinstance(word, QLabel):
        word.setVisible(shown)
