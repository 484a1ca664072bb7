"""What the actions about the tool do."""

from __future__ import annotations

from rvs.engine.arrays import Array
from rvs.scene.camera import project
from rvs.ui.actions.needs import ITEM_CHOSEN
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk


def toggle_gizmo(desk: Desk) -> None:
    """Show or hide the gizmo by which the tool is dragged, or what is chosen around the robots."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        thing_commands.toggle_gizmo(desk)
        return
    if cell_commands.base_shown(desk):
        cell_commands.show_base(desk, False)
    if gizmos.active is gizmos.tool:
        gizmos.tool.show(not gizmos.tool.shown)
        if gizmos.tool.shown:
            _bring_into_view(desk)


def _bring_into_view(desk: Desk) -> None:
    """Look so that what is dragged can be seen, and say so where that takes another look."""
    pose = desk.gizmos.tool.pose
    if pose is None or _seen(desk, pose[:3, 3]):
        return
    desk.viewport.fit()
    desk.say("The tool was out of view; all is shown now.")


def _seen(desk: Desk, point: Array) -> bool:
    view = desk.viewport
    x, y, depth = project(view.camera, point, view.width(), view.height())
    return bool(depth > 0.0 and 0.0 <= x <= view.width() and 0.0 <= y <= view.height())


def gizmo_shown(desk: Desk) -> bool:
    """Tell whether the gizmo is in the view."""
    gizmos = desk.gizmos
    if ITEM_CHOSEN.met(desk):
        return gizmos.things.shown
    return gizmos.active is gizmos.tool and gizmos.tool.shown
