"""The file of the window's cell."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rvs.files.cells.cell import Cell, TrajectoryLink
from rvs.files.cells.session_file import SUFFIX as SUFFIX
from rvs.files.cells.session_file import HeldCell
from rvs.files.storage.recent import add_recent
from rvs.files.text.errors import FileErrors
from rvs.model.session import Session
from rvs.model.state import State
from rvs.ui.messages import MessageLog, file_message


class CellFile(QObject):
    """Opens and saves the cell, and reports errors.

    Attributes:
        changed: Reports a change of the file, and every save.
        held: The cell with its file.
    """

    changed = Signal()

    def __init__(self, session: Session, messages: MessageLog) -> None:
        super().__init__()
        self._session, self._messages = session, messages
        self.held = HeldCell(session, self.changed.emit)

    @property
    def path(self) -> Path | None:
        """The file, or None if the cell has none."""
        return self.held.path

    @property
    def trajectories(self) -> tuple[TrajectoryLink, ...]:
        """The trajectories of the cell."""
        return self.held.trajectories

    def add_trajectory(self, link: TrajectoryLink) -> None:
        """Add a trajectory to the cell, to be stored in its file by the next save."""
        self.held.trajectories = (*self.trajectories, link)

    def lead_trajectory(self, link: TrajectoryLink, robot_id: str) -> None:
        """Put a trajectory before the others for the same robot."""
        links = list(self.trajectories)
        rivals = [i for i, one in enumerate(links) if one.robot in (robot_id, link.robot)]
        if links[rivals[0]] != link:
            links.remove(link)
            links.insert(rivals[0], link)
            self.held.trajectories = tuple(links)

    def present(self) -> Cell:
        """Return the cell as it is now."""
        return self.held.present()

    def open(self, path: Path) -> bool:
        """Replace the current cell; errors become messages and change nothing."""
        try:
            cell = self.held.open(path)
        except FileErrors as failure:
            self._messages.add(file_message("error", error) for error in failure.errors)
            return False
        self._messages.add(file_message("warning", warning) for warning in cell.warnings)
        add_recent(path)
        return True

    def begin(self, state: State) -> None:
        """Replace the cell with one without a file."""
        self.held.begin(state)

    def save(self, path: Path, played: Sequence[tuple[str, str]] = ()) -> bool:
        """Write the cell; errors become messages.

        Args:
            path: The file.
            played: Robots, each with the name of its loaded motion in the cell.
        """
        with self._messages.telling("the cell was not saved", path) as done:
            self.held.save(path, played)
        if not done:
            return False
        add_recent(path)
        return True

    def leave(self) -> None:
        """Set the cell's file to the last opened one, regardless of later saves."""
        if self.path is not None and self.path.is_file():
            add_recent(self.path)

    def recover(self, cell: Cell) -> None:
        """Restore the work cut off by a crash, as a step that can be undone."""
        restore(self._session, cell.state)
        self.held.take(cell)


def restore(session: Session, state: State, label: str = "Restore") -> None:
    """Set robots, postures and view to those of another state, as one named step."""
    session.settle()
    session.edit(label, lambda _: state.document, "restore", state.postures)
    for placed in state.document.robots:
        session.pose(placed.id, state.postures[placed.id], label, merge="restore")
    session.settle()
    session.show(state.view, state.panes)
