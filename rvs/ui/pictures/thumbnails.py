"""Small pictures of robots, drawn in idle time, also those of the visible rows of a list.

Pictures of the library are stored on disk, those of postures are not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from rvs.bodies.solid import Outlined, Tint
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.gl.context.images import Pixels
from rvs.gl.frame import Shot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import passing
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import Posture, State
from rvs.model.views.view import Background, View
from rvs.scene.annotate.collisions import tinted
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit, looking
from rvs.scene.items import Scene
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.pictures.offscreen import ContextOnDemand, HiddenContext
from rvs.ui.pictures.picture_queue import Parts, PictureQueue, kept_picture
from rvs.ui.theme import Theme

EDGE, SCALE, SAMPLES = 44, 2, 8
# How much the mark of what moves covers.
COVERED = 0.75
# Raise it when the pictures would look different.
VERSION = 1
MOST_POSTURES = 500
Key = tuple[str, Background]
PostureKey = tuple[Robot, Posture, Background, int]


class Thumbnails(QObject):
    """Returns existing pictures and draws missing ones.

    ``arrived`` names the robot whose picture is ready.
    """

    arrived = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._queue = PictureQueue[Key, Path](
            lambda: desk.viewport.moving, _make, lambda key: self.arrived.emit(key[0])
        )
        desk.closing.connect(self._queue.release)

    def picture(self, path: Path, background: Background) -> QPixmap | None:
        """Return a robot file's picture, or queue it and return None."""
        return self._queue.picture((str(path), background), path)

    def forget_wishes(self) -> None:
        """Discard requests for pictures that are no longer visible."""
        self._queue.forget_wishes()


def _make(hidden: ContextOnDemand, key: Key, path: Path) -> Parts:
    facts = (
        f"{VERSION} {EDGE} {SCALE} {key[1]}".encode("utf-8", "surrogatepass") + path.read_bytes()
    )
    picture = yield from kept_picture(facts, lambda: _draw(hidden, path, key[1]))
    picture.setDevicePixelRatio(SCALE)
    return picture


def _draw(
    hidden: ContextOnDemand, path: Path, background: Background
) -> Generator[None, None, Pixels]:
    architecture = load_robot(path)
    placed = PlacedRobot("portrait", architecture.robot, end_effector=architecture.end_effector)
    yield
    shot = portrait_shot(placed, background, EDGE)
    yield
    return hidden().render(shot)


class PosturePictures(QObject):
    """Returns existing pictures and draws missing ones; ``arrived`` reports each.

    Args:
        desk: The desk.
        edge: Their width and height, in pixels.
    """

    arrived = Signal()

    def __init__(self, desk: Desk, edge: int = EDGE) -> None:
        super().__init__()
        self._edge = edge
        self._queue = PictureQueue[PostureKey, PlacedRobot](
            lambda: desk.viewport.moving,
            _draw_posture,
            lambda _: self.arrived.emit(),
            MOST_POSTURES,
        )
        desk.closing.connect(self._queue.release)

    def picture(self, placed: PlacedRobot, q: Posture, background: Background) -> QPixmap | None:
        """Return a robot's picture in a posture, or queue it and return None."""
        return self._queue.picture((placed.robot, q, background, self._edge), placed)


def _draw_posture(hidden: ContextOnDemand, key: PostureKey, placed: PlacedRobot) -> Parts:
    _, q, background, edge = key
    alone = PlacedRobot("portrait", placed.robot, end_effector=placed.end_effector)
    shot = portrait_shot(alone, background, edge, q)
    yield
    picture = QPixmap.fromImage(hidden().picture(shot))
    picture.setDevicePixelRatio(SCALE)
    return picture


def portrait(
    hidden: HiddenContext,
    placed: PlacedRobot,
    background: Background,
    edge: int,
    moving: bool = False,
) -> QImage:
    """Draw a robot in its initial posture, in a square of this number of pixels.

    Args:
        hidden: The context for drawing.
        placed: The robot.
        background: Colours of the scene.
        edge: Length of a side in logical pixels.
        moving: Mark the moving links.
    """
    return hidden.picture(portrait_shot(placed, background, edge, moving=moving))


def portrait_shot(
    placed: PlacedRobot,
    background: Background,
    edge: int,
    q: Posture | None = None,
    moving: bool = False,
) -> Shot:
    """Return the picture of a robot in a posture, its initial one if none is given.

    The links marked by ``moving`` are tinted.
    """
    view = View(background=background, frames=False, labels=False, floor=False, shadow=False)
    posture = tuple(placed.robot.home.tolist()) if q is None else q
    state = State(Document((placed,)), {placed.id: posture}, view)
    with passing():
        camera = fit(looking(state.view.camera, "iso"), scene_points(state), 1.0, margin=1.05)
        scene = build_scene(state)
        if moving:
            scene = tinted(scene, _links(placed), _mark(background))
    bare = Scene(scene.items, scene.backdrop)
    return Shot(bare, camera, edge, edge, samples=SAMPLES, scale=SCALE)


def _links(placed: PlacedRobot) -> frozenset[Ref]:
    """Return the moving parts of a robot: all links, and the load of the last one."""
    links: list[Ref] = [(placed.id, "link", number) for number in range(1, placed.robot.n + 1)]
    return frozenset([*links, (placed.id, "tool")])


def _mark(background: Background) -> Tint:
    colors = SCENE[background]
    return Tint(rgba(colors.select, COVERED), Outlined(rgba(colors.select), rgba(colors.halo)))


# So often it looks which items are seen now.
LOOK_MS, ICON = 150, 32


class ListPortraits(QObject):
    """Sets the icons of a list to portraits of its items."""

    def __init__(
        self,
        items: QListWidget,
        robot: Callable[[QListWidgetItem], PlacedRobot | None],
        theme: Theme,
        moving: bool = False,
    ) -> None:
        """Draw the portraits of the existing items.

        Args:
            items: The list.
            robot: Returns the robot of an item, or None for something new; may raise ``RvsError``.
            theme: Colours of the window.
            moving: Mark the moving links.
        """
        super().__init__(items)
        self._list, self._robot, self._theme, self._moving = items, robot, theme, moving
        self._queue = PictureQueue[int, QListWidgetItem](lambda: False, self._draw, self._show)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def release(self) -> None:
        """Stop drawing and free its resources."""
        self._timer.stop()
        self._queue.release()

    def add(self, item: QListWidgetItem) -> None:
        """Draw the portrait of an item again."""
        self._queue.forget(self._list.row(item))

    def _look(self) -> None:
        """Request the pictures of the visible items."""
        area = self._list.viewport().rect()
        for row in range(self._list.count()):
            item = self._list.item(row)
            if not item.isHidden() and area.intersects(self._list.visualItemRect(item)):
                self._queue.picture(row, item)

    def _draw(self, _hidden: ContextOnDemand, _row: int, item: QListWidgetItem) -> Parts:
        colors = self._theme.colors
        yield
        try:
            placed = self._robot(item)
        except (RvsError, OSError):
            # Without a picture the name still says what it is.
            return pixmap("robot", colors.text_3, ICON, 2.0)
        if placed is None:
            return pixmap("add", colors.accent_text, ICON, 2.0)
        return QPixmap.fromImage(self.picture(placed))

    def _show(self, row: int) -> None:
        item = self._list.item(row)
        item.setIcon(QIcon(self._queue.picture(row, item) or QPixmap()))

    def picture(self, placed: PlacedRobot, edge: int = 0) -> QImage:
        """Draw a robot immediately, in the size of the list if no edge in pixels is given."""
        ground: Background = "dark" if self._theme.dark else "light"
        edge = edge or self._list.iconSize().width()
        image = portrait(self._queue.context(), placed, ground, edge, self._moving)
        image.setDevicePixelRatio(image.width() / edge)
        return image
