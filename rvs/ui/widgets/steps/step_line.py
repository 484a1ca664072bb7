"""The steps of a program on a time axis: their bars, selection, durations, order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import short_number
from rvs.model.programs.program import FINGERS, MoveBy, Program, Step, field_text
from rvs.model.programs.run import ProgramRun
from rvs.ui.theme import CAPTION, Theme, font
from rvs.ui.widgets.collision_stretches import Hits, paint_strip
from rvs.ui.widgets.steps.step_table import values
from rvs.ui.widgets.steps.timeline import ticks
from rvs.value_class import dataclass
from rvs.words import tr

WORDS: dict[MoveBy, str] = {
    "joints": "by joints",
    "line": "straight",
    "arc": "on an arc",
    "circle": "on a circle",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One step in the time line.

    Attributes:
        start: Start of its move, in s.
        arrive: Arrival time.
        leave: Departure time.
        label: Its text, if there is room.
        tip: Its tool tip.
        straight: The tool moves along a line, an arc or a circle.
        action: Action of the tool there, or empty.
        passed: It is a rounded corner, passed without stopping.
    """

    start: float
    arrive: float
    leave: float
    label: str
    tip: str = ""
    straight: bool = False
    action: str = ""
    passed: bool = False


def bars(program: Program, run: ProgramRun, placed: PlacedRobot) -> tuple[Bar, ...]:
    """Return the steps that a program reaches, in time."""
    starts = (0.0, *run.departures)
    laid = zip(program.steps, starts, run.arrivals, run.departures, strict=False)
    return tuple(
        Bar(
            start,
            arrive,
            leave,
            f"{index + 1} {step.name}".strip(),
            _tip(step, index, arrive - start, leave - arrive, placed),
            step.by != "joints" and index > 0,
            step.action,
            bool(step.blend) and leave == arrive,
        )
        for index, (step, start, arrive, leave) in enumerate(laid)
    )


def _tip(step: Step, index: int, moves: float, rests: float, placed: PlacedRobot) -> str:
    words = [tr("Step {index}: {name}", index + 1, step.name or values(step, placed))]
    if index:
        words.append(f"{WORDS[step.by]}, {moves:.2f} s")
    if step.action:
        words.append("grips the object there" if step.action == "take" else "releases it")
    if step.opening is not None:
        words.append(tr("opens the gripper to {field_text}", field_text(step, "opening", FINGERS)))
    if rests:
        words.append(tr("waits {rests:.2f} s", rests))
    text = ", ".join(words)
    return f"{text}\n{step.note}" if step.note else text


HEIGHT, TALL = 58, 68
EDGE = 10
RULER, TOP, BAR = 20, 26, 24
HITS_TOP, HITS = 60, 6
GRAB, DRAG_FROM = 6.0, 5.0
# Dragged and typed times lie on such steps, in s; with Ctrl a drag is free.
SNAP = 0.05
KEY_STEP = 0.1

Part = Literal["move", "rest", "body"]


@dataclass(slots=True)
class _Drag:
    part: Part
    index: int
    x: float
    delta: float = 0.0
    moving: bool = False


class StepLine(QWidget):
    """Blocks along a ruler: filled while the robot moves, hatched while it rests.

    Drag the right edge of a move to change its duration, that of a rest to change the wait, a block
    to another position to reorder, the ruler to scrub.  Left and right select, with Ctrl they
    change the move, with Shift the wait, with Alt the order.
    """

    chosen = Signal(int)
    opened = Signal(int)
    sought = Signal(float)
    retimed = Signal(int, float)
    rested = Signal(int, float)
    moved = Signal(int, int)
    removed = Signal(int)
    menu_wanted = Signal(int, QPointF)

    def __init__(self, theme: Theme, fastest: Callable[[int], float]) -> None:
        """Make an empty line.

        Args:
            theme: Its colours.
            fastest: Returns the shortest time of the move to a step, in s.
        """
        super().__init__()
        self._theme, self._fastest = theme, fastest
        self.bars: tuple[Bar, ...] = ()
        self.current = -1
        self.hits = Hits()
        self._time: float | None = None
        self._drag: _Drag | None = None
        self._shortest = 0.0
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Steps in time")
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(320, HEIGHT)

    # -- what is shown ------------------------------------------------------------------------

    def show_bars(self, bars: tuple[Bar, ...]) -> None:
        """Show other steps."""
        self.bars, self._drag = bars, None
        self.setVisible(bool(bars))
        self.update()

    def show_current(self, index: int) -> None:
        """Mark a step, or none with -1."""
        self.current = index
        known = 0 <= index < len(self.bars)
        self.setAccessibleDescription(self.bars[index].tip if known else "")
        self.update()

    def show_time(self, time: float | None) -> None:
        """Show the time of the player, in s, or that it plays another motion."""
        if time != self._time:
            self._time = time
            self.update()

    def show_hits(self, hits: Hits) -> None:
        """Mark periods of the program with collisions."""
        self.hits = hits
        self.setFixedHeight(TALL if hits.spans else HEIGHT)
        self.update()

    def hits_at(self, x: float) -> list[str]:
        """Return the collisions at a position."""
        return self.hits.at(x, self.x_of)

    @property
    def cycle(self) -> float:
        """Duration of all steps, in s."""
        return self.bars[-1].leave if self.bars else 0.0

    def x_of(self, time: float) -> float:
        """Return the horizontal position of a time."""
        return EDGE + time / (self.cycle or 1.0) * (self.width() - 2 * EDGE)

    def time_at(self, x: float) -> float:
        """Return the time at a position, from 0 to the end."""
        part = (x - EDGE) / max(self.width() - 2 * EDGE, 1)
        return min(max(part, 0.0), 1.0) * self.cycle

    # -- mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.bars:
            return
        x, y = event.position().x(), event.position().y()
        if y < RULER:
            self.sought.emit(self.time_at(x))
            return
        part, index = self.hit(x, y)
        if index < 0:
            return
        self.chosen.emit(index)
        self._drag = _Drag(part, index, x)
        if part == "move":
            self._shortest = self._fastest(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = event.position().x(), event.position().y()
        drag = self._drag
        if drag is not None:
            drag.moving = drag.moving or abs(x - drag.x) >= DRAG_FROM
            drag.delta = x - drag.x
            free = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._tell_drag(event, free)
            self.update()
        elif event.buttons() & Qt.MouseButton.LeftButton and y < self.height():
            self.sought.emit(self.time_at(x))
        else:
            self._show_cursor(x, y)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is None or not drag.moving:
            return
        free = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if drag.part == "body":
            to = self.place_at(event.position().x(), drag.index)
            if to != drag.index:
                self.moved.emit(drag.index, to)
        else:
            self._drag = drag
            seconds = self._wished(free)
            self._drag = None
            (self.retimed if drag.part == "move" else self.rested).emit(drag.index, seconds)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.hit(event.position().x(), event.position().y())[1]
        self._drag = None
        if index >= 0:
            self.opened.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = QPointF(event.pos())
        index = self.hit(place.x(), place.y())[1] if by_mouse else self.current
        if index >= 0:
            self.chosen.emit(index)
            spot = place if by_mouse else QPointF(self.x_of(self.bars[index].arrive), TOP + BAR)
            self.menu_wanted.emit(index, QPointF(self.mapToGlobal(spot)))

    def hit(self, x: float, y: float) -> tuple[Part, int]:
        """Return the item at a position: a draggable edge, or a block; -1 is nothing."""
        if y < RULER or not self.bars:
            return "body", -1
        upper = y < TOP + BAR / 2
        near = [index for index in range(len(self.bars)) if self._near(index, x)]
        for index in sorted(near, key=lambda one: one != self.current):
            bar = self.bars[index]
            rests = bar.leave > bar.arrive
            if rests and abs(x - self.x_of(bar.leave)) <= GRAB:
                return "rest", index
            if abs(x - self.x_of(bar.arrive)) <= GRAB and not bar.passed:
                return ("move" if index and (upper or rests) else "rest"), index
        time = self.time_at(x)
        return "body", next((k for k, bar in enumerate(self.bars) if time <= bar.leave), -1)

    def place_at(self, x: float, index: int) -> int:
        """Return the index of a step dropped there."""
        time = self.time_at(x)
        others = [bar for k, bar in enumerate(self.bars) if k != index]
        return sum(time > (bar.start + bar.leave) / 2 for bar in others)

    def _near(self, index: int, x: float) -> bool:
        bar = self.bars[index]
        return min(abs(x - self.x_of(bar.arrive)), abs(x - self.x_of(bar.leave))) <= GRAB

    def _wished(self, free: bool) -> float:
        """Return the time requested by the running drag, in s."""
        drag = self._drag
        assert drag is not None
        bar = self.bars[drag.index]
        now = bar.arrive - bar.start if drag.part == "move" else bar.leave - bar.arrive
        wide = max(self.width() - 2 * EDGE, 1)
        wished = now + drag.delta * (self.cycle or 1.0) / wide
        snapped = wished if free else round(wished / SNAP) * SNAP
        return max(snapped, self._shortest if drag.part == "move" else 0.0)

    def _show_cursor(self, x: float, y: float) -> None:
        part, index = self.hit(x, y)
        edge = index >= 0 and part != "body"
        self.setCursor(Qt.CursorShape.SplitHCursor if edge else Qt.CursorShape.ArrowCursor)

    def _tell_drag(self, event: QMouseEvent, free: bool) -> None:
        drag = self._drag
        if drag is None or not drag.moving or drag.part == "body":
            return
        wished = self._wished(free)
        if drag.part != "move":
            words = tr("Wait {time:.2f} s", wished)
        elif wished > self._shortest:
            words = tr("Move {time:.2f} s", wished)
        else:
            words = tr("Move {time:.2f} s, the shortest time", wished)
        QToolTip.showText(event.globalPosition().toPoint(), words, self)

    # -- keys ---------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._drag = None
            self.update()
        elif event.key() == Qt.Key.Key_Delete and self.current >= 0:
            self.removed.emit(self.current)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current >= 0:
            self.opened.emit(self.current)
        elif way and self.bars:
            self._key(way, event.modifiers())
        else:
            super().keyPressEvent(event)

    def _key(self, way: int, held: Qt.KeyboardModifier) -> None:
        index = min(max(self.current, 0), len(self.bars) - 1)
        bar = self.bars[index]
        keys = Qt.KeyboardModifier
        if held & keys.ControlModifier:
            if index and not bar.passed:
                wished = bar.arrive - bar.start + way * KEY_STEP
                self.retimed.emit(index, max(wished, self._fastest(index)))
        elif held & keys.ShiftModifier:
            if not bar.passed:
                self.rested.emit(index, max(bar.leave - bar.arrive + way * KEY_STEP, 0.0))
        elif held & keys.AltModifier:
            if 0 <= index + way < len(self.bars):
                self.moved.emit(index, index + way)
        else:
            self.chosen.emit(min(max(self.current + way, 0), len(self.bars) - 1))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part, index = self.hit(event.pos().x(), event.pos().y())
            tips = [self._tip(part, index), *self.hits_at(event.pos().x())]
            QToolTip.showText(event.globalPos(), "\n".join(filter(None, tips[:6])), self)
            return True
        return super().event(event)

    def _tip(self, part: Part, index: int) -> str:
        if index < 0:
            return "Drag to scrub" if self.bars else ""
        hints = {
            "move": "Drag to change the duration of the move",
            "rest": "Drag to change the waiting time",
            "body": "Drag to change the order",
        }
        return f"{self.bars[index].tip}\n{hints[part]}"

    # -- painting -----------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.bars:
            self._paint_ruler(painter)
            for index, bar in enumerate(self._laid()):
                self._paint_bar(painter, index, bar)
            self._paint_hits(painter)
            self._paint_caret(painter)
            self._paint_time(painter)
        painter.end()

    def _laid(self) -> tuple[Bar, ...]:
        """Return the bars, with those at and after a dragged edge at their new positions."""
        drag = self._drag
        if drag is None or not drag.moving or drag.part == "body":
            return self.bars
        bar = self.bars[drag.index]
        now = bar.arrive - bar.start if drag.part == "move" else bar.leave - bar.arrive
        by = self._wished(free=True) - now
        laid = list(self.bars)
        for k in range(drag.index, len(laid)):
            old, first = laid[k], k == drag.index
            laid[k] = Bar(
                old.start + (0.0 if first else by),
                old.arrive + (0.0 if first and drag.part == "rest" else by),
                old.leave + by,
                old.label,
                old.tip,
                old.straight,
                old.action,
                old.passed,
            )
        return tuple(laid)

    def _paint_ruler(self, painter: QPainter) -> None:
        colors = self._theme.colors
        painter.setFont(font(CAPTION))
        for time in ticks(self.cycle, self.width() - 2 * EDGE):
            x = self.x_of(time)
            painter.setPen(QColor(colors.line_strong))
            painter.drawLine(QPointF(x, RULER - 3), QPointF(x, RULER + 1))
            painter.setPen(QColor(colors.text_2))
            label = QRectF(min(max(x - 32, 0), self.width() - 64), 1, 64, 16)
            side = Qt.AlignmentFlag.AlignLeft if x < 32 else Qt.AlignmentFlag.AlignHCenter
            side = Qt.AlignmentFlag.AlignRight if x > self.width() - 32 else side
            words = f"{short_number(time, 3)} s"
            painter.drawText(label, side | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_bar(self, painter: QPainter, index: int, bar: Bar) -> None:
        colors = self._theme.colors
        left, middle, right = map(self.x_of, (bar.start, bar.arrive, bar.leave))
        move = QRectF(left, TOP, max(middle - left, 1.0), BAR).adjusted(0.75, 0, -0.75, 0)
        rest = QRectF(middle, TOP, right - middle, BAR).adjusted(0, 0, -0.75, 0)
        chosen = index == self.current
        painter.setPen(Qt.PenStyle.NoPen)
        if middle > left or right == left:
            painter.setBrush(QColor(colors.accent_soft if middle > left else colors.accent))
            painter.drawRoundedRect(move, 3, 3)
            if bar.straight:
                painter.setBrush(QColor(colors.accent))
                painter.drawRect(QRectF(move.left() + 2, TOP + BAR - 3, move.width() - 4, 2))
        if right > middle:
            painter.setBrush(QColor(colors.sunken))
            painter.drawRect(rest)
            painter.setBrush(QBrush(QColor(colors.line_strong), Qt.BrushStyle.BDiagPattern))
            painter.drawRect(rest)
        self._paint_action(painter, bar, middle)
        self._paint_label(painter, bar, move)
        if chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2.0 if self.hasFocus() else 1.4))
            painter.drawRoundedRect(QRectF(left, TOP - 1, max(right - left, 4.0), BAR + 2), 3, 3)

    def _paint_action(self, painter: QPainter, bar: Bar, x: float) -> None:
        """Paint a tick below the position where the tool grips (down) or releases (up)."""
        if not bar.action:
            return
        y, tip = (TOP + BAR + 8, -6) if bar.action == "take" else (TOP + BAR + 2, 6)
        painter.setBrush(QColor(self._theme.colors.ok))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon([QPointF(x - 4, y), QPointF(x + 4, y), QPointF(x, y + tip)])

    def _paint_label(self, painter: QPainter, bar: Bar, area: QRectF) -> None:
        painter.setFont(font(CAPTION))
        room = area.width() - 8
        short = bar.label.partition(" ")[0]
        metrics = QFontMetrics(painter.font())
        if metrics.horizontalAdvance(short) > room:
            return
        fits = metrics.horizontalAdvance(bar.label) <= room or len(bar.label) > len(short) + 3
        words = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, int(room))
        painter.setPen(QColor(self._theme.colors.text))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words if fits else short)

    def _paint_hits(self, painter: QPainter) -> None:
        """Paint a strip below the blocks at each collision."""
        for start, end in self.hits.spans:
            area = QRectF(self.x_of(start), HITS_TOP, self.x_of(end) - self.x_of(start), HITS)
            paint_strip(painter, self._theme, area, Qt.BrushStyle.Dense4Pattern)

    def _paint_caret(self, painter: QPainter) -> None:
        """Paint the target position of a dragged block."""
        drag = self._drag
        if drag is None or not drag.moving or drag.part != "body":
            return
        to = self.place_at(drag.x + drag.delta, drag.index)
        others = [bar for k, bar in enumerate(self.bars) if k != drag.index]
        x = self.x_of(others[to].start if to < len(others) else self.cycle)
        painter.setPen(QPen(QColor(self._theme.colors.accent), 3))
        painter.drawLine(QPointF(x, TOP - 4), QPointF(x, TOP + BAR + 4))

    def _paint_time(self, painter: QPainter) -> None:
        if self._time is None:
            return
        x = self.x_of(self._time)
        painter.setPen(QPen(QColor(self._theme.colors.scrub), 1.5))
        painter.drawLine(QPointF(x, RULER - 4), QPointF(x, self.height() - 2))
