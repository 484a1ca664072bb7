"""One description as several robots side by side, each with its own links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rvs.engine.descriptions.link_tree import LinkTree, TreeLink
from rvs.engine.descriptions.tree_robot import TreeChain, kept_still
from rvs.files.text.errors import FileError, nearest, whole_file
from rvs.files.trees.link_looks import TreeFile

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
