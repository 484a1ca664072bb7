"""Fit of a body to a robot: all expressions evaluated, copies placed.

All limits are checked before the work they bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.geometry.shape import Measured
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.appearance.colors import hex_color
from rvs.model.appearance.materials import MATERIALS
from rvs.model.body.names import constant_values, link_names, robot_names, stale
from rvs.model.body.sizes import (
    MAX_FACES,
    Scope,
    check_relations,
    checked,
    copies,
    face_count,
    measured,
    plain_numbers,
    poses_of,
)
from rvs.model.body.values import (
    MAX_DEPTH,
    ROBOT_COLOR,
    TOOL,
    Body,
    Composite,
    LinkBody,
    Part,
    PartGroup,
    Place,
    Use,
    place_words,
)
from rvs.model.derived import derived
from rvs.model.mesh_file import MeshFile
from rvs.model.numbers.expressions import ExpressionError
from rvs.model.numbers.quantities import metres_per
from rvs.value_class import dataclass

MAX_SOLIDS = 10_000
MAX_BODY_FACES = 1_000_000
# Triangles of all mesh files together, copies counted.
MAX_TRIANGLES = 4_000_000
Sizes = tuple[tuple[str, Measured], ...]


@dataclass(frozen=True, slots=True, eq=False)
class FittedPart:
    """A shape with its numbers and all its copies.

    Attributes:
        place: Link that carries it.
        id: Part that it belongs to.
        shape: Name of the shape.
        sizes: All its sizes, in m and rad.
        poses: Rigid poses of the copies in the frame of the link (k, 4, 4), m.
        flipped: The shape itself is mirrored along x.
        color: ``#RRGGBB`` or ``#RRGGBBAA``, or ``"robot"``.
        material: A name of ``rvs.model.appearance.materials``.
        density: In kg/m^3, or 0 for the density of the material.
        use: The part is drawn, solid, or both.
        mesh: The file of a mesh, else None.
    """

    place: Place
    id: str
    shape: str
    sizes: Sizes
    poses: Array
    flipped: bool
    color: str
    material: str
    density: float = 0.0
    use: Use = "both"
    mesh: MeshFile | None = None


@dataclass(frozen=True, slots=True)
class Misfit:
    """Part of a body that does not fit, and the reason.

    Attributes:
        place: The link.
        part: Id of the part, or empty for the link as a whole.
        message: The reason.
    """

    place: Place
    part: str
    message: str

    def __str__(self) -> str:
        part = f", part {self.part}" if self.part else ""
        return f"{place_words(self.place)}{part}: {self.message}"


@dataclass(frozen=True, slots=True, eq=False)
class Fitting:
    """A body's numbers for one robot.

    Attributes:
        parts: The parts that fit.
        misfits: The parts that do not fit.
    """

    parts: tuple[FittedPart, ...]
    misfits: tuple[Misfit, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether the whole body fits."""
        return not self.misfits

    @property
    def reason(self) -> str:
        """The first misfit and the number of others, or an empty text."""
        if not self.misfits:
            return ""
        more = f" (and {len(self.misfits) - 1} more)" if len(self.misfits) > 1 else ""
        return f"{self.misfits[0]}{more}"


@derived(size=256)
def fit(body: Body, robot: Robot) -> Fitting:
    """Return a body's numbers for a robot, and all its misfits.

    Args:
        body: The body.
        robot: The robot whose table its expressions read.
    """
    budget = _Budget()
    parts: list[FittedPart] = []
    misfits = _misfits(body, robot)
    metres = metres_per(body.unit)
    names = robot_names(robot, body.unit)
    try:
        names = {**names, **constant_values(body.constants, names)}
    except ExpressionError as error:
        return Fitting((), (Misfit(0, "", str(error)), *misfits))
    for link in body.links:
        if link.link != TOOL and link.link > robot.n:
            continue
        scope = Scope({**names, **link_names(robot, body.unit, link.link)}, metres)
        for part in link.parts:
            try:
                parts += _fitted(body, link, part, scope, budget)
            except ArgumentError as error:
                misfits.append(Misfit(link.link, part.id, str(error)))
    return Fitting(tuple(parts), tuple(misfits))


@dataclass(slots=True)
class _Budget:
    """Numbers of objects that may still be made."""

    visits: int = MAX_SOLIDS
    solids: int = MAX_SOLIDS
    faces: float = MAX_BODY_FACES
    triangles: int = MAX_TRIANGLES

    def visit(self) -> None:
        self.visits -= 1
        if self.visits < 0:
            raise ArgumentError(f"the body has more than {MAX_SOLIDS:,} nested parts")

    def take(self, solids: int, faces: float, triangles: int = 0) -> None:
        if faces > MAX_FACES:
            raise ArgumentError(f"about {faces:,.0f} faces; the limit is {MAX_FACES:,}")
        self.triangles -= solids * triangles
        if self.triangles < 0:
            raise ArgumentError(f"the body's mesh files have more than {MAX_TRIANGLES:,} triangles")
        self.solids -= solids
        if self.solids < 0:
            raise ArgumentError(f"the body has more than {MAX_SOLIDS:,} solids")
        self.faces -= solids * faces
        if self.faces < 0:
            raise ArgumentError(f"the body has more than {MAX_BODY_FACES:,} faces")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A shape at several poses, possibly mirrored."""

    shape: str
    sizes: Sizes
    poses: Array
    color: str
    material: str
    density: float
    use: Use
    mesh: MeshFile | None


@dataclass(frozen=True, slots=True)
class _Holder:
    """Common properties of the parts of a link or a composite."""

    groups: Mapping[str, PartGroup]
    color: str
    material: str
    density: float


def _misfits(body: Body, robot: Robot) -> list[Misfit]:
    """Return the faults of the robot as a whole."""
    if body.kind != "robot":
        return []
    last = max((one.link for one in body.links if isinstance(one.link, int)), default=0)
    if last != robot.n:
        which = min(last, robot.n) + 1
        message = f"the model has {last} links, the robot has {robot.n}"
        return [Misfit(which, "", message)]
    return [Misfit(place, "", message) for place, message in stale(body, robot)]


def _fitted(
    body: Body, link: LinkBody, part: Part, scope: Scope, budget: _Budget
) -> Iterator[FittedPart]:
    color, material = link.color or body.color, link.material or body.material
    groups = {group.id: group for group in link.groups}
    holder = _Holder(groups, color, material, link.density or body.density)
    for leaf in _leaves(body, holder, part, scope, budget, 1, MAX_DEPTH):
        flips = np.linalg.det(leaf.poses[:, :3, :3]) < 0.0
        for flipped in (False, True):
            poses = leaf.poses[flips == flipped]
            if len(poses):
                if flipped:
                    poses = poses * np.array([-1.0, 1.0, 1.0, 1.0])
                poses.setflags(write=False)
                look = (leaf.color, leaf.material, leaf.density, leaf.use, leaf.mesh)
                yield FittedPart(link.link, part.id, leaf.shape, leaf.sizes, poses, flipped, *look)


def _leaves(
    body: Body,
    holder: _Holder,
    part: Part,
    scope: Scope,
    budget: _Budget,
    times: int,
    depth: int,
) -> list[_Leaf]:
    """Return the plain shapes of a part, in the frame of its holder.

    Args:
        body: The body with the composites.
        holder: Holder of the part.
        part: The part.
        scope: Names of its expressions.
        budget: Remaining numbers of objects.
        times: Number of copies of the whole.
        depth: Permitted remaining depth of nested composites.
    """
    budget.visit()
    group = holder.groups.get(part.group)
    times *= copies(part, scope) * (copies(group, scope) if group else 1)
    color = part.color or (group.color if group else "") or holder.color
    material = part.material or (group.material if group else "") or holder.material
    density = part.density or (group.density if group else 0.0) or holder.density
    look = (*_looks(color, material), density)
    shape, composite = PART_SHAPES.get(part.shape), body.composite(part.shape)
    if shape is not None:
        given = tuple(
            (name, scope.value(value, one) if (one := shape.parameter(name)) else 0.0)
            for name, value in part.sizes
        )
        sizes, faces = _checked_sizes(part.shape, given)
        mesh = _painted(part)
        surface = mesh.surface if mesh else None
        budget.take(times, faces, len(surface.triangles) if surface else 0)
        return [_Leaf(part.shape, sizes, _placed(part, group, scope), *look, part.use, mesh)]
    if composite is None:
        raise ArgumentError(f"there is no shape {part.shape!r}")
    if depth == 0:
        raise ArgumentError(f"{part.shape}: parts are nested more than {MAX_DEPTH} deep")
    inner_holder = _Holder({one.id: one for one in composite.groups}, *look)
    inner_scope = _inside(composite, part, scope)
    inner = _inner_leaves(body, composite, inner_holder, inner_scope, budget, times, depth)
    outer = _placed(part, group, scope)
    return [
        _Leaf(
            leaf.shape,
            leaf.sizes,
            np.einsum("iab,jbc->ijac", outer, leaf.poses).reshape(-1, 4, 4),
            leaf.color,
            leaf.material,
            leaf.density,
            leaf.use if part.use == "both" else part.use,
            leaf.mesh,
        )
        for leaf in inner
        # What is only seen of something that is only solid is neither.
        if "both" in (leaf.use, part.use) or leaf.use == part.use
    ]


def _painted(part: Part) -> MeshFile | None:
    """Return the file of a mesh; a colour of the part replaces all colours of its file."""
    mesh = part.mesh
    if mesh is None or mesh.surface is None or not part.color:
        return mesh
    return replace(mesh, surface=replace(mesh.surface, paints=()))


def _inner_leaves(
    body: Body,
    composite: Composite,
    holder: _Holder,
    scope: Scope,
    budget: _Budget,
    times: int,
    depth: int,
) -> list[_Leaf]:
    leaves: list[_Leaf] = []
    for part in composite.parts:
        try:
            leaves += _leaves(body, holder, part, scope, budget, times, depth - 1)
        except ArgumentError as error:
            raise ArgumentError(f"its {part.id}: {error}") from error
    return leaves


def _inside(composite: Composite, part: Part, scope: Scope) -> Scope:
    """Return the names inside a composite: its parameters and constants, in its own unit."""
    metres = metres_per(composite.unit)
    given = dict(part.sizes)
    sizes: dict[str, Measured] = {}
    for name in given:
        if composite.parameter(name) is None:
            known = ", ".join(one.name for one in composite.parameters)
            raise ArgumentError(f"{part.shape} has no size {name!r}; it has {known}")
    for one in composite.parameters:
        value = scope.value(given[one.name], one) if one.name in given else one.omitted
        sizes[one.name] = checked(one, value)
    check_relations(composite.relations, sizes)
    kinds = {one.name: one.kind for one in composite.parameters}
    names = {
        name: number / metres
        if kinds[name] == "length"
        else float(np.degrees(number))
        if kinds[name] == "angle"
        else number
        for name, number in plain_numbers(sizes).items()
    }
    return Scope({**names, **constant_values(composite.constants, names)}, metres)


def _placed(part: Part, group: PartGroup | None, scope: Scope) -> Array:
    poses = poses_of(part, scope)
    if group is None:
        return poses
    moved: Array = np.einsum("iab,jbc->ijac", poses_of(group, scope), poses).reshape(-1, 4, 4)
    return moved


# By value: parts of equal sizes, and of bodies made afresh, are checked once.
@lru_cache(maxsize=4096)
def _checked_sizes(name: str, given: Sizes) -> tuple[Sizes, float]:
    """Return all sizes of a shape, checked, and its approximate number of faces."""
    shape = PART_SHAPES[name]
    sizes = measured(shape, dict(given))
    return tuple(sizes.items()), face_count(shape, sizes)


# By value: the parts of a body share a few looks.
@lru_cache(maxsize=1024)
def _looks(color: str, material: str) -> tuple[str, str]:
    """Return a colour and a material that exist."""
    if material not in MATERIALS:
        raise ArgumentError(
            f"there is no material {material!r}; expected one of {', '.join(MATERIALS)}"
        )
    return (color if color == ROBOT_COLOR else hex_color(color)), material
