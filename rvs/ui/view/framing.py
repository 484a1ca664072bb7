"""Framing of the view: the contents stay visible when its size or the cell changes.

One rule applies to every change of the cell, whether typed, undone or jumped to: if all of the cell
was visible, all of it stays visible; if only a part was visible, the camera is unchanged, unless
nothing would be visible.  When a panel opens or closes, nothing changes its size on the screen
unless it would be cut.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QObject, QSize, QTimer
from PySide6.QtGui import QResizeEvent

from rvs.engine.arrays import Array
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports import Viewports
from rvs.value_class import dataclass

# A picture that fills less of the view than this has shrunk to a corner of it.
SMALL, REST_MS = 0.25, 250


@dataclass(frozen=True)
class Chosen:
    """Camera of the user before panels changed the view's size, and the adapted camera."""

    camera: Camera
    size: QSize
    made: Camera


class Framing(QObject):
    """Keeps the contents of the views visible.

    Attributes:
        made: The camera of the last automatic move, or None.
        fits_first: The first picture shows everything, for any size of the window.
    """

    def __init__(self, session: Session, viewports: Viewports) -> None:
        super().__init__(viewports)
        self._session, self._viewports = session, viewports
        self.made: Camera | None = None
        self.fits_first = False
        self._chosen: Chosen | None = None
        self._window = QSize()
        viewports.watch(lambda view: view.installEventFilter(self))
        # A step is seen to when it rests, not with every key or move of the mouse.
        self._before: State | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._rested)
        self._size = QSize()
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._resized)
        session.subscribe(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and watched is self._viewports.active:
            # A view may get its size while the session still tells of a change.
            if not self._settle.isActive():
                self._size = event.oldSize()
            self._settle.start()
        return super().eventFilter(watched, event)

    def _resized(self) -> None:
        view, before = self._viewports.active, self._size
        window = view.window().size()
        panels_only, self._window = window == self._window, window
        state = self._session.state
        if len(state.panes) > 1 or view.renderer is None:
            return
        if before.height() <= 0:
            if self.fits_first:
                self._see_all(view, view.goal)
            return
        last = self._chosen
        if last is None or last.made != view.goal or not panels_only:
            last = Chosen(view.goal, before, view.goal)
        camera, points = last.camera, scene_points(state)
        whole = _inside(camera, points, last.size.width(), last.size.height())
        if panels_only and whole:
            camera = _of_one_size(camera, last.size.height(), view.height())
        if whole:
            camera = self._see_all(view, camera)
        else:
            self._look(view, camera)
        self._chosen = replace(last, camera=last.camera, made=camera)

    def _see_all(self, view: Viewport, camera: Camera) -> Camera:
        """Use a camera, moved to avoid cutting anything."""
        points = scene_points(self._session.state)
        if not _inside(camera, points, view.width(), view.height()):
            camera = view.fitted(camera)
        self._look(view, camera)
        return camera

    def _look(self, view: Viewport, camera: Camera) -> None:
        self.made, now = camera, self._session.state.view.camera
        if view.goal is not now:
            view.glide_to(camera)
        elif camera != now:
            view.look(camera)

    def _follow(self, before: State, after: State) -> None:
        """Check, once the cell is static, whether contents have left the view."""
        same = before.document.robots is after.document.robots
        if same and before.document.things is after.document.things:
            return
        if self._before is None:
            self._before = before
        self._rest.start()

    def _rested(self) -> None:
        view, state, before = self._viewports.active, self._session.state, self._before
        if view.held:
            self._rest.start()
            return
        self._before = None
        if before is None or len(state.panes) > 1:
            return
        wide, high = view.width(), view.height()
        then, now = scene_points(before), scene_points(state)
        outgrown = _fits(view.goal, then, wide, high) and not _fits(view.goal, now, wide, high)
        if outgrown or _lost(view.goal, now, wide, high):
            view.fit()
            self.made = view.goal


def _seen(camera: Camera, points: Array, wide: int, high: int) -> tuple[Array, Array]:
    """Return the least and the greatest pixels (2,) of points, which may be behind the eye."""
    pixels = project(camera, points, wide, high)
    pixels[pixels[:, 2] <= 0.0] = np.inf
    return pixels[:, :2].min(axis=0), pixels[:, :2].max(axis=0)


def _inside(camera: Camera, points: Array, wide: int, high: int) -> bool:
    low, most = _seen(camera, points, wide, high)
    return bool(low.min() >= 0.0 and most[0] <= wide and most[1] <= high)


def _fits(camera: Camera, points: Array, wide: int, high: int) -> bool:
    """Return whether everything is visible and large enough."""
    low, most = _seen(camera, points, wide, high)
    inside = _inside(camera, points, wide, high)
    return inside and bool(((most - low) / (wide, high)).max() >= SMALL)


def _lost(camera: Camera, points: Array, wide: int, high: int) -> bool:
    """Return whether everything is outside the view; parts behind the eye may be visible."""
    pixels = project(camera, points, wide, high)
    if (pixels[:, 2] <= 0.0).any():
        return bool((pixels[:, 2] <= 0.0).all())
    low, most = pixels[:, :2].min(axis=0), pixels[:, :2].max(axis=0)
    return bool((most < 0.0).any() or low[0] > wide or low[1] > high)


def _of_one_size(camera: Camera, before: int, after: int) -> Camera:
    """Return the camera that keeps the size of objects in a view of another height."""
    return replace(camera, distance=camera.distance * after / max(before, 1))
