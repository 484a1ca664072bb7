"""Any value of a document as a Python expression in the names that ``rvs`` offers.

An expression is exact: numbers are written to their last bit.  What stands at its default is left
out, and what the library or a file has as it is now is fetched from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.files.bodies.effectors import effector_body
from rvs.files.bodies.payloads import found_payload
from rvs.files.library import files_of, find_robot
from rvs.files.text.errors import FileErrors
from rvs.model.block import Block
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.mesh_file import MeshFile
from rvs.model.robots.payloads import Payload
from rvs.scripting.layout import Bracket, Expression, laid_out
from rvs.scripting.names import VALUES
from rvs.scripting.opening import placed
from rvs.scripting.same import changed, same
from rvs.scripting.values import mesh_file, pack


def source(value: object) -> str:
    """Return a value as a Python expression; long ones have several lines.

    Raises:
        ArgumentError: It is nothing that a document holds.

    >>> from rvs.engine.joint import Joint
    >>> source((1.0, Joint(a=0.5)))
    '(1.0, rvs.Joint(a=0.5))'
    """
    return laid_out(expression(value))


def expression(value: object) -> Expression:
    """Return a value as a Python expression that is not laid out yet.

    Raises:
        ArgumentError: It is nothing that a document holds.
    """
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int | np.integer):
        return repr(int(value))
    if isinstance(value, float):
        return repr(float(value)) if isfinite(value) else f'float("{float(value)}")'
    if isinstance(value, tuple | list):
        head, tail = ("(", ")") if isinstance(value, tuple) else ("[", "]")
        items = tuple(("", expression(one)) for one in value)
        return Bracket(head, items, tail, comma=head == "(" and len(items) == 1)
    if isinstance(value, Mapping):
        rows = ((f"{text(key)}: ", expression(one)) for key, one in value.items())
        return Bracket("{", tuple(rows), "}")
    if isinstance(value, np.ndarray):
        return expression(value.tolist())
    if is_dataclass(value) and type(value).__name__ in VALUES:
        known = _KNOWN.get(type(value))
        return (known(value) if known else None) or _made(value)
    raise ArgumentError(f"a {type(value).__name__} can't be written as Python")


def text(value: str) -> str:
    """Return a text as Python writes it between double quotes, where that is as short."""
    shown = repr(value)
    return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in value else shown


def call(name: str, /, *values: object, **named: object) -> Expression:
    """Return the call of a function that ``rvs`` offers.

    Raises:
        ArgumentError: An argument can't be written.
    """
    items = [("", expression(value)) for value in values]
    items += [(f"{key}=", expression(value)) for key, value in named.items()]
    return Bracket(f"rvs.{name}(", tuple(items), ")")


def _made(value: Any) -> Expression:
    """A value by its class: needed fields by their place, the others by name."""
    needed: list[object] = []
    named: dict[str, object] = {}
    for one in fields(value):
        if not one.init:
            continue
        held, usual = getattr(value, one.name), _usual(one)
        if usual is MISSING and not one.kw_only:
            needed.append(held)
        elif not same(held, usual):
            named[one.name] = held
    return call(type(value).__name__, *needed, **named)


def _usual(one: Field[Any]) -> Any:
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def _robot(robot: Robot) -> Expression | None:
    """A robot of the library, or one that differs from it in little but its joints."""
    try:
        name = find_robot(robot.name).stem if robot.name else ""
    except RvsError:
        return None
    return _robot_like(robot, name)


def _robot_like(robot: Robot, name: str) -> Expression | None:
    found = library_robot(name)
    if found is None or not same(found.robot.joints, robot.joints):
        return None
    other = changed(found.robot, robot)
    load = call("load", name)
    if not other:
        return load
    items = tuple((f"{key}=", expression(value)) for key, value in other.items())
    return Bracket(f"rvs.load({text(name)}).replace(", items, ")")


def _placed(one: PlacedRobot) -> Expression | None:
    """A robot as it came from the library, with what was changed since."""
    name = library_name(one.origin)
    found = library_robot(name)
    if found is None:
        return None
    other = changed(found, one)
    if {"robot", "body"} <= set(other):
        return None
    items = [("", expression(name))]
    for key, value in other.items():
        likely = _robot_like(value, name) if key == "robot" else None
        items.append((f"{key}=", likely or _field(one, key)))
    return Bracket("rvs.placed(", tuple(items), ")")


def placed_fields(one: PlacedRobot, names: Mapping[str, object]) -> dict[str, Expression]:
    """Return some fields of a placed robot as expressions, by their names."""
    return {name: _field(one, name) for name in names}


def _field(one: PlacedRobot, key: str) -> Expression:
    """A field of a placed robot; others of it may say how it is found."""
    value = getattr(one, key)
    if key == "effector" and value is not None and same(value, effector_body(one.end_effector)):
        return call("effector_named", one.end_effector)
    if key == "body" and value is not None:
        name = library_name(one.origin)
        found = library_robot(name)
        if found is not None and same(found.body, value):
            return Bracket(f"rvs.placed({text(name)}", (), ").body")
    return expression(value)


def _placed_made(one: PlacedRobot) -> Expression:
    usual = PlacedRobot(one.id, one.robot)
    items = [("", expression(one.id)), ("", expression(one.robot))]
    items += [(f"{key}=", _field(one, key)) for key in changed(usual, one)]
    return Bracket("rvs.PlacedRobot(", tuple(items), ")")


def _payload(one: Payload) -> Expression | None:
    found = found_payload(one.kind)
    return call("payload", one.kind, **changed(found, one)) if found else None


def _body(body: Body) -> Expression | None:
    """A body, with its end-effectors of the library by name."""
    if body.kind == "tool" and same(body, effector_body(body.name)):
        return call("effector_named", body.name)
    return None


def _mesh(mesh: MeshFile) -> Expression | None:
    if mesh.surface is None:
        return None
    try:
        found = mesh_file(mesh.path)
    except (FileErrors, OSError):
        return None
    return call("mesh_file", mesh.path) if same(found, mesh) else None


def _block(numbers: Block) -> Expression:
    return call("packed", pack(numbers), *numbers.array.shape)


def library_name(origin: str) -> str:
    """Return the name in the library of the file that a robot came from, else its path."""
    names = {str(path): name for name, path in files_of("arch").items()}
    return names.get(origin, origin)


def library_robot(name: str) -> PlacedRobot | None:
    """Return a robot of the library or of a file as it is now, or None where there is none."""
    if not name:
        return None
    try:
        path = find_robot(name)
        facts = path.stat()
    except (RvsError, OSError, ValueError):
        return None
    return _read(name, path, facts.st_mtime_ns, facts.st_size)


# By time and size of the file: each line of a script may ask for the same robot.
@lru_cache(maxsize=16)
def _read(name: str, _path: Path, _changed: int, _size: int) -> PlacedRobot | None:
    try:
        return placed(name)
    except (RvsError, OSError):
        return None


_KNOWN: Mapping[type[Any], Callable[[Any], Expression | None]] = {
    Robot: _robot,
    PlacedRobot: lambda one: _placed(one) or _placed_made(one),
    Payload: _payload,
    Body: _body,
    MeshFile: _mesh,
    Block: _block,
}
