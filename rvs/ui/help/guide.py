"""The tutorial in the window: a card that tells one step, shows where things are, and notices."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
)

from rvs.ui.desk import Desk
from rvs.ui.help.progress import facts
from rvs.ui.help.spotlight import Spotlight, show_do
from rvs.ui.help.tutorial import Step, holds, steps
from rvs.ui.icons import icon, pixmap
from rvs.ui.widgets.labels import named_label

WIDTH, INSET, BUTTON, TICK = 380, 12, 26, 16
# Room beside the list: margins of the card, a scroll bar, all rows but the words and the list.
SIDES, BAR, REST, LEAST = 26, 12, 130, 60
LOOK_MS = 400
_MARKS = (
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*]+)\*"), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<b>\1</b>"),
)


class GuideCard(QFrame):
    """Begins with ``begin``; *Show me* points at one thing after the other."""

    def __init__(self, desk: Desk, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("GuideCard")
        self.setAccessibleName("Tutorial")
        self._desk, self._window = desk, window
        self._steps: tuple[Step, ...] = ()
        self._at, self._shown, self.done = 0, -1, False
        self.spotlight = Spotlight(desk.theme)
        self.head, self.title = named_label("Caption"), named_label("DockTitle")
        self.words, self.items = named_label("Secondary"), QLabel()
        self.items.setProperty("rich", True)
        self.list = QScrollArea()
        self.tick, self.told = QLabel(), named_label("Secondary")
        self.back, self.show_me, self.next = (
            QPushButton("Back"), QPushButton("Show me"), QPushButton("Next"),
        )  # fmt: skip
        self.close_button = QToolButton()
        self._look = QTimer(self, interval=LOOK_MS)
        self._arrange()
        self._connect()
        self.hide()

    @property
    def step(self) -> Step:
        """The step that is told."""
        return self._steps[self._at]

    def begin(self) -> None:
        """Tell the first step; if it is told already, go on where it was left."""
        if not self._steps:
            self._steps = steps()
        self._tell(self._at)
        self.show()
        self.raise_()
        self._look.start()

    def notice(self) -> None:
        """See whether the step is done."""
        done = holds(self.step.done, facts(self._desk))
        if done != self.done:
            self.done = done
            self._say_done()

    def point(self) -> None:
        """Show where the next thing of the list is."""
        self._shown = (self._shown + 1) % len(self.step.dos)
        self._list()
        bar = self.list.verticalScrollBar()
        bar.setValue(bar.maximum() * self._shown // max(len(self.step.dos) - 1, 1))
        show_do(self._window, self.step.dos[self._shown], self.spotlight)

    def go(self, by: int) -> None:
        """Tell another step; beyond the last one the card closes."""
        if self._at + by >= len(self._steps):
            self._at = 0
            self.end()
        else:
            self._tell(max(self._at + by, 0))

    def end(self) -> None:
        """Close the card."""
        self._look.stop()
        self.spotlight.hide()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self.setFixedWidth(WIDTH)
        for label in (self.words, self.items):
            label.setWordWrap(True)
        self.next.setProperty("filled", True)
        self.close_button.setFixedSize(BUTTON, BUTTON)
        self.close_button.setToolTip("Leave the tutorial")
        self.close_button.setAccessibleName("Leave the tutorial")
        self.show_me.setToolTip("Point at what is meant, one after the other")
        top = QHBoxLayout()
        top.addWidget(self.head, 1)
        top.addWidget(self.close_button)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.tick)
        foot.addWidget(self.told, 1)
        for button in (self.back, self.show_me, self.next):
            foot.addWidget(button)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 10, 12)
        column.setSpacing(6)
        column.addLayout(top)
        self.list.setWidget(self.items)
        self.list.setWidgetResizable(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.items.setAlignment(Qt.AlignmentFlag.AlignTop)
        for widget in (self.title, self.words, self.list):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.show_me.clicked.connect(self.point)
        self.close_button.clicked.connect(self.end)
        self._look.timeout.connect(self.notice)
        self._window.installEventFilter(self)
        central = self._window.centralWidget()
        if central is not None:
            central.installEventFilter(self)
        self._desk.theme.changed.connect(self._tint)
        self._tint()

    def _tell(self, at: int) -> None:
        self._at, self._shown, self.done = at, -1, False
        self.spotlight.hide()
        self.head.setText(f"Tutorial · step {at + 1} of {len(self._steps)}")
        self.title.setText(self.step.title)
        self.words.setText(self.step.words)
        self._list()
        self.back.setEnabled(at > 0)
        self.next.setText("Next" if at + 1 < len(self._steps) else "Finish")
        self._say_done()
        self.notice()
        self._place()

    def _list(self) -> None:
        """Write what is to do, with what is pointed at in the accent."""
        accent = self._desk.theme.colors.accent_text
        rows = []
        for i, item in enumerate(self.step.items):
            style = f" style='color:{accent}'" if i == self._shown else ""
            number = f"<td align='right'{style}>{i + 1}.&nbsp;</td>"
            rows.append(f"<tr>{number}<td{style}>{_rich(item)}</td></tr>")
        self.items.setText(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>")

    def _say_done(self) -> None:
        self.told.setText("Done" if self.done else "")
        self.tick.setVisible(self.done)
        # Until it is done, to go on is not what is asked for.
        self.next.setProperty("filled", self.done)
        self.next.style().unpolish(self.next)
        self.next.style().polish(self.next)

    def _place(self) -> None:
        """Lie in the lower left corner of the view; a list that is too long scrolls."""
        central = self._window.centralWidget()
        if central is None:
            return
        inner = WIDTH - SIDES
        words, items = self.words.heightForWidth(inner), self.items.heightForWidth(inner - BAR)
        room = central.height() - 2 * INSET - words - REST
        self.words.setFixedHeight(words)
        self.list.setFixedHeight(max(min(items, room), LEAST))
        self._column.activate()
        self.setFixedHeight(self.sizeHint().height())
        corner = central.mapTo(self._window, QPoint(INSET, central.height() - INSET))
        self.move(corner.x(), max(corner.y() - self.height(), INSET))

    def _tint(self) -> None:
        colors = self._desk.theme.colors
        self.close_button.setIcon(icon("close", colors, 14))
        self.tick.setPixmap(pixmap("check", colors.ok, TICK, self.devicePixelRatioF()))
        if self._steps:
            self._list()


def _rich(item: str) -> str:
    text = escape(item.rstrip("."))
    for pattern, to in _MARKS:
        text = pattern.sub(to, text)
    return text


def begin(desk: Desk) -> None:
    """Tell the tutorial in the window of a desk."""
    card = desk.window.findChild(GuideCard)
    if not isinstance(card, GuideCard):
        card = GuideCard(desk, desk.window)
    desk.window.activateWindow()
    card.begin()
