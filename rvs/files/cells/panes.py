"""The viewports of a cell file: how they lie, and the camera of each but the active one."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import PANE_KEYS, camera_wants, mode_want, read_camera, read_mode
from rvs.files.text.edit import Editor
from rvs.files.text.fields import NO, YES, Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name, Num, Want
from rvs.files.text.syntax import Group
from rvs.model.views.panes import ARRANGEMENTS, Pane, Panes

VIEWPORTS, PANE = "viewports", "pane"
KEYS = ("arrangement", "active", "linked")
INDENT = " "


def read_panes(findings: Findings, root: Group) -> Panes:
    """Return the viewports that a file says; one if it says nothing."""
    blocks = [group for group in root.groups if group.key == VIEWPORTS]
    for second in blocks[1:]:
        findings.error(second.start, "a second viewports block; a cell has one")
    return _read(findings, blocks[0]) if blocks else Panes()


def _read(findings: Findings, group: Group) -> Panes:
    start = Panes()
    fields = Fields(findings, group, KEYS, (PANE,))
    arrangement = fields.choice("arrangement", start.arrangement, ARRANGEMENTS)
    active = fields.number("active", float(start.active), bounds=(0.0, 3.0))
    linked = fields.flag("linked", start.linked)
    others = []
    for block in group.groups:
        if block.key == PANE:
            inner = Fields(findings, block, PANE_KEYS)
            others.append(Pane(read_camera(inner), read_mode(inner)))
    try:
        if not active.is_integer():
            raise ArgumentError("'active': expected a whole number")
        return Panes(arrangement, int(active), tuple(others), linked)
    except ArgumentError as error:
        findings.error(group.start, f"{error}; the active one has no 'pane' block")
        return start


def update_panes(editor: Editor, root: Group, old: Panes, new: Panes) -> None:
    """Make a file say which viewports there are now.

    Args:
        editor: Edits the file.
        root: Its blocks.
        old: What it says.
        new: What it shall say.
    """
    block = next((group for group in root.groups if group.key == VIEWPORTS), None)
    if block is None:
        if new != Panes():
            editor.add_block(None, _lines(new))
        return
    inner = [group for group in block.groups if group.key == PANE]
    if len(inner) != len(new.others):
        editor.replace(block, _lines(new))
        return
    editor.update(block, _wants(new))
    for group, before, pane in zip(inner, old.others, new.others, strict=True):
        if before != pane:
            editor.update(group, _pane_wants(pane))


def _lines(panes: Panes) -> list[str]:
    said = "  ".join(want.line() for want in _wants(panes) if not want.default)
    inner = (
        "  ".join(want.line() for want in _pane_wants(pane) if not want.default)
        for pane in panes.others
    )
    return [
        f"{VIEWPORTS} {{",
        *([INDENT + said] if said else []),
        *(f"{INDENT}{PANE} {{ {words} }}" if words else f"{INDENT}{PANE} {{ }}" for words in inner),
        "}",
    ]


def _wants(panes: Panes) -> list[Want]:
    start = Panes()
    return [
        Want("arrangement", Name(panes.arrangement), panes.arrangement == start.arrangement),
        Want("active", Num(panes.active), panes.active == start.active),
        Want("linked", Name("yes", YES) if panes.linked else Name("no", NO), panes.linked),
    ]


def _pane_wants(pane: Pane) -> list[Want]:
    return [*camera_wants(pane.camera), mode_want(pane.mode)]
