"""One to four views in rows of two, one of which is active."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QWidget

from rvs.model.robots.seen_variant import other_variants
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.panes import (
    COUNTS,
    FIRST_VIEWS,
    Arrangement,
    Pane,
    Panes,
    all_panes,
    arranged,
)
from rvs.model.views.view import Camera
from rvs.scene.build import scene_points
from rvs.scene.camera import FIT_MARGIN, looking
from rvs.scene.camera import fit as fit_camera
from rvs.ui.bind import Binding
from rvs.ui.defer import defer
from rvs.ui.settings import Settings
from rvs.ui.theme import Theme
from rvs.ui.view.clear_area import variant_points
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.layouts import vbox
from rvs.ui.work.clock import Clock
from rvs.words import tr

FRAME, HANDLE = 2, 3
COLUMNS = 2
# At the top of a view, for its name.
NAMES = 40


class Frame(QWidget):
    """Holds a view; its edge marks the active one of several."""

    def __init__(self, view: Viewport, theme: Theme) -> None:
        super().__init__()
        self.view, self._theme = view, theme
        self._active = False
        self._box = vbox(view, gap=-1, of=self)

    def mark(self, several: bool, active: bool) -> None:
        """Mark it as one of several, and as the active one."""
        edge = FRAME if several else 0
        self._active = active
        self._box.setContentsMargins(edge, edge, edge, edge)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._theme.colors
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(colors.accent if self._active else colors.line))
        painter.end()


class Viewports(QWidget):
    """Lays out the views of the state; they share pointer, tools and renderer.

    Attributes:
        made: Reports every new view.
        alone: Reports a change between one visible view and several.
        views: All views made so far, by their number.
        maximized: The active view has all the room.
    """

    made = Signal(Viewport)
    alone = Signal()

    def __init__(
        self, session: Session, binding: Binding, settings: Settings, clock: Clock, theme: Theme,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._session, self._binding, self._settings = session, binding, settings
        self._clock, self._theme = clock, theme
        self.maximized = False
        self.views: list[Viewport] = []
        self._frames: list[Frame] = []
        self._arrangement: Arrangement | None = None
        self._column = QSplitter(Qt.Orientation.Vertical, self)
        self._rows = [QSplitter(Qt.Orientation.Horizontal) for _ in range(2)]
        for row in self._rows:
            self._column.addWidget(row)
            row.splitterMoved.connect(lambda _at, _index, row=row: self._align(row))
        self._column.splitterMoved.connect(lambda _at, _index: self._relink())
        for splitter in (self._column, *self._rows):
            splitter.setHandleWidth(HANDLE)
            splitter.setChildrenCollapsible(False)
        self._all = vbox((self._column, 1), gap=0, of=self)
        self._make()
        theme.changed.connect(self._mark)
        binding.follow(lambda s: (s.panes,), self._show)

    @property
    def active(self) -> Viewport:
        """The view for commands."""
        return self.views[min(self._session.state.panes.active, len(self.views) - 1)]

    @property
    def shown(self) -> list[Viewport]:
        """The visible views."""
        count = len(self._session.state.panes)
        if self.maximized and count > 1:
            return [self.active]
        return self.views[:count]

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the keyboard focus on to the active view."""
        super().focusInEvent(event)
        self.active.setFocus()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the views alone: a foot shrinks before the window gets too large."""
        return self._column.minimumSizeHint()

    def add_foot(self, foot: QWidget) -> None:
        """Add a widget below the views, which share their room with it while it is shown."""
        self._all.addWidget(foot)

    def watch(self, follow: Callable[[Viewport], object]) -> None:
        """Call a function for every view, including later ones."""
        for view in self.views:
            follow(view)
        self.made.connect(follow)

    def arrange(self, arrangement: Arrangement) -> None:
        """Lay out this number of views; the active one stays, the others get standard views."""
        self.active.end_glide()
        state = self._session.state
        self._maximize(False)
        present = all_panes(state.view, state.panes)[state.panes.active]
        names = FIRST_VIEWS[arrangement]
        every = self._first_panes(arrangement, present)
        linked = state.panes.linked
        view, panes = arranged(state.view, arrangement, every, names.index(""), linked)
        self._session.show(view, panes)
        if self._settings.preferences.arrangement != arrangement:
            self._settings.change(arrangement=arrangement)

    def adopt(self) -> None:
        """Lay out the user's preferred number of views if a cell has no arrangement."""
        preferred = self._settings.preferences.arrangement
        if self._session.state.panes == Panes() and preferred != "one":
            self.arrange(preferred)

    def compare(self) -> None:
        """Show the current robots and their first variants, each in a view, from one direction."""
        self.active.end_glide()
        self._maximize(False)
        state = self._session.state
        variants = ("", *other_variants(state.document))
        kinds: tuple[Arrangement, ...] = ("two", "three", "four")
        kind = next((one for one in kinds if COUNTS[one] >= len(variants)), kinds[-1])
        shown = variants[: COUNTS[kind]]
        points = variant_points(state, shown)
        tall = max(self.height() / -(-len(shown) // COLUMNS), 4.0 * NAMES)
        aspect = self.width() / COLUMNS / tall
        room = FIT_MARGIN * tall / (tall - 2.0 * NAMES)
        pane = Pane(fit_camera(state.view.camera, points, aspect, room), state.view.mode)
        every = [replace(pane, variant=name) for name in shown]
        self._session.show(*arranged(state.view, kind, every, 0))

    def link(self, linked: bool) -> None:
        """Let parallel views move together, or each alone."""
        state = self._session.state
        self._session.show(state.view, replace(state.panes, linked=linked))
        if linked:
            self._relink()

    def toggle_maximized(self) -> None:
        """Maximise the active view, or restore all views."""
        if len(self._session.state.panes) > 1:
            self._maximize(not self.maximized)

    def save_sizes(self, kept: QSettings) -> None:
        """Store the sizes of the views."""
        for name, splitter in self._splitters():
            kept.setValue(f"viewports/{name}", splitter.saveState())

    def restore_sizes(self, kept: QSettings) -> None:
        """Restore the sizes of the views."""
        for name, splitter in self._splitters():
            state = kept.value(f"viewports/{name}")
            if state is not None:
                splitter.restoreState(state)

    def _splitters(self) -> list[tuple[str, QSplitter]]:
        return [("column", self._column), *((f"row{k}", row) for k, row in enumerate(self._rows))]

    def _first_panes(self, arrangement: Arrangement, present: Pane) -> list[Pane]:
        """Return cameras of a new arrangement: parallel ones around the middle, at one scale."""
        names = FIRST_VIEWS[arrangement]
        points = np.asarray(scene_points(self._session.state)).reshape(-1, 3)
        low, high = points.min(axis=0), points.max(axis=0)
        x, y, z = ((low + high) / 2).tolist()
        wide = self.width() / (COLUMNS if len(names) > 1 else 1)
        tall = self.height() / (2 if len(names) > COLUMNS else 1)
        flat = replace(present.camera, parallel=True)
        fits = {
            name: fit_camera(looking(flat, name), points, wide / max(tall, 1.0))
            for name in names
            if name
        }
        far = max((camera.distance for camera in fits.values()), default=1.0)
        standard = {
            name: replace(camera, target=(x, y, z), distance=far) for name, camera in fits.items()
        }
        kept = Pane(mode=present.mode, camera=self._refitted(present.camera, wide / max(tall, 1.0)))
        return [Pane(standard[name], present.mode) if name else kept for name in names]

    def _refitted(self, camera: Camera, aspect: float) -> Camera:
        """Move back as far as a narrower view requires to show the same, or closer again."""
        before = self.active.width() / max(self.active.height(), 1)
        share = min(before, 1.0) / max(min(aspect, 1.0), 1e-3)
        return replace(camera, distance=camera.distance * share)

    def _make(self) -> None:
        """Make one more view."""
        first = self.views[0] if self.views else None
        view = Viewport(
            self._session, self._binding, self._settings, self._clock, None, first, len(self.views)
        )
        view.height_of = lambda place: float(max(self.views[place].height(), 1))
        if first is not None:
            view.setAccessibleName(tr("View {count} of the cell", len(self.views) + 1))
            view.frame_drawn.connect(first.frame_drawn)
            view.menu_wanted.connect(first.menu_wanted)
            view.failed.connect(first.failed)
        self.views.append(view)
        self._frames.append(Frame(view, self._theme))
        self.made.emit(view)

    def _show(self, state: State) -> None:
        if state.panes.arrangement != self._arrangement:
            self._arrangement = state.panes.arrangement
            while len(self.views) < len(state.panes):
                self._make()
            self._lay(len(state.panes))
        self._mark()

    def _lay(self, count: int) -> None:
        """Put the frames into rows; unused ones are kept outside."""
        for place, frame in enumerate(self._frames):
            if place < count:
                self._rows[place // COLUMNS].insertWidget(place % COLUMNS, frame)
            else:
                frame.hide()
        self.maximized = False
        self._reveal()
        for row in self._rows:
            row.setSizes([10_000] * row.count())
        self._column.setSizes([10_000] * 2)
        self.alone.emit()

    def _reveal(self) -> None:
        shown = self.shown
        for frame in self._frames:
            frame.setVisible(frame.view in shown)
        for number, row in enumerate(self._rows):
            mine = self.views[number * COLUMNS : (number + 1) * COLUMNS]
            row.setVisible(any(view in shown for view in mine))

    def _maximize(self, maximized: bool) -> None:
        if maximized != self.maximized:
            self.maximized = maximized
            self._reveal()
            self._mark()
            self.active.setFocus()
            self.alone.emit()

    def _mark(self) -> None:
        if self.maximized:
            self._reveal()
        several = len(self.shown) > 1
        for frame in self._frames:
            frame.mark(several, several and frame.view is self.active)

    def _align(self, moved: QSplitter) -> None:
        """Align the columns of both rows."""
        for row in self._rows:
            if row is not moved and row.count() == moved.count():
                row.setSizes(moved.sizes())
        self._relink()

    def _relink(self) -> None:
        """Set linked views to one scale again, once they have their sizes."""
        defer(self, lambda: self.active.look(self._session.state.view.camera))
