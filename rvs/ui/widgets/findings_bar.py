"""What is in the way of a motion, in one line, with the rest in a list and what helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from rvs.ui.widgets.boxes import hbox
from rvs.ui.widgets.labels import Notice

HEIGHT = 36


class FindingsBar(QWidget):
    """Hidden as long as there is nothing to say.

    ``chosen`` gives the number of a line that somebody wants to see, by a click on it.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.notice = Notice(self)
        self.buttons: list[QPushButton] = []
        self.notice.setCursor(Qt.CursorShape.PointingHandCursor)
        self.list = QMenu(self)
        self.more = QPushButton()
        self.more.setObjectName("Chip")
        self.more.setAccessibleName("All that is in the way")
        self.more.setToolTip("Show all that is in the way; a click goes there")
        self.more.setMenu(self.list)
        self._row = hbox((self.notice, 1), self.more, edges=(12, 4, 16, 4), of=self)
        self.hide()

    def say(
        self,
        lines: Sequence[str],
        stops: bool,
        color: str,
        cures: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        """Show the first of some lines, and all of them in a list.

        Args:
            lines: What is in the way, the worst first; none hides the bar.
            stops: Whether the motion ends early.
            color: Colour of the words.
            cures: Texts of buttons and what they do.
        """
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.setVisible(bool(lines))
        if not lines:
            return
        self.notice.say(lines[0], "error" if stops else "warning", color)
        self.notice.setToolTip("\n".join([*lines, "Click to go there"]))
        self.more.setVisible(len(lines) > 1)
        self.more.setText(f"All {len(lines)}")
        self.list.clear()
        for number, line in enumerate(lines):
            self.list.addAction(line, partial(self.chosen.emit, number))
        for text, run in cures:
            button = QPushButton(text)
            button.setObjectName("Chip")
            button.clicked.connect(lambda _=False, run=run: run())
            self._row.addWidget(button)
            self.buttons.append(button)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self.notice.geometry().contains(at):
            self.chosen.emit(0)
