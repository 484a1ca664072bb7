"""Commands of the **View** and **Help** menus, and the picture of the view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rvs.files.robots.jconfig import library_name
from rvs.gl.context.images import write_pixels
from rvs.gl.frame import Shot
from rvs.model.current import current_robot
from rvs.model.preferences import WindowPercent, preferred_background
from rvs.model.robots.seen_variant import other_variants
from rvs.scene.camera import looking
from rvs.ui import file_dialogs, tab_order
from rvs.ui.desk import Desk
from rvs.ui.pictures.offscreen import render_pixels
from rvs.words import tr

PICTURE_SCALE = 2


def save_picture(desk: Desk) -> None:
    """Ask for a name and save the picture of the viewport, twice as large."""
    kinds = "PNG picture (*.png);;JPEG picture (*.jpg *.jpeg);;BMP picture (*.bmp)"
    placed = current_robot(desk.session.state)
    own = library_name(placed) if placed is not None else "cell"
    # A name of a robot may hold what would be a folder here.
    name = f"{own.replace('/', '-')}.png"
    path = file_dialogs.save_file(desk.window, "Save picture", name, kinds)
    if path:
        with desk.messages.telling("The picture was not saved", path):
            write_picture(desk, path)


def hide_panel(desk: Desk) -> None:
    """Hide the panel with the keyboard focus, which moves to the view."""
    panel = tab_order.panel_of(desk.window.focusWidget())
    if panel is None:
        desk.refuse("No panel has the keyboard focus")
        return
    panel.hide()


def write_picture(desk: Desk, path: Path) -> None:
    """Save the picture of the viewport.

    Raises:
        RvsError: It cannot be drawn.
        OSError: It cannot be written.
    """
    view = desk.viewport
    camera = desk.session.state.view.camera
    write_pixels(
        path,
        render_pixels(Shot(view.scene(), camera, view.width(), view.height(), scale=PICTURE_SCALE)),
    )
    size = view.width() * PICTURE_SCALE, view.height() * PICTURE_SCALE
    desk.echo.wrote(path, "", "render", size=size, fit=False)
    desk.say(tr("Saved {path}", path))


def look_from(desk: Desk, view: str) -> None:
    """Turn to a standard view with a short animation."""
    desk.viewport.glide_to(looking(desk.session.state.view.camera, view))


def compare_variants(desk: Desk) -> None:
    """Show the current state and the first variants of the robots, each in a view."""
    if other_variants(desk.session.state.document):
        desk.viewports.compare()
    else:
        desk.refuse("Every variant equals the current state of its robot")


def fit(desk: Desk) -> None:
    """Fit everything into the viewport."""
    desk.viewport.fit()


def toggle_parallel(desk: Desk) -> None:
    """Change between perspective and parallel projection."""
    camera = desk.session.state.view.camera
    desk.viewport.end_glide()
    desk.viewport.look(replace(camera, parallel=not camera.parallel))
    desk.settings.change(parallel=not camera.parallel)


def toggle(desk: Desk, name: str) -> None:
    """Show or hide frames, labels, floor, shadow or joint limits, and store the choice."""
    shown = not getattr(desk.session.state.view, name)
    remember(desk, **{name: shown})


def toggle_first_frame(desk: Desk) -> None:
    """Number frames from 1 as in the thesis, or from 0."""
    remember(desk, first_frame=1 - desk.session.state.view.first_frame)


def remember(desk: Desk, **changes: Any) -> None:
    """Change fields of the view now and for later sessions."""
    desk.session.look(**changes)
    desk.settings.change(**changes)


def follow_theme(desk: Desk) -> None:
    """Set the background of the scene according to the preferences."""
    wanted = preferred_background(desk.settings.preferences, desk.theme.dark)
    desk.session.look(background=wanted)


def adopt_view(desk: Desk) -> None:
    """Show the opened view on the user's preferred background, unless it was made for paper."""
    desk.viewports.adopt()
    if desk.session.state.view.background != "paper":
        follow_theme(desk)


def resize_window(desk: Desk, percent: WindowPercent) -> None:
    """Scale everything in the window; Qt reads the scale when it starts."""
    desk.settings.change(window_percent=percent)
    desk.say(tr("Scale from the next start: {percent} %", percent))


def choose_language(desk: Desk, language: str, name: str) -> None:
    """Choose the language of the window, which is read when it starts."""
    desk.settings.change(language=language)
    desk.say(tr("Language from the next start: {language}", name))


def prefer(desk: Desk, **changes: Any) -> None:
    """Set preferences that affect only panels."""
    desk.settings.change(**changes)
