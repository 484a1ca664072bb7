"""What commands and panels work with, made once by the window."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from rvs.model.session import Session
from rvs.ui.bind import Binding
from rvs.ui.messages import MessageLog
from rvs.ui.saving.cell_file import CellFile
from rvs.ui.settings import Settings
from rvs.ui.theme import Theme
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports import Viewports


@dataclass(frozen=True, slots=True)
class Desk:
    """The session with everything that shows it.

    Attributes:
        session: The state.
        binding: Tells panels what changed.
        settings: The preferences.
        theme: The colours.
        messages: Errors and warnings.
        viewports: The views of the cell.
        window: Parent of dialogs.
        cell_file: Where the cell is saved.
    """

    session: Session
    binding: Binding
    settings: Settings
    theme: Theme
    messages: MessageLog
    viewports: Viewports
    window: QMainWindow
    cell_file: CellFile

    @property
    def viewport(self) -> Viewport:
        """The active view of the cell."""
        return self.viewports.active
