"""A simulation in real time, in which the mouse pulls the robot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import NoSolution, RvsError
from rvs.model.document import PlacedRobot
from rvs.ui.desk import Desk
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.engine.control import JointReference
    from rvs.study.simulate.pull import Pull
    from rvs.study.simulate.run import Outcome, Run
    from rvs.study.simulate.simulate import Record, Simulation

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
        from rvs.study.simulate.references import resting, rows_at
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
        from rvs.study.simulate.pull import pull_torques

        plant = simulation.plant
        return pull_torques(simulation.robot, plant.q, plant.qd, self.pull)

    def _show(self) -> None:
        """Show the current posture in the view: all of it is one step that can be undone."""
        if self._simulation is None or self.placed is None:
            return
        name = "Release the robot" if self._simulation.run.law == "none" else "Drive the robot"
        q = self._simulation.plant.q.tolist()
        self._desk.session.pose(self.placed.id, q, name, merge=self._key)
