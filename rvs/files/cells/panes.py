"""The viewports of a cell file: their arrangement, and the cameras of the inactive ones."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import CAMERA_KEYS, MODE_KEYS, VARIANT_KEYS, read_camera
from rvs.files.text.blocks import BlockForm
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Want
from rvs.files.text.groups import single_group
from rvs.files.text.keys import (
    Choice,
    Flag,
    Key,
    Number,
    defaults_of,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.syntax import Group
from rvs.model.bounds import Bounds
from rvs.model.views.panes import ARRANGEMENTS, Pane, Panes

VIEWPORTS, PANE = "viewports", "pane"
OWN_KEYS = (*MODE_KEYS, *VARIANT_KEYS)
PANE_KEYS = (*CAMERA_KEYS, *OWN_KEYS)
VIEWPORT_KEYS = defaults_of(
    Panes(),
    Key("arrangement", Choice(ARRANGEMENTS),
        "number of views; for four, third-angle or first-angle order", "arrangement = four"),
    Key("active", Number(bounds=Bounds(0.0, 3.0), whole=True), "number of the active view, "
                                                               "counted from 0, row by row",
        "active = 2"),
    Key("linked", Flag(), "pan and zoom parallel views together, and turn those of several "
        "variants together", "linked = no"),
)  # fmt: skip


def read_panes(findings: Findings, root: Group) -> Panes:
    """Return the viewports in a file; one if it has none."""
    group = single_group(findings, root, VIEWPORTS)
    if group is None:
        return Panes()
    said = read_keys(Fields(findings, group, names(VIEWPORT_KEYS), (PANE,)), VIEWPORT_KEYS)
    panes = []
    for block in group.groups:
        if block.key == PANE:
            fields = Fields(findings, block, names(PANE_KEYS))
            panes.append(Pane(read_camera(fields), **read_keys(fields, OWN_KEYS)))
    try:
        return Panes(others=tuple(panes), **said)
    except ArgumentError as error:
        findings.error(group.start, f"{error}; the active view has no 'pane' block")
        return Panes()


def panes_form(panes: Panes) -> BlockForm:
    """Return the block of the viewports."""
    inner: list[Want | BlockForm] = [*map(_pane_form, panes.others)]
    entries = (*key_wants(VIEWPORT_KEYS, panes), *inner)
    return BlockForm(VIEWPORTS, entries=entries, flat=True, optional=True)


def _pane_form(pane: Pane) -> BlockForm:
    wants = [*key_wants(CAMERA_KEYS, pane.camera), *key_wants(OWN_KEYS, pane)]
    return BlockForm(PANE, entries=tuple(wants), flat=True)
