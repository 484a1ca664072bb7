"""The tools of every window's views, and their actions."""

from __future__ import annotations

from typing import TypeVar

from rvs.ui.actions.entries import HAS_ROBOT, MARK_CHOSEN, NOTE_CHOSEN, Entry, view_says
from rvs.ui.commands import bookmarks as bookmark_commands
from rvs.ui.desk import Desk
from rvs.ui.view.force_tools import PushTool
from rvs.ui.view.length_tool import LengthTool
from rvs.ui.view.measure_tool import MeasureBar, MeasureTool
from rvs.ui.view.notes_tool import NotesTool
from rvs.ui.view.plane_tool import SectionBar, SectionTool
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.workspace_tool import WorkspaceTool

T = TypeVar("T", bound=ViewTool)


class ViewKit:
    """Makes the tools, in order of precedence."""

    def __init__(self, desk: Desk) -> None:
        self.measure = MeasureTool(desk)
        self.section = SectionTool(desk)
        self.workspace = WorkspaceTool(desk)
        self.notes = NotesTool(desk)
        self.push = PushTool(desk)
        self.lengths = LengthTool(desk)
        self.bars = (MeasureBar(desk, self.measure), SectionBar(desk, self.section))


def tool(desk: Desk, kind: type[T]) -> T:
    """Return the tool of a kind."""
    return next(one for one in desk.viewport.tools if isinstance(one, kind))


ENTRIES = (
    Entry(
        "measure",
        "Measure",
        lambda desk: tool(desk, MeasureTool).toggle(),
        ("M",),
        "measure",
        "Measure distances and angles between corners, edges, faces, axes and frames",
        checked=lambda desk: tool(desk, MeasureTool).active,
        also="distance angle ruler dimension",
    ),
    Entry(
        "section",
        "Section",
        lambda desk: tool(desk, SectionTool).toggle(),
        ("X",),
        "section",
        "Cut bodies open at a plane",
        checked=view_says(lambda view: view.section.on),
        also="cut clip plane",
    ),
    Entry(
        "lengths",
        "Change lengths",
        lambda desk: tool(desk, LengthTool).toggle(),
        tip="Drag the ends of the lengths of the table on the robot",
        needs=HAS_ROBOT,
        checked=lambda desk: tool(desk, LengthTool).active,
        also="drag link length parameter dimension a d resize",
    ),
    Entry(
        "add_note",
        "Add note…",
        lambda desk: tool(desk, NotesTool).add_here(),
        ("N",),
        tip="Write a note about the body under the pointer",
        also="comment annotation label text",
    ),
    Entry(
        "edit_note",
        "Edit note",
        lambda desk: tool(desk, NotesTool).edit(str(desk.session.state.chosen[0])),
        needs=NOTE_CHOSEN,
    ),
    Entry(
        "remove_mark",
        "Delete note or measurement",
        lambda desk: tool(desk, NotesTool).remove(desk.session.state.chosen),
        needs=MARK_CHOSEN,
    ),
    Entry(
        "add_bookmark",
        "Add bookmark…",
        bookmark_commands.add,
        ("Ctrl+Alt+B",),
        tip="Store the current view under a name",
        also="camera view favourite",
    ),
    *(bookmark_commands.numbered(k + 1) for k in range(bookmark_commands.MOST_KEYS)),
)
