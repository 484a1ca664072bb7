"""What the actions about the tool do."""

from __future__ import annotations

from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import docks
from rvs.ui.commands import things as room_commands
from rvs.ui.desk import Desk
from rvs.ui.gizmos.tool_target import ToolTarget


def toggle_gizmo(desk: Desk) -> None:
    """Show or hide the gizmo by which the tool is dragged, or what is chosen around the robots."""
    if room_commands.has_item(desk):
        room_commands.panel(desk).toggle_gizmo()
        return
    if cell_commands.base_shown(desk):
        cell_commands.show_base(desk, False)
    target = desk.viewport.pointer.target
    if isinstance(target, ToolTarget):
        target.show(not target.shown)


def gizmo_shown(desk: Desk) -> bool:
    """Tell whether the gizmo is in the view."""
    if room_commands.has_item(desk):
        return room_commands.panel(desk).gizmo_shown
    target = desk.viewport.pointer.target
    return isinstance(target, ToolTarget) and target.shown


def toggle_solutions(desk: Desk) -> None:
    """Show or hide the postures that reach the pose of the tool."""
    docks.toggle(desk.window, "solutions")


def toggle_tool(desk: Desk) -> None:
    """Show or hide what the robot carries."""
    docks.toggle(desk.window, "tool")
