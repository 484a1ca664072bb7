"""Page of optimum design: the conditioning of a robot improves visibly, step by step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, title
from rvs.model.numbers.quantities import short_number, shown_short
from rvs.model.robots.designing import Frame, become, best_start, left_behind, open_cells
from rvs.model.robots.ranges import reach
from rvs.model.robots.table_text import Cell, CellUnits
from rvs.model.state import State
from rvs.scene.annotate.boxes import box_items
from rvs.scene.items import Item
from rvs.study.design.design import has_tool_in_table, made_from
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.panels.robot_table import RobotTable
from rvs.ui.pictures.thumbnails import PosturePictures
from rvs.ui.view.ghosts import CandidateGhosts
from rvs.ui.widgets.design.curve import KappaCurve
from rvs.ui.widgets.design.form import DesignForm
from rvs.ui.widgets.design.tables import (
    PICTURE,
    Candidate,
    Candidates,
    SmallTable,
    StepTable,
    free_name,
)
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, Page, hbox, holding, lay_out, vbox
from rvs.ui.widgets.steps.transport import Stepper
from rvs.ui.work.design_run import DesignRun
from rvs.words import begun, tr

# Digits of a condition number: of the one that is shown, and where several are listed.
DIGITS, LISTED = 8, 6
# Half the side of the first box of the workspace, in parts of the reach.
BOX = 0.15


class OptimumPage(Page):
    """Marks the free cells of the robot's table, runs, steps, and accepts as one undo step.

    Attributes:
        run: The displayed design.
        foot: Always visible part below the page.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session, self._theme = desk, desk.session, desk.theme
        self._held: dict[str, frozenset[Cell]] = {}
        self._kept: dict[str, tuple[Candidate, ...]] = {}
        self._placed: PlacedRobot | None = None
        self._accepted: PlacedRobot | None = None
        self._shown = False
        self.run = DesignRun(desk)
        self.form = DesignForm()
        self.free = named_label("Secondary")
        self.all_free, self.all_held = QPushButton("Free all"), QPushButton("Hold all")
        self.go = QPushButton("Start")
        self.go.setAccessibleName("Start the search for designs")
        self.cancel = QPushButton("Cancel")
        self.accept = QPushButton("Accept")
        self.save = QPushButton("Save as…")
        self.notice, self.model_notice = Notice(wraps=True), Notice(wraps=True)
        self.curve, self.stepper = KappaCurve(desk.theme), Stepper(desk.theme)
        self.starts = SmallTable("Starts", ("start", "κ", "L", "iterations"))
        self.pictures = PosturePictures(desk, PICTURE)
        self.candidates = Candidates(desk.theme, self.pictures)
        self.ghosts = CandidateGhosts(desk, self.candidates)
        self.keeper = QPushButton("Keep")
        self.words, self.numbers = QLabel(), StepTable(desk.theme)
        self._told, self._height = ("", ""), 0
        self.asking, self.watching, self.results = QWidget(), QWidget(), QWidget()
        self._make_body()
        self.foot = self._make_foot()
        self._connect()
        desk.binding.follow(lambda s: (s.document, s.selection, s.active), self._follow)

    # -- what the buttons do ------------------------------------------------------------------

    def start(self) -> None:
        """Design the current robot, starting from its current posture."""
        placed = current_robot(self._session.state)
        if placed is None:
            return
        self._say("")
        try:
            posture = self._session.state.postures[placed.id]
            self.run.begin(placed, posture, self.form.wish(self._free_of(placed)))
        except RvsError as error:
            self._say(str(error), "error")

    def drop(self) -> None:
        """Discard the design and keep the robot unchanged."""
        self.run.drop()
        self._say("")

    def take(self) -> None:
        """Give the robot of the cell the displayed table and posture."""
        frame, placed = self.run.frame, self.run.placed
        if frame is None or placed is None:
            return
        self.run.drop()
        self._session.edit(
            tr("Accept a design of {robot}", self._session.called(placed)),
            call_of(become, placed.id, frame.robot),
            postures={placed.id: frame.posture},
        )
        reason = left_behind(placed, frame.robot)
        if reason:
            self._say(tr("Accepted; {reason}", reason), "warning")
        else:
            self._say("Accepted; Undo restores the robot", "check")
        self._accepted = self._session.state.document.robot(placed.id)

    def keep(self) -> None:
        """Keep the displayed candidate for comparison."""
        frame, placed = self.run.frame, self.run.placed
        if frame is not None and placed is not None:
            kept = self._kept.get(placed.id, ())
            if all(one.frame is not frame for one in kept):
                self._kept[placed.id] = (*kept, Candidate(free_name(kept), placed, frame))
            self._show_kept()

    def _rename(self, candidate: Candidate, name: str) -> None:
        self._exchange(candidate, (replace(candidate, name=name),))

    def _remove(self, candidate: Candidate) -> None:
        self._exchange(candidate, ())

    def _exchange(self, candidate: Candidate, others: tuple[Candidate, ...]) -> None:
        """Replace a candidate by others."""
        kept = self._kept.get(candidate.placed.id, ())
        at = kept.index(candidate)
        self._kept[candidate.placed.id] = (*kept[:at], *others, *kept[at + 1 :])
        self._show_kept()

    def look(self, candidate: Candidate) -> None:
        """Show a candidate."""
        placed = self._placed
        if placed is not None and placed.robot.n == candidate.frame.robot.n:
            self.run.look(placed, candidate.frame)

    def _box(self, state: State) -> tuple[Item, ...]:
        """Return the box in which the design is to be well conditioned, while it is used."""
        placed, corners = current_robot(state), self.form.box.corners
        if not self._shown or placed is None or corners is None:
            return ()
        return box_items(placed, *corners, state.view.background)

    def _propose_box(self) -> None:
        """Begin with a box about the tool point."""
        placed = self._placed
        if placed is None:
            return
        q = np.array(self._session.state.postures[placed.id])
        inside = np.linalg.inv(placed.robot.base) @ fkine(placed.robot, q)
        middle, half = inside[:3, 3].round(2), round(BOX * reach(placed.robot), 2) or 0.01
        low, high = (middle - half).round(2).tolist(), (middle + half).round(2).tolist()
        self.form.box.propose((low[0], low[1], low[2]), (high[0], high[1], high[2]))

    def save_as(self) -> None:
        """Save the displayed candidate as a separate architecture; the cell stays unchanged."""
        from rvs.ui.saving.save_robot import SaveRobot

        frame, placed = self.run.frame, self.run.placed
        if frame is None or placed is None:
            return
        self.run.go(self.run.at)
        name = tr("{robot} design", title(placed))
        robot = made_from(frame.robot, title(placed), name)
        # A robot that no file tells of yet: what the old one's says would be wrong of it.
        own = replace(placed, id=name, robot=robot, origin="", imported=None, named=())
        SaveRobot(self._desk, own).show()

    # -- making -------------------------------------------------------------------------------

    def _make_body(self) -> None:
        self._make_asking()
        self._make_watching()
        parts = (self.asking, self.watching, self.candidates, STRETCH)
        vbox(*parts, edges=(16, 10, 16, 12), of=self)

    def _make_foot(self) -> QWidget:
        self.notice.hide()
        self.go.setProperty("filled", True)
        vbox(
            hbox((self.accept, 1), (self.keeper, 1)),
            hbox((self.save, 1), (self.cancel, 1)),
            gap=6,
            of=self.results,
        )
        return holding(vbox(self.notice, self.go, self.results, edges=(16, 8, 16, 10)))

    def _make_asking(self) -> None:
        self.free.setWordWrap(True)
        both = hbox((self.all_free, 1), (self.all_held, 1))
        vbox(self.free, both, self.form, of=self.asking)

    def _make_watching(self) -> None:
        self.words.setWordWrap(True)
        self.stepper.slider.setAccessibleName("Iteration")
        self.stepper.slider.setToolTip("Choose the iteration that the view shows")
        parts = (self.curve, self.stepper, self.words, self.starts, self.numbers)
        vbox(*parts, self.model_notice, gap=6, of=self.watching)

    def _connect(self) -> None:
        self.go.clicked.connect(self.start)
        self.cancel.clicked.connect(self.drop)
        self.accept.clicked.connect(self.take)
        self.save.clicked.connect(self.save_as)
        self.all_free.clicked.connect(lambda: self._hold(frozenset()))
        self.all_held.clicked.connect(lambda: self._hold(self._cells()))
        self.form.refused.connect(lambda why: self._say(why, "error"))
        self._theme.changed.connect(lambda: self._say(*self._told))
        self.stepper.moved.connect(self.run.go)
        self.stepper.played.connect(self.run.play)
        self.curve.scrubbed.connect(self.run.go)
        self.starts.picked.connect(lambda row: self.run.go(len(self.run.tracks[row]) - 1, row))
        self.keeper.clicked.connect(self.keep)
        self.candidates.chosen.connect(self.look)
        self.candidates.renamed.connect(self._rename)
        self.candidates.removed.connect(self._remove)
        self.form.box.asked.connect(self._propose_box)
        self.form.box.changed.connect(self._desk.viewport.redraw)
        self._desk.viewport.extras.append(self._box)
        self.keeper.setToolTip("Store this candidate to compare it with others")
        self.run.changed.connect(self._show_run)
        self.run.ended.connect(self._end)
        self._desk.settings.changed.connect(lambda: self._follow(self._session.state))
        self.accept.setToolTip("Replace the robot with this candidate, as one step for Undo")
        self.save.setToolTip("Save this candidate as a new robot")
        self.all_free.setToolTip("Free every number of the table")
        self.all_held.setToolTip(
            "Hold every number, so that the design only finds the best posture"
        )
        self.cancel.setToolTip("Discard the design and keep the robot unchanged")

    # -- marks in the table -------------------------------------------------------------------

    def _cells(self) -> frozenset[Cell]:
        return open_cells(self._placed.robot) if self._placed else frozenset()

    def _free_of(self, placed: PlacedRobot) -> frozenset[Cell]:
        return open_cells(placed.robot) - self._held.get(placed.id, frozenset())

    def _hold(self, cells: frozenset[Cell]) -> None:
        if self._placed is not None:
            self._held[self._placed.id] = cells
            self._show_marks()

    def _turn(self, cells: list[Cell]) -> None:
        """Free all of some cells, or fix them if all of them are free."""
        if self._placed is None:
            return
        held, turned = self._held.get(self._placed.id, frozenset()), frozenset(cells)
        self._hold(held - turned if held & turned else held | turned)

    def _show_marks(self) -> None:
        placed = self._placed if self._shown else None
        free = self._free_of(placed) if placed is not None else frozenset()
        cells = self._cells() if placed is not None else frozenset()
        if self._table is not None:
            self._table.model.show_marks({cell: cell in free for cell in cells})
        joints = placed.robot.n if placed is not None else 0
        words = tr(
            "{free} of {count} dimensions are free, as marked in the robot's table; the {joints} "
            "joint values are always free.",
            len(free),
            len(cells),
            joints,
        )
        self.free.setText(words if joints else "")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        table = self._table
        if table is not None and not self._shown:
            table.model.marked.connect(self._turn)
        self._shown = True
        self._follow(self._session.state)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # A window that is minimised keeps what is in it, as does a panel behind another one.
        if event.spontaneous() or not self._shown or self._is_behind:
            return
        if self._table is not None:
            self._table.model.marked.disconnect(self._turn)
        self._shown = False
        self.run.drop()
        self._follow(self._session.state)

    @property
    def _is_behind(self) -> bool:
        """Return whether the panel is merely behind another one, and this is its page."""
        dock = self._desk.dock("design")
        return dock is not None and dock.isVisible() and getattr(dock, "page", None) is self

    @property
    def _table(self) -> RobotTable | None:
        """The panel that shows the marks."""
        table = self._desk.dock("robot_table")
        return table if isinstance(table, RobotTable) else None

    # -- following ----------------------------------------------------------------------------

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if self.run.placed is not None and self.run.placed not in state.document.robots:
            self.run.drop()
            self._say("The robot changed, so the design was discarded", "note")
        if self._accepted is not None and self._accepted not in state.document.robots:
            # Undone or changed since; what was said of it is no longer so.
            self._accepted = None
            self._say("")
        if self._placed is not None and (placed is None or placed.id != self._placed.id):
            self.form.box.forget()
        self._placed = placed
        self.form.setEnabled(placed is not None)
        self.form.show_robot(
            placed.robot.n if placed else 0, placed is not None and has_tool_in_table(placed.robot)
        )
        self.form.hold_tool.setIcon(icon("lock", self._theme.colors, 16))
        self.form.set_length_unit(self._desk.units[0])
        self._show_marks()
        self._show_run()

    def _show_run(self) -> None:
        run, frame = self.run, self.run.frame
        self.go.setEnabled(self._placed is not None)
        for widget in (self.asking, self.go):
            widget.setVisible(run.placed is None)
        for widget in (self.watching, self.results):
            widget.setVisible(run.placed is not None)
        self._show_kept()
        self.accept.setEnabled(frame is not None)
        self.save.setEnabled(frame is not None)
        if frame is None:
            self.starts.hide()
            self._height = 0
            return
        self._show_frame(frame)
        height = self.watching.heightForWidth(self.watching.width())
        if height != self._height:
            # A slow view must not show the parts over one another meanwhile.
            self._height = height
            lay_out(self.watching)

    def _show_frame(self, frame: Frame) -> None:
        run = self.run
        self._show_starts()
        track = run.track
        self.curve.show_curves(
            [[one.step.condition for one in t] for t in run.tracks], run.start, run.at
        )
        self.stepper.slider.setRange(0, max(len(track) - 1, 0))
        for widget in (self.curve, self.stepper):
            widget.setVisible(bool(track))
        self.stepper.show_place(run.at)
        self.stepper.show_playing(run.playing)
        self.words.setText(self._wording(frame, len(track) - 1))
        before = run.tracks[0][0].robot if track else frame.robot
        self.numbers.show_robot(frame.robot, before, self._units())
        self._show_model(frame)

    def _wording(self, frame: Frame, last: int) -> str:
        length = self._desk.units[0]
        here = self.run.track and self.run.track[self.run.at] is frame
        said = "Iteration {at} of {last}…" if self.run.running else "Iteration {at} of {last}"
        where = tr(said, self.run.at, last) if here else tr("Candidate")
        condition = f"{frame.step.condition:.{DIGITS}f}"
        words = tr("{where}: κ = {condition} (Frobenius), L = {length}", where, condition,
                   shown_short(frame.step.length, length))  # fmt: skip
        return f"{words} ({frame.note})" if frame.note else words

    def _show_starts(self) -> None:
        """List the results of the starts, the best with a star."""
        tracks = self.run.tracks
        self.starts.setVisible(len(tracks) > 1)
        if len(tracks) < 2:
            return
        ends, unit = [track[-1].step for track in tracks], self._desk.units[0]
        best = best_start(tracks)
        self.starts.set_heads(("start", "κ", f"L, {unit.symbol}", "iterations"))
        self.starts.show_rows(
            [
                (f"{k + 1}{'*' if k == best else ''}", f"{end.condition:.{LISTED}f}",
                 short_number(end.length / unit.factor, unit.decimals), str(len(tracks[k]) - 1))
                for k, end in enumerate(ends)
            ]
        )  # fmt: skip
        self.starts.choose(self.run.start)

    def _show_kept(self) -> None:
        placed = self._placed
        kept = self._kept.get(placed.id, ()) if placed is not None and self._shown else ()
        self.candidates.show_kept(kept, self._desk.units[0])

    def _show_model(self, frame: Frame) -> None:
        placed = self.run.placed
        reason = (
            left_behind(placed, frame.robot) if placed is not None and not self.run.playing else ""
        )
        colors = self._theme.colors
        self.model_notice.say(begun(reason), "warning", colors.warn)
        self.model_notice.setVisible(bool(reason))

    def _units(self) -> CellUnits:
        length, angle = self._desk.units
        return CellUnits(length, angle)

    def _end(self, reason: str) -> None:
        if reason:
            self._say(reason, "error")

    def _say(self, words: str, icon: str = "") -> None:
        colors = self._theme.colors
        color = {"error": colors.limit, "warning": colors.warn, "check": colors.ok}
        text, self._told = begun(words), (words, icon)
        self.notice.say(text, icon, color.get(icon, colors.text_2))
        self.notice.setVisible(bool(text))
