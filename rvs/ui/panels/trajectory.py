"""The trajectories: transport, time line with one lane per robot, and plots of the active one.

Obstacles to a motion: the first in a line, the rest in a list, with fixes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.plots.kinds import KINDS
from rvs.model.plots.plot import Plot, on_time_line
from rvs.model.robots.placing import begin_at
from rvs.model.state import State
from rvs.ui.commands import paths as path_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands.grips import time_menu
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import name_of
from rvs.ui.saving import cell_trajectories
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, FlowLayout, Pages, hbox, vbox
from rvs.ui.widgets.legend import Legend
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.ui.widgets.steps.lanes import LANE, Lanes
from rvs.ui.widgets.steps.timeline import RIGHT, Timeline
from rvs.ui.widgets.steps.transport import Transport
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.ui.widgets.plot_view import PlotView

POINTS = 700
MOST_LANES = 5

HEIGHT = 36


class TrajectoryPanel(Dock):
    """Loads a trajectory for the active robot and plays it together with those of the others."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("trajectory", "Trajectory", desk.theme, desk.window)
        self._desk, self._actions = desk, desk.actions
        self.playback, self._plotted = desk.playback, desk.plotted
        self.timeline = Timeline(self.playback, desk.theme)
        self.lanes = Lanes(desk.session, self.playback, desk.theme, self.timeline)
        self.transport = Transport(self.playback, desk.theme)
        self.findings = FindingsBar()
        self.legend = Legend(desk.theme)
        self.plots: PlotView | None = None
        self._shown: tuple[object, ...] = ()
        self._drawn: tuple[Plot, ...] = ()
        self.quantity = Combo("Quantity to plot")
        self.transport.add(self.quantity)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.add_button("open", "Load a trajectory", self.menu)
        self.unload = self.add_words("Unload", "Unload the trajectory of this robot")
        self.unload.clicked.connect(self.playback.unload)
        self.set_body(self._make_body())
        self._connect()

    def call(self, purpose: str = "") -> None:
        """Raise the panel with the focus on the time line; the purpose is a kind of plot."""
        super().call(purpose)
        if purpose in KINDS:
            self.quantity.setCurrentIndex(list(KINDS).index(purpose))
        self.timeline.setFocus()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._refresh()
        defer(self, self._reveal_lane)

    def _make_body(self) -> QWidget:
        self._pages = Pages()
        self._empty = _Empty(self._desk)
        self._full = QWidget()
        self._row = hbox(self.legend, gap=0)
        plots = QWidget()
        plots.setLayout(self._row)
        self._still = _Empty(self._desk)
        self._views = Pages()
        self._views.addWidget(plots)
        self._views.addWidget(self._still)
        self.offer = MassesOffer(self._desk, "They are required for torques, powers and energies.")
        missing = QWidget()
        vbox(STRETCH, self.offer, STRETCH, of=missing)
        self._views.addWidget(missing)
        self.none = named_label("Secondary")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none.setWordWrap(True)
        self._views.addWidget(self.none)
        vbox(
            self.transport,
            self.findings,
            self.timeline,
            self._make_lanes(),
            (self._views, 1),
            gap=0,
            of=self._full,
        )
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._full)
        return self._pages

    def _make_lanes(self) -> QWidget:
        """Make the lanes, which scroll separately if there are many."""
        self._lanes_area = QScrollArea()
        self._lanes_area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._lanes_area.setWidgetResizable(True)
        self._lanes_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._lanes_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lanes.setObjectName("ScrollBody")
        self._lanes_area.setWidget(self.lanes)
        self.lanes.shifted.connect(self._shift)
        self.lanes.settled.connect(self._desk.session.settle)
        self._lanes_area.hide()
        return self._lanes_area

    def _shift(self, robot_id: str, start: float) -> None:
        """Set the start time of a robot's track."""
        self._desk.session.edit(
            tr("Shift the start of {robot_id}", robot_id),
            call_of(begin_at, robot_id, start),
            merge=("start", robot_id),
        )
        self.playback.realign()

    def _show_lanes(self, state: State) -> None:
        robots = state.document.robots
        count = len(robots)
        self.lanes.show_robots(state)
        self._lanes_area.setVisible(count > 1 or any(one.start for one in robots))
        self._lanes_area.setFixedHeight(LANE * min(count, MOST_LANES))
        # Lanes have their places only once there is room for them.
        defer(self, self._reveal_lane)

    def _reveal_lane(self) -> None:
        """Scroll to the lane of the active robot."""
        state = self._desk.session.state
        ids = [placed.id for placed in state.document.robots]
        if state.active in ids:
            middle = ids.index(state.active) * LANE + LANE // 2
            self._lanes_area.ensureVisible(0, middle, 0, LANE // 2)

    def _connect(self) -> None:
        desk = self._desk
        self.playback.changed.connect(self._refresh)
        desk.cell_file.changed.connect(self._refresh)
        self.playback.moved.connect(self._follow_time)
        self.quantity.currentIndexChanged.connect(self._choose)
        self.legend.chosen.connect(self._choose)
        self._plotted.changed.connect(self._refresh)
        self.timeline.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.timeline.customContextMenuRequested.connect(self._offer_times)
        desk.collisions.passed.connect(lambda: self.timeline.show_hits(desk.collisions.hits))
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(lambda s: (s.document, s.selection), self._offer)
        self.findings.chosen.connect(self._go_to_finding)
        desk.binding.follow(lambda s: (s.document, s.active, s.view.mode), self._show_lanes)
        # The space bar presses buttons and types blanks too: it plays only where it does neither.
        play = self._actions["play"]
        play.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        for widget in (desk.viewport, self.timeline):
            widget.addAction(play)

    def _refresh(self) -> None:
        playback, loaded = self.playback, self.playback.loaded
        self._pages.setCurrentWidget(self._full if playback.tracks else self._empty)
        self._views.setCurrentIndex(0 if loaded else 1)
        self.unload.setVisible(loaded is not None)
        self.quantity.setEnabled(loaded is not None)
        self.subtitle.setText(self._summary())
        self._say_findings()
        self._offer_plots()
        if loaded is None:
            self._shown = ()
        elif self.isVisible():
            self._plot()

    def _summary(self) -> str:
        """Return the motion loaded for the active robot, and how many robots move in all."""
        loaded, tracks = self.playback.loaded, self.playback.tracks
        state = self._desk.session.state
        if len(state.document.robots) < 2:
            return self.playback.words(loaded) if loaded else ""
        placed = current_robot(state)
        whose = name_of(state, placed.id) if placed else ""
        own = (
            f"{whose}: {self.playback.words(loaded)}"
            if loaded
            else tr("{whose} does not move", whose)
        )
        return tr(
            "{motion} · {moving} of {count} robots move",
            own,
            len(tracks),
            len(state.document.robots),
        )

    def _say_findings(self) -> None:
        """Report the obstacles to a path, with fixes."""
        loaded, colors = self.playback.loaded, self.theme.colors
        findings = path_commands.ranked(loaded.findings) if loaded else ()
        if loaded is None or not findings:
            self.findings.say((), False, "", ())
            return
        stops = findings[0].stops
        lines = [path_commands.describe(one, loaded.placed.unit) for one in findings]
        cures = [
            (path_commands.OFFERS[way], partial(path_commands.cure, self._desk, loaded, way))
            for way in path_commands.offered(loaded.findings)
        ]
        self.findings.say(lines, stops, colors.limit if stops else colors.warn, cures)

    def _offer_times(self, at: QPoint) -> None:
        """Show the actions available at a position of the time line."""
        menu = time_menu(self._desk, self.timeline, self.timeline.time_at(at.x()))
        menu.popup(self.timeline.mapToGlobal(at))

    def _go_to_finding(self, number: int) -> None:
        """Show the time of a problem."""
        loaded = self.playback.loaded
        found = path_commands.ranked(loaded.findings) if loaded else ()
        if number < len(found):
            self.playback.pause()
            self.playback.seek_own(found[number].start)

    def _choose(self) -> None:
        self._plotted.choose(self.quantity.currentIndex(), self.legend.joint)

    def _offer_plots(self) -> None:
        """List the available plots."""
        for words in self._plotted.words[self.quantity.count() :]:
            self.quantity.addItem(words)

    def _plot(self) -> None:
        loaded, plotted = self.playback.loaded, self._plotted
        if loaded is None:
            return
        self._views.setCurrentIndex(2 if plotted.missing else 0)
        self.offer.show_robot(self.playback.placed)
        if plotted.of_joints:
            shown = self._drawn if plotted.alone else ()
            self.legend.describe(loaded.placed.robot, shown, alone=plotted.alone)
        self._choose()
        line = (self.playback.begins, self.playback.duration)
        offered = plotted.plots(POINTS) if plotted.kind is None else ()
        wanted = offered or (loaded, plotted.kind, plotted.options(POINTS), line)
        if wanted == self._shown:
            if not self._drawn and not plotted.missing:
                self._views.setCurrentWidget(self.none)
            return
        self._shown = wanted
        own = offered or tuple(on_time_line(plot, *line) for plot in plotted.plots(POINTS))
        self._drawn = own
        if not plotted.of_joints:
            self.legend.name_curves(own)
        elif plotted.alone:
            self.legend.describe(loaded.placed.robot, own, alone=True)
        if not own and not plotted.missing:
            self.none.setText(plotted.none)
            self._views.setCurrentWidget(self.none)
        self._plot_view().show_plots(own)

    def _offer_export(self, at: QPoint) -> None:
        """Show the actions available for the plots."""
        if self.plots is None:
            return
        menu = QMenu(self.plots)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions.fill(menu, ("export_plot", "export_film"))
        menu.popup(self.plots.mapToGlobal(at))

    def _plot_view(self) -> PlotView:
        if self.plots is None:
            from rvs.ui.widgets.plot_view import PlotView

            self.plots = PlotView(self.theme, self.timeline.span, RIGHT)
            self.plots.scrubbed.connect(self.playback.seek)
            self.plots.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.plots.customContextMenuRequested.connect(self._offer_export)
            self.plots.show_time(self.playback.time)
            self._row.addWidget(self.plots, 1)
        return self.plots

    def _follow_time(self) -> None:
        if self.plots is not None and self.isVisible():
            self.plots.show_time(self.playback.time)

    def _offer(self, state: State) -> None:
        if self._plotted.masses:
            # Masses, drives and what is carried may be others now.
            self._refresh()
        if self.playback.loaded is None and self.isVisible():
            (self._still if self.playback.tracks else self._empty).offer(state)

    def _fill_menu(self) -> None:
        """List the trajectories of the library, with those of the robot first."""
        self.menu.clear()
        for motion in self._desk.session.state.document.motions:
            if not motion.file:
                self.menu.addAction(
                    tr("{name} (not saved)", motion.name),
                    partial(
                        lambda one, _=False: cell_trajectories.load_made(self._desk, one), motion
                    ),
                )
        for one in cell_trajectories.of_cell(self._desk):
            self.menu.addAction(
                tr("{name} (this cell)", one.name),
                partial(lambda one, _=False: cell_trajectories.load(self._desk, one), one),
            )
        if not self.menu.isEmpty():
            self.menu.addSeparator()
        own, others = trajectory_commands.of_robot(current_robot(self._desk.session.state))
        self._list(self.menu, own)
        if not self.menu.isEmpty():
            self.menu.addSeparator()
        rest = QMenu("Other robots", self.menu)
        self._list(rest, others)
        rest.setEnabled(bool(others))
        self.menu.addMenu(rest)
        self.menu.addAction("From file…", lambda: trajectory_commands.ask(self._desk))
        self.menu.addAction("Record…", lambda: self._desk.call("postures", "record"))
        self.menu.addSeparator()
        for action_id in (
            "run_all",
            "unload_trajectory",
            "unload_all",
            "save_trajectory",
            "discard_motion",
        ):
            self.menu.addAction(self._actions[action_id])

    def _list(self, menu: QMenu, found: list[trajectory_commands.Choice]) -> None:
        for words, choice in zip(trajectory_commands.labels(found), found, strict=True):
            menu.addAction(words, partial(trajectory_commands.load_for, self._desk, choice))


class _Empty(QWidget):
    """Page for an empty panel: all trajectories of the robot, however many."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._words = QLabel("No trajectory is loaded.")
        self._words.setObjectName("Secondary")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row = FlowLayout(gap=8, between=8)
        self._row.centred = True
        vbox(STRETCH, self._words, self._row, STRETCH, gap=12, edges=(16, 8, 16, 8), of=self)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.offer(self._desk.session.state)

    def offer(self, state: State) -> None:
        """Show a button for each trajectory of the current robot."""
        while item := self._row.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        placed = current_robot(state)
        if placed is not None and len(state.document.robots) > 1:
            self._words.setText(
                tr("No trajectory is loaded for {robot}.", name_of(state, placed.id))
            )
        else:
            self._words.setText("No trajectory is loaded.")
        found, _ = trajectory_commands.of_robot(placed)
        for words, choice in zip(trajectory_commands.labels(found), found, strict=True):
            self._add(words, partial(trajectory_commands.load_for, self._desk, choice))
        self._add("From file…", partial(trajectory_commands.ask, self._desk))
        self._add("Record…", partial(self._desk.call, "postures", "record"))

    def _add(self, text: str, run: Callable[[], object]) -> None:
        button = QPushButton(text)
        button.clicked.connect(lambda _=False: run())
        self._row.addWidget(button)


class FindingsBar(QWidget):
    """Hidden as long as there are no findings.

    ``chosen`` gives the number of a clicked line.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.notice = Notice(self)
        self.buttons: list[QPushButton] = []
        self.notice.setCursor(Qt.CursorShape.PointingHandCursor)
        self.list = QMenu(self)
        self.more = QPushButton()
        self.more.setObjectName("Chip")
        self.more.setAccessibleName("Problems of the motion")
        self.more.setToolTip("List the problems of the motion; click a row to go there")
        self.more.setMenu(self.list)
        self._row = hbox((self.notice, 1), self.more, edges=(12, 4, 16, 4), of=self)
        self.hide()

    def say(
        self,
        lines: Sequence[str],
        stops: bool,
        color: str,
        cures: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        """Show the first of some lines, and all of them in a list.

        Args:
            lines: Obstacles, the worst first; an empty list hides the bar.
            stops: The motion ends early.
            color: Colour of the text.
            cures: Labels of buttons and their actions.
        """
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.setVisible(bool(lines))
        if not lines:
            return
        self.notice.say(lines[0], "error" if stops else "warning", color)
        self.notice.setToolTip("\n".join([*lines, "Click to go there"]))
        self.more.setVisible(len(lines) > 1)
        self.more.setText(tr("All {count}", len(lines)))
        self.list.clear()
        for number, line in enumerate(lines):
            self.list.addAction(line, partial(self.chosen.emit, number))
        for text, run in cures:
            button = QPushButton(text)
            button.setObjectName("Chip")
            button.clicked.connect(lambda _=False, run=run: run())
            self._row.addWidget(button)
            self.buttons.append(button)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self.notice.geometry().contains(at):
            self.chosen.emit(0)
