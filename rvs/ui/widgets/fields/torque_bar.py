"""Holding torque of a joint, as a small bar against its effort."""

from __future__ import annotations

from math import hypot, isfinite

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.model.numbers.quantities import significant
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox
from rvs.value_class import dataclass
from rvs.words import tr

HEIGHT, TRACK, WORDS = 16, 4.0, 118
# Above this share of the effort a bar is in the colour of warnings.
NEAR = 0.8
ROUNDING = 1e-6


Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class HeldFacts:
    """Facts in a bar.

    Attributes:
        symbol: The joint's symbol.
        torque: Its torque or force, in N m or N.
        effort: The maximum; infinite if unknown.
        largest: The largest torque of all such joints, the reference if no effort is known.
        unit: ``"N m"`` or ``"N"``.
        force: Total force on the joint, in N, along its link's axes.
        moment: Total moment on the joint about its axis point, in N m, likewise.
    """

    symbol: str
    torque: float
    effort: float
    largest: float
    unit: str
    force: Vector = (0.0, 0.0, 0.0)
    moment: Vector = (0.0, 0.0, 0.0)

    @property
    def share(self) -> float | None:
        """Fraction of the effort, or None if it is unknown."""
        return abs(self.torque) / self.effort if isfinite(self.effort) else None


def torque_text(value: float, unit: str) -> str:
    """Return a torque with three digits; mere rounding errors become 0."""
    return f"{significant(value if abs(value) > ROUNDING else 0.0, 3)} {unit}"


class TorqueBar(QWidget):
    """A bar from 0 in the middle to the torque, and the torque as a text."""

    def __init__(self, colors: WindowColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar, self.words = _Bar(colors, self), named_label("Caption")
        self.words.setFixedWidth(WORDS)
        self.words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        hbox((self._bar, 1), self.words, gap=8, edges=(2, 0, 2, 0), of=self)
        self.setFixedHeight(HEIGHT)

    def show_held(self, facts: HeldFacts) -> None:
        """Show another torque."""
        self._bar.show_held(facts)
        text, share = torque_text(facts.torque, facts.unit), facts.share
        bears = (_vector(facts.force, "N"), _vector(facts.moment, "N m"))
        if share is None:
            tip = tr(
                "{symbol} exerts {torque}; its effort limit is not known, so the bar compares "
                "the joints.\nIts bearings carry {force} and {moment}, in the axes of its link",
                facts.symbol,
                text,
                *bears,
            )
        else:
            tip = tr(
                "{symbol} exerts {torque} of {effort}.\n"
                "Its bearings carry {force} and {moment}, in the axes of its link",
                facts.symbol,
                text,
                torque_text(facts.effort, facts.unit),
                *bears,
            )
            text += f" · {share:.0%}"
        self.words.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(tip)

    def recolor(self, colors: WindowColors) -> None:
        """Set the colours."""
        self._bar.colors = colors
        self._bar.update()


class _Bar(QWidget):
    def __init__(self, colors: WindowColors, parent: QWidget) -> None:
        super().__init__(parent)
        self.colors = colors
        self._facts: HeldFacts | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(80, HEIGHT)

    def show_held(self, facts: HeldFacts) -> None:
        """Paint another torque."""
        if facts != self._facts:
            self._facts = facts
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, half, y = self.width() / 2, self.width() / 2 - 4, HEIGHT / 2
        painter.setBrush(QColor(self.colors.track))
        painter.drawRoundedRect(QRectF(4, y - TRACK / 2, 2 * half, TRACK), 2, 2)
        facts = self._facts
        if facts is not None:
            share = facts.share
            measure = facts.effort if share is not None else facts.largest
            part = max(min(facts.torque / measure, 1.0), -1.0) if measure else 0.0
            painter.setBrush(QColor(self._color(share)))
            left, right = sorted((middle, middle + part * half))
            painter.drawRect(QRectF(left, y - TRACK / 2, right - left, TRACK))
        painter.setBrush(QColor(self.colors.text_3))
        painter.drawRect(QRectF(middle - 0.5, y - 5, 1, 10))
        painter.end()

    def _color(self, share: float | None) -> str:
        if share is None or share <= NEAR:
            return self.colors.text_2
        return self.colors.warn if share <= 1.0 else self.colors.limit


def _vector(values: Vector, unit: str) -> str:
    """Return the magnitude of a vector, and its components."""
    parts = ", ".join(torque_text(value, "").strip() for value in values)
    return f"{torque_text(hypot(*values), unit)} ({parts})"
