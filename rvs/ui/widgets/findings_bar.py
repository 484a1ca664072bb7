"""What is in the way of a motion, in one line, with buttons for what helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from rvs.ui.widgets.labels import Notice

HEIGHT = 36


class FindingsBar(QWidget):
    """Hidden as long as there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.notice = Notice(self)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 4, 16, 4)
        self._row.setSpacing(8)
        self._row.addWidget(self.notice, 1)
        self.hide()

    def say(
        self,
        lines: Sequence[str],
        stops: bool,
        color: str,
        cures: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        """Show the first of some lines, with all of them as its tool tip.

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
        more = f"   (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        self.notice.say(lines[0] + more, "error" if stops else "warning", color)
        self.notice.setToolTip("\n".join(lines))
        for text, run in cures:
            button = QPushButton(text)
            button.setObjectName("Chip")
            button.clicked.connect(lambda _=False, run=run: run())
            self._row.addWidget(button)
            self.buttons.append(button)
