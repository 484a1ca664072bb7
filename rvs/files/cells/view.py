"""The view of a cell file and its other viewports: every field of their parts is a key."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rvs.engine.errors import ArgumentError
from rvs.files.text.blocks import BlockForm, single_group
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Want
from rvs.files.text.keys import (
    Choice,
    Flag,
    Key,
    Number,
    Numbers,
    Text,
    asked_keys,
    defaults_of,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.scale import DEGREES
from rvs.files.text.syntax import Group
from rvs.model.bounds import ANGLE, POINT, POSITIVE, Bounds
from rvs.model.views.panes import ARRANGEMENTS, Pane, Panes
from rvs.model.views.view import (
    ELEVATION,
    FIELD_OF_VIEW,
    WORKSPACE_COLORS,
    Camera,
    Plane,
    Section,
    View,
    WorkspaceView,
)

VIEW = "view"
P = TypeVar("P", bound=Plane)
CAMERA_KEYS = defaults_of(
    Camera(),
    Key("target", Numbers(3, "m", POINT), "target point of the view", "target = [ 0, 0, 0.8 ]"),
    Key("azimuth", Number("degrees", ANGLE, DEGREES), "angle about world z from +x to the eye",
        "azimuth = 45"),
    Key("elevation", Number("degrees", ELEVATION, DEGREES),
        "angle of the eye above the horizontal", "elevation = 90"),
    Key("distance", Number("m", POSITIVE), "distance from the target to the eye", "distance = 2.5"),
    Key("field_of_view", Number("degrees", FIELD_OF_VIEW, DEGREES), "vertical opening angle",
        "field_of_view = 45"),
    Key("parallel", Flag(), "parallel projection", "parallel = yes"),
)  # fmt: skip
SHOWN_KEYS = asked_keys(View())
SECTION_KEYS = defaults_of(
    Section(),
    Key("section", Flag(), "cut bodies at a plane", "section = yes", field="on"),
    Key("section_normal", Numbers(3, "", POINT),
        "normal of the plane, towards the side that is cut off; not all 0",
        "section_normal = [ 0, 0, 1 ]", field="normal"),
    Key("section_offset", Number("m", POINT),
        "distance of the plane from the origin along the normal",
        "section_offset = 0.4", field="offset"),
    Key("section_hatch", Flag(), "hatch the cut faces", "section_hatch = no", field="hatch"),
)  # fmt: skip
WORKSPACE_KEYS = defaults_of(
    WorkspaceView(),
    Key("workspace", Flag(), "show the workspace of a robot", "workspace = yes", field="on"),
    Key("workspace_robot", Text(), "id of the robot", "workspace_robot = puma", field="robot"),
    Key("workspace_limits", Flag(), "keep the limits of revolute joints",
        "workspace_limits = no", field="limits"),
    Key("workspace_collisions", Flag(), "leave out points that cannot be reached without collision",
        "workspace_collisions = yes", field="collisions"),
    Key("workspace_cloud", Flag(), "show points", "workspace_cloud = no", field="cloud"),
    Key("workspace_surface", Flag(), "show the boundary", "workspace_surface = yes",
        field="surface"),
    Key("workspace_colors", Choice(WORKSPACE_COLORS), "quantity shown by the colours",
        "workspace_colors = service", field="colors"),
    Key("workspace_legend", Flag(), "show the legend of the colours", "workspace_legend = no",
        field="legend"),
)  # fmt: skip
SLICE_KEYS = defaults_of(
    Plane(),
    Key("workspace_slice", Flag(), "show a slice on a plane", "workspace_slice = yes", field="on"),
    Key("workspace_slice_normal", Numbers(3, "", POINT), "normal of that plane; not all 0",
        "workspace_slice_normal = [ 0, 0, 1 ]", field="normal"),
    Key("workspace_slice_offset", Number("m", POINT),
        "distance of that plane from the origin along its normal",
        "workspace_slice_offset = 0.4", field="offset"),
)  # fmt: skip
MODE_KEYS, VARIANT_KEYS = SHOWN_KEYS[:1], SHOWN_KEYS[1:2]
VIEW_KEYS = (*CAMERA_KEYS, *SHOWN_KEYS, *SECTION_KEYS, *WORKSPACE_KEYS, *SLICE_KEYS)


def read_view(findings: Findings, group: Group | None) -> View:
    """Return the view in a block; the default if there is no block."""
    if group is None:
        return View()
    fields = Fields(findings, group, names(VIEW_KEYS))
    view = View(
        camera=read_camera(fields),
        section=read_section(fields),
        workspace=_read_workspace(fields),
    )
    shown = read_keys(fields, SHOWN_KEYS)
    try:
        return replace(view, **shown)
    except ArgumentError as error:
        # The trail is checked by its key.
        fields.error("bounds", str(error))
        return view


def read_camera(fields: Fields) -> Camera:
    """Return the camera in the keys of a block."""
    return Camera(**read_keys(fields, CAMERA_KEYS))


def read_section(fields: Fields) -> Section:
    """Return the section in the keys of a block."""
    return _read_plane(fields, Section, SECTION_KEYS)


def _read_workspace(fields: Fields) -> WorkspaceView:
    return WorkspaceView(
        slice=_read_plane(fields, Plane, SLICE_KEYS), **read_keys(fields, WORKSPACE_KEYS)
    )


def _read_plane(fields: Fields, kind: type[P], keys: tuple[Key, ...]) -> P:
    try:
        return kind(**read_keys(fields, keys))
    except ArgumentError as error:
        name = next(key.name for key in keys if key.name.endswith("_normal"))
        fields.error(name, f"'{name}': {error}")
        return kind()


def view_form(view: View, *, flat: bool = False, tidy: bool = False) -> BlockForm:
    """Return the block of a view.

    Args:
        view: The view.
        flat: The block is written on one line.
        tidy: A new block has every key.
    """
    wants = [
        *key_wants(CAMERA_KEYS, view.camera),
        *key_wants(SHOWN_KEYS, view),
        *key_wants(SECTION_KEYS, view.section),
        *key_wants(WORKSPACE_KEYS, view.workspace),
        *key_wants(SLICE_KEYS, view.workspace.slice),
    ]
    said: list[Want] = [replace(want, always=tidy) for want in wants]
    return BlockForm(VIEW, entries=tuple(said), flat=flat, optional=not tidy)


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
