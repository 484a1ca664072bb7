"""Buttons and a slider to go through steps, forward and back, or to play them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from rvs.ui.icons import icon
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import STRETCH, hbox, vbox
from rvs.ui.widgets.dock import SMALL_BUTTON, SMALL_ICON
from rvs.ui.widgets.fields.still import Slide

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
