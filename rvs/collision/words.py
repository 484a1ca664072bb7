"""Names of the bodies of a cell for people."""

from __future__ import annotations

from collections.abc import Callable

from rvs.collision.check import Near, check_of
from rvs.model.body.values import TOOL
from rvs.model.collision.rules import FLOOR, payload_ref
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.refs import Ref
from rvs.model.state import Postures
from rvs.model.views.view import Mode
from rvs.study.clearance import CONTACT

TOUCHING = "touching"


def body_words(document: Document, ref: Ref, brief: bool = False) -> str:
    """Return the name of a body, with its robot if there are several, without joints if brief."""
    if ref == FLOOR:
        return "floor"
    placed = next((one for one in document.robots if one.id == ref[0]), None)
    if placed is None:
        return str(ref[0])
    own = _own_words(placed, ref, brief)
    return own if len(document.robots) < 2 else f"{_robot_words(document, placed, brief)}, {own}"


def pair_words(document: Document, a: Ref, b: Ref, brief: bool = False) -> str:
    """Return the name of a pair of bodies, such as ``link 3 – table``."""
    placed = next((one for one in document.robots if one.id == a[0] == b[0]), None)
    if placed is None or len(document.robots) < 2:
        return f"{body_words(document, a, brief)} – {body_words(document, b, brief)}"
    own = f"{_own_words(placed, a, brief)} – {_own_words(placed, b, brief)}"
    return f"{_robot_words(document, placed, brief)}: {own}"


def collision_words(document: Document, postures: Postures, mode: Mode = "full") -> str:
    """Return the pairs that collide in a posture, such as ``link 3 – table``; or nothing.

    Args:
        document: The cell.
        postures: Joint values of every robot, rad and m.
        mode: Display mode, which determines the bodies.
    """
    pairs = check_of(document, mode).colliding(postures)
    return ", ".join(pair_words(document, a, b) for a, b in pairs)


def apart_words(distance: float, length: Callable[[float], str], brief: bool = False) -> str:
    """Return the distance of two bodies, or the depth of their overlap, such as ``0.02 m deep``.

    Args:
        distance: Their distance in m; a value below 0 is the depth of their overlap.
        length: Writes a length in m.
        brief: Write ``<`` in place of ``less than``, as in a narrow list.
    """
    if abs(distance) <= CONTACT:
        return TOUCHING
    text = length(abs(distance))
    much = text if _shows(text) else f"{'<' if brief else 'less than'} {_least(length)}"
    return f"{much} {'deep' if distance < 0.0 else 'apart'}"


def nearest_words(distance: float, length: Callable[[float], str], brief: bool = False) -> str:
    """Return the least distance of bodies in words, such as ``the nearest are 0.5 m apart``."""
    apart = apart_words(distance, length, brief)
    return "they touch" if apart == TOUCHING else f"the nearest are {apart}"


def signed(near: Near) -> float:
    """Return the distance of a pair in m; a negative value is the depth of their overlap."""
    found = near.clearance
    return -found.depth if found.colliding else found.distance


def _least(length: Callable[[float], str]) -> str:
    """Return the least length that is not written as 0."""
    sizes = (length(10.0**power) for power in range(-9, 3))
    return next(text for text in sizes if _shows(text))


def _shows(text: str) -> bool:
    """Return whether a length is written as more than 0."""
    return any(digit in "123456789" for digit in text.partition(" ")[0])


def left_out(document: Document) -> tuple[str, ...]:
    """Return the unchecked parts of a cell, apart from single pairs, each as a sentence."""
    shown = [thing for thing in document.things if not thing.hidden]
    hidden = [called(document, one) for one in document.robots if one.hidden]
    hidden += [thing.id for thing in document.things if thing.hidden]
    found = []
    if len(shown) > 1:
        found.append("Pairs of objects: objects do not move")
    if shown and document.collision.floor:
        found.append("Objects and the floor: they do not move")
    if hidden:
        found.append(f"Hidden: {', '.join(hidden)}")
    if not document.collision.floor:
        found.append("The floor")
    return tuple(found)


def _robot_words(document: Document, placed: PlacedRobot, brief: bool) -> str:
    return placed.id if brief else called(document, placed)


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
