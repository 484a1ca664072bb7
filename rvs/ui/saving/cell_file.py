"""The file that the cell of the window belongs to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rvs.files.cells.cell import Cell, TrajectoryLink, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.storage.aside import kept_as
from rvs.files.storage.recent import add_recent
from rvs.files.text.errors import FileErrors
from rvs.model.robots.placing import renamed
from rvs.model.session import Session
from rvs.model.state import State
from rvs.ui.messages import Message, MessageLog, file_message

SUFFIX = ".rvs"


class CellFile(QObject):
    """Opens and saves the cell, and remembers where it lies and how it was written.

    Attributes:
        changed: Follows another file, and every save.
    """

    changed = Signal()

    def __init__(self, session: Session, messages: MessageLog) -> None:
        super().__init__()
        self._session, self._messages = session, messages
        self._cell = Cell()
        session.subscribe(self._follow)

    @property
    def path(self) -> Path | None:
        """The file, or None while the cell has none."""
        return self._cell.path

    @property
    def trajectories(self) -> tuple[TrajectoryLink, ...]:
        """The trajectories that belong to the cell."""
        return self._cell.trajectories

    def add_trajectory(self, link: TrajectoryLink) -> None:
        """Let one more trajectory belong to the cell; its file knows it once that is saved."""
        self._cell = replace(self._cell, trajectories=(*self._cell.trajectories, link))

    def lead_trajectory(self, link: TrajectoryLink, robot_id: str) -> None:
        """Let a trajectory come ahead of the others that are for the same robot."""
        links = list(self._cell.trajectories)
        rivals = [i for i, one in enumerate(links) if one.robot in (robot_id, link.robot)]
        if links[rivals[0]] != link:
            links.remove(link)
            links.insert(rivals[0], link)
            self._cell = replace(self._cell, trajectories=tuple(links))

    def present(self) -> Cell:
        """Return the cell as it is now."""
        return self._cell.holding(self._session.state)

    def open(self, path: Path) -> bool:
        """Begin anew with a cell; errors become messages and leave all as it was."""
        try:
            cell = read_cell(path)
        except FileErrors as failure:
            self._messages.add(file_message("error", error) for error in failure.errors)
            return False
        self._messages.add(file_message("warning", warning) for warning in cell.warnings)
        self._session.restart(cell.state)
        self._take(cell, path)
        return True

    def begin(self, state: State) -> None:
        """Begin anew with a cell that has no file."""
        self._session.restart(state)
        self._cell = Cell()
        self.changed.emit()

    def save(self, path: Path) -> bool:
        """Write the cell; what goes wrong becomes a message."""
        with self._messages.telling("the cell was not saved", path) as done:
            cell = save_cell(path, self.present())
        if not done:
            return False
        self._session.mark_saved()
        self._take(cell, path)
        if cell.theirs is not None:
            self._messages.add([Message("warning", kept_as(cell.theirs), str(path))])
        return True

    def recover(self, cell: Cell) -> None:
        """Bring back what a crash has cut off, as a step that can be undone."""
        restore(self._session, cell.state)
        self._cell = cell
        self.changed.emit()

    def _follow(self, old: State, new: State) -> None:
        """Let trajectories of a robot that goes by another id go with it."""
        names = renamed(old.document, new.document) if old.document is not new.document else {}
        if names:
            links = (
                replace(one, robot=names.get(one.robot, one.robot))
                for one in self._cell.trajectories
            )
            self._cell = replace(self._cell, trajectories=tuple(links))

    def _take(self, cell: Cell, path: Path) -> None:
        self._cell = cell
        add_recent(path)
        self.changed.emit()


def restore(session: Session, state: State) -> None:
    """Make robots, postures and view those of another state, as one step."""
    session.settle()
    session.edit("Restore", lambda _: state.document, "restore", state.postures)
    for placed in state.document.robots:
        session.pose(placed.id, state.postures[placed.id], "Restore", merge="restore")
    session.settle()
    session.show(state.view, state.panes)
