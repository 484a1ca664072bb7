"""General edits of the cell: one item of a field, and the parts of a full model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.body import edits as parts
from rvs.model.body.values import Body, LinkBody, Part, Place
from rvs.model.document import Document, change_robot
from rvs.model.members import MEMBERS, item_name, with_items
from rvs.model.motions import kept
from rvs.model.motions.motion import Motion, movers
from rvs.model.motions.player import Repeat
from rvs.model.motions.recording import rows_of


@edit("Change the {field}")
def put_item(document: Document, field: str, item: Any) -> Document:
    """Replace the item with the same id or name, or add it, locked or not.

    Args:
        document: The document.
        field: Field of the document, such as ``"things"``.
        item: The item.

    Raises:
        ArgumentError: There is no such field, or the cell refuses the item.
    """
    name = item_name(field, item)
    items = _items(document, field)
    if all(item_name(field, one) != name for one in items):
        return with_items(document, field, (*items, item))
    kept = tuple(item if item_name(field, one) == name else one for one in items)
    return with_items(document, field, kept)


@edit("Remove {names:/items}")
def remove_items(document: Document, field: str, names: Sequence[str]) -> Document:
    """Remove items by id or name, locked or not.

    Args:
        document: The document.
        field: Field of the document, such as ``"things"``.
        names: Ids or names.

    Raises:
        ArgumentError: There is no such field or item.
    """
    items = _items(document, field)
    missing = set(names) - {item_name(field, one) for one in items}
    if missing:
        raise ArgumentError(f"names: the cell has no {min(missing)!r} among its {field}")
    kept = tuple(one for one in items if item_name(field, one) not in names)
    return with_items(document, field, kept)


@edit("Reorder the {field}")
def order_items(document: Document, field: str, names: Sequence[str]) -> Document:
    """Change the order of the items of a field.

    Args:
        document: The document.
        field: Field of the document, such as ``"things"``.
        names: Ids or names of all of them, in the new order.

    Raises:
        ArgumentError: There is no such field, or the names are not those of its items.
    """
    items = {item_name(field, one): one for one in _items(document, field)}
    if sorted(items) != sorted(names):
        raise ArgumentError(f"names: expected each of {', '.join(items)} once")
    return with_items(document, field, tuple(items[name] for name in names))


@edit("Keep motion {name}")
def keep_motion(
    document: Document, name: str, motion: Motion, repeat: Repeat = "once",
    marks: Sequence[float] = (), simulated: bool = False, file: str = "",
) -> Document:  # fmt: skip
    """Keep a motion in the cell; it replaces an earlier one of the robot with the same name.

    Args:
        document: The document.
        name: Its name; if another robot's motion has that name, a number is added.
        motion: A motion of one robot.
        repeat: Behaviour of players at its end.
        marks: Times at which the steps of a program are reached, in s.
        simulated: It is a run of the simulation.
        file: The file in which it is saved, or empty.

    Raises:
        ArgumentError: It moves no robot of the cell, or several.
    """
    robots = tuple(movers(motion))
    if len(robots) != 1:
        raise ArgumentError(
            f"motion: expected a motion of one robot, got one of {len(robots)} robots"
        )
    document.robot(robots[0])
    one = kept.KeptMotion(name, rows_of(motion, robots[0]), repeat, tuple(marks), simulated, file)
    return kept.keep_motion(document, one)


@edit("Add {part} to {robot_id}")
def add_part(document: Document, robot_id: str, place: Place, part: Part) -> Document:
    """Add a part to the full model of a robot; its id gets a number if it is taken.

    Args:
        document: The document.
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part: The part.

    Raises:
        ArgumentError: No such robot, or a part that its model refuses.
    """
    body = parts.add_part(_body(document, robot_id), place, part)
    return change_robot(document, robot_id, body=body)


@edit("Change {part_id} of {robot_id}")
def change_part(
    document: Document, robot_id: str, place: Place, part_id: str, **changes: Any
) -> Document:
    """Change fields of a part of the full model, such as ``color`` or ``moves``.

    Args:
        document: The document.
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part_id: The part.
        changes: The fields.

    Raises:
        ArgumentError: No such robot or part, or a value that it refuses.
    """
    body = parts.change_part(_body(document, robot_id), place, part_id, **changes)
    return change_robot(document, robot_id, body=body)


@edit("Remove {part_id} of {robot_id}")
def remove_part(document: Document, robot_id: str, place: Place, part_id: str) -> Document:
    """Remove a part from the full model of a robot.

    Args:
        document: The document.
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part_id: The part.

    Raises:
        ArgumentError: No such robot or part.
    """
    body = parts.remove_part(_body(document, robot_id), place, part_id)
    return change_robot(document, robot_id, body=body)


@edit("Change a link of {robot_id}")
def put_link(document: Document, robot_id: str, link: LinkBody) -> Document:
    """Replace the parts of one link of a robot's full model.

    Raises:
        ArgumentError: No such robot, or it has no full model.
    """
    return change_robot(document, robot_id, body=parts.with_link(_body(document, robot_id), link))


def _items(document: Document, field: str) -> tuple[Any, ...]:
    if field not in MEMBERS:
        raise ArgumentError(f"field: expected one of {', '.join(MEMBERS)}, got {field!r}")
    items: tuple[Any, ...] = getattr(document, field)
    return items


def _body(document: Document, robot_id: str) -> Body:
    body = document.robot(robot_id).body
    if body is None:
        raise ArgumentError(f"robot_id: {robot_id} has no full model")
    return body
