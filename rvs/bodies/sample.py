"""A shape or library part on its own, for galleries."""

from __future__ import annotations

from functools import lru_cache

from rvs.bodies.robot_body import made_body
from rvs.bodies.solid import Solid
from rvs.engine.robot import Robot
from rvs.geometry.mesh_shape import MESH
from rvs.geometry.shape import Shape
from rvs.model.appearance.colors import rgba
from rvs.model.body.values import Body, Composite, LinkBody, Part
from rvs.model.mesh_file import MeshFile, mesh_id

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
