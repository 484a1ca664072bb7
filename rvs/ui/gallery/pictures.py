"""Pictures of examples: bundled ones, and pictures drawn in idle time."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import cast, get_args

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPixmap

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
