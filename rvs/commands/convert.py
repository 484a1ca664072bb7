"""``rvs convert``: convert a robot to another description, and prove that both agree."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from rvs.commands.answers import print_file, print_json
from rvs.commands.arguments import joint_names
from rvs.commands.models import MODELS, is_model
from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree
from rvs.engine.errors import RvsError
from rvs.files.convert import Conversion, convert
from rvs.files.library import find_robot
from rvs.files.robots.readers import is_tree
from rvs.files.text.errors import whole_file
from rvs.files.trees.readers import TREES, read_tree_file
from rvs.files.writers import writer_names, written_suffixes

HELP = "convert a robot between descriptions, and print how closely they agree"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("robot", metavar="IN", help="name in the library, or a file")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT",
        help=f"one of {', '.join((*written_suffixes(), *MODELS))}; for models of a motion use "
            "rvs export",
    )  # fmt: skip
    parser.add_argument(
        "--as", dest="kind", choices=writer_names(), metavar="NAME",
        help="kind of script: toolbox (if left out), numpy or pinocchio as .py, toolbox or "
            "rigidbodytree as .m",
    )  # fmt: skip
    parser.add_argument(
        "--chains",
        action="store_true",
        help=(
            "list the chains of joints that can be converted; arms that end at their grippers "
            "come first"
        ),
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="write nothing unless another program (Pinocchio, MuJoCo, Drake) agrees",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(options: argparse.Namespace) -> int:
    """Convert a robot, or list the chains."""
    path = find_robot(options.robot)
    if options.chains:
        return _list_chains(path, options)
    if options.output is None:
        raise RvsError("name the output with -o OUT, or list the chains with --chains")
    if is_model(options.output):
        # Only here: descriptions wait for nothing that draws bodies.
        from rvs.commands.convert_model import convert_to_model

        return convert_to_model(path, options)
    done = convert(path, options.output, options.kind, options.choices, options.verify)
    if options.json:
        print_json(_facts(done))
    else:
        _tell(done, path)
    return 0


def _list_chains(path: Path, options: argparse.Namespace) -> int:
    if not is_tree(path):
        raise whole_file(path, f"has one chain; {', '.join(TREES)} files can have several")
    tree = read_tree_file(path, options.choices).tree
    followed = {joint.name: joint.follows for joint in tree.joints}
    if options.json:
        print_json([_chain(tree, one, followed) for one in tree.chains])
        return 0
    for one in tree.arms:
        names = [f"{n} (follows {followed[n]})" if followed[n] else n for n in one.joints]
        is_main = tree.main is not None and one.joints == tree.main.joints
        usual = "; used if no other is chosen" if is_main else ""
        print(f"{one.root} to {one.tip}: {len(names)} joints: {', '.join(names)}{usual}")
    return 0


def _chain(tree: LinkTree, ends: ChainEnds, followed: Mapping[str, str]) -> dict[str, object]:
    """Return a chain up to a leaf; for a chain with a finger, the arm up to its gripper too."""
    arm = tree.hand(ends) or ends
    return {
        "root": ends.root,
        "tip": ends.tip,
        "joints": list(ends.joints),
        "follows": {name: followed[name] for name in ends.joints if followed[name]},
        "arm": {"tip": arm.tip, "joints": list(arm.joints)},
        "usual": arm == tree.main,
    }


def _facts(done: Conversion) -> Mapping[str, object]:
    return {
        "file": str(done.path),
        "root": done.ends.root if done.ends else None,
        "tip": done.ends.tip if done.ends else None,
        "joints": joint_names(done.robot),
        "error": done.error,
        "torque_error": done.torque_error,
        "witnesses": [
            {
                "file": str(one.path),
                "by": one.by or None,
                "agrees": one.agrees,
                "error": one.error,
                "torque_error": one.torque_error,
                "reason": one.reason or None,
            }
            for one in done.opinions
        ],
        "notes": list(done.notes),
        "meshes": list(map(str, done.meshes)),
        "missing": [
            {"file": one.name, "looked": list(map(str, one.looked))} for one in done.missing
        ],
    }


def _tell(done: Conversion, source: Path) -> None:
    robot = done.robot
    if done.ends is not None:
        print(f"{robot.name}: {robot.n} joints from {done.ends.root} to {done.ends.tip}")
    for note in done.notes:
        print(f"note: {note}")
    said = " ".join(done.notes)
    for one in done.missing:
        if repr(one.name) not in said:
            print(f"missing: {one.name}, looked for at {', '.join(map(str, one.looked))}")
    print(
        f"{done.path.name} as RVS reads it back, compared with {source.name} (relative "
        "differences):"
    )
    print(f"  largest difference of poses over 1,000 random postures: {done.error:.1e}")
    if done.torque_error is not None:
        print(f"  largest difference in torque over 100 random states: {done.torque_error:.1e}")
    for opinion in done.opinions:
        print(opinion.words)
    if not done.opinions:
        print("no second opinion: these formats are RVS's own, and no other program reads them")
    print_file(done.path)
