"""The gripper of a description as an end-effector: a body with its mass and its tip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from math import degrees

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.descriptions.link_tree import ChainEnds, TreeLink
from rvs.engine.descriptions.redescribe import joined_inertia, moved_inertia
from rvs.engine.descriptions.tree_robot import TreeChain, kept_still
from rvs.engine.joint import Inertia
from rvs.engine.transforms import inverse
from rvs.files.chains.split_robots import check_links
from rvs.files.text.errors import whole_file
from rvs.files.trees.file_reach import reach_of
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.robot_tree import fixed_angles
from rvs.files.trees.tree_body import DIGITS, TreeMeshes, good_name, group_parts
from rvs.model.body.values import TOOL, Body, LinkBody
from rvs.model.robots.effectors import CENTER, MOMENTS, TURNS


def held_links(file: TreeFile, ends: ChainEnds) -> tuple[str, ...]:
    """Return the links at which an end-effector of a chain can begin, the nearest first.

    They are beyond the last joint and are not moved by this joint itself.
    """
    (start, _), *others = TreeChain(file.tree, ends).clusters[-1]
    names = {name for name, _ in others}
    # What carries the link that the joint moves is none of its gripper.
    names -= set(file.tree.ancestors(start))
    return tuple(name for name in file.tree.reached(file.tree.root) if name in names)


def gripper(file: TreeFile, ends: ChainEnds, meshes: TreeMeshes) -> Body:
    """Return the selected link of a description, with all its descendants, as an end-effector.

    Its joints are fixed at zero, and its tip is the tip of the chain.

    Args:
        file: The description.
        ends: The chain.
        meshes: Its meshes; missing ones are recorded there.

    Raises:
        FileErrors: It is not a link after the last joint of the chain.
    """
    link = file.choices.effector
    check_links(file, link)
    if link not in held_links(file, ends):
        words = f"the end-effector {link!r} is not after the last joint of the chain"
        raise whole_file(file.path, f"{words} to {ends.tip!r}")
    poses = dict(TreeChain(file.tree, ends).clusters[-1])
    return _body(file, link, poses, ends.tip, meshes, by_tip=1.0)


def alone(file: TreeFile, root: str = "", tip: str = "") -> tuple[Body, TreeMeshes]:
    """Return a description, or a part of one, as a separate end-effector.

    All its joints are fixed at zero.

    Args:
        file: The description.
        root: Link that is fixed to a flange, with z away from it; the root of the tree if omitted.
        tip: Link whose frame is the tool frame; the root if omitted.

    Returns:
        The end-effector, and its meshes with a record of missing ones.

    Raises:
        FileErrors: There is no such link, or the root does not carry the tip.
    """
    link = root or file.tree.root
    end = tip or link
    check_links(file, link, end)
    if end not in set(file.tree.reached(link)):
        raise whole_file(file.path, f"the link {link!r} does not carry {end!r}")
    still = kept_still(file.tree, {one.name for one in file.tree.joints})
    poses = dict(TreeChain(still, ChainEnds(link, end, ())).clusters[0])
    meshes = TreeMeshes(file.path, reach_of(file.path, file.choices))
    return _body(file, link, poses, end, meshes), meshes


def _body(
    file: TreeFile,
    link: str,
    poses: Mapping[str, Array],
    tip: str,
    meshes: TreeMeshes,
    by_tip: float = 0.0,
) -> Body:
    """Return a link and everything it carries as an end-effector in the frame of that link."""
    back = inverse(poses[link])
    own = [(name, back @ poses[name]) for name in file.tree.reached(link)]
    parts, _ = group_parts(file, own, meshes)
    weights = [
        moved_inertia(inertia, pose)
        for name, pose in own
        if (inertia := file.tree.link[name].inertia) is not None
    ]
    weight = reduce(joined_inertia, weights) if weights else Inertia()
    name = " ".join(file.tree.name.split())
    return Body(
        good_name(name if link == file.tree.root else f"{name} {link}"),
        "tool",
        constants=_constants(back @ poses[tip], weight, by_tip),
        links=(LinkBody(TOOL, tuple(parts)),),
        source=f"{file.path.name}, {link}",
    )


def without_gripper(file: TreeFile) -> TreeFile:
    """Return a description without mass and shape of its selected end-effector."""
    gone = set(file.tree.reached(file.choices.effector))
    links = tuple(TreeLink(one.name) if one.name in gone else one for one in file.tree.links)
    visuals, collisions = (
        {name: some for name, some in of.items() if name not in gone}
        for of in (file.visuals, file.collisions)
    )
    tree = replace(file.tree, links=links)
    return replace(file, tree=tree, visuals=visuals, collisions=collisions)


def _constants(tip: Array, weight: Inertia, by_tip: float) -> tuple[tuple[str, float], ...]:
    """Return numbers of an end-effector; zeros are omitted, except for its mass."""
    roll, tilt, turn = map(degrees, fixed_angles(tip))
    names = ("tip_x", "tip_y", "tip_z", *TURNS)
    values = np.round([*tip[:3, 3], turn, tilt, roll], DIGITS).tolist()
    tips = dict(zip(names, values, strict=True))
    masses = dict(zip((*CENTER, *MOMENTS), (*weight.com, *weight.moments), strict=True))
    whole = {"by_tip": by_tip, **tips, **masses}
    said = {name: value for name, value in whole.items() if value}
    return (("mass", weight.mass), *said.items())
