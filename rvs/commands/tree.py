"""``rvs tree``: list links and joints of a description, to choose base and tip of a chain."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rvs.commands.answers import print_json, print_table
from rvs.engine.descriptions.link_tree import LinkTree
from rvs.files.chains import limb_name
from rvs.files.library import find_robot
from rvs.files.robots.readers import is_tree
from rvs.files.text.errors import whole_file
from rvs.files.trees.chains import meant_ends
from rvs.files.trees.readers import TREES, read_tree_file

HELP = "list the links and joints of a description with branches, and its chains"
# What a branch is indented by.
STEP = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help=f"one of {', '.join(TREES)}")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Print a line for each link; the chosen chain is marked."""
    path = find_robot(options.file)
    if not is_tree(path):
        raise whole_file(path, f"has no tree of links; {', '.join(TREES)} files have one")
    file = read_tree_file(path, options.choices)
    tree, ends = file.tree, meant_ends(file)
    if options.json:
        print_json(_facts(tree))
        return 0
    steps = tree.path(ends.root, ends.tip)
    own = {ends.root, *(name for one, _ in steps for name in (one.parent, one.child))}
    rows = [("", "Link", "Joint", "Kind")]
    for name, depth in _indented(tree):
        joint = tree.above.get(name)
        said = (joint.name, joint.kind) if joint else ("", "")
        rows.append(("*" if name in own else "", STEP * depth + name, *said))
    print_table(rows)
    print(f"* {ends.root} to {ends.tip}; choose other links with --root and --tip, for example")
    for one in tree.arms:
        title = limb_name(tree, one) or "chain"
        print(f"  --tip {one.tip}  {title.lower()}, {len(one.joints)} joints")
    return 0


def _indented(tree: LinkTree) -> Iterator[tuple[str, int]]:
    """Yield the links, each with the number of branchings above it."""
    waiting = [(tree.root, 0)]
    while waiting:
        name, depth = waiting.pop()
        yield name, depth
        below = tree.below[name]
        waiting += [(one.child, depth + (len(below) > 1)) for one in reversed(below)]


def _facts(tree: LinkTree) -> dict[str, object]:
    links = []
    for name in tree.reached(tree.root):
        joint, inertia = tree.above.get(name), tree.link[name].inertia
        links.append(
            {
                "link": name,
                "mass": None if inertia is None else inertia.mass,
                "parent": joint.parent if joint else None,
                "joint": joint.name if joint else None,
                "kind": joint.kind if joint else None,
                "follows": joint.follows or None if joint else None,
            }
        )
    chains = [
        {
            "name": limb_name(tree, one) or None,
            "root": one.root,
            "tip": one.tip,
            "joints": list(one.joints),
            "usual": one == tree.main,
        }
        for one in tree.arms
    ]
    return {"name": tree.name, "root": tree.root, "links": links, "chains": chains}
