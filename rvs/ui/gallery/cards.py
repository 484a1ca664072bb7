"""Cards with a picture, a title and a sentence, and their pictures, drawn in idle time."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import cast, get_args

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import read_cell
from rvs.files.library import find_robot, load_robot
from rvs.files.motions.jtraj import read_jtraj
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.gl.context.images import Pixels
from rvs.gl.frame import Shot
from rvs.model.document import Document
from rvs.model.state import State
from rvs.model.views.view import Background, Mode, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit, looking
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.gallery.examples import Example
from rvs.ui.help.links import Target, cell_path, motion_path, parse
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.ui.pictures.picture_queue import Parts, PictureQueue, kept_picture
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.lists.row_paint import paint_picture
from rvs.value_class import dataclass
from rvs.words import tr

WIDE, HIGH, SCALE, SAMPLES = 188, 118, 2, 8
MARGIN = 1.04
# Raise it when the pictures would look different.
VERSION = 1
Key = tuple[str, Background]


class ExamplePictures(QObject):
    """Returns existing pictures and draws missing ones; ``arrived`` reports each."""

    arrived = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._queue = PictureQueue[Key, Example](
            lambda: desk.viewport.moving, _make, lambda _key: self.arrived.emit()
        )
        desk.closing.connect(self._queue.release)

    def picture(self, example: Example, background: Background) -> QPixmap | None:
        """Return an example's picture, or queue it and return None."""
        return self._queue.picture((example.link, background), example)


@dataclass(frozen=True, slots=True)
class Source:
    """Source of a picture.

    Attributes:
        target: The object that the example opens.
        files: The files that determine the picture.
    """

    target: Target
    files: tuple[Path, ...]


def _make(hidden: ContextOnDemand, key: Key, example: Example) -> Parts:
    if example.picture is not None:
        picture = QPixmap(str(example.picture))
        size = picture.size().scaled(WIDE * SCALE, HIGH * SCALE, _COVER)
        picture = picture.scaled(size, _COVER, Qt.TransformationMode.SmoothTransformation)
    else:
        picture = yield from _drawn(hidden, key, example)
    picture.setDevicePixelRatio(SCALE)
    return picture


_COVER = Qt.AspectRatioMode.KeepAspectRatioByExpanding


def _drawn(hidden: ContextOnDemand, key: Key, example: Example) -> Parts:
    source, background = source_of(example), key[1]
    facts = f"{VERSION} {WIDE} {HIGH} {SCALE} {key}".encode("utf-8", "surrogatepass")
    facts += b"".join(path.read_bytes() for path in source.files)
    return (yield from kept_picture(facts, lambda: _draw(hidden, source, background)))


def source_of(example: Example) -> Source:
    """Return the source of the picture of an example.

    Raises:
        RvsError: It opens nothing drawable.
    """
    target = parse(example.link)
    if target is not None and target.kind == "robot":
        motion = motion_path(target.motion)
        rows = motion is not None and not trajectory_commands.is_path(motion)
        return Source(target, (find_robot(target.name), *([motion] if rows and motion else [])))
    path = cell_path(target.name) if target is not None and target.kind == "cell" else None
    if target is None or path is None:
        raise RvsError(tr("{link}: there is nothing to draw", example.link))
    return Source(target, (path,))


def state_of(source: Source, background: Background) -> State:
    """Return the state in the picture of an example, without frames.

    Raises:
        RvsError: A file is invalid.
    """
    target = source.target
    if target.kind == "cell":
        state = read_cell(source.files[0]).state
        return _bare(state, background, state.view.mode)
    architecture = load_robot(source.files[0])
    placed = placed_robot(architecture, target.name)
    mode = cast(Mode, target.mode) if target.mode in get_args(Mode) else "full"
    state = State(Document((placed,)), {placed.id: tuple(placed.robot.home.tolist())})
    state = replace(state, view=replace(View(), camera=looking(state.view.camera, "iso")))
    for path in source.files[1:]:
        rows = read_jtraj(path, Architecture(placed.robot, placed.unit), placed.id)
        motion = rows.trajectory
        state = replace(state, motion=motion, postures=motion.at(0.0))
    return _bare(state, background, mode)


def _bare(state: State, background: Background, mode: Mode) -> State:
    view = replace(state.view, background=background, mode=mode, frames=False, labels=False)
    return replace(state, view=view)


def _draw(
    hidden: ContextOnDemand, source: Source, background: Background
) -> Generator[None, None, Pixels]:
    """Draw a source at the size of a card's picture, with all its contents visible."""
    state = state_of(source, background)
    yield
    camera = fit(state.view.camera, scene_points(state), WIDE / HIGH, margin=MARGIN)
    scene = build_scene(state)
    yield
    return hidden().render(Shot(scene, camera, WIDE, HIGH, samples=SAMPLES, scale=SCALE))


Index = QModelIndex | QPersistentModelIndex

EXAMPLE = Qt.ItemDataRole.UserRole
PAD, GAP, TITLE, WORDS, RADIUS = 8, 8, 18, 46, 8
CARD = QSize(WIDE + 2 * PAD, HIGH + TITLE + WORDS + 2 * PAD + 6)


class Cards(QListWidget):
    """Reports ``chosen``, the example that was clicked, or selected with Enter."""

    chosen = Signal(object)

    def __init__(
        self, pictures: ExamplePictures, theme: Theme, in_a_row: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Cards")
        self.setAccessibleName("Examples")
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setWrapping(not in_a_row)
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setSpacing(0)
        self.setGridSize(QSize(CARD.width() + GAP, CARD.height() + GAP))
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setItemDelegate(CardPainter(pictures, theme, self))
        self._in_a_row = in_a_row
        if in_a_row:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setFixedHeight(CARD.height() + GAP + 10)
        self.itemClicked.connect(self._tell)
        pictures.arrived.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)

    def fill(self, examples: tuple[Example, ...]) -> None:
        """Replace the examples."""
        self.clear()
        for example in examples:
            item = QListWidgetItem(example.title)
            item.setData(EXAMPLE, example)
            item.setToolTip(example.text)
            said = f"{example.title}. {example.text}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            self.addItem(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # On some systems Enter alone does not activate.
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._tell(item)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a row sideways with any wheel."""
        if not self._in_a_row:
            super().wheelEvent(event)
            return
        turned = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (turned.y() or turned.x()))
        event.accept()

    def _tell(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(EXAMPLE))


class CardPainter(QStyledItemDelegate):
    """Draws a card."""

    def __init__(self, pictures: ExamplePictures, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._pictures, self._theme = pictures, theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return CARD

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        example: Example = index.data(EXAMPLE)
        colors = self._theme.colors
        card = QRect(option.rect.topLeft(), CARD).translated(GAP // 2, GAP // 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setBrush(QColor(colors.hover if over else colors.raised))
        edge = colors.accent if over or focused else colors.line
        painter.setPen(QPen(QColor(edge), 1.5 if focused else 1.0))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._pictures.picture(example, "dark" if self._theme.dark else "light")
        area = QRect(card.left() + PAD, card.top() + PAD, WIDE, HIGH)
        paint_picture(painter, area, picture, colors, RADIUS - 3)
        self._paint_words(painter, card.adjusted(PAD + 2, PAD + HIGH + 6, -PAD, -PAD), example)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, example: Example) -> None:
        colors = self._theme.colors
        painter.setFont(font(SECONDARY, QFont.Weight.DemiBold))
        painter.setPen(QColor(colors.text))
        first = QRect(area.left(), area.top(), area.width(), TITLE)
        end = Qt.TextElideMode.ElideRight
        title = painter.fontMetrics().elidedText(example.title, end, first.width())
        painter.drawText(first, int(Qt.AlignmentFlag.AlignVCenter), title)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(colors.text_2))
        rest = QRect(area.left(), first.bottom() + 2, area.width(), WORDS)
        flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.setClipRect(rest)
        painter.drawText(rest, flags, example.text)
