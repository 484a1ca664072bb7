"""The full model of a chain out of the simple solids that its description draws links with."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.files.trees.looks import Look, TreeFile
from rvs.model.body.values import LONGEST_ID, Body, LinkBody, Move, Part
from rvs.model.document import fresh_id

DIGITS = 12


def tree_body(file: TreeFile, chain: TreeChain, robot: Robot) -> Body | None:
    """Return the full model of a chain; None where a link is drawn by a mesh or nothing is drawn.

    For a link that is drawn by meshes, its outline for collision stands in if that is simple.
    """
    zero = np.zeros((1, robot.n))
    sources = [frame[0] for frame in chain.frames(zero)[: robot.n + 1]]
    targets = chain_frames(robot.chain, zero)[0]
    links, drawn = [], False
    for place, (cluster, source, target) in enumerate(
        zip(chain.clusters, sources, targets, strict=True)
    ):
        parts: list[Part] = []
        for name, pose in cluster:
            looks = _simple(file, name)
            if looks is None:
                return None
            for look in looks:
                taken = [part.id for part in parts]
                parts.append(
                    _part(look, fresh_id(_good(name), taken), inverse(target) @ source @ pose)
                )
        drawn = drawn or bool(parts)
        row = _drawn_for(robot.joints[place - 1]) if place else ()
        links.append(LinkBody(place, tuple(parts), drawn_for=row))
    return Body(robot.name, links=tuple(links), source=robot.source) if drawn else None


def _simple(file: TreeFile, name: str) -> list[Look] | None:
    """The simple solids of a link; None if it is drawn by meshes alone."""
    seen = file.visuals.get(name, ())
    for looks in (seen, file.collisions.get(name, ())):
        if looks and all(look.kind != "mesh" for look in looks):
            return [look for look in looks if min(look.sizes) > 0]
    return None if seen else []


def _part(look: Look, name: str, pose: Array) -> Part:
    shape, sizes, down = _shape(look)
    place = pose @ np.array(look.place)
    place[:3, 3] -= place[:3, 2] * down
    rows = np.round(place, DIGITS) + 0.0
    return Part(name, shape, sizes, (Move("pose", tuple(rows.ravel().tolist())),), color=look.color)


def _shape(look: Look) -> tuple[str, tuple[tuple[str, float], ...], float]:
    """Name and sizes of the shape, and how far below its middle its own origin is."""
    if look.kind == "box":
        return "box", tuple(zip("xyz", look.sizes, strict=True)), look.sizes[2] / 2
    if look.kind == "sphere":
        return "sphere", (("radius", look.sizes[0]),), 0.0
    if look.kind == "ellipsoid":
        return "ellipsoid", tuple(zip("xyz", look.sizes, strict=True)), 0.0
    radius, length = look.sizes
    whole = length + (2 * radius if look.kind == "capsule" else 0.0)
    return look.kind, (("radius", radius), ("height", whole)), whole / 2


def _good(name: str) -> str:
    plain = re.sub(r"[^\w .()+-]", "_", name)[: LONGEST_ID - 6].strip(" .()+-")
    return plain or "part"


def _drawn_for(joint: Joint) -> tuple[tuple[str, float], ...]:
    if joint.convention == "general":
        return ()
    own = "theta" if joint.kind == "prismatic" else "d"
    return tuple((key, getattr(joint, key)) for key in ("a", "alpha", own))


def mesh_names(file: TreeFile, chain: TreeChain) -> Iterator[str]:
    """Yield the meshes that a chain's links are drawn by, as the description names them."""
    links = [name for cluster in chain.clusters for name, _ in cluster]
    looks = (look for name in links for look in file.visuals.get(name, ()))
    yield from dict.fromkeys(look.file for look in looks if look.kind == "mesh")
