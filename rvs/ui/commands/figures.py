"""Commands that draw figures, and copy pictures to the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from rvs.gl.context.images import unweighted
from rvs.gl.frame import Shot
from rvs.ui.desk import Desk
from rvs.ui.pictures.offscreen import render_pixels
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.ui.figures.window import FigureWindow

PICTURE_SCALE = 2


def figure_window(desk: Desk) -> FigureWindow:
    """Return the window of figures, made on first use."""
    from rvs.ui.figures.window import FigureWindow

    found = desk.window.findChild(FigureWindow)
    return found if isinstance(found, FigureWindow) else FigureWindow(desk)


def export_figure(desk: Desk) -> None:
    """Show the window of figures."""
    window = figure_window(desk)
    window.showNormal() if window.isMinimized() else window.show()
    window.raise_()
    window.activateWindow()
    window.preview.setFocus()


def copy_picture(desk: Desk) -> None:
    """Copy the view to the clipboard, twice as large."""
    view = desk.viewport
    camera = desk.session.state.view.camera
    with desk.messages.telling("the picture was not copied") as done:
        pixels = render_pixels(
            Shot(view.scene(), camera, view.width(), view.height(), scale=PICTURE_SCALE)
        )
    if not done:
        return
    from rvs.ui.pictures.offscreen import image_of

    picture = image_of(unweighted(pixels))
    QGuiApplication.clipboard().setImage(picture)
    desk.say(tr("Copied a picture of {width} × {height} pixels", picture.width(), picture.height()))
