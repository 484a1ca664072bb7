"""Masses of a robot's links from its body: the volume of each part times its density."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.bodies.part_meshes import Sizes, seen_meshes, solid_meshes
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.geometry.bulk import EMPTY, Bulk, inside
from rvs.geometry.shapes import SHAPES
from rvs.model.appearance.materials import SUBSTANCES, USUAL
from rvs.model.body.fit import FittedPart, fit
from rvs.model.body.sizes import measured
from rvs.model.body.values import TOOL, Body
from rvs.model.derived import derived
from rvs.model.robots.effectors import numbers, own_inertia
from rvs.model.robots.masses import bulk_of, inertia_of, unweighed, without_dust
from rvs.value_class import dataclass

# Links are hollow: twenty bundled robots whose masses are published have 0.2 to 1.0 of those of
# solid bodies, 0.31 in the median.
FILL = 0.3
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])


@dataclass(frozen=True, slots=True)
class Weighing:
    """Method by which masses are found from a body.

    Attributes:
        densities: Densities in kg/m^3 by material of the body (``"paint"``, ``"brushed"`` ...);
            those of ``USUAL`` for all other materials.
        fill: Share of the drawn volume that is material, as links are hollow.
        total: Mass of the whole robot with its base, in kg, to which all densities are scaled.
        known: Masses of links, from 1, in kg, to which those links are scaled.
        keep: Do not change links whose mass is already known.

    Raises:
        ArgumentError: A number that is not above 0.
    """

    densities: tuple[tuple[str, float], ...] = ()
    fill: float = FILL
    total: float | None = None
    known: tuple[tuple[int, float], ...] = ()
    keep: bool = False

    def __post_init__(self) -> None:
        numbers = [("fill", self.fill), *self.densities]
        numbers += [(f"link {link}", mass) for link, mass in self.known]
        numbers += [] if self.total is None else [("total", self.total)]
        for name, value in numbers:
            if not (np.isfinite(value) and value > 0.0):
                raise ArgumentError(f"{name}: expected a number above 0, got {value:g}")
        if self.fill > 1.0:
            raise ArgumentError(f"fill: expected a fraction from 0 to 1, got {self.fill:g}")

    def density(self, part: FittedPart) -> float:
        """Return the density of a part, in kg/m^3: its own, or that of its material."""
        own = part.density or dict(self.densities).get(part.material)
        return self.fill * (own or SUBSTANCES[USUAL[part.material]])


USUALLY, KEEPING = Weighing(), Weighing(keep=True)


@derived(size=64)
def link_bulks(robot: Robot, body: Body, weighing: Weighing) -> tuple[Bulk, ...]:
    """Return base and links as bodies whose volume equals their mass, each in its own frame.

    Overlapping parts are counted twice.

    Args:
        robot: The robot.
        body: Its body; parts that do not fit are omitted.
        weighing: Densities, and known masses.

    Raises:
        ArgumentError: A known mass of a link that has no parts, or a total that the known masses
            already reach.
    """
    found = [EMPTY] * (robot.n + 1)
    for part in fit(body, robot).parts:
        place = robot.n if part.place == TOOL else part.place
        found[place] = found[place] + part_bulk(part) * weighing.density(part)
    return _scaled(found, weighing)


def weighed(robot: Robot, body: Body, weighing: Weighing = USUALLY) -> Robot:
    """Return the robot with masses, centres and moments of inertia of its body.

    A link without parts is massless.

    Args:
        robot: The robot.
        body: Its body: a full model, or the automatic one.
        weighing: Densities, and known masses.

    Raises:
        ArgumentError: A mass that the body can't have.
    """
    bulks = link_bulks(robot, body, weighing)[1:]
    joints = tuple(
        joint
        if weighing.keep and joint.inertia is not None
        else replace(joint, inertia=without_dust(inertia_of(bulk)))
        for joint, bulk in zip(robot.joints, bulks, strict=True)
    )
    return robot.replace(joints=joints)


def reweighed(
    robot: Robot, body: Body, present: Robot, drawn: Body, held: Collection[int] = ()
) -> Robot:
    """Return a design of a robot with the masses of its own body.

    Unknown masses are those of the body.  A known mass changes in proportion to that of the body of
    its link, and its distribution is stretched like that body: by the symmetric matrix that changes
    the second moments of one body into those of the other (Olkin and Pukelsheim 1982).  A link
    without parts keeps its known mass.

    Args:
        robot: The design, with the masses of the present robot.
        body: Its body.
        present: The present robot.
        drawn: The body of the present robot.
        held: Links, from 1, whose masses stay as they are.
    """
    joints = list(weighed(robot, body, KEEPING).joints)
    bulks, before = link_bulks(robot, body, KEEPING), link_bulks(present, drawn, KEEPING)
    for link in {*range(1, robot.n + 1)}.difference(unweighed(robot), held):
        own = joints[link - 1].inertia
        if own is not None and before[link].volume > 0.0:
            made = _stretched(own, before[link], bulks[link])
            joints[link - 1] = replace(joints[link - 1], inertia=made)
    return robot.replace(joints=tuple(joints))


def _stretched(known: Inertia, old: Bulk, new: Bulk) -> Inertia:
    """Return known mass properties, stretched as one body into another."""
    if known.mass <= 0.0 or np.array_equal(old.second, new.second):
        return known
    if new.volume <= 0.0:
        return Inertia()
    mass = known.mass * new.volume / old.volume
    root = _root(_spread(old))
    back = np.linalg.inv(root)
    stretch = back @ _root(root @ _spread(new) @ root) @ back
    own = bulk_of(known)
    center = new.center + stretch @ (own.center - old.center)
    spread = stretch @ _spread(own) @ stretch.T
    second = mass * (spread + np.outer(center, center))
    return without_dust(replace(inertia_of(Bulk(mass, mass * center, second)), mass=mass))


def _spread(bulk: Bulk) -> Array:
    """Return the second moments of a body about its centre for a volume of 1 (3, 3), m^2."""
    found: Array = bulk.second / bulk.volume - np.outer(bulk.center, bulk.center)
    return found


def _root(matrix: Array) -> Array:
    """Return the square root of a symmetric positive matrix (3, 3)."""
    values, vectors = np.linalg.eigh(matrix)
    root: Array = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    return root


def tool_bulk(effector: Body, robot: Robot, weighing: Weighing = USUALLY) -> Bulk:
    """Return an end-effector in its own frame as a body whose volume equals its mass.

    Args:
        effector: The end-effector; its constant ``mass``, in kg, is used if present; an effector
            that is only drawn has 0.
        robot: The robot that carries it.
        weighing: Densities.
    """
    said = own_inertia(effector, robot)
    if said is not None:
        return bulk_of(said)
    parts = fit(effector, robot).parts
    whole = sum((part_bulk(part) * weighing.density(part) for part in parts), EMPTY)
    own = numbers(effector, robot).get("mass")
    return whole if own is None or not whole.volume else whole * (own / whole.volume)


def part_bulk(part: FittedPart) -> Bulk:
    """Return the volume of a part and all its copies in the frame of its link, exactly.

    A part that is only a collision outline has no volume.  The volume of a mesh file is that of its
    surface, or, if the surface has holes, of the enclosing convex pieces.
    """
    if part.use == "solid":
        return EMPTY
    if part.mesh is not None:
        one = _file_bulk(part)
    else:
        one = shape_bulk(part.shape, part.sizes)
        if part.flipped:
            one = one.moved(MIRROR)
    return sum((one.moved(pose) for pose in part.poses), EMPTY)


def _file_bulk(part: FittedPart) -> Bulk:
    surface = part.mesh.surface if part.mesh else None
    if surface is None or surface.closed:
        # Those of one colour each are closed only together.
        return inside(*(mesh for _, mesh in seen_meshes(part))).bulk
    pieces = solid_meshes(replace(part, use="both"))
    return sum((inside(mesh).bulk for mesh in pieces), EMPTY)


# By value, as the meshes of shapes are.
@lru_cache(maxsize=1024)
def shape_bulk(name: str, sizes: Sizes) -> Bulk:
    """Return the volume of a shape of the catalogue, exactly.

    Args:
        name: The shape.
        sizes: Its sizes by name, in m and rad.

    Raises:
        ArgumentError: Sizes that make no shape.
    """
    shape = SHAPES[name]
    return shape.bulk(measured(shape, dict(sizes)))


def densities_of(substances: Mapping[str, str]) -> tuple[tuple[str, float], ...]:
    """Return the densities of a weighing from the substances of the materials, by name.

    Raises:
        ArgumentError: No such material or substance.
    """
    for material, substance in substances.items():
        for name, known in ((material, USUAL), (substance, SUBSTANCES)):
            if name not in known:
                raise ArgumentError(f"{name!r} is unknown; expected one of {', '.join(known)}")
    return tuple((material, SUBSTANCES[one]) for material, one in substances.items())


def weighable(effector: Body) -> Body:
    """Return an end-effector with the masses of its parts, if it has no known mass."""
    constants = tuple(one for one in effector.constants if one != ("mass", 0.0))
    return replace(effector, constants=constants)


def _scaled(found: list[Bulk], weighing: Weighing) -> tuple[Bulk, ...]:
    """Return the same bodies, scaled to the known masses."""
    known = dict(weighing.known)
    for link, mass in known.items():
        if not 1 <= link < len(found):
            raise ArgumentError(f"link {link}: the robot has links 1 to {len(found) - 1}")
        if found[link].volume <= 0.0:
            raise ArgumentError(f"link {link}: {mass:g} kg, but its body has no parts")
        # The mass that was given, to the last bit.
        found[link] = replace(found[link] * (mass / found[link].volume), volume=mass)
    if weighing.total is not None:
        rest = sum(bulk.volume for link, bulk in enumerate(found) if link not in known)
        left = weighing.total - sum(known.values())
        if rest <= 0.0 or left <= 0.0:
            raise ArgumentError(
                f"total: {weighing.total:g} kg, of which {left:.4g} kg remain for the links "
                f"without a known mass, whose bodies have {rest:.4g} kg"
            )
        found = [bulk if link in known else bulk * (left / rest) for link, bulk in enumerate(found)]
    return tuple(found)
