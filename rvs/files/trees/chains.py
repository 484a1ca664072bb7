"""A serial chain of a description with branches as a separate robot, and its meshes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rvs.bodies.part_meshes import surface_meshes
from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Convention
from rvs.engine.robot import Robot
from rvs.files.budget import within_budget
from rvs.files.chains import (
    FINGER,
    SIDES_FIRST,
    STILL,
    check_links,
    gripper,
    limb_name,
    listed,
    without_gripper,
)
from rvs.files.robots.arch import Architecture
from rvs.files.text.errors import FileError, FileErrors, outside_words, whole_file
from rvs.files.trees.file_reach import Missing, reach_of
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.tree_body import TreeMeshes, tree_body
from rvs.model.body.values import MAX_PARTS, Body
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.robots.imported import USUAL, Choices, Imported

# Meshes that are missing and named in full.
MOST_MISSING = 3
UNLIKE_EXACT = "rows are general between axes that are parallel except for rounding in the file"


@within_budget()
def read_chain(path: Path, choices: Choices = USUAL) -> Architecture:
    """Read the chosen chain of a description, or the default one.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return meant_chain(read_tree_file(path, choices))


def meant_ends(file: TreeFile) -> ChainEnds:
    """Return the ends of the chain chosen when a description was read."""
    return chosen_ends(file, file.choices.root or None, file.choices.tip or None)


def meant_chain(file: TreeFile) -> Architecture:
    """Return the chain chosen when a description was read, as a robot.

    Raises:
        FileErrors: There is no such chain, or it can't be a robot.
    """
    one = file.choices
    chosen = bool(one.root or one.tip)
    return chain_architecture(file, meant_ends(file), one.convention, one.snap, chosen)


def chosen_ends(file: TreeFile, root: str | None = None, tip: str | None = None) -> ChainEnds:
    """Return the chain between two links.

    Args:
        file: The description.
        root: Link that is fixed; the root of the tree if omitted.
        tip: Link at the other end; that of the longest chain from the root if omitted.

    Raises:
        FileErrors: There is no such link, nothing moves between them, or too many joints.
    """
    tree = file.tree
    check_links(file, *(name for name in (root, tip) if name is not None))
    if root is None and tip is None:
        if tree.main is None:
            raise whole_file(file.path, "none of its joints moves, so it contains no robot")
        ends = tree.main
    else:
        ends = tree.ends(root or tree.root, tip or _farthest(tree, root or tree.root))
    if not ends.joints:
        words = f"no joint moves between the links {ends.root!r} and {ends.tip!r}"
        raise whole_file(file.path, words)
    if len(ends.joints) > MAX_JOINTS:
        words = f"{len(ends.joints)} joints move in this chain; a robot has at most {MAX_JOINTS}"
        raise whole_file(file.path, words)
    return ends


def _farthest(tree: LinkTree, root: str) -> str:
    """Return the leaf with the most joints between it and a link."""
    leaves = [name for name in tree.reached(root) if not tree.below[name]]
    return max(leaves, key=lambda leaf: len(tree.ends(root, leaf).joints))


def chain_robot(
    file: TreeFile, ends: ChainEnds, convention: Convention = "standard", snap: float = 0.0
) -> Robot:
    """Return a chain as a robot with a table, base and tool.

    Args:
        file: The description.
        ends: The chain.
        convention: ``"standard"`` or ``"modified"``.
        snap: Angle in rad below which axes are made parallel.

    Raises:
        FileErrors: It can't be a robot.
    """
    try:
        robot = TreeChain(file.tree, ends).robot(convention, snap)
    except ArgumentError as error:
        raise whole_file(file.path, str(error)) from error
    return robot.replace(
        name=chain_name(file, ends), source=f"{file.path.name}, {ends.root} to {ends.tip}"
    )


@within_budget()
def chain_architecture(
    file: TreeFile,
    ends: ChainEnds,
    convention: Convention = "standard",
    snap: float = 0.0,
    chosen: bool = False,
) -> Architecture:
    """Return a chain as an architecture file.

    Args:
        file: As for ``chain_robot``, as are ends, convention and snap.
        ends: The chain.
        convention: Convention of its table.
        snap: Angle in rad.
        chosen: The chain was chosen by someone, so that no note identifies it.

    Raises:
        FileErrors: It can't be a robot.
    """
    meshes = TreeMeshes(file.path, reach_of(file.path, file.choices))
    held = gripper(file, ends, meshes) if file.choices.effector else None
    own = without_gripper(file) if held else file
    robot, chain = chain_robot(own, ends, convention, snap), TreeChain(own.tree, ends)
    try:
        body = tree_body(own, chain, robot, meshes)
    except ArgumentError as error:
        raise whole_file(file.path, str(error)) from error
    notes = (*_notes(file, chain, robot, chosen), *_mesh_notes(meshes, body))
    warnings = (*file.warnings, *notes)
    return Architecture(
        robot,
        geomtype="skeleton" if body is None else "full",
        body=body,
        end_effector=held.name if held else "none",
        effector=held,
        imported=_imported(file, ends, convention, snap, chosen),
        warnings=warnings,
    )


def _imported(
    file: TreeFile, ends: ChainEnds, convention: Convention, snap: float, chosen: bool
) -> Imported:
    """Return the file, with the fewest links that identify the chain; a chosen one by its tip."""
    names = [("", ""), ("", ends.tip), (ends.root, ends.tip)]
    first = 2 if file.choices.tips else 1 if chosen else 0
    root, tip = next(
        pair
        for pair in names[first:]
        if pair == names[-1] or chosen_ends(file, *(name or None for name in pair)) == ends
    )
    choices = replace(file.choices, root=root, tip=tip, convention=convention, snap=snap)
    return Imported.of(file.path, choices)


def chain_name(file: TreeFile, ends: ChainEnds) -> str:
    """Return the name of the robot of a chain: with its tip if there are several.

    For robots side by side, the name of a side or the head is sufficient.
    """
    name = " ".join(file.tree.name.split()) or file.path.stem
    if file.choices.tips:
        limb = limb_name(file.tree, ends)
        told = limb.startswith(SIDES_FIRST) and FINGER not in limb
        return f"{name} {limb.lower() if told else ends.tip}"
    return name if ends == file.tree.main else f"{name} {ends.tip}"


def _notes(file: TreeFile, chain: TreeChain, robot: Robot, chosen: bool) -> list[FileError]:
    ends, found = chain.ends, []
    arms = file.tree.arms
    if len(arms) > 1 and not chosen:
        hand = any(one.joints[: len(ends.joints)] == ends.joints != one.joints for one in arms)
        found.append(
            f"the longest of {len(arms)} chains of joints{', up to its gripper' if hand else ''}: "
            f"from {ends.root!r} to {ends.tip!r}"
        )
    still = [joint.name for joint in chain.frozen]
    if still:
        found.append(f"{STILL}: {listed(still)}")
    for joint in chain.joints:
        if joint.follows:
            found.append(
                f"joint {joint.name!r} follows {joint.follows!r}; in RVS it moves independently"
            )
    general = [str(i) for i, joint in enumerate(robot.joints, 1) if joint.convention == "general"]
    if general:
        rows = f"row {general[0]} is" if len(general) == 1 else f"rows {', '.join(general)} are"
        found.append(f"{rows} general: {UNLIKE_EXACT}; --snap makes these parallel")
    return [FileError(str(file.path), 0, 0, words) for words in found]


def _mesh_notes(meshes: TreeMeshes, body: Body | None) -> Iterator[FileError]:
    """Yield the missing parts of the look of a robot, and their substitutes."""
    gone, damaged = list(meshes.missing.values()), list(meshes.damaged.values())
    instead = "the outline for collisions is drawn" if body else "RVS draws a body of its own"
    if meshes.crowd:
        words = f"its links have {meshes.crowd:,} parts; RVS shows at most {MAX_PARTS:,}"
        yield FileError(str(meshes.description), 0, 0, f"{words}, so {instead}")
    for one in gone[:MOST_MISSING]:
        words = f"mesh '{one.name[:200]}' {_why(one)}; {instead} instead"
        yield FileError(str(meshes.description), 0, 0, words)
    if len(gone) > MOST_MISSING:
        words = f"{len(gone) - MOST_MISSING} more meshes are missing"
        yield FileError(str(meshes.description), 0, 0, words)
    near = list(meshes.reach.near.items())
    for name, path in near[:MOST_MISSING]:
        words = f"mesh '{name[:200]}' is missing; RVS uses {path}, whose path has the same end"
        yield FileError(str(meshes.description), 0, 0, words)
    if len(near) > MOST_MISSING:
        words = (
            f"{len(near) - MOST_MISSING} more meshes are replaced by files with the same end "
            "of the path"
        )
        yield FileError(str(meshes.description), 0, 0, words)
    for error in damaged[:MOST_MISSING]:
        words = f"{error.message}; {instead} instead"
        yield FileError(error.path, error.line, error.column, words)


def _why(one: Missing) -> str:
    """Return the reason why there is no mesh."""
    if one.alike:
        files = " or ".join(map(str, one.alike[:MOST_MISSING]))
        return (
            f"can be any of {files}, whose paths have the same end (--meshes names the right "
            "folder)"
        )
    if one.outside is not None:
        return f"is not read: {outside_words(one.outside)}"
    return f"is missing, looked for in {', '.join(map(str, one.looked))}"


def missing_meshes(file: TreeFile) -> tuple[Missing, ...]:
    """Return the missing meshes of all links of a description."""
    reach = reach_of(file.path, file.choices)
    looks = (look for looks in file.visuals.values() for look in looks if look.kind == "mesh")
    names = dict.fromkeys(look.file for look in looks if look.inline is None)
    found = (reach.mesh(name) for name in names)
    return tuple(one for one in found if isinstance(one, Missing))


def ready_meshes(file: TreeFile) -> Generator[float, None, None]:
    """Read all meshes of a description in advance; yield the progress.

    Missing or damaged files are found again and reported by the caller.

    Args:
        file: The description.
    """
    meshes = TreeMeshes(file.path, reach_of(file.path, file.choices))
    drawn = [look for looks in file.visuals.values() for look in looks]
    solid = [look for looks in file.collisions.values() for look in looks]
    every = {(look.file, look.inline): look for look in (*solid, *drawn) if look.kind == "mesh"}
    shown = {(look.file, look.inline) for look in drawn}
    for count, (key, look) in enumerate(every.items()):
        yield count / len(every)
        with suppress(FileErrors):
            held = meshes.read(look)
            if held is not None and key in shown:
                surface_meshes(held[1].surface)
