"""All names of ``import rvs``, each with its module."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

_CELL = "rvs.scripting.cell"

# Functions that act on the current cell, and are methods of every cell.
ON_CELL = (
    *("step", "pose", "look", "set_view", "select", "undo", "redo"),
    *("motion", "timeline", "load_motion", "play"),
)
FUNCTIONS: Mapping[str, str] = {
    "Cell": _CELL,
    "current": _CELL,
    "use": _CELL,
    **dict.fromkeys(
        ("new", "begin", "open", "add_file", "placed", "save"), "rvs.scripting.opening"
    ),
    **dict.fromkeys(
        ("effector_named", "effector_of", "mesh_file", "packed", "payload"), "rvs.scripting.source"
    ),
    "figure": "rvs.scripting.figures",
    "render": "rvs.scripting.pictures",
    "film": "rvs.scripting.films",
    "report": "rvs.scripting.reports",
    "sheet": "rvs.scripting.sheets",
    "plot": "rvs.scripting.plots",
    "chart": "rvs.scripting.plots",
    "table": "rvs.scripting.tables",
    "tabulate": "rvs.scripting.tables",
    "workspace": "rvs.scripting.workspaces",
    "compared": "rvs.scripting.workspaces",
    "calibrate": "rvs.scripting.calibrations",
    "design": "rvs.scripting.designs",
    "sweep": "rvs.scripting.sweeps",
    "improve": "rvs.scripting.improving",
    "simulate": "rvs.scripting.simulations",
    "dexterity": "rvs.scripting.dexterity",
    "tolerance": "rvs.scripting.tolerances",
    "variants": "rvs.scripting.variants",
    "torque": "rvs.scripting.torques",
    "payload_diagram": "rvs.scripting.payloads",
    "reach_chart": "rvs.scripting.reaches",
    "drives": "rvs.scripting.drives",
    "stiffness": "rvs.scripting.stiffness",
    "collide": "rvs.scripting.collisions",
    "place": "rvs.scripting.placing",
    "choose": "rvs.scripting.choosing",
    "follow": "rvs.scripting.paths",
    "cad": "rvs.scripting.cad",
    "check": "rvs.scripting.opening",
    "convert": "rvs.scripting.opening",
    "solid_model": "rvs.scripting.showing.solid_model",
    "view": "rvs.scripting.showing.view",
    "Viewed": "rvs.scripting.showing.view",
    "show": "rvs.ui.show",
    "use_offset_letter": "rvs.engine.offset_naming",
    "RvsError": "rvs.engine.errors",
    "ArgumentError": "rvs.engine.errors",
}
_VALUES = {
    "rvs.engine.robot": ("Robot",),
    "rvs.engine.joint": ("Joint", "Inertia", "Motor"),
    "rvs.bodies.beams": ("LinkSection",),
    "rvs.geometry.shape": ("Parameter", "Relation"),
    "rvs.model.array_value": ("Block",),
    "rvs.model.mesh_file": ("MeshFile", "Surface"),
    "rvs.model.state": ("State",),
    "rvs.model.document": ("Document", "PlacedRobot"),
    "rvs.model.body.values": (
        *("Body", "LinkBody", "Part", "Move", "Repeat", "PartGroup", "Composite"),
    ),
    "rvs.model.robots.imported": ("Choices", "Imported"),
    "rvs.model.robots.parameters": ("Parameters", "RobotParameter", "Formula", "Variant"),
    "rvs.model.robots.payloads": ("Payload",),
    "rvs.model.robots.named_posture": ("NamedPosture",),
    "rvs.model.motions.grips": ("Grip",),
    "rvs.model.motions.motion": ("Motion", "JointTrajectory", "Glide"),
    "rvs.model.motions.tracks": ("Together", "Later"),
    "rvs.model.programs.program": ("Program", "Step"),
    "rvs.model.figures.figure": ("NamedFigure",),
    "rvs.model.views.view": (
        "View",
        "Camera",
        "Display",
        "Section",
        "Plane",
        "WorkspaceView",
        "Bookmark",
    ),
    "rvs.model.views.panes": ("Panes", "Pane"),
    "rvs.model.things.thing": ("Thing", "TargetFrame"),
    "rvs.model.annotations.marks": ("Note", "Anchor", "Measure"),
    "rvs.model.collision.rules": ("CollisionRules",),
    "rvs.study.simulate.springs": ("Springs",),
}
# Plain values: what cells are made of.
VALUES: Mapping[str, str] = {name: module for module, names in _VALUES.items() for name in names}


def every_name() -> tuple[str, ...]:
    """Return all names of ``rvs``."""
    from rvs.scripting.edits import EDITS

    return (*EDITS, *ON_CELL, *FUNCTIONS, *VALUES)


def find(name: str) -> Any:
    """Return the value of a name of ``rvs``.

    Raises:
        AttributeError: There is no such name.
        RvsError: It opens windows, and there is no Qt.
    """
    module = FUNCTIONS.get(name) or VALUES.get(name)
    if module is None:
        from rvs.scripting.cell import on_current
        from rvs.scripting.edits import EDITS

        if name in EDITS or name in ON_CELL:
            return on_current(name)
        raise AttributeError(f"module 'rvs' has no attribute {name!r}")
    if module.startswith("rvs.ui"):
        from rvs.scripting.showing.window_system import expect_qt

        expect_qt()
    found = getattr(import_module(module), name)
    if isinstance(found, type) or name not in FUNCTIONS:
        return found
    from rvs.scripting.edits import checked

    return checked(name, found)
