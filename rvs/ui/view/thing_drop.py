"""Things that are dragged out of their gallery into the view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from rvs.geometry.things import KINDS
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk
from rvs.ui.pictures.thing_gallery import MIME
from rvs.ui.view.view_drop import ViewDrop
from rvs.ui.view.viewport import Viewport


class ThingDrop(ViewDrop):
    """Puts a thing on what lies under the mouse, or on the floor."""

    def __init__(self, desk: Desk) -> None:
        def land(kind: str, _view: Viewport, at: QPointF) -> Callable[[], object]:
            return lambda: thing_commands.add(desk, kind, at) if kind in KINDS else None

        super().__init__(desk, MIME, land)
