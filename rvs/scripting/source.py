"""Any value of a document as a Python expression, and values from the library and from files.

An expression is exact: numbers are written to their last bit.  Default values are left out, and
values that the library or a file currently has are fetched from there.
"""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any
from zlib import compress, decompress

import numpy as np

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.files.bodies.effectors import effector_body, found_payload, new_payload
from rvs.files.library import files_of, find_robot, load_robot
from rvs.files.meshes.meshes import read_mesh
from rvs.files.placed_robot import placed_robot
from rvs.files.storage.locations import whole_path
from rvs.files.text.errors import FileErrors
from rvs.model.array_value import Block, block
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.mesh_file import MeshFile
from rvs.model.robots.imported import USUAL, Choices, Imported
from rvs.model.robots.payloads import Payload
from rvs.scripting.layout import Bracket, Expression, flat, laid_out
from rvs.scripting.names import VALUES
from rvs.scripting.plain import changed, same
from rvs.value_class import dataclass

__all__ = ["effector_named", "effector_of", "mesh_file", "pack", "packed", "payload"]


log = logging.getLogger(__name__)


def effector_named(name: str) -> Body | None:
    """Return the body of an end-effector of the library, or None if there is none of that name."""
    return effector_body(name)


def effector_of(
    path: str | Path,
    *,
    root: str = "",
    tip: str = "",
    args: Mapping[str, Any] | None = None,
    allow: Sequence[str] = (),
) -> Body:
    """Return a description of links, such as a URDF of a gripper, as an end-effector.

    Its joints are fixed at zero.

    Args:
        path: The file.
        root: Link that is fixed to the flange, z away from it; the root of the tree if left out.
        tip: Link whose frame is the tool frame; the root if left out.
        args: Arguments of a XACRO template by their names; their defaults if left out.
        allow: Additional folders from which the description may read files.

    Raises:
        FileErrors: Everything that is wrong with the file, or there is no such link.
    """
    from rvs.files.chains import alone
    from rvs.files.trees.readers import read_tree_file

    body, meshes = alone(read_tree_file(Path(path), Choices.of(args, allow)), root, tip)
    for name in (*meshes.missing, *meshes.damaged):
        log.warning("%s: mesh %.200r is missing and not drawn", path, name)
    return body


def payload(name: str, **changes: Any) -> Payload:
    """Return a payload of a plain kind or of a model of the library.

    Args:
        name: A kind, such as ``"box"``, or the name of a model.
        changes: Its changed fields, such as ``mass``.

    Raises:
        RvsError: No such payload, or it refuses a change.
    """
    return replace(new_payload(name), **changes)


def mesh_file(path: str | Path) -> MeshFile:
    """Return the mesh of a file, in the file's own unit.

    Raises:
        RvsError: It can't be read.
    """
    whole = whole_path(Path(path))
    read = read_mesh(whole)
    return MeshFile(str(whole), read.box, read.surface)


def packed(text: str, *shape: int) -> Block:
    """Return a table of numbers from a packed text, exactly.

    Args:
        text: The text, as ``pack`` makes it.
        shape: Rows and columns.

    Raises:
        ArgumentError: The text is not packed.
    """
    try:
        numbers = np.frombuffer(decompress(b64decode(text, validate=True)), dtype="<f8")
        return block(numbers.reshape(shape))
    except Exception as error:
        raise ArgumentError("text: expected numbers as packed by RVS") from error


def pack(numbers: Block) -> str:
    """Return a table of numbers as a text without line ends."""
    return b64encode(compress(numbers.array.astype("<f8").tobytes(), 9)).decode("ascii")


# What was asked of files while lines are written; lines that name none stay true for ever.
_watched: list[set[str]] = []


@contextmanager
def watching() -> Iterator[set[str]]:
    """Return the files on which expressions made inside depend."""
    asked: set[str] = set()
    _watched.append(asked)
    try:
        yield asked
    finally:
        _watched.pop()


def watch(file: str | Path) -> None:
    """Record that an expression depends on the current file, or a name of the library."""
    for asked in _watched:
        asked.add(str(file))


def source(value: object) -> str:
    """Return a value as a Python expression; long ones have several lines.

    Raises:
        ArgumentError: A document can't contain such a value.

    >>> from rvs.engine.joint import Joint
    >>> source((1.0, Joint(a=0.5)))
    '(1.0, rvs.Joint(a=0.5))'
    """
    return laid_out(expression(value))


def expression(value: object) -> Expression:
    """Return a value as a Python expression without layout.

    Raises:
        ArgumentError: A document can't contain such a value.
    """
    if isinstance(value, Bracket):
        return value
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
    """Return a text between double quotes in Python, if that is as short."""
    shown = repr(value)
    return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in value else shown


def call(name: str, /, *values: object, **named: object) -> Expression:
    """Return the call of a function of ``rvs``.

    Raises:
        ArgumentError: An argument can't be written.
    """
    items = [("", expression(value)) for value in values]
    items += [(f"{key}=", expression(value)) for key, value in named.items()]
    return Bracket(f"rvs.{name}(", tuple(items), ")")


def _made(value: Any) -> Expression:
    """Return a value by its class: required fields by position, the others by name."""
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
    """Return a robot of the library, or one with the same joints and other fields."""
    try:
        name = find_robot(robot.name).stem if robot.name else ""
    except RvsError:
        return None
    found = _of_file(name)
    return None if found is None else _robot_like(robot, found)


def _robot_like(robot: Robot, found: Fetched) -> Expression | None:
    if not same(found.placed.robot.joints, robot.joints):
        return None
    other = changed(found.placed.robot, robot)
    load = call("load", found.name, **found.choices)
    if not other:
        return load
    items = tuple((f"{key}=", expression(value)) for key, value in other.items())
    return Bracket(f"{flat(load)}.replace(", items, ")")


def _placed(one: PlacedRobot) -> Expression | None:
    """Return a robot as fetched from the library or a file, with later changes."""
    found = fetched(one)
    if found is None:
        return None
    other = changed(found.placed, one)
    if {"robot", "body"} <= set(other):
        return None
    items = [("", expression(found.name))]
    items += [(f"{key}=", expression(value)) for key, value in found.choices.items()]
    for key, value in other.items():
        likely = _robot_like(value, found) if key == "robot" else None
        items.append((f"{key}=", likely or _field(one, key)))
    return Bracket("rvs.placed(", tuple(items), ")")


def placed_fields(one: PlacedRobot, names: Mapping[str, object]) -> dict[str, Expression]:
    """Return some fields of a placed robot as expressions, by their names."""
    return {name: _field(one, name) for name in names}


def _field(one: PlacedRobot, key: str) -> Expression:
    """Return a field of a placed robot; other fields may determine its written form."""
    value = getattr(one, key)
    if key == "effector":
        watch(one.end_effector)
    if key == "effector" and value is not None and same(value, effector_body(one.end_effector)):
        return call("effector_named", one.end_effector)
    if key == "body" and value is not None:
        found = fetched(one)
        if found is not None and same(found.placed.body, value):
            return Bracket(f"{flat(call('placed', found.name, **found.choices))}", (), ".body")
    return expression(value)


def _placed_made(one: PlacedRobot) -> Expression:
    usual = PlacedRobot(one.id, one.robot)
    items = [("", expression(one.id)), ("", expression(one.robot))]
    items += [(f"{key}=", _field(one, key)) for key in changed(usual, one)]
    return Bracket("rvs.PlacedRobot(", tuple(items), ")")


def _payload(one: Payload) -> Expression | None:
    watch(one.kind)
    found = found_payload(one.kind)
    return call("payload", one.kind, **changed(found, one)) if found else None


def _body(body: Body) -> Expression | None:
    """Return a body, with its end-effectors of the library by name."""
    watch(body.name)
    if body.kind == "tool" and same(body, effector_body(body.name)):
        return call("effector_named", body.name)
    return None


def _mesh(mesh: MeshFile) -> Expression | None:
    if mesh.surface is None:
        return None
    watch(mesh.path)
    try:
        found = mesh_file(mesh.path)
    except (FileErrors, OSError):
        return None
    return call("mesh_file", mesh.path) if same(found, mesh) else None


def _block(numbers: Block) -> Expression:
    return call("packed", pack(numbers), *numbers.array.shape)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A robot of the library or of a file in its current state.

    Attributes:
        name: Its name or its file.
        placed: The robot.
        choices: Other options for opening it, such as the tip of the chain.
    """

    name: str
    placed: PlacedRobot
    choices: Mapping[str, Any]


def fetched(one: PlacedRobot) -> Fetched | None:
    """Return the origin of a placed robot, or None if it is missing or unreadable.

    A robot from another program that was saved since is fetched from the file where it was saved.
    """
    return _of_file(library_name(one.origin)) or (
        _of_file(one.imported.path, one.imported) if one.imported else None
    )


def _of_file(name: str, imported: Imported | None = None) -> Fetched | None:
    found = library_robot(name, imported)
    choices = imported.choices.said if imported else {}
    return None if found is None else Fetched(name, found, choices)


def library_name(origin: str) -> str:
    """Return the library name of a robot's file, else its path."""
    names = {str(path): name for name, path in files_of("arch").items()}
    return names.get(origin, origin)


def library_robot(name: str, imported: Imported | None = None) -> PlacedRobot | None:
    """Return a robot as it is now in the library or a file, or None if there is none.

    Args:
        name: Its name or its file.
        imported: The options with which it was opened, for a file of another program.
    """
    if not name:
        return None
    watch(name)
    try:
        path = find_robot(name)
        facts = path.stat()
    except (RvsError, OSError, ValueError):
        return None
    return _read(name, imported, path, facts.st_mtime_ns, facts.st_size)


# By time and size of the file: each line of a script may ask for the same robot.
@lru_cache(maxsize=16)
def _read(
    name: str, imported: Imported | None, _path: Path, _changed: int, _size: int
) -> PlacedRobot | None:
    try:
        return placed_robot(load_robot(name, imported.choices if imported else USUAL), name)
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
