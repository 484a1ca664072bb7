"""Robots that are dragged out of the library into the view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from rvs.ui.commands import cell as cell_commands
from rvs.ui.desk import Desk
from rvs.ui.view.view_drop import ViewDrop
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.lists.library_list import MIME


class LibraryDrop(ViewDrop):
    """Places a robot on what lies under the mouse."""

    def __init__(self, desk: Desk) -> None:
        def land(path: str, _view: Viewport, at: QPointF) -> Callable[[], object]:
            return lambda: cell_commands.place_at(desk, path, at)

        super().__init__(desk, MIME, land)
