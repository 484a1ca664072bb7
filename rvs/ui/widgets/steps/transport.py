"""Buttons that play a trajectory, with time and speed, or go through steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QToolButton, QWidget

from rvs.model.motions.player import REPEATS, Repeat
from rvs.ui.icons import icon, pixmap
from rvs.ui.theme import Theme
from rvs.ui.widgets.dock import SMALL_BUTTON, SMALL_ICON
from rvs.ui.widgets.fields.combo import Combo, Slide
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, add, hbox, holding, vbox
from rvs.ui.work.playback import Playback
from rvs.words import plural, tr

HEIGHT, SECOND, BUTTON, ICON, CIRCLE = 44, 36, 28, 16, 32
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MODES: dict[Repeat, str] = {"once": "Once", "loop": "Loop", "ping-pong": "Ping-pong"}


class Transport(QWidget):
    """One filled circle plays and pauses; the others move by rows or to the ends."""

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback, self._theme = playback, theme
        self._icons: list[tuple[QToolButton, str]] = []
        self.first = self._button("first", "To the start", playback.to_start)
        self.back = self._button("step_back", "One row back", lambda: playback.step(-1))
        self.play = self._make_play()
        self.on = self._button("step_on", "One row forward", lambda: playback.step(1))
        self.last = self._button("last", "To the end", playback.to_end)
        self.reverse = self._button("reverse", "Play backwards", playback.reverse)
        self.reverse.setCheckable(True)
        self.now, self.whole = named_label("PlayTime"), named_label("Secondary")
        self.now.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.notice = Notice()
        moves = (self.first, self.back, self.play, self.on, self.last, self.reverse)
        said = (8, self.now, self.whole, (self.notice, 1))
        self._moves = holding(hbox(*moves, *said, gap=4, edges=(12, 0, 4, 0)))
        self._choices = holding(hbox(gap=4, edges=(4, 0, 16, 0)))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setSpacing(0)
        self._row.setContentsMargins(0, 0, 0, 0)
        add(self._row, (self._moves, 1), self._choices)
        self.speed = Combo("Speed")
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g}×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        self.mode = Combo("At the end")
        for repeat in REPEATS:
            self.mode.addItem(MODES[repeat], repeat)
        self.add(self.speed)
        self.add(self.mode)
        self.speed.activated.connect(lambda i: playback.set_speed(SPEEDS[i]))
        self.mode.activated.connect(lambda i: playback.set_repeat(REPEATS[i]))
        playback.changed.connect(self._refresh)
        playback.moved.connect(self._tell_time)
        theme.changed.connect(self._refresh)
        self._refresh()

    def add(self, widget: QWidget) -> None:
        """Put a widget at the right end."""
        add(cast("QBoxLayout", self._choices.layout()), 4, widget)
        self._fold()

    def minimumSizeHint(self) -> QSize:
        both = (self._moves.minimumSizeHint(), self._choices.minimumSizeHint())
        return QSize(max(size.width() for size in both), HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Arrange the buttons in one row if there is room, else in two."""
        wide = self._moves.minimumSizeHint().width() + self._choices.minimumSizeHint().width()
        one = wide <= self.width()
        way = QBoxLayout.Direction.LeftToRight if one else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(way)
        self._row.setAlignment(
            self._choices, Qt.AlignmentFlag.AlignVCenter if one else Qt.AlignmentFlag.AlignLeft
        )
        self.setFixedHeight(HEIGHT if one else HEIGHT + SECOND)

    def _make_play(self) -> QToolButton:
        button = QToolButton()
        button.setObjectName("PlayButton")
        button.setFixedSize(CIRCLE, CIRCLE)
        button.setIconSize(QSize(ICON, ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._playback.toggle)
        return button

    def _button(self, name: str, label: str, run: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setFixedSize(BUTTON, BUTTON)
        button.setIconSize(QSize(ICON, ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(label)
        button.setAccessibleName(label)
        button.clicked.connect(lambda _=False: run())
        self._icons.append((button, name))
        return button

    def _refresh(self) -> None:
        playback, colors = self._playback, self._theme.colors
        for button, name in self._icons:
            button.setIcon(icon(name, colors, ICON))
        label = "Pause" if playback.playing else "Play"
        picture = pixmap(label.lower(), colors.on_accent, ICON, self.devicePixelRatioF())
        self.play.setIcon(QIcon(picture))
        self.play.setToolTip(tr("{label} (Space)", label))
        self.play.setAccessibleName(label)
        player, loaded = playback.player, playback.loaded
        self.reverse.setChecked(player is not None and not player.forward)
        if player is not None:
            self.mode.setCurrentIndex(REPEATS.index(player.repeat))
        found = loaded.violations if loaded else ()
        joints = len({one.joint for one in found})
        if found:
            words = plural("{n} joint beyond limits", "{n} joints beyond limits", joints)
            self.notice.say(words, "warning", colors.limit)
        else:
            self.notice.say("")
        self._tell_time()
        self._tell_whole()

    def _tell_time(self) -> None:
        self.now.setText(f"{self._playback.time:.2f}")

    def _tell_whole(self) -> None:
        whole = f"{self._playback.duration:.2f}"
        self.whole.setText(f"/ {whole} s")
        # The widest figures: the line must not move as time goes by.
        room = self.now.fontMetrics().horizontalAdvance("8" * (len(whole) - 1) + ".")
        # Of a fixed size it asks nobody for room when its text changes.
        self.now.setFixedSize(room + 6, self.now.sizeHint().height())


BUTTONS = {
    "first": "Back to the start",
    "previous": "Step back",
    "play": "Play",
    "next": "Step",
    "last": "All steps",
}


class Stepper(QWidget):
    """``moved`` reports the requested position of the slider, ``played`` a request to play or stop.

    ``passed`` requests to continue beyond the last step (1) or back beyond the first one (-1).

    Attributes:
        slider: The position; a step has ``grain`` positions.
        buttons: Buttons by name.
    """

    moved = Signal(int)
    played = Signal()
    passed = Signal(int)

    def __init__(self, theme: Theme, grain: int = 1) -> None:
        super().__init__()
        self._theme, self._grain, self._playing = theme, grain, False
        self.slider = Slide()
        self.slider.setPageStep(grain)
        self.buttons = {name: QToolButton() for name in BUTTONS}
        vbox(self._make_buttons(), self.slider, gap=4, of=self)
        self.slider.sliderMoved.connect(self.moved)
        self.slider.actionTriggered.connect(
            lambda _action: self.moved.emit(self.slider.sliderPosition())
        )
        theme.changed.connect(self._tint)
        self._tint()

    def show_place(self, place: int) -> None:
        """Show the position, unless the user drags the slider."""
        if not self.slider.isSliderDown():
            self.slider.setValue(place)

    def show_playing(self, playing: bool) -> None:
        """Show whether it plays."""
        if playing != self._playing:
            self._playing = playing
            self._tint()

    def _make_buttons(self) -> QHBoxLayout:
        row = hbox(STRETCH, gap=4)
        for name, button in self.buttons.items():
            button.setFixedSize(SMALL_BUTTON, SMALL_BUTTON)
            button.setIconSize(QSize(SMALL_ICON, SMALL_ICON))
            button.setToolTip(BUTTONS[name])
            button.setAccessibleName(BUTTONS[name])
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._press, name))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _press(self, name: str) -> None:
        if name == "play":
            self.played.emit()
            return
        at, grain, most = self.slider.value(), self._grain, self.slider.maximum()
        if (name, at) in (("next", most), ("previous", 0)):
            self.passed.emit(1 if name == "next" else -1)
            return
        place = {
            "first": 0,
            "previous": max((-(-at // grain) - 1) * grain, 0),
            "next": min((at // grain + 1) * grain, most),
            "last": most,
        }[name]
        self.moved.emit(place)

    def _tint(self) -> None:
        for name, button in self.buttons.items():
            shown = "pause" if name == "play" and self._playing else name
            button.setIcon(icon(shown, self._theme.colors, SMALL_ICON))
        word = "Pause" if self._playing else BUTTONS["play"]
        self.buttons["play"].setToolTip(word)
        self.buttons["play"].setAccessibleName(word)
