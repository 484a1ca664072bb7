"""Checked pairs of bodies of a cell, and the reasons why other pairs are not checked.

Selection of checked pairs of robot bases and other fixed bodies.

A base that penetrates a table is an error like any other collision.  A base drawn to extend below
the position of its robot, as rails and sockets are, is embedded in its support.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import combinations, product
from typing import Literal

import numpy as np

from rvs.bodies.skeleton.meshes import length
from rvs.collision.grasping import Held
from rvs.collision.shapes import (
    GROUND,
    RobotShapes,
    robot_shapes,
    thing_shape,
)
from rvs.engine.arrays import Array
from rvs.engine.kinematics import frames
from rvs.engine.robot import Pose, Robot
from rvs.model.body.values import TOOL
from rvs.model.collision.rules import FLOOR, CollisionRules, Pair, pair_of, payload_ref
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref, link_ref, thing_ref
from rvs.model.things.thing import Thing, bounds
from rvs.model.views.view import Mode
from rvs.study.clearance import Checker
from rvs.study.shapes import Shape
from rvs.value_class import dataclass

Kind = Literal["touching", "resting", "beside"]
Why = Literal["", "chosen", "joined", "rigid", "touching", "resting", "mounted"]
# Why a pair is not checked, for people.
REASONS: dict[Why, str] = {
    "chosen": "turned off",
    "joined": "one is mounted on the other",
    "rigid": "they always move together",
    "touching": "they touch in every posture",
    "resting": "they touch in the initial posture",
    "mounted": "the base overlaps its support intentionally",
}
SAMPLES = 24
NEAR_SAMPLES = 8
# Own bodies that are never further apart than this are built so, in parts of the robot's length.
BESIDE = 0.06
FREE = np.pi

# A robot stands on what is so near below it, m; a base that is drawn lower than that by more than
# rounding reaches into it, and be it as little as a mesh that somebody measured.
STAND, ROUNDING = 1e-3, 1e-7


@dataclass(frozen=True, eq=False)
class Bodies:
    """Bodies and pairs of a cell that are checked.

    Attributes:
        refs: The bodies.
        shapes: Each in the frame of its carrier.
        checked: Pairs that are checked.
        beside: Checked pairs that are close in every posture, or fixed, and so are reported only
            when they collide.
        ignored: Unchecked pairs, with the reason.
    """

    refs: tuple[Ref, ...]
    shapes: tuple[Shape, ...]
    checked: tuple[Pair, ...]
    beside: frozenset[Pair]
    ignored: tuple[tuple[Pair, Why], ...]


def cell_bodies(
    document: Document, mode: Mode, openings: tuple[float, ...], held: Held = ()
) -> Bodies:
    """Return the bodies of a cell and the checked pairs.

    Hidden robots and objects are omitted.

    Args:
        document: The cell.
        mode: Display mode.
        openings: Opening of the gripper of each robot, 0 to 1.
        held: Objects carried by robots: they move with these, and may collide with objects around
            them.
    """
    shown = [
        (one, how) for one, how in zip(document.robots, openings, strict=True) if not one.hidden
    ]
    robots = [(placed, robot_shapes(placed, mode, opening)) for placed, opening in shown]
    things = [thing for thing in document.things if not thing.hidden]
    refs = [ref for _, robot in robots for ref in robot.refs]
    shapes = [shape for _, robot in robots for shape in robot.shapes]
    refs += [thing_ref(thing.id) for thing in things]
    shapes += [thing_shape(thing) for thing in things]
    if document.collision.floor:
        refs.append(FLOOR)
        shapes.append(GROUND)
    reasons, beside = _reasons(robots)
    based = dict(base_pairs(robots, things, document.collision.floor))
    reasons |= {pair: "mounted" for pair, mounted in based.items() if mounted}
    for thing, robot_id in held:
        n = document.robot(robot_id).robot.n
        reasons[pair_of((robot_id, TOOL), thing_ref(thing))] = "joined"
        reasons[pair_of(link_ref(robot_id, n), thing_ref(thing))] = "rigid"
    together = {thing_ref(thing): robot_id for thing, robot_id in held}
    for one, other in combinations(together, 2):
        if together[one] == together[other]:
            reasons[pair_of(one, other)] = "rigid"
    pairs = [*_moving_pairs(refs, together), *based, *_chosen(refs, document.collision, based)]
    checked, ignored = _sorted_out(tuple(dict.fromkeys(pairs)), reasons, document.collision)
    # Nothing changes between two bodies that stand still: how near they are is no news.
    return Bodies(tuple(refs), tuple(shapes), checked, beside.union(based), ignored)


def stands_still(ref: Ref) -> bool:
    """Return whether a body never moves: a base, an object or the floor."""
    return ref == FLOOR or ref[1:2] == ("thing",) or ref[1:] == ("link", 0)


def _moving_pairs(refs: Sequence[Ref], held: Container[Ref]) -> Iterator[Pair]:
    """Yield the pairs of moving bodies with all others."""
    moving = [ref for ref in refs if not stands_still(ref) or ref in held]
    standing = [ref for ref in refs if stands_still(ref) and ref not in held]
    for a, b in (*combinations(moving, 2), *product(moving, standing)):
        yield pair_of(a, b)


def _chosen(refs: Sequence[Ref], rules: CollisionRules, known: Container[Pair]) -> Iterator[Pair]:
    """Return the pairs of fixed bodies that the user chose to check."""
    there = {ref for ref in refs if stands_still(ref)}
    for pair in rules.checked:
        if pair not in known and there.issuperset(pair):
            yield pair


def _sorted_out(
    pairs: Sequence[Pair], reasons: dict[Pair, Why], rules: CollisionRules
) -> tuple[tuple[Pair, ...], tuple[tuple[Pair, Why], ...]]:
    """Return the checked pairs, and the others."""
    off, on = set(rules.ignored), set(rules.checked)
    checked: list[Pair] = []
    ignored: list[tuple[Pair, Why]] = []
    for pair in pairs:
        why = "chosen" if pair in off else reasons.get(pair, "")
        if why and pair not in on:
            ignored.append((pair, why))
        else:
            checked.append(pair)
    return tuple(checked), tuple(ignored)


def _reasons(
    robots: list[tuple[PlacedRobot, RobotShapes]],
) -> tuple[dict[Pair, Why], frozenset[Pair]]:
    """Return the reasons for unchecked pairs of a robot, and the pairs that are always close."""
    found: dict[Pair, Why] = {}
    beside = set()
    for placed, shapes in robots:
        shaped = dict(zip(shapes.refs, shapes.shapes, strict=True))
        names = [*(link_ref(placed.id, k) for k in range(placed.robot.n + 1)), (placed.id, TOOL)]
        own = _touching(placed.robot, placed.place, *(shaped.get(name) for name in names))
        names.append(FLOOR)
        for i, j, kind in own:
            pair = pair_of(names[i], names[j])
            if kind == "beside":
                beside.add(pair)
            else:
                found[pair] = kind
        found |= _mechanical(placed)
    return found | _on_one_base(robots), frozenset(beside)


def _on_one_base(robots: list[tuple[PlacedRobot, RobotShapes]]) -> dict[Pair, Why]:
    """Return the reasons for unchecked pairs of robots on the base of one of them.

    Such robots were one robot in their file: that base carries their first links, and contacts in
    the initial posture are part of the drawing.
    """
    found: dict[Pair, Why] = {}
    for place in {placed.place for placed, _ in robots}:
        group = [(placed, shapes) for placed, shapes in robots if placed.place == place]
        based = [placed for placed, shapes in group if link_ref(placed.id, 0) in shapes.refs]
        if len(group) > 1 and len(based) == 1:
            refs = [ref for _, shapes in group for ref in shapes.refs]
            shapes = [shape for _, some in group for shape in some.shapes]
            stand = [
                frames(placed.robot, placed.robot.home)[k]
                for placed, some in group
                for k in some.frames
            ]
            for i, j in Checker(dict(enumerate(shapes))).colliding(stand):
                if refs[i][0] != refs[j][0]:
                    found[pair_of(refs[i], refs[j])] = "resting"
            base = based[0].id
            for other in (placed.id for placed, _ in group if placed.id != base):
                found[pair_of(link_ref(base, 0), link_ref(other, 1))] = "joined"
    return found


def _mechanical(placed: PlacedRobot) -> dict[Pair, Why]:
    """Return pairs joined by a robot's mechanics: neighbours, and the load of the last link."""
    robot_id, n = placed.id, placed.robot.n
    found: dict[Pair, Why] = {
        pair_of(link_ref(robot_id, i), link_ref(robot_id, i + 1)): "joined" for i in range(n)
    }
    last, tool, payload = link_ref(robot_id, n), (robot_id, TOOL), payload_ref(robot_id)
    found[pair_of(last, tool)] = "rigid"
    found[pair_of(tool, payload)] = "joined"
    found[pair_of(last, payload)] = "rigid"
    return found


@derived(size=256)
def _touching(
    robot: Robot, place: Pose, *shapes: Shape | None
) -> tuple[tuple[int, int, Kind], ...]:
    """Return pairs of a robot's bodies that touch initially or always, or are always close.

    The floor has the last index.
    """
    there: dict[int, Shape] = {i: shape for i, shape in enumerate(shapes) if shape is not None}
    floor = len(shapes)
    checker = Checker({**there, floor: GROUND})

    def poses(q: Array) -> list[Array]:
        world = np.asarray(place) @ frames(robot, q)
        return [world[min(i, robot.n)] if i != floor else np.eye(4) for i in checker.names]

    near = {(one.a, one.b) for one in checker.near(poses(robot.home), BESIDE * length(robot))}
    resting = set(checker.colliding(poses(robot.home)))
    always = set(resting)
    for k, q in enumerate(_samples(robot)):
        if always:
            always &= set(checker.colliding(poses(q)))
        if k < NEAR_SAMPLES and near:
            found = checker.near(poses(q), BESIDE * length(robot))
            near &= {(one.a, one.b) for one in found}
    if abs(float(np.asarray(place)[2, 3])) > STAND:
        # Only what stands on the floor is made to reach into it.
        always -= {pair for pair in always if floor in pair}
    always.discard((0, floor))
    # That they touch the floor at rest is worth saying.
    kinds: dict[tuple[int, int], Kind] = dict.fromkeys(near, "beside")
    kinds |= {pair: "resting" for pair in resting if floor not in pair}
    kinds |= dict.fromkeys(always, "touching")
    return tuple((i, j, kinds[i, j]) for i, j in sorted(kinds))


def _samples(robot: Robot) -> Array:
    """Return postures within the limits (k, n), half a turn either way without limits."""
    low, high = np.array([joint.limits for joint in robot.joints]).T
    reach = [FREE if joint.turns else 1.0 for joint in robot.joints]
    low = np.where(np.isfinite(low), low, np.where(np.isfinite(high), high, robot.home) - reach)
    high = np.where(np.isfinite(high), high, low + 2.0 * np.array(reach))
    shares = np.random.default_rng(0).random((SAMPLES, robot.n))
    found: Array = low + shares * (high - low)
    return found


def base_pairs(
    robots: Sequence[tuple[PlacedRobot, RobotShapes]], things: Sequence[Thing], floor: bool
) -> Iterator[tuple[Pair, bool]]:
    """Yield the pairs of bases with each other, objects and floor, and whether each may touch."""
    bases = [
        (placed, shapes.shapes[shapes.refs.index(ref)], ref)
        for placed, shapes in robots
        if (ref := link_ref(placed.id, 0)) in shapes.refs
    ]
    for one, other in combinations(bases, 2):
        yield pair_of(one[2], other[2]), False
    tops: list[tuple[Ref, float]] = [(thing_ref(one.id), bounds(one)[1, 2]) for one in things]
    tops += [(FLOOR, 0.0)] if floor else []
    for placed, shape, ref in bases:
        stand = float(np.asarray(placed.place)[2, 3])
        sunk = _lowest(placed, shape) < stand - ROUNDING
        for other_ref, top in tops:
            yield pair_of(ref, other_ref), sunk and abs(stand - top) < STAND


def _lowest(placed: PlacedRobot, base: Shape) -> float:
    """Return the height of the lowest point of a base, m."""
    up = (np.asarray(placed.place) @ np.asarray(placed.robot.base))[2]
    ends = (float((one.points @ up[:3]).min()) - one.radius for one in base.pieces)
    return min(ends, default=0.0) + float(up[3])
