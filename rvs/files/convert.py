"""Conversion between descriptions of a robot: written, read back, and compared.

Properties of a robot that are lost in a written file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.descriptions.comparison import robot_difference, robot_torque_difference
from rvs.engine.descriptions.link_tree import ChainEnds
from rvs.engine.descriptions.tree_robot import WORLD, TreeChain
from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.chains import listed
from rvs.files.cross_check.opinion import Opinion, opinion_on, script_opinion
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import check_choices, is_tree, judged, read_robot_file
from rvs.files.storage.atomic import file_transaction
from rvs.files.tables.write import in_one_table
from rvs.files.text.errors import whole_file
from rvs.files.trees.chains import chosen_ends, meant_chain, meant_ends
from rvs.files.trees.file_reach import Missing, reach_of
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.tree_body import mesh_names
from rvs.files.writers import Writer, writer_of
from rvs.model.robots.imported import USUAL, Choices
from rvs.value_class import dataclass

# Words of other programs that nothing here runs.
SCRIPTS = (".py", ".m")

# What differs by less than this part was rounded on the way.
ROUNDED = 1e-9
NONE = Motor()


@dataclass(frozen=True)
class Conversion:
    """Result of a conversion and of its proof.

    Attributes:
        path: The file that was written.
        robot: The robot read back from it.
        error: Largest difference of the tool's pose from the source over 1,000 random postures;
            rotations are absolute, positions relative to the farthest.
        torque_error: Largest difference of torques over 100 random states, relative to the largest;
            None if masses are unknown.
        ends: The chain of a description with branches, or None.
        notes: Noteworthy facts, one sentence each.
        meshes: Files of the meshes with which the source draws its links.
        missing: Those that were not found.
        opinions: Results of other programs for the source and the file; RVS's own formats have
            none.
    """

    path: Path
    robot: Robot
    error: float
    torque_error: float | None
    ends: ChainEnds | None = None
    notes: tuple[str, ...] = ()
    meshes: tuple[Path, ...] = ()
    missing: tuple[Missing, ...] = ()
    opinions: tuple[Opinion, ...] = ()


@file_transaction()
def convert(
    source: Path,
    target: Path,
    kind: str | None = None,
    choices: Choices = USUAL,
    verify: bool = False,
) -> Conversion:
    """Write a robot in the format of a suffix, read it back and compare it with the source.

    Other installed programs that read the source or the file are run for comparison.

    Args:
        source: File of the robot.
        target: File to write.
        kind: Name of the writer if a suffix has several; the usual one if omitted.
        choices: The choices for the source.
        verify: Write nothing unless another program agrees about each file of a format that is not
            RVS's own.

    Raises:
        FileErrors: Everything that is wrong with the source, or no such writer.
        RvsError: The robot has properties that the target can't store, or ``verify`` fails.
        OSError: The target can't be written.
    """
    writer = writer_of(target, kind)
    if target.resolve() == source.resolve():
        raise whole_file(target, "is the file to convert; choose another name for the output")
    # What another program reads is not what was taken otherwise.
    if not is_tree(source) or choices.take:
        given = read_robot_file(source, choices)
        done = convert_robot(given, target, kind)
        return _verified(_with_source(done, source), verify)
    check_choices(source, choices)
    file = read_tree_file(source, choices)
    ends, given = meant_ends(file), judged(source, meant_chain(file))
    made, lost = _written(writer, target, given)
    chain = TreeChain(file.tree, ends)
    errors = chain.difference(made), chain.torque_difference(made)
    reach = reach_of(source, choices)
    looked = [reach.mesh(name) for name in mesh_names(file, chain)]
    done = Conversion(
        target,
        made,
        *errors,
        ends,
        (*_words(given), *_merged(chain, given.robot), *lost),
        tuple(one for one in looked if isinstance(one, Path)),
        tuple(one for one in looked if isinstance(one, Missing)),
        (opinion_on(file, chain, made), *_of_target(target, writer, made)),
    )
    return _verified(done, verify)


def convert_robot(given: Architecture, target: Path, kind: str | None = None) -> Conversion:
    """Write a robot that is one chain, read it back and compare; see ``convert``."""
    writer = writer_of(target, kind)
    made, lost = _written(writer, target, given)
    errors = robot_difference(given.robot, made), robot_torque_difference(given.robot, made)
    notes = (*_words(given), *lost, *_without_parameters(given, writer))
    others = _of_target(target, writer, made)
    return Conversion(target, made, *errors, notes=notes, opinions=others)


def _of_target(target: Path, writer: Writer, made: Robot) -> tuple[Opinion, ...]:
    """Return the opinion of another program about the written file, if the format is for others."""
    if target.suffix.lower() in SCRIPTS:
        return (script_opinion(target, writer.name, made),)
    if not is_tree(target):
        return ()
    file = read_tree_file(target)
    chain = TreeChain(file.tree, chosen_ends(file))
    return (opinion_on(file, chain, made),)


def _with_source(done: Conversion, source: Path) -> Conversion:
    """Report that no opinion was obtained about a script by another author."""
    if source.suffix.lower() not in SCRIPTS:
        return done
    own = Opinion(source, reason="RVS does not run scripts, so no other program reads it")
    return replace(done, opinions=(own, *done.opinions))


def _verified(done: Conversion, verify: bool) -> Conversion:
    """Return the conversion, if other programs agree or no verification is required.

    Raises:
        RvsError: One does not, or there is none.
    """
    if not verify:
        return done
    if not done.opinions:
        words = "these formats are RVS's own, and no other program reads them"
        raise RvsError(f"not verified: {words}; nothing is written")
    for one in done.opinions:
        if not one.agrees:
            raise RvsError(f"not verified: {one.words}; nothing is written")
    return done


def _merged(chain: TreeChain, robot: Robot) -> tuple[str, ...]:
    """List the links merged with others, since no joint of the chain is between them."""
    kept = {WORLD, robot.base_link, *(joint.link for joint in robot.joints), robot.tool_link}
    names = [name for group in chain.clusters for name, _ in group if name not in kept]
    return (f"merged with the links that carry them: {listed(names)}",) if names else ()


@file_transaction()
def _written(
    writer: Writer, target: Path, architecture: Architecture
) -> tuple[Robot, tuple[str, ...]]:
    """Return the robot read back, and the properties that the format could not store.

    These are taken from the source, so that everything else is compared.
    """
    writer.write(target, architecture)
    back = read_robot_file(target)
    robot, made = architecture.robot, back.robot
    own = in_one_table(robot) if writer.without else robot
    pairs = ((key, getattr(own, key), getattr(made, key)) for key in writer.without)
    lost = [key for key, old, new in pairs if not np.array_equal(old, new)]
    words = tuple(f"the format can't store {key}; the comparison adds it" for key in lost)
    gone = not_kept(architecture, back)
    if gone:
        words = (f"not kept: {', '.join(gone)}", *words)
    return made.replace(**{key: getattr(own, key) for key in lost}), words


def _without_parameters(given: Architecture, writer: Writer) -> tuple[str, ...]:
    """Report the treatment of named parameters in a format without them."""
    if not given.parameters or writer.name == "arch":
        return ()
    names = ", ".join(one.name for one in given.parameters) or "none"
    variants = "; its variants are left out" if given.parameters.variants else ""
    return (f"parameters ({names}) and their expressions are written as numbers{variants}",)


def _words(architecture: Architecture) -> tuple[str, ...]:
    return tuple(
        f"line {one.line}: {one.message}" if one.line else one.message
        for one in architecture.warnings
    )


def _each(value: Callable[[Joint], Any]) -> Callable[[Robot], Any]:
    return lambda robot: [value(joint) for joint in robot.joints]


def _motor(value: Callable[[Motor], Any]) -> Callable[[Robot], Any]:
    return _each(lambda joint: value(joint.motor or NONE))


# In the order in which they are told; what motors do is compared on the joint's side.
_NUMBERS: tuple[tuple[str, Callable[[Robot], Any]], ...] = (
    ("initial posture", lambda robot: robot.home),
    ("limits", lambda robot: robot.limits),
    ("largest speeds", _each(lambda joint: joint.rate)),
    ("largest accelerations", _each(lambda joint: joint.acceleration)),
    ("largest torques and forces", _each(lambda joint: joint.effort)),
    ("stiffness of the joints", _each(lambda joint: joint.stiffness)),
    ("masses", _each(lambda joint: joint.inertia.mass if joint.inertia else 0.0)),
    ("inertia of motors", _motor(lambda motor: motor.inertia * motor.gear**2)),
    ("gear ratios", _motor(lambda motor: motor.gear)),
    ("viscous friction", _motor(lambda motor: motor.viscous * motor.gear**2)),
    ("Coulomb friction", _motor(lambda m: [abs(m.gear) * one for one in m.coulomb])),
)


def _links(robot: Robot) -> list[str]:
    return [robot.base_link, *(joint.link for joint in robot.joints), robot.tool_link]


def not_kept(given: Architecture, made: Architecture) -> tuple[str, ...]:
    """Return the losses of a robot that was written and read back, in words.

    Motion and mass properties are not examined: they are compared by the proofs.

    Args:
        given: The robot that was written.
        made: The robot read from the file.
    """
    one, other = given.robot, made.robot
    lost = [
        words
        for words, value in _NUMBERS
        if not np.allclose(value(one), value(other), rtol=ROUNDED, atol=1e-12)
    ]
    if [joint.name for joint in one.joints] != [joint.name for joint in other.joints]:
        lost.append("names of joints")
    if any(name not in ("", made) for name, made in zip(_links(one), _links(other), strict=True)):
        lost.append("names of links")
    if one.base_inertia and one.base_inertia.mass and not other.base_inertia:
        lost.append("mass of the base")
    if given.geomtype == "full" != made.geomtype:
        lost.append("full model")
    if given.end_effector not in ("none", made.end_effector):
        lost.append("end-effector")
    return tuple(lost)
