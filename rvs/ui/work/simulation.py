"""Simulated runs: computed in the background and then played, or live, pulled by the mouse."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import NoSolution, RvsError
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.simulated import energy_plot, error_plots, run_trajectory, torque_plots
from rvs.model.plots.plot import Plot, on_time_line
from rvs.scripting.layout import Expression
from rvs.scripting.loaded import Loaded
from rvs.ui.commands import trajectories
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Latest
from rvs.value_class import dataclass
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.engine.control import JointReference
    from rvs.study.simulate.run import Outcome, Run
    from rvs.study.simulate.simulate import Record, Simulation
    from rvs.study.simulate.springs import Pull


UNSIMULATED = "Only runs made in the Simulate panel have these plots."


@dataclass(frozen=True, eq=False)
class Simulated:
    """A finished run.

    Attributes:
        name: Displayed name, such as ``"PD"``.
        placed: The simulated robot.
        outcome: The result.
        trajectory: The resulting motion of the robot, for playing.
        live: It was simulated in real time.
    """

    name: str
    placed: PlacedRobot
    outcome: Outcome
    trajectory: JointTrajectory
    live: bool = False


class Simulations(QObject):
    """One run at a time, and one stored for comparison.

    Attributes:
        changed: A run has begun, ended or been stored.
        failed: Reports why nothing can be simulated.
        progressed: Completed fraction, 0 to 1.
        latest: The last run, or None.
        kept: The run stored for comparison with later ones, or None.
    """

    changed = Signal()
    failed = Signal(str)
    progressed = Signal(float)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk, self._work = desk, Latest(desk.closing)
        self._asked: tuple[str, PlacedRobot, Expression | None] | None = None
        self.latest: Simulated | None = None
        self.kept: Simulated | None = None
        for words, make, none in (
            ("Simulated torques", self._torques, UNSIMULATED),
            (
                "Simulated errors",
                self._errors,
                tr("{text} A robot without a control law has no errors.", tr(UNSIMULATED)),
            ),
            ("Simulated energy", self._energy, UNSIMULATED),
        ):
            desk.plotted.offer(words, make, none)
        desk.playback.changed.connect(self.changed)

    @property
    def busy(self) -> bool:
        """Return whether a computation is running."""
        return self._work.busy

    @property
    def shown(self) -> Simulated | None:
        """The last run, while it is the loaded motion of the active robot."""
        loaded, latest = self._desk.playback.loaded, self.latest
        own = loaded is not None and latest is not None and loaded.trajectory is latest.trajectory
        return latest if own else None

    @property
    def beside(self) -> Simulated | None:
        """The stored run, if it is of the same robot as the displayed one."""
        shown, kept = self.shown, self.kept
        same = shown is not None and kept is not None and kept is not shown
        return kept if same and shown and kept and kept.placed.id == shown.placed.id else None

    def begin(
        self, name: str, placed: PlacedRobot, source: Expression | None, make: Callable[[], Run]
    ) -> None:
        """Simulate a run; a running computation is discarded.

        Args:
            name: Displayed name.
            placed: The robot.
            source: Expression of its motion in a script.
            make: Returns the simulation; called in the background.
        """
        self._asked = (name, placed, source)

        def work() -> Generator[Any, None, Any]:
            # only here: a window that simulates nothing loads none of it
            from rvs.study.simulate.simulate import simulating

            return (yield from simulating(make()))

        self._work.start(work, self._finish, self._fail, self.progressed.emit)
        self.changed.emit()

    def cancel(self) -> None:
        """Cancel the computation."""
        self._work.cancel()
        self.changed.emit()

    def take(
        self,
        name: str,
        placed: PlacedRobot,
        source: Expression | None,
        outcome: Outcome,
        live: bool,
    ) -> None:
        """Load a finished run as a motion of its robot, and play it if it was not shown live.

        Args:
            name: Displayed name.
            placed: The robot.
            source: Expression of its motion in a script; None if it can't be repeated.
            outcome: The result.
            live: It was simulated in real time; the robot stays in its final posture.
        """
        trajectory = run_trajectory(placed.id, outcome)
        self.latest = Simulated(name, placed, outcome, trajectory, live)
        self._desk.plotted.changed.emit()
        if any(one.id == placed.id for one in self._desk.session.state.document.robots):
            run = Loaded(
                tr("{name} (simulated)", name), trajectory, placed, simulated=True, source=source
            )
            trajectories.take(self._desk, run, made=tr("Simulate {name}", name))
            if live:
                self._desk.playback.seek_own(trajectory.duration)
            else:
                self._desk.playback.play()
        self.changed.emit()

    def keep(self) -> None:
        """Store the last run for comparison with later ones."""
        self.kept = self.latest
        if self.kept is not None:
            kept = self.kept
            name = tr("{name} (simulated, kept)", kept.name)
            self._desk.playback.kept = Loaded(name, kept.trajectory, kept.placed)
        self._tell()

    def forget(self) -> None:
        """End the comparison."""
        self.kept = self._desk.playback.kept = None
        self._tell()

    def _tell(self) -> None:
        self._desk.plotted.changed.emit()
        self._desk.viewport.redraw()
        self.changed.emit()

    def _finish(self, outcome: Outcome) -> None:
        assert self._asked is not None
        self.take(*self._asked, outcome, live=False)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self.changed.emit()
        self.failed.emit(str(error))

    # -- plots --------------------------------------------------------------------------------

    def _torques(self) -> tuple[Plot, ...]:
        return self._lined(lambda one, other: torque_plots(one.placed.robot, one.outcome, other))

    def _errors(self) -> tuple[Plot, ...]:
        preferences = self._desk.settings.preferences

        def make(one: Simulated, other: Outcome | None) -> tuple[Plot, ...]:
            length = one.placed.unit if preferences.length == "robot" else preferences.length
            return error_plots(one.placed.robot, one.outcome, other, (preferences.angle, length))

        return self._lined(make)

    def _energy(self) -> tuple[Plot, ...]:
        return self._lined(lambda one, other: (energy_plot(one.outcome, other),))

    def _lined(
        self, make: Callable[[Simulated, Outcome | None], tuple[Plot, ...]]
    ) -> tuple[Plot, ...]:
        """Plots of the displayed run, on the time line of the cell."""
        shown, beside, playback = self.shown, self.beside, self._desk.playback
        if shown is None:
            return ()
        plots = make(shown, beside.outcome if beside else None)
        return tuple(on_time_line(plot, playback.begins, playback.duration) for plot in plots)


CLOCK = "live simulation"
# it ends by itself after so long, in s; a hand is felt so often, a second
LONGEST, RATE = 120.0, 500.0


class LiveSimulation(QObject):
    """One robot that moves in real time.

    Attributes:
        changed: It has begun or advanced.
        ended: It has ended; with the result.
        placed: The moving robot, or None.
        pull: The pull of the mouse, or None.
        paused: Time is paused.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.placed: PlacedRobot | None = None
        self.pull: Pull | None = None
        self.paused = False
        self._simulation: Simulation | None = None
        self._record: Record | None = None
        self._wanted: JointReference | None = None
        self._owed = 0.0

    @property
    def running(self) -> bool:
        """Return whether the simulation is running."""
        return self._simulation is not None

    @property
    def simulation(self) -> Simulation | None:
        """Running simulation, or None."""
        return self._simulation

    @property
    def time(self) -> float:
        """Time since the start of the robot's motion, in s."""
        return self._simulation.time if self._simulation is not None else 0.0

    def begin(self, placed: PlacedRobot, run: Run) -> None:
        """Let a robot move from now on.

        Args:
            placed: The robot.
            run: The run; its duration and rate are ignored.

        Raises:
            ArgumentError: It can't be simulated, for example without masses.
        """
        from rvs.study.simulate.run import resting, rows_at
        from rvs.study.simulate.simulate import Record, Simulation

        self.end()
        live = replace(run, duration=LONGEST, rate=RATE)
        simulation, record = Simulation(live), Record()
        times = np.arange(round(LONGEST * RATE) + 1) / RATE
        self._wanted = rows_at(live.wanted or resting(live.start), times, placed.robot.n)
        self._simulation, self._record = simulation, record
        self.placed, self.pull, self.paused, self._owed = placed, None, False, 0.0
        self._desk.playback.drop([placed.id])
        self._desk.session.settle()
        self._show()
        self._desk.clock.run(CLOCK, self._tick)
        self.changed.emit()

    def pause(self) -> None:
        """Pause or resume the simulation."""
        self.paused = not self.paused
        self._desk.clock.run(CLOCK, self._tick)
        self.changed.emit()

    def end(self, why: str = "") -> None:
        """End it; the result is reported.

        Args:
            why: A sentence with the reason for an automatic end.
        """
        simulation, record, wanted = self._simulation, self._record, self._wanted
        self._simulation = self._record = self._wanted = self.pull = None
        self._desk.clock.stop(CLOCK)
        if simulation is None or record is None or wanted is None:
            return
        self._desk.session.settle()
        outcome: Outcome | None = None
        if simulation.count:
            outcome = record.outcome(simulation, wanted, why)
        self.changed.emit()
        self.ended.emit(outcome)

    def drop(self) -> None:
        """End it and return the robot to its start; nothing is reported."""
        if self._simulation is not None:
            self._simulation = self._record = self._wanted = self.pull = None
            self._desk.clock.stop(CLOCK)
            self._desk.session.abandon(self._key)
            self.changed.emit()

    @property
    def _key(self) -> object:
        return (CLOCK, self.placed.id if self.placed else "")

    def _tick(self, seconds: float) -> bool:
        simulation, placed = self._simulation, self.placed
        if simulation is None or placed is None:
            return False
        if placed not in self._desk.session.state.document.robots:
            self.end("The robot was changed while it moved.")
            return False
        if self.paused:
            return False
        self._owed += seconds
        why = self._advance(simulation)
        self._show()
        if why:
            self.end(why)
        else:
            self.changed.emit()
        return self.running

    def _advance(self, simulation: Simulation) -> str:
        """Advance by the elapsed time; return the reason why it has to end, or nothing."""
        from rvs.study.simulate.simulate import runs_away, stopped_now

        assert self._record is not None
        steps = int(self._owed / simulation.period)
        self._owed -= steps * simulation.period
        try:
            for _ in range(steps):
                if simulation.time >= LONGEST - simulation.period:
                    return tr("A live run ends after {time:g} s.", LONGEST)
                self._sample(simulation)
                simulation.advance(self._torques(simulation))
        except NoSolution:
            return runs_away(simulation.time)
        except RvsError as error:
            return f"{error}."
        return stopped_now(simulation.run, simulation, asked=steps > 0)

    def _sample(self, simulation: Simulation) -> None:
        from rvs.engine.control import JointReference

        assert self._record is not None
        assert self._wanted is not None
        want = JointReference(*(table[simulation.count] for table in self._wanted))
        self._record.keep(simulation, simulation.sample(want))

    def _torques(self, simulation: Simulation) -> np.ndarray | None:
        """Return the torques of the hand's pull on the joints."""
        if self.pull is None:
            return None
        from rvs.study.simulate.springs import pull_torques

        plant = simulation.plant
        return pull_torques(simulation.robot, plant.q, plant.qd, self.pull)

    def _show(self) -> None:
        """Show the current posture in the view: all of it is one step that can be undone."""
        if self._simulation is None or self.placed is None:
            return
        name = "Release the robot" if self._simulation.run.law == "none" else "Drive the robot"
        q = self._simulation.plant.q.tolist()
        self._desk.session.pose(self.placed.id, q, name, merge=self._key)
