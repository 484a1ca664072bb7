"""Plays a program: run, pause, resume, stop, and follow its edits during playing."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject

from rvs.collision.grasping import missed_grips
from rvs.model.programs.program import Program
from rvs.model.programs.run import ProgramRun
from rvs.scripting.loaded import Loaded
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk

Next = Literal["run", "pause", "go on"]


class ProgramPlay(QObject):
    """Playback of the program in a panel.

    Attributes:
        program: The displayed program, or None.
        run: The resulting motion of its robot, or None if it can't be run.
    """

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._playback = desk, desk.playback
        self.program: Program | None = None
        self.run: ProgramRun | None = None

    @property
    def loaded(self) -> Loaded | None:
        """Loaded motion, if it is that of the program."""
        loaded, program = self._playback.loaded, self.program
        own = (
            loaded is not None
            and program is not None
            and loaded.name == program.name
            and loaded.placed.id == program.robot_id
        )
        return loaded if own and loaded is not None and loaded.marks else None

    @property
    def current(self) -> bool:
        """Return whether the player has the current program."""
        loaded, run = self.loaded, self.run
        return loaded is not None and run is not None and loaded.trajectory is run.trajectory

    @property
    def next(self) -> Next:
        """Next action of the button that runs the program."""
        if self.loaded is None:
            return "run"
        if self._playback.playing:
            return "pause"
        inside = 0.0 < self._playback.own_time < self.loaded.trajectory.duration
        return "go on" if inside else "run"

    def press(self) -> None:
        """Run it from its start, pause it, or resume."""
        step = self.next
        if step == "pause":
            self._playback.pause()
        elif (step == "go on" and self.current) or self.load():
            self._playback.play()

    def stop(self) -> None:
        """Stop, and go back to its start."""
        if self.loaded is not None:
            self._playback.pause()
            self._playback.seek_own(0.0)

    def scrub(self, time: float) -> None:
        """Show a time of the motion, in s."""
        if self.current or self.load():
            self._playback.pause()
            self._playback.seek_own(time)

    def load(self) -> bool:
        """Load the motion into the player; return whether there is one."""
        program, run = self.program, self.run
        if program is None or run is None:
            return False
        trajectory_commands.take(self._desk, self._made(program, run))
        return True

    def renew(self) -> None:
        """Update the player if it has an earlier version of the program."""
        program, run = self.program, self.run
        if program is not None and run is not None and self.loaded is not None and not self.current:
            self._playback.renew(self._made(program, run))

    def made(self) -> Loaded | None:
        """Return the motion in the form for the player, or None if there is none."""
        return self._made(self.program, self.run) if self.program and self.run else None

    def _made(self, program: Program, run: ProgramRun) -> Loaded:
        document = self._desk.session.state.document
        placed = document.robot(program.robot_id)
        found = (*run.findings, *missed_grips(document, placed, run.trajectory))
        return Loaded(program.name, run.trajectory, placed, findings=found, marks=run.arrivals)
