"""The choices of descriptions with branches: limbs, robots on one base, grippers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from math import degrees

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree, TreeLink
from rvs.engine.descriptions.redescribe import joined_inertia, moved_inertia
from rvs.engine.descriptions.tree_robot import TreeChain, kept_still
from rvs.engine.joint import Inertia
from rvs.engine.transforms import inverse
from rvs.files.text.errors import FileError, nearest, whole_file
from rvs.files.trees.file_reach import reach_of
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.robot_tree import fixed_angles
from rvs.files.trees.tree_body import DIGITS, TreeMeshes, good_name, group_parts
from rvs.model.body.values import TOOL, Body, LinkBody
from rvs.model.robots.effectors import CENTER, MOMENTS, TURNS

SIDES = {
    **dict.fromkeys(("left", "l"), "Left"),
    **dict.fromkeys(("right", "r"), "Right"),
    **dict.fromkeys(("fl", "lf"), "Front left"),
    **dict.fromkeys(("fr", "rf"), "Front right"),
    **dict.fromkeys(("hl", "lh", "rl"), "Rear left"),
    **dict.fromkeys(("hr", "rh", "rr"), "Rear right"),
}
# Limbs that a robot has once begin so, but for fingers.
SIDES_FIRST, FINGER = ("Left", "Right", "Front", "Rear", "Head"), "finger"
# Words in the names of joints, and the limb that each of them belongs to.
LIMBS = {
    **dict.fromkeys(("finger", "fingertip", "thumb", "index", "middle", "ring"), FINGER),
    **dict.fromkeys(("little", "pinky", "knuckle", "gripper", "flex"), FINGER),
    **dict.fromkeys(("arm", "shoulder", "elbow", "forearm", "wrist"), "arm"),
    **dict.fromkeys(("leg", "hip", "thigh", "knee", "ankle", "calf", "foot"), "leg"),
    **dict.fromkeys(("wheel", "caster"), "wheel"),
    **dict.fromkeys(("head", "neck"), "head"),
    **dict.fromkeys(("torso", "waist"), "torso"),
    **{word: word for word in ("hand", "laser", "tail")},
}  # fmt: skip
# One letter and a limb in one word, as in ``LARM``.
SHORT = re.compile(r"([lr])(arm|leg|hand|finger|wrist|hip|knee|ankle|shoulder|elbow)")
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def limb_name(tree: LinkTree, ends: ChainEnds) -> str:
    """Return the common name of a chain according to its joints' names, or nothing.

    The joint next to the tip identifies the limb, and the joints together identify the side.
    """
    words = [_words(name) for name in ends.joints]
    found = (LIMBS[word] for one in reversed(words) for word in reversed(one) if word in LIMBS)
    limb = "arm" if ends in tree.hands else next(found, "")
    said = [SIDES[word] for one in words for word in one if word in SIDES]
    # An r at the end of a name is more often a roll.
    side = next((word for word in said if said.count(word) * 2 > len(said)), "")
    # Of a side without a word for the limb that is all there is to say.
    limb = limb or ("chain" if side else "")
    return f"{side} {limb}".strip().capitalize()


def _words(name: str) -> list[str]:
    """Return the lower-case words of a name; a single letter means a side only at its beginning."""
    found: list[str] = []
    for place, word in enumerate(WORDS.findall(name)):
        small = word.lower()
        short = SHORT.fullmatch(small)
        if short:
            found += short.groups()
        elif len(small) > 1 or place == 0:
            found.append(small)
    return found


STILL = "fixed at zero"
# Names in one sentence; the rest is counted.
MOST_NAMES = 8


def robot_part(file: TreeFile) -> TreeFile:
    """Return the part of a description about one of the selected robots.

    Joints that several of them would move are fixed. Links that another robot moves are removed,
    and the fixed links belong to the first.

    Raises:
        FileErrors: There is no such robot among them, or one of them is a part of another.
    """
    tips, tree = file.choices.tips, file.tree
    if not tips:
        return file
    if file.choices.tip not in tips:
        listed_tips = ", ".join(tips)[:200]
        words = f"there is no tip {file.choices.tip[:60]!r}; expected one of {listed_tips}"
        if not file.choices.tip:
            words = f"robots end at {listed_tips}; choose one with --tip"
        raise whole_file(file.path, words)
    still, shared = _apart(file)
    chains = [TreeChain(still, still.ends(file.choices.root or tree.root, tip)) for tip in tips]
    own = next(one for one in chains if one.ends.tip == file.choices.tip)
    gone = _moved(one for one in chains if one is not own)
    bare = set() if own is chains[0] else {name for name, _ in own.clusters[0]} - gone
    links = tuple(
        TreeLink(link.name) if link.name in bare else link
        for link in still.links
        if link.name not in gone
    )
    joints = tuple(one for one in still.joints if not {one.parent, one.child} & gone)
    tops = {link.name for link in links} - {joint.child for joint in joints}
    # Of a chain that leads inwards the root is gone too.
    top = tops.pop()
    x, y, z = TreeChain(still, still.ends(top, top)).gravity.tolist()
    looks = (
        {name: some for name, some in of.items() if name not in bare}
        for of in (file.visuals, file.collisions)
    )
    visuals, collisions = looks
    return replace(
        file,
        tree=LinkTree(tree.name, links, joints, (x, y, z)),
        visuals=visuals,
        collisions=collisions,
        warnings=(*file.warnings, *_said(file, shared)),
    )


def _apart(file: TreeFile) -> tuple[LinkTree, list[str]]:
    """Return the tree with joints shared by several chains fixed, and the names of these joints."""
    tree, tips = file.tree, file.choices.tips
    root = file.choices.root or tree.root
    check_links(file, root, *tips)
    chains = [tree.ends(root, tip) for tip in tips]
    often = Counter(name for one in chains for name in one.joints)
    shared = [joint.name for joint in tree.joints if often[joint.name] > 1]
    still = kept_still(tree, set(shared))
    for tip in tips:
        if not still.ends(root, tip).joints:
            words = f"the chain to {tip!r} is a part of another; each robot needs its own joints"
            raise whole_file(file.path, words)
    return still, shared


def check_links(file: TreeFile, *names: str) -> None:
    """Refuse names that are not links of a description.

    Raises:
        FileErrors: One is not a link; the message lists the ends of chains.
    """
    tree = file.tree
    for name in names:
        if name not in tree.link:
            guess = nearest(name, tuple(tree.link))
            ends = listed([one.tip for one in tree.arms])
            words = f"there is no link {name[:60]!r}{guess}; its chains begin at {tree.root!r}"
            raise whole_file(file.path, f"{words} and end at {ends}")


def listed(words: list[str], most: int = MOST_NAMES) -> str:
    """Return words separated by commas; if many, the first ones and the number of the others."""
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def _moved(chains: Iterable[TreeChain]) -> set[str]:
    """Return the links that chains move."""
    return {name for one in chains for cluster in one.clusters[1:] for name, _ in cluster}


def _said(file: TreeFile, shared: list[str]) -> list[FileError]:
    if not shared:
        return []
    words = f"{STILL}, because several of the robots share them: {listed(shared)}"
    return [FileError(str(file.path), 0, 0, words)]


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
