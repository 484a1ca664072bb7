"""What the actions about the tool do."""

from __future__ import annotations

from rvs.ui.actions.needs import ITEM_CHOSEN
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import things as room_commands
from rvs.ui.desk import Desk


def toggle_gizmo(desk: Desk) -> None:
    """Show or hide the gizmo by which the tool is dragged, or what is chosen around the robots."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        room_commands.toggle_gizmo(desk)
        return
    if cell_commands.base_shown(desk):
        cell_commands.show_base(desk, False)
    if gizmos.active is gizmos.tool:
        gizmos.tool.show(not gizmos.tool.shown)


def gizmo_shown(desk: Desk) -> bool:
    """Tell whether the gizmo is in the view."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        return gizmos.things.shown
    return gizmos.active is gizmos.tool and gizmos.tool.shown
