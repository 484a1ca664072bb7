"""Pictures of cells and robots as pixels, drawn without a window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.kinematics import check_posture
from rvs.fields.field import asked
from rvs.files.storage.mesh_cache import cached_meshes
from rvs.model.body.fit import fit as fit_of
from rvs.model.bounds import check_picture_size
from rvs.model.state import State, with_posture
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import STANDARD_VIEWS, looking, margin
from rvs.scene.camera import fit as fit_camera
from rvs.scene.items import Scene
from rvs.scripting.asking import File, Question, function
from rvs.scripting.figure_result import with_workspace
from rvs.scripting.plain import with_fields
from rvs.scripting.subjects import FIRST_VIEW, robot_in
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels
    from rvs.gl.frame import Shot
    from rvs.scripting.cell import Cell

SAMPLES = 8
VECTOR = (".svg", ".pdf", ".eps", ".ps")
# Draws in a hidden window where the system has no other way.
HIDDEN_WINDOW = "rvs.ui.pictures.offscreen"


@dataclass(frozen=True, eq=False)
class Picture(File):
    """A picture.

    Attributes:
        pixels: Red, green, blue and opacity (height, width, 4), 0 to 255.
    """

    pixels: Pixels

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def save(self, path: str | Path) -> Path:
        """Write the picture as PNG, JPEG or BMP by the suffix, and return the file's path.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        from rvs.gl.context.images import write_pixels

        target = Path(path)
        check_picture(target)
        write_pixels(target, self.pixels)
        return target

    def told(self, path: Path, /) -> tuple[str, ...]:
        """Return its size in words."""
        del path
        return ("{} × {} pixels".format(*self.size),)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture: {width} × {height} pixels>"

    def _repr_png_(self) -> bytes:
        from rvs.gl.context.images import png_bytes

        return png_bytes(self.pixels)


@dataclass(frozen=True, eq=False, kw_only=True)
class Look:
    """View of a cell: viewing direction and displayed items."""

    view: str | View | None = asked(
        None, "Look from this side; in Python, a whole view is possible", of=View,
        choices={one: one.title() for one in STANDARD_VIEWS}, usual="iso, or that of the cell,",
    )  # fmt: skip
    fit: bool | None = asked(
        None, "Move the camera, without turning it, to show everything", kind="flag",
        usual="yes, unless the camera of the cell is used",
    )  # fmt: skip
    parallel: bool = asked(False, "Use a parallel projection")
    transparent: bool = asked(False, "Leave out background, floor and shadow", label="Transparent")
    fields: Mapping[str, Any] | None = asked(
        None, 'Set fields of the view, such as ``mode="body"`` or ``frames=False``',
        kind="fields", of=View, usual="that of the cell",
    )  # fmt: skip

    def base(self, own: View) -> View:
        """Return the initial view: a requested whole one, or the cell's own."""
        return self.view if isinstance(self.view, View) else own

    def shown(self, own: View) -> dict[str, Any]:
        """Return the requested fields of the view, with the camera."""
        base, shown = self.base(own), dict(self.fields or {})
        if self.transparent:
            shown |= {"floor": False, "shadow": False}
        camera = shown.get("camera", base.camera)
        if isinstance(self.view, str):
            camera = looking(base.camera, self.view)
        parallel = camera.parallel or self.parallel
        return {**shown, "camera": replace(camera, parallel=parallel)}

    def view_of(self, own: View) -> View:
        """Return the requested view, based on another one.

        Raises:
            ArgumentError: A view has no such field, or refuses the value.
        """
        return with_fields(self.base(own), self.shown(own), "a view")

    def fits(self, own: View) -> bool:
        """Return whether to move the camera: by default, if the user has not set it."""
        if self.fit is not None:
            return self.fit
        usual = FIRST_VIEW.camera, View().camera
        return isinstance(self.view, str) or self.base(own).camera in usual

    def state(self, cell: Cell) -> State:
        """Return the state of a cell; a robot alone is drawn in the requested mode.

        Raises:
            ArgumentError: It has no full model that is asked for.
        """
        mode, state = (self.fields or {}).get("mode"), cell.state
        if mode is None or not cell.alone:
            return state
        (placed,) = cell.robots
        if mode == "full":
            name = placed.robot.name
            if placed.body is None:
                raise ArgumentError(
                    f"mode: {name} has no full model; the mode body draws any robot"
                )
            if reason := fit_of(placed.body, placed.robot).reason:
                raise ArgumentError(
                    f"mode: the full model of {name} does not fit: {reason}; the mode body draws it"
                )
        drawn = replace(placed, display=replace(placed.display, mode="view"))
        return replace(state, document=replace(state.document, robots=(drawn,)))


@dataclass(frozen=True, eq=False, kw_only=True)
class Still(Look, Question):
    """Options of still pictures."""

    cells = True
    files = True

    q: ArrayLike | None = asked(
        None, "Move the robot to this posture", kind="joints", usual="the current one"
    )

    @classmethod
    @contextmanager
    def around(cls, name: str) -> Iterator[dict[str, Any]]:
        """Use the meshes cached by an earlier command."""
        with cached_meshes(name):
            yield {}

    def standing(self, cell: Cell, robot: str) -> State:
        """Return the state of a cell with the requested posture of a robot."""
        state = self.state(cell)
        if self.q is None:
            return state
        placed = robot_in(cell, robot)
        posture = tuple(check_posture(placed.robot, self.q).tolist())
        return replace(state, postures=with_posture(state.postures, placed.id, posture))


@dataclass(frozen=True, eq=False, kw_only=True)
class RenderQuestion(Still):
    """Draw a cell or a robot as in the window, and return the picture.

    Raises:
        RvsError: There is no such robot, or nothing can draw here.
        ArgumentError: A view has no such field, or refuses the value; or no picture has that size.
    """

    called = "render"
    output = "FILE.png"
    writes = "the picture: .png, .jpg, .jpeg or .bmp"
    returns = "Picture"

    size: tuple[int, int] = asked(
        (1280, 800), "Draw a picture of this size in pixels", kind="pixels", usual="1280x800"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_picture_size(self.size)

    def check_path(self, path: Path) -> None:
        """Refuse other formats."""
        check_picture(path, "rvs export")

    def answer(self, cell: Cell, robot: str = "") -> Picture:
        """Draw a cell."""
        state = self.seen(cell, robot)
        return Picture(draw(build_scene(state), state.view.camera, self.size, self.transparent))

    def seen(self, cell: Cell, robot: str = "") -> State:
        """Return the visible items of a cell, with the camera."""
        state = replace(self.standing(cell, robot), view=self.view_of(cell.view))
        whole = with_workspace(state)
        return aimed_at_all(whole, self.size) if self.fits(cell.view) else whole


render = function(RenderQuestion)


def aimed_at_all(state: State, size: tuple[int, int]) -> State:
    """Return a state with its camera moved, without turning, to see everything."""
    return aimed_at(state, scene_points(state), size)


def aimed_at(state: State, points: Array, size: tuple[int, int]) -> State:
    """Return a state with its camera moved, without turning, to see points (m, 3)."""
    width, height = size
    room = margin(state.view, height)
    camera = fit_camera(state.view.camera, points, width / height, room)
    return replace(state, view=replace(state.view, camera=camera))


def draw(scene: Scene, camera: Camera, size: tuple[int, int], transparent: bool = False) -> Pixels:
    """Draw without a display, or in a hidden window if the system requires one."""
    return rendered(shot_of(scene, camera, size, transparent))


def shot_of(
    scene: Scene,
    camera: Camera,
    size: tuple[int, int],
    transparent: bool = False,
    steady: bool = False,
) -> Shot:
    """Return the request to draw a scene.

    Args:
        scene: The scene.
        camera: The camera.
        size: Width and height in pixels.
        transparent: No background.
        steady: It follows another picture of a film.
    """
    from rvs.gl.frame import Shot

    seen = Scene(scene.items, None) if transparent else scene
    return Shot(seen, camera, *size, samples=SAMPLES, steady=steady)


def rendered(shot: Shot) -> Pixels:
    """Draw a shot without a display, or in a hidden window if the system requires one.

    Raises:
        RvsError: The system has neither; the message names the package to install.
    """
    from rvs.gl.context.offscreen import NoOffscreen, render_pixels

    try:
        return render_pixels(shot)
    except NoOffscreen as reason:
        # Here, as pictures are drawn without Qt on most machines.
        from rvs.scripting.showing.window_system import window_fault

        fault = window_fault()
        if fault:
            raise RvsError(f"{reason}; and in a hidden window: {fault}") from reason
        found: Pixels = import_module(HIDDEN_WINDOW).render_pixels(shot)
        return found


def check_picture(path: Path, writer: str = "rvs.figure") -> None:
    """Return whether a picture can be written under a name.

    Args:
        path: The file.
        writer: The writer of other formats.

    Raises:
        ArgumentError: The name has the suffix of another format.
    """
    from rvs.gl.context.images import PICTURES

    suffix = path.suffix.lower()
    if suffix in PICTURES:
        return
    vector = f"; {writer} writes {suffix}" if suffix in VECTOR else ""
    known = ", ".join(PICTURES)
    raise ArgumentError(
        f"a picture is written as {known}, not as {path.suffix or path.name!r}{vector}"
    )
