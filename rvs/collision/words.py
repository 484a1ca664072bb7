"""What people call the bodies of a cell."""

from __future__ import annotations

from rvs.model.body.values import TOOL
from rvs.model.collision.rules import FLOOR, payload_ref
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.refs import Ref


def body_words(document: Document, ref: Ref, brief: bool = False) -> str:
    """Return what people call a body; the robot is named where there are several.

    Args:
        document: The cell.
        ref: The body.
        brief: Leave out the names of joints.
    """
    if ref == FLOOR:
        return "floor"
    placed = next((one for one in document.robots if one.id == ref[0]), None)
    if placed is None:
        return str(ref[0])
    own = _own_words(placed, ref, brief)
    return own if len(document.robots) < 2 else f"{called(document, placed)}, {own}"


def pair_words(document: Document, a: Ref, b: Ref, brief: bool = False) -> str:
    """Return what people call a pair of bodies, such as ``link 3 – table``."""
    return f"{body_words(document, a, brief)} – {body_words(document, b, brief)}"


def _own_words(placed: PlacedRobot, ref: Ref, brief: bool) -> str:
    if ref == payload_ref(placed.id):
        return placed.payload.kind if placed.payload else "payload"
    if ref[1:2] == (TOOL,):
        return placed.end_effector or "tool"
    index = int(ref[2])
    name = placed.robot.joints[index - 1].name if index else ""
    if not index:
        return "base"
    return f"link {index} ({name})" if name and not brief else f"link {index}"
