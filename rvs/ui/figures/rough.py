"""A quick picture of a figure during a rotation, made by the renderer of the screen."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from rvs.export.layout import layout
from rvs.export.named import figure_paper, figure_scene, figure_style
from rvs.gl.frame import Shot
from rvs.scene.items import Label, Scene
from rvs.ui.figures.drawing_work import Order, check_triangles, moved_in
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.value_class import dataclass

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
