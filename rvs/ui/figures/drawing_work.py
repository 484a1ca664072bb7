"""The work of a figure: its slow part, step by step, and a quick picture during a rotation."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from rvs.bodies.solid import Solid
from rvs.engine.errors import RvsError
from rvs.export.figure import Memory, draw_job
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Drawing, Text, alike_in_gray
from rvs.export.formats.latex import overlay, overlay_file
from rvs.export.formats.write import LATEX_FORMATS, encoded
from rvs.export.layout import layout
from rvs.export.named import Moved, figure_paper, figure_scene, figure_state, figure_style, title_of
from rvs.files.cells.cell import Cell
from rvs.files.cells.motions import cell_motion
from rvs.files.storage.atomic import write_bytes, write_text
from rvs.gl.frame import Shot
from rvs.model.figures.figure import NamedFigure
from rvs.model.jobs import Progress, told
from rvs.model.state import State
from rvs.scene.items import Label, Scene
from rvs.scripting.figure_result import PNG
from rvs.ui.figures.choices import Format
from rvs.ui.figures.paint import Painted, Paths, check_size, painted, png_of
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.value_class import dataclass
from rvs.words import tr

# More triangles than this are not drawn again after every change.
MOST_TRIANGLES = 300_000
# So often a file that waits until its figure is seen asks whether it is wanted.
GLANCE_S = 0.02


class TooLarge(RvsError):
    """A scene would take too long to draw."""


@dataclass(frozen=True)
class Order:
    """Order to draw a figure.

    Attributes:
        state: The state of the cell.
        figure: The figure.
        format: Suffix of the file.
        dpi: Pixels per inch of a PNG.
        cell: The cell, whose motions the figure may name.
        moved: The loaded robot and motion, for a figure that names none.
        patient: Draw for any length of time.
    """

    state: State
    figure: NamedFigure
    format: Format
    dpi: float
    cell: Cell
    moved: Moved | None = None
    patient: bool = False


@dataclass(frozen=True)
class Made:
    """A drawn figure.

    Attributes:
        order: The order.
        drawing: The drawing.
        painted: The drawing in the form for Qt.
        content: The file.
        paths: Number of its areas and lines.
        alike: Colours that can't be distinguished in grey, in words.
        smallest: Height of the type of the smallest text in points, or None without texts.
    """

    order: Order
    drawing: Drawing
    painted: Painted
    content: bytes
    paths: int
    alike: tuple[tuple[str, str], ...]
    smallest: float | None

    @property
    def millimetres(self) -> tuple[float, float]:
        """Width and height in print."""
        return self.drawing.width * self.drawing.mm, self.drawing.height * self.drawing.mm


@dataclass(frozen=True, slots=True)
class Shown(Progress):
    """A figure ready for display before its file is encoded.

    Attributes:
        painted: The drawing.
        order: The order.
        seen: Set when the figure is on the screen.
    """

    painted: Painted
    order: Order
    seen: Event = field(default_factory=Event)


Drawn = Generator[Progress, None, Made]


@dataclass(frozen=True)
class Known:
    """Results stored from the previous figure: hidden parts, and paths of areas and lines."""

    memory: Memory = field(default_factory=Memory)
    paths: Paths = field(default_factory=Paths)


def make(order: Order, known: Known | None = None, patience: float = 0.0) -> Drawn:
    """Draw a figure and encode its file.

    Args:
        order: The figure to draw.
        known: Results of the previous figure, updated for the next one.
        patience: Maximum delay of the file until the figure is displayed, in s.

    Yields:
        Progress; the drawing as soon as it can be shown.

    Raises:
        RvsError: It can't be drawn as requested.
    """
    yield Progress(0.0, "placing")
    scene = figure_scene(_with_workspace(order), order.figure, moved_in(order))
    check_triangles(scene, order)
    figure, kept = order.figure, known or Known()
    drawing = yield from draw_job(
        scene,
        figure.view.camera,
        figure_paper(figure),
        figure_style(figure),
        title_of(order.state),
        kept.memory,
    )
    shown = painted(drawing, kept.paths)
    ready = Shown(0.95, "writing", shown, order)
    yield ready
    # encoding keeps Python's lock from what makes the picture
    for _ in range(round(patience / GLANCE_S)):
        if ready.seen.wait(GLANCE_S):
            break
        yield Progress(0.95, "writing")
    content = file_of(shown, order)
    alike = () if figure.style == "lines" else alike_in_gray(scene)
    return Made(order, drawing, shown, content, len(shown.paths), alike, _smallest(drawing))


def file_of(shown: Painted, order: Order) -> bytes:
    """Return the bytes of a figure's file.

    Raises:
        RvsError: A picture of too many pixels.
    """
    if order.format == PNG:
        return png_of(shown, order.dpi)
    return encoded(shown.drawing, order.format, order.figure.text)


def in_format(made: Made, suffix: Format) -> Made:
    """Return a figure as a file of a format.

    Raises:
        RvsError: A picture of too many pixels.
    """
    if suffix == made.order.format:
        return made
    order = replace(made.order, format=suffix)
    return replace(made, order=order, content=file_of(made.painted, order))


def save(made: Made, path: Path) -> list[Path]:
    """Write the file, and the LaTeX file next to it if LaTeX sets the labels.

    Returns:
        The written files.

    Raises:
        OSError: It can't be written.
    """
    if made.order.figure.text != "latex" or made.order.format not in LATEX_FORMATS:
        write_bytes(path, made.content)
        return [path]
    labels = overlay_file(path)
    write_bytes(path, made.content)
    write_text(labels, overlay(made.drawing, path.name))
    return [path, labels]


def all_figures(orders: list[Order], folder: Path) -> Generator[Progress, None, list[Path]]:
    """Draw figures one after another into files with their names.

    Yields:
        Progress.

    Raises:
        RvsError: A figure can't be drawn; the error names it.
        OSError: A file can't be written.
    """
    written: list[Path] = []
    for k, order in enumerate(orders):
        name = order.figure.name
        try:
            made = yield from told(make(order), partial(_among, name, k, len(orders)))
        except RvsError as error:
            raise RvsError(f"{name}: {error}") from error
        written += save(made, folder / f"{name}{order.format}")
    return written


def _among(name: str, index: int, count: int, step: Progress) -> Progress:
    return Progress((index + step.part) / count, f"{name}: {step.words}")


def _with_workspace(order: Order) -> State:
    """Return the state with the workspace that the figure shows, computed if necessary."""
    if not order.figure.view.workspace.on:
        return order.state
    from rvs.collision.workspace import completed

    found = completed(figure_state(order.state, order.figure)).found
    return replace(order.state, found=found)


def moved_in(order: Order) -> Moved | None:
    """Return the robot and the motion of a figure with postures, if there is one."""
    if not order.figure.ghosts:
        return None
    if order.figure.motion:
        return cell_motion(order.cell.holding(order.state), order.figure.motion)
    return order.moved


def _smallest(drawing: Drawing) -> float | None:
    """Return the smallest type, except indices, which are smaller by convention."""
    sizes = [mark.runs[0].size for mark in drawing.marks() if isinstance(mark, Text)]
    return min(sizes) * drawing.mm / MM_PER_INCH * POINTS_PER_INCH if sizes else None


def check_triangles(scene: Scene, order: Order) -> None:
    """Raise an error if drawing would take long, unless it is requested.

    Raises:
        TooLarge: Too many triangles.
        RvsError: Too many pixels.
    """
    count = sum(len(item.mesh.triangles) for item in scene.items if isinstance(item, Solid))
    if count > MOST_TRIANGLES and not order.patient:
        raise TooLarge(
            tr("too large for an automatic preview; press Draw (F5): {count:,} triangles", count)
        )
    if order.format == PNG and order.figure.width is not None and not order.figure.crop:
        wide, high = order.figure.picture
        pixels = order.figure.width / MM_PER_INCH * order.dpi
        check_size(round(pixels), round(pixels * high / wide))


# Pixels along the longer side, and samples of each: it is seen for a moment.
SIDE, SAMPLES = 640, 2


@dataclass(frozen=True)
class Rough:
    """A rough version of a page.

    Attributes:
        image: Its picture.
        width: Width of the page in units of the figure.
        height: Its height.
        opaque: The figure is printed on a background.
    """

    image: QImage
    width: float
    height: float
    opaque: bool


def rough_picture(order: Order, hidden: ContextOnDemand) -> Rough:
    """Return the picture of a figure, with its crop.

    Raises:
        RvsError: It can't be drawn as requested, or this system has no OpenGL 3.3.
    """
    figure = order.figure
    view = replace(figure.view, workspace=replace(figure.view.workspace, on=False))
    shown = replace(figure, view=view)
    scene = figure_scene(order.state, shown, moved_in(order))
    check_triangles(scene, order)
    # to find room for its labels takes as long as all the rest
    wordless = [item for item in scene.items if not isinstance(item, Label)]
    place = layout(wordless, view.camera, figure_paper(figure), figure_style(figure))
    sheet, bare = place.sheet, figure.ground != "screen"
    scale = min(SIDE / max(sheet.width, sheet.height), 1.0)
    size = round(sheet.width), round(sheet.height)
    seen = Scene(scene.items, None) if bare else scene
    image = hidden().picture(Shot(seen, sheet.camera, *size, SAMPLES, bare, scale))
    if figure.gray:
        image = _in_gray(image)
    left, top, right, bottom = (round(edge * scale) for edge in place.box)
    cut = image.copy(QRect(left, top, max(right - left, 1), max(bottom - top, 1)))
    wide, high = place.box[2] - place.box[0], place.box[3] - place.box[1]
    return Rough(cut, wide, high, figure.ground != "none")


def _in_gray(image: QImage) -> QImage:
    gray = image.convertToFormat(QImage.Format.Format_Grayscale8)
    gray = gray.convertToFormat(image.format())
    gray.setAlphaChannel(image.convertToFormat(QImage.Format.Format_Alpha8))
    return gray
