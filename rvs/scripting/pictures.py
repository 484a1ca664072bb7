"""Pictures of cells and robots as pixels, drawn without a window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.model.state import State
from rvs.model.views.picture_size import check_picture_size
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit as fit_camera
from rvs.scene.camera import looking
from rvs.scene.framing import margin
from rvs.scene.items import Scene
from rvs.scripting.drawn import with_workspace
from rvs.scripting.plain import with_fields
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels
    from rvs.gl.context.shot import Shot
    from rvs.scripting.subjects import What

SAMPLES = 8
VECTOR = (".svg", ".pdf", ".eps", ".ps")
# Draws in a hidden window where the system has no other way.
HIDDEN_WINDOW = "rvs.ui.pictures.offscreen"


@dataclass(frozen=True, eq=False)
class Picture:
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

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture: {width} × {height} pixels>"

    def _repr_png_(self) -> bytes:
        from rvs.gl.context.images import png_bytes

        return png_bytes(self.pixels)


def render(
    what: What = None,
    *,
    size: tuple[int, int] = (1280, 800),
    view: str | View | None = None,
    fit: bool | None = None,
    transparent: bool = False,
    **fields: Any,
) -> Picture:
    """Draw a cell or a robot as the window does, and return the picture.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        size: Width and height in pixels.
        view: From where: ``"iso"``, ``"front"`` and so on, or a whole view.
        fit: Move the camera to where all is seen; if left out, unless the cell's own camera is
            meant.
        transparent: No background and no floor.
        fields: Fields of the view, such as ``mode="body"`` or ``frames=False``.

    Raises:
        RvsError: There is no such robot, or nothing here can draw.
        ArgumentError: A view has no such field, or refuses the value; or no picture has that size.
    """
    # here, so that what only draws does not load what scripts do with cells
    from rvs.scripting.subjects import cell_of

    size = check_picture_size(size)
    state = cell_of(what).state
    seen, fit = view_said(state.view, view, fit, transparent, fields)
    whole = with_workspace(replace(state, view=seen))
    aimed = aimed_at_all(whole, size) if fit else whole
    return Picture(draw(build_scene(aimed), aimed.view.camera, size, transparent))


def view_said(
    own: View,
    view: str | View | None,
    fit: bool | None,
    transparent: bool,
    fields: Mapping[str, Any],
) -> tuple[View, bool]:
    """Return the view that arguments say, and whether its camera is to be moved to see all.

    Args:
        own: How the cell is seen.
        view: A standard view, or a whole view in place of the cell's own.
        fit: Whether to move the camera; None for all but a camera that somebody has chosen.
        transparent: No floor and no shadow.
        fields: Fields of the view.

    Raises:
        ArgumentError: There is no such standard view or field, or it refuses the value.
    """
    from rvs.scripting.figures import standard_view
    from rvs.scripting.subjects import FIRST_VIEW

    base = view if isinstance(view, View) else own
    shown = dict(fields)
    if transparent:
        shown |= {"floor": False, "shadow": False}
    if isinstance(view, str):
        shown["camera"] = looking(base.camera, standard_view(view))
    if fit is None:
        fit = isinstance(view, str) or base.camera in (FIRST_VIEW.camera, View().camera)
    return with_fields(base, shown, "a view"), fit


def aimed_at_all(state: State, size: tuple[int, int]) -> State:
    """Return a state with its camera moved, without turning, to where all is seen."""
    return aimed_at(state, scene_points(state), size)


def aimed_at(state: State, points: Array, size: tuple[int, int]) -> State:
    """Return a state with its camera moved, without turning, to where it sees points (m, 3)."""
    width, height = size
    room = margin(state.view, height)
    camera = fit_camera(state.view.camera, points, width / height, room)
    return replace(state, view=replace(state.view, camera=camera))


def draw(scene: Scene, camera: Camera, size: tuple[int, int], transparent: bool = False) -> Pixels:
    """Draw without a display, or in a hidden window where the system has no such way."""
    return rendered(shot_of(scene, camera, size, transparent))


def shot_of(
    scene: Scene,
    camera: Camera,
    size: tuple[int, int],
    transparent: bool = False,
    steady: bool = False,
) -> Shot:
    """Return what is to be drawn of a scene.

    Args:
        scene: The scene.
        camera: From where.
        size: Width and height in pixels.
        transparent: No background.
        steady: It follows another picture of a film.
    """
    from rvs.gl.context.shot import Shot

    seen = Scene(scene.items, None) if transparent else scene
    return Shot(seen, camera, *size, samples=SAMPLES, steady=steady)


def rendered(shot: Shot) -> Pixels:
    """Draw a shot without a display, or in a hidden window where the system has no such way.

    Raises:
        RvsError: It has neither; the sentence says what to install.
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
    """Tell whether a picture can be written under a name.

    Args:
        path: The file.
        writer: What writes other formats.

    Raises:
        ArgumentError: It is another format's.
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
