"""The file to which the cell of a session belongs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rvs.files.bodies.effectors import file_effector
from rvs.files.cells.cell import Cell, TrajectoryLink, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.storage.outside_changes import note_opened
from rvs.model.motions.kept import filed
from rvs.model.robots.placing import renamed
from rvs.model.session import Session
from rvs.model.state import State

SUFFIX = ".rvs"


class HeldCell:
    """Opens and saves the cell of a session, and remembers its file and its text.

    Attributes:
        session: Holds the cell.
        changed: Called when the file changes, and after every save.
        saves: Number of saves.
    """

    def __init__(self, session: Session, changed: Callable[[], object] = lambda: None) -> None:
        self.session, self.changed = session, changed
        self._cell, self.saves = Cell(), 0
        session.subscribe(self._follow)

    @property
    def path(self) -> Path | None:
        """The file, or None if the cell has none."""
        return self._cell.path

    @property
    def trajectories(self) -> tuple[TrajectoryLink, ...]:
        """The trajectories of the cell, including those of removed robots.

        They are in no file; if Undo restores the robot, they belong to it again.
        """
        return self._cell.trajectories

    @trajectories.setter
    def trajectories(self, links: tuple[TrajectoryLink, ...]) -> None:
        """Set the trajectories of the cell; its file contains them after the next save."""
        self._cell = replace(self._cell, trajectories=links)

    def present(self) -> Cell:
        """Return the current cell."""
        return self._cell.holding(self.session.state)

    def open(self, path: Path) -> Cell:
        """Open a cell, and return the contents of its file.

        Raises:
            FileErrors: Everything that is wrong with it; then nothing changes.
        """
        note_opened(path)
        cell = read_cell(path)
        self.session.restart(cell.state)
        self.take(cell)
        return cell

    def begin(self, state: State) -> None:
        """Start with a cell without a file."""
        self.session.restart(state)
        self.take(Cell())

    def save(self, path: Path, played: Sequence[tuple[str, str]] = ()) -> Cell:
        """Write the cell, and return the new contents of its file.

        Args:
            path: The file.
            played: Robots, each with the name of a motion of the cell that is loaded for it.

        Raises:
            RvsError: It holds something that a file can't.
            OSError: The file can't be written.
        """
        present, saved = self.present(), self.session.saved
        for placed in present.document.robots:
            file_effector(placed)
        there = {one.file for one in present.document.motions}
        gone = {one.file for one in saved.motions} - there - {""}
        loose = [link for link in self.trajectories if link not in present.trajectories]
        cell = save_cell(path, present, gone, played)
        motions = cell.document.motions
        if motions:
            robots = cell.document.robots
            self.session.amend(lambda document: filed(motions, robots, document))
        self.session.mark_saved()
        self.saves += 1
        self.take(replace(cell, trajectories=(*cell.trajectories, *loose)))
        return cell

    def take(self, cell: Cell) -> None:
        """Adopt the file of a cell that is already in the session."""
        self._cell = cell
        self.changed()

    def _follow(self, old: State, new: State) -> None:
        """Update the robot of trajectories whose robot has a new id."""
        names = renamed(old.document, new.document) if old.document is not new.document else {}
        if names:
            self.trajectories = tuple(
                replace(one, robot=names.get(one.robot, one.robot)) for one in self.trajectories
            )
