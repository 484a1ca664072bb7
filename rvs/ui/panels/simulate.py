"""Simulation panel: a robot's free or controlled motion, computed or live, with results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.state import State
from rvs.scripting.echo.tracks import answered
from rvs.scripting.layout import Expression
from rvs.scripting.loaded import Loaded
from rvs.scripting.simulations import Simulate
from rvs.study.simulate.laws import LAWS, suggested
from rvs.ui.commands.masses import needs_masses
from rvs.ui.desk import Desk
from rvs.ui.view.force_tools import PullTool
from rvs.ui.view.ghosts import RunGhost
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.layouts import STRETCH, hbox, holding, vbox
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.ui.widgets.simulation_form import SimulationForm
from rvs.ui.work.jobs import Stopped, wait_for
from rvs.ui.work.simulation import LiveSimulation, Simulated, Simulations
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.study.simulate.run import Run

NEEDS = "A simulation needs the mass, the centre of mass and the inertia of every link."
PREPARING = "Preparing the robot and the bodies that it can touch…"
HOME = "Home"


class SimulatePanel(Dock):
    """Specifies a run, starts it, and compares it with a stored one.

    Attributes:
        form: The form for the run.
        simulations: The computed and compared simulations.
        live: Parts that move by the clock.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("simulate", "Simulate", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._placed: PlacedRobot | None = None
        self._followed: dict[str, Loaded] = {}
        self.simulations, self.live = Simulations(desk), LiveSimulation(desk)
        self.pull = PullTool(desk, self.live)
        self.ghost = RunGhost(desk, self.simulations)
        self.form = SimulationForm(desk.theme)
        self.notice = Notice(wraps=True)
        self.offer = MassesOffer(desk, NEEDS)
        self.start = QPushButton("Start")
        self.start_live = QPushButton("Live")
        self.pause, self.reset = QPushButton("Pause"), QPushButton("Reset")
        self.keep, self.forget = QPushButton("Keep for comparison"), QPushButton("Discard")
        self.set_body(self._make_body(), self._make_foot())
        self._connect()
        desk.binding.follow(lambda s: (s.document, s.selection, s.active), self._follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self._session.state)

    # -- what the buttons do ------------------------------------------------------------------

    def run(self) -> None:
        """Simulate the active robot and play its motion; or cancel the computation."""
        if self.simulations.busy:
            self.simulations.cancel()
            self._say("")
            return
        self._begin(live=False)

    def run_live(self) -> None:
        """Start or end real-time motion of the active robot."""
        if self.live.running:
            self.live.end()
        else:
            self._begin(live=True)

    def hold(self) -> None:
        """Pause or resume the simulation."""
        if self.live.running:
            self.live.pause()
        else:
            self._desk.playback.toggle()

    def go_back(self) -> None:
        """Return the robot to the start of the run."""
        if self.live.running:
            self.live.drop()
            return
        self._desk.playback.pause()
        self._desk.playback.seek_own(0.0)

    def _begin(self, live: bool) -> None:
        placed = self._placed
        if placed is None:
            return
        self._say("")
        state, name = self._session.state, self.form.law.currentText()
        try:
            question = self._question(placed, live)
            make = partial(question.run, state, placed)
            if live:
                # beside the window: bodies that nothing has checked yet take their time
                run = wait_for(self._desk.window, PREPARING, partial(_prepared, make))
                self.live.begin(placed, run)
                self._say("Drag a link with the mouse to pull it", "note")
            else:
                self._say(PREPARING)
                self.simulations.begin(name, placed, self._source(placed, question), make)
        except Stopped:
            return
        except RvsError as error:
            self._say(str(error), "error")

    def _question(self, placed: PlacedRobot, live: bool) -> Simulate:
        form, followed = self.form, self._followed.get(placed.id)
        goal = form.goal_key if LAWS[form.law_key].driven else "stay"
        if goal == "motion" and followed is not None:
            rows = followed.trajectory
            return form.question(motion=rows, q=tuple(rows.rows.array[0].tolist()))
        start = tuple(self._start_of(placed, live).tolist())
        if goal == "step":
            return form.question(q=start, goal=tuple(self._goal(placed).tolist()))
        return form.question(q=start)

    def _source(self, placed: PlacedRobot, question: Simulate) -> Expression:
        """Return the expression for the run's motion in a script."""
        followed = None if question.motion is None else self._followed.get(placed.id)
        motion = None if followed is None else self._desk.echo.source_of(followed)
        return answered(question, placed.id, "motion", motion)

    def _start_of(self, placed: PlacedRobot, live: bool) -> Array:
        """Return the robot's posture, or the start of its last run while that is played."""
        shown = self.simulations.shown
        posture = self._session.state.postures[placed.id]
        if shown is not None and shown.placed.id == placed.id and shown.live is live:
            at = shown.trajectory.posture(self._desk.playback.own_time)
            if at == posture:
                return np.array(shown.outcome.q[0])
        return np.array(posture)

    def _goal(self, placed: PlacedRobot) -> Array:
        name = self.form.posture.currentText()
        named = {one.name: one.q for one in placed.named}
        return np.array(named.get(name, tuple(placed.robot.home.tolist())))

    # -- making -------------------------------------------------------------------------------

    def _make_body(self) -> QWidget:
        form = holding(vbox(self.form, STRETCH, edges=(16, 10, 16, 12)))
        return holding(vbox(self.offer, (form, 1), gap=0))

    def _make_foot(self) -> QWidget:
        self.notice.hide()
        self.start.setProperty("filled", True)
        return holding(
            vbox(
                self.notice,
                hbox((self.start, 1), (self.start_live, 1)),
                hbox((self.pause, 1), (self.reset, 1)),
                hbox((self.keep, 1), (self.forget, 1)),
                gap=6,
                edges=(16, 8, 16, 10),
            )
        )

    def _connect(self) -> None:
        self.start.clicked.connect(self.run)
        self.start_live.clicked.connect(self.run_live)
        self.pause.clicked.connect(self.hold)
        self.reset.clicked.connect(self.go_back)
        self.keep.clicked.connect(self.simulations.keep)
        self.forget.clicked.connect(self.simulations.forget)
        self.start.setToolTip("Simulate the run, then play it")
        self.start_live.setToolTip("Let the robot move in real time, and pull its links")
        self.pause.setToolTip("Pause or resume the simulation")
        self.reset.setToolTip("Return the robot to the start of the run")
        self.keep.setToolTip("Show this run as a ghost and as dashed curves with later runs")
        self.forget.setToolTip("Stop comparing with a run")
        self.form.changed.connect(self._show_gains)
        self.form.refused.connect(lambda why: self._say(why, "error"))
        self.simulations.changed.connect(self._show_runs)
        self.simulations.progressed.connect(
            lambda part: self._say(tr("Computing… {part:.0%}", part))
        )
        self.simulations.failed.connect(lambda why: self._say(why, "error"))
        self.live.changed.connect(self._show_runs)
        self.live.ended.connect(self._end_live)
        self._desk.playback.changed.connect(self._note_motion)

    # -- following ----------------------------------------------------------------------------

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        changed = placed is not self._placed
        self._placed = placed
        if not self.isVisible():
            return
        self.subtitle.setText(called(state.document, placed) if placed else "")
        self.form.setEnabled(placed is not None)
        if placed is not None:
            names = [HOME, *(one.name for one in placed.named if one.name != HOME)]
            scales = [np.radians(1.0) if joint.turns else 1.0 for joint in placed.robot.joints]
            self.form.show_robot(scales, names)
        if changed or not self.form.gains:
            self._show_gains()
        self._note_motion()

    def _show_gains(self) -> None:
        """Show gains that suit the robot, and report if there are none."""
        placed = self._placed
        if placed is None:
            return
        if not self.offer.show_robot(placed):
            self.form.show_gains({})
            self._show_runs()
            return
        from rvs.collision.simulation import robot_in_world

        state = self._session.state
        try:
            robot, q = robot_in_world(placed), state.postures[placed.id]
            self.form.show_gains(suggested(self.form.law_key, robot, np.array(q)))
        except RvsError as error:
            self._say(str(error), "error")
        self._show_runs()

    def _note_motion(self) -> None:
        """Store the loaded motion, unless it is a run itself."""
        loaded, placed = self._desk.playback.loaded, self._placed
        if loaded is not None and not loaded.simulated:
            self._followed[loaded.placed.id] = loaded
        followed = self._followed.get(placed.id) if placed is not None else None
        if followed is not None and placed is not None and followed.trajectory.n != placed.robot.n:
            del self._followed[placed.id]
            followed = None
        motion = None if followed is None else followed.trajectory.duration
        self.form.offer_motion(followed.name if followed is not None else "", motion)
        self._show_runs()

    def _show_runs(self) -> None:
        simulations, live, placed = self.simulations, self.live, self._placed
        can = placed is not None and not needs_masses(placed)
        self.start.setText("Cancel" if simulations.busy else "Start")
        self.start.setEnabled(can and not live.running)
        self.start_live.setText("Finish" if live.running else "Live")
        self.start_live.setEnabled(can and not simulations.busy)
        playing = self._desk.playback.playing
        self.pause.setEnabled(live.running or simulations.shown is not None)
        going = playing or (live.running and not live.paused)
        self.pause.setText("Pause" if going or not self.pause.isEnabled() else "Resume")
        self.reset.setEnabled(self.pause.isEnabled())
        latest = simulations.latest
        if latest is not None and (placed is None or latest.placed.id != placed.id):
            # It is of another robot than the one that the panel names.
            latest = None
        self.keep.setEnabled(latest is not None and not live.running)
        self.forget.setEnabled(simulations.kept is not None)
        if not simulations.busy and not live.running and latest is not self._told:
            self._told = latest
            self._tell(latest)

    _told: Simulated | None = None

    def _tell(self, one: Simulated | None) -> None:
        """Report the end of a run and its errors."""
        if one is None:
            self._say("")
            return
        rms, words = one.outcome.error_rms, []
        if one.outcome.stopped:
            words.append(one.outcome.stopped)
        if rms is not None:
            worst = int(np.argmax(rms))
            turns = one.placed.robot.joints[worst].turns
            size = (
                f"{np.degrees(rms[worst]):.3g}°"
                if turns
                else tr("{rms:.3g} mm", 1000.0 * rms[worst])
            )
            words.append(
                tr("Largest root mean square error: {size} at joint {worst}.", size, worst + 1)
            )
        if one.outcome.clipped.any():
            joint = int(np.argmax(one.outcome.clipped))
            part = 100.0 * one.outcome.clipped[joint]
            words.append(
                tr("Motor {joint} was at its limit {part:.3g} % of the time.", joint + 1, part)
            )
        self._say(" ".join(words), "note" if words else "")

    def _end_live(self, outcome: object) -> None:
        from rvs.study.simulate.run import Outcome

        if isinstance(outcome, Outcome) and self.live.placed is not None:
            name = tr("{law}, live", tr(self.form.law.currentText()))
            self.simulations.take(name, self.live.placed, None, outcome, live=True)
        self._show_runs()

    def _say(self, words: str, icon: str = "") -> None:
        colors = self.theme.colors
        color = {"error": colors.limit, "warning": colors.warn}.get(icon, colors.text_2)
        self.notice.say(words, icon, color if words else "")


def _prepared(make: Callable[[], Run]) -> Run:
    """Return a run with all data that its first step would load and compute."""
    from rvs.study.simulate.simulate import Simulation

    run = make()
    Simulation(run)
    return run
