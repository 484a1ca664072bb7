"""Simulated runs: computed in the background, then played like any other motion."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import RvsError
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
    from rvs.study.simulate.run import Outcome, Run

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
