"""The subjects of the body editor, its new parts at their places, and samples for galleries.

A library part is shown as a body whose constants are its sizes at their defaults, followed by its
own constants.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import radians

import numpy as np

from rvs.bodies.effectors import model_payload
from rvs.bodies.robot_body import made_body
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.geometry.shape import MESH, Parameter, Shape
from rvs.model.appearance.colors import rgba
from rvs.model.body.edits import add_part
from rvs.model.body.fit import fit
from rvs.model.body.names import constant_fault
from rvs.model.body.values import TOOL, Body, BodyKind, Composite, LinkBody, Move, Part, Place
from rvs.model.document import PlacedRobot
from rvs.model.mesh_file import MeshFile, mesh_id
from rvs.model.numbers.quantities import metres_per
from rvs.value_class import dataclass

WORDS = {"tool": "End-effector", "payload": "Payload", "part": "Library part"}
NEW_SIZE = 0.05


@dataclass(frozen=True, slots=True)
class Subject:
    """One of the bodies that belong to a robot.

    Attributes:
        kind: Its kind.
        name: Name of an end-effector, payload model or library part.
    """

    kind: BodyKind = "robot"
    name: str = ""

    @property
    def words(self) -> str:
        """Name for people."""
        return f"{WORDS[self.kind]}: {self.name}" if self.name else "Full model"


ROBOT = Subject()


def subjects(placed: PlacedRobot) -> tuple[Subject, ...]:
    """Return the editable bodies of a robot; its full model can still be missing."""
    found = [ROBOT]
    if placed.effector is not None:
        found.append(Subject("tool", placed.end_effector))
    if placed.payload is not None and placed.payload.body is not None:
        found.append(Subject("payload", placed.payload.kind))
    library = placed.body.library if placed.body else ()
    return (*found, *(Subject("part", one.name) for one in library))


def body_of(placed: PlacedRobot, subject: Subject) -> Body | None:
    """Return the body of a subject, or None if the robot has none."""
    if subject.kind == "robot":
        return placed.body
    if subject.kind == "tool":
        return placed.effector if placed.end_effector == subject.name else None
    if subject.kind == "payload":
        carried = placed.payload
        return carried.body if carried is not None and carried.kind == subject.name else None
    composite = placed.body.composite(subject.name) if placed.body else None
    return None if composite is None or placed.body is None else _shown(composite, placed.body)


def with_body(placed: PlacedRobot, subject: Subject, body: Body) -> PlacedRobot:
    """Return the robot with another body for a subject.

    Raises:
        ArgumentError: The body is unsuitable.
    """
    if subject.kind == "robot":
        return replace(placed, body=body)
    if subject.kind == "tool":
        return replace(placed, effector=body)
    if subject.kind == "payload":
        mass = placed.payload.mass if placed.payload else None
        return replace(placed, payload=model_payload(replace(body, name=subject.name), mass))
    if placed.body is None:
        raise ArgumentError("library part: there is no full model that uses it")
    composite = placed.body.composite(subject.name)
    if composite is None:
        raise ArgumentError(f"library part: there is no {subject.name!r}")
    return replace(placed, body=with_part(placed.body, _hidden(composite, body)))


def with_part(body: Body, composite: Composite) -> Body:
    """Return a body with the library part of the same name replaced."""
    library = (composite if one.name == composite.name else one for one in body.library)
    return replace(body, library=tuple(library))


def with_size(body: Body, part: str, name: str) -> Body:
    """Return a body whose library part has one more size.

    Raises:
        ArgumentError: An invalid name, or one that is in use.
    """
    composite = body.composite(part)
    fault = constant_fault(name)
    if composite is None or fault:
        raise ArgumentError(fault or f"library part: there is no {part!r}")
    if name in (known for known, _ in _constants(composite)):
        raise ArgumentError(f"there is already a constant {name!r}")
    new = Parameter(name, name, "length", NEW_SIZE, above=True, needed=False)
    return with_part(body, replace(composite, parameters=(*composite.parameters, new)))


def places(placed: PlacedRobot, subject: Subject) -> tuple[Place, ...]:
    """Return the links to which a subject's parts can belong."""
    if subject.kind == "robot":
        tool = (TOOL,) if placed.body and placed.body.link(TOOL).parts else ()
        return (*range(placed.robot.n + 1), *tool)
    return (TOOL,) if subject.kind == "tool" else (0,)


def _shown(composite: Composite, holder: Body) -> Body:
    return Body(
        composite.name,
        "part",
        composite.unit,
        _constants(composite),
        (LinkBody(0, composite.parts, composite.groups),),
        tuple(one for one in holder.library if one.name != composite.name),
        comment=composite.summary,
    )


def _hidden(composite: Composite, body: Body) -> Composite:
    """Return the library part that a body shows."""
    sizes = {one.name: one for one in composite.parameters}
    parameters, constants = [], []
    for name, value in body.constants:
        if name not in sizes:
            constants.append((name, value))
            continue
        if isinstance(value, str):
            raise ArgumentError(f"{name}: the default of a size must be a number")
        one = sizes[name]
        parameters.append(replace(one, default=value * _factor(one, composite.unit)))
    held = body.link(0)
    return replace(
        composite,
        parameters=tuple(parameters),
        constants=tuple(constants),
        parts=held.parts,
        groups=held.groups,
    )


def _constants(composite: Composite) -> tuple[tuple[str, float | str], ...]:
    sizes = [
        (one.name, one.default / _factor(one, composite.unit))
        for one in composite.parameters
        if not isinstance(one.default, tuple)
    ]
    return (*sizes, *composite.constants)


def _factor(one: Parameter, unit: str) -> float:
    if one.kind == "angle":
        return radians(1.0)
    return metres_per(unit) if one.kind == "length" else 1.0


DIGITS = 4


def on_surface(
    body: Body, placed: PlacedRobot, place: Place, part: Part, way: Array
) -> tuple[Move, ...]:
    """Return the moves that put a new part next to all other parts of its link.

    Args:
        body: The body that it will belong to.
        placed: The robot.
        place: The link.
        part: The part, at the origin of the link.
        way: Direction to the eye in the link's frame (3,); the part is moved along its main axis.
    """
    known = _box(body, placed, place, {one.id for one in body.link(place).parts})
    new = _new_box(body, placed, place, part)
    if known is None or new is None:
        return ()
    axis = int(np.argmax(np.abs(way)))
    side = 1 if way[axis] > 0 else 0
    shift = known.mean(axis=0) - new.mean(axis=0)
    shift[axis] = known[side, axis] - new[1 - side, axis]
    values = np.round(shift, DIGITS).tolist()
    return (Move("shift", tuple(values)),) if any(values) else ()


def _new_box(body: Body, placed: PlacedRobot, place: Place, part: Part) -> Array | None:
    if body.composite(part.shape) is None and not _is_plain(body, placed, place, part):
        return None
    grown = add_part(body, place, part)
    before = {one.id for one in body.link(place).parts}
    ids = {one.id for one in grown.link(place).parts} - before
    return _box(grown, placed, place, ids)


def _is_plain(body: Body, placed: PlacedRobot, place: Place, part: Part) -> bool:
    misfits = fit(add_part(body, place, part), placed.robot).misfits
    return not any(one.part.startswith(part.id) and one.place == place for one in misfits)


def _box(body: Body, placed: PlacedRobot, place: Place, ids: set[str]) -> Array | None:
    """Return least and greatest coordinates of parts of a link in its frame (2, 3), m."""
    made = made_body(body, placed.robot)
    clouds = [
        mesh.vertices @ pose[:3, :3].T + pose[:3, 3]
        for mesh, pose, owner in zip(made.meshes, made.poses, made.places, strict=True)
        if owner[0] == place and owner[1] in ids
    ]
    if not clouds:
        return None
    points = np.concatenate(clouds)
    return np.stack([points.min(axis=0), points.max(axis=0)])


PAINT = "#7F9DBC"


def sample_part(shape: Shape | Composite) -> Part:
    """Return a new part of a shape for the gallery, with every size at its default."""
    said = (one for one in shape.parameters if one.needed or one.default != one.omitted)
    sizes = tuple((one.name, one.default) for one in said)
    return Part(shape.name, shape.name, sizes)


def mesh_part(mesh: MeshFile, scale: float) -> Part:
    """Return a new part with the surface of a file.

    Args:
        mesh: The file.
        scale: Length of one unit of the file in metres.
    """
    return Part(mesh_id(mesh.path), MESH, (("scale", scale),), mesh=mesh)


def sample_solids(shape: Shape | Composite, library: tuple[Composite, ...]) -> tuple[Solid, ...]:
    """Return a shape or library part at its default sizes.

    Args:
        shape: The shape.
        library: The available composites.
    """
    sizes = tuple((one.name, one.default) for one in shape.parameters)
    part = Part("part", shape.name, sizes, material="plastic")
    body = Body(links=(LinkBody(0, (part,)), LinkBody(1)), library=library)
    made = made_body(body, _support())
    return tuple(
        Solid(mesh, pose, rgba(color or PAINT), material)
        for mesh, pose, (color, material) in zip(made.meshes, made.poses, made.looks, strict=True)
    )


# Takes nothing: always the same robot, which what is shown alone is put on.
@lru_cache(maxsize=1)
def _support() -> Robot:
    return Robot.from_dh([0.0], [0.0], [0.0], [0.0])
