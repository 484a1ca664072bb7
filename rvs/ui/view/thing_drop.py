"""Things that are dragged out of their gallery into the view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF

from rvs.geometry.things import KINDS
from rvs.ui.commands import things as room_commands
from rvs.ui.desk import Desk
from rvs.ui.pictures.thing_gallery import MIME
from rvs.ui.view.view_drop import ViewDrop, floor_under
from rvs.ui.view.viewport import Viewport


class ThingDrop(ViewDrop):
    """Puts a thing on what lies under the mouse, or on the floor."""

    def __init__(self, desk: Desk) -> None:
        def land(kind: str, view: Viewport, at: QPointF) -> Callable[[], object]:
            spot = spot_at(view, at)
            return lambda: room_commands.add(desk, kind, spot) if kind in KINDS else None

        super().__init__(desk, MIME, land)


def spot_at(view: Viewport, at: QPointF) -> tuple[float, float]:
    """Return where a thing lands: on what lies under a place of a view, or on the floor."""
    hit = view.pointer.hit(at)
    if hit is not None and hit.owner[1:2] == ("thing",):
        return round(float(hit.point[0]), 3), round(float(hit.point[1]), 3)
    x, y = floor_under(view, at)
    return round(x, 3), round(y, 3)
