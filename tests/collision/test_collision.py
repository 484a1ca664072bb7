"""Cells: their bodies, the pairs that are left out and why, and whole motions."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.collision.check import check_of, check_state, hits
from rvs.collision.motion import approaches, carry, check_motion
from rvs.collision.pairs import base_pairs, stands_still
from rvs.collision.shapes import RobotShapes, cell_poses, robot_shapes
from rvs.collision.words import body_words, left_out, pair_words
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.bodies.effectors import equipped
from rvs.files.bodies.models import full_model
from rvs.files.cells.cell import read_cell
from rvs.files.library import load_robot
from rvs.model.collision.edits import set_collision, switch_pair
from rvs.model.collision.rules import FLOOR, pair_of, payload_ref
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import Grip
from rvs.model.motions.motion import JointTrajectory
from rvs.model.robots.payloads import Payload
from rvs.model.state import State, fit_postures
from rvs.model.things.thing import Thing, bounds
from rvs.model.views.view import Display, View
from rvs.processes.worker import Worker
from rvs.scene.annotate.collisions import hit_scene, way_items
from rvs.scene.build import build_scene, robot_solids
from rvs.scene.items import Label, Line
from rvs.study.shapes import hull

from ..jobs import finish

NONE = MappingProxyType({})


@pytest.mark.parametrize("mode", ["skeleton", "body", "full"])
def test_a_robot_is_checked_as_it_is_drawn_itself(mode) -> None:
    own = placed_puma(display=Display(mode))
    shapes = robot_shapes(own, "full" if mode != "full" else "body", 0.5).shapes
    wanted = robot_shapes(placed_puma(), "body" if mode == "skeleton" else mode, 0.5).shapes
    other = robot_shapes(placed_puma(), "full" if mode != "full" else "body", 0.5).shapes

    def points(found):
        return [len(shape.pieces) for shape in found]

    assert points(shapes) == points(wanted) != points(other)


def rows(*place: float) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, pose(p=list(place)).tolist()))


def placed_puma(robot_id: str = "PUMA 560", **changes) -> PlacedRobot:
    architecture = load_robot("puma560")
    placed = PlacedRobot(
        robot_id,
        architecture.robot,
        end_effector=architecture.end_effector,
        body=full_model(architecture),
    )
    return equipped(replace(placed, **changes))


@pytest.fixture(scope="module")
def puma() -> PlacedRobot:
    return placed_puma()


def link(i: int, robot_id: str = "PUMA 560") -> tuple[str | int, ...]:
    return (robot_id, "link", i)


def encounters(state: State, margin: float):
    return check_state(state).near(state.postures, margin)


def why_ignored(bodies, a, b) -> str:
    pair = pair_of(a, b)
    return "" if pair in bodies.checked else dict(bodies.ignored)[pair]


def test_the_shapes_are_what_is_drawn(puma: PlacedRobot) -> None:
    q = (0.3, -0.5, 2.5, 0.4, 0.7, -0.2)
    for mode in ("body", "full"):
        shapes = robot_shapes(puma, mode, 0.5)
        poses = cell_poses(Document((puma,)), {puma.id: q}, mode, shapes.refs)
        found = [
            piece.points @ place[:3, :3].T + place[:3, 3]
            for shape, place in zip(shapes.shapes, poses, strict=True)
            for piece in shape.pieces
        ]
        drawn = [s.mesh.vertices @ s.pose[:3, :3].T + s.pose[:3, 3]
                 for s in robot_solids(puma, q, "", mode)]  # fmt: skip
        for clouds in zip(_ends(found), _ends(drawn), strict=True):
            assert clouds[0] == pytest.approx(clouds[1], abs=1e-3)


def _ends(clouds):
    points = np.concatenate(clouds)
    return points.min(axis=0), points.max(axis=0)


def test_what_mechanics_join_is_not_checked(puma: PlacedRobot) -> None:
    loaded = replace(puma, payload=Payload("box", (0.05, 0.05, 0.05), 1.0))
    bodies = check_of(Document((loaded,)), "full").bodies
    assert why_ignored(bodies, link(2), link(3)) == "joined"
    assert why_ignored(bodies, link(6), ("PUMA 560", "tool")) == "rigid"
    assert why_ignored(bodies, ("PUMA 560", "tool"), payload_ref("PUMA 560")) == "joined"
    assert why_ignored(bodies, link(0), FLOOR) == ""
    assert why_ignored(bodies, link(1), link(3)) == ""
    assert why_ignored(bodies, link(3), FLOOR) == ""


def test_links_that_touch_in_every_posture_are_not_checked() -> None:
    robot = load_robot("stanford").robot
    bodies = check_of(Document((PlacedRobot("s", robot),)), "body").bodies
    assert why_ignored(bodies, link(4, "s"), link(6, "s")) == "touching"
    jaco = check_of(Document((PlacedRobot("j", load_robot("jaco2").robot),)), "body").bodies
    assert why_ignored(jaco, link(2, "j"), link(4, "j")) == "resting"


def test_a_pair_can_be_switched_off_and_on(puma: PlacedRobot) -> None:
    table = Thing("table", "table", place=rows(0.7, 0.0, 0.0))
    document = Document((puma,), things=(table,))
    pair = pair_of(link(2), ("table", "thing"))
    off = switch_pair(document, *pair, False)
    assert pair in check_of(document, "full").bodies.checked
    assert (pair, "chosen") in check_of(off, "full").bodies.ignored
    assert switch_pair(off, *reversed(pair), None).collision == document.collision
    still = pair_of(FLOOR, ("table", "thing"))
    assert still not in check_of(document, "full").bodies.checked
    on = switch_pair(document, *still, True)
    assert still in check_of(on, "full").bodies.checked
    gone = replace(off, things=())
    assert gone.collision.ignored == ()


def test_a_base_in_a_table_collides_and_one_on_it_does_not(puma: PlacedRobot) -> None:
    table = Thing("table", "table", place=rows(0.0, 0.0, 0.0))
    height = float(bounds(table)[1, 2])
    for mode in ("body", "full"):
        deep = replace(puma, place=rows(0.0, 0.0, height - 0.1))
        sunk = hits_of(Document((deep,), things=(table,)), mode)
        assert pair_of(link(0), ("table", "thing")) in sunk
        on = replace(puma, place=rows(0.0, 0.0, height))
        assert not hits_of(Document((on,), things=(table,)), mode)
        beside = replace(puma, place=rows(2.0, 0.0, 0.0))
        assert not hits_of(Document((beside,), things=(table,)), mode)


def test_bases_collide_with_each_other_and_with_the_floor(puma: PlacedRobot) -> None:
    other = placed_puma("other", place=rows(0.1, 0.0, 0.0))
    assert pair_of(link(0), link(0, "other")) in hits_of(Document((puma, other)), "full")
    deep = Document((replace(puma, place=rows(0.0, 0.0, -0.3)),))
    assert pair_of(FLOOR, link(0)) in hits_of(deep, "full")
    assert not hits_of(set_collision(deep, floor=False), "full")


def test_a_base_is_told_only_when_it_collides(puma: PlacedRobot) -> None:
    """It stands still: how near it is to the table would hide what moves."""
    wall = Thing("wall", "box", place=rows(0.0, 0.6, 0.0))
    document = Document((puma,), things=(wall,))
    near = check_of(document, "full").near({puma.id: puma.robot.home}, 1.0)
    assert (link(0), ("wall", "thing")) not in {(one.a, one.b) for one in near}
    assert pair_of(link(0), ("wall", "thing")) in check_of(document, "full").bodies.checked


@pytest.mark.parametrize("depth", [0.0, 3e-5, 0.01])
def test_a_base_of_a_mesh_that_dips_into_the_floor_stands_on_it(puma: PlacedRobot, depth) -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-depth, 0.2)])
    drawn = RobotShapes((link(0),), (hull(corners),), (0,))
    placed = replace(puma, robot=puma.robot.replace(base=np.eye(4)))
    ((pair, let_in),) = base_pairs([(placed, drawn)], [], floor=True)
    assert pair == pair_of(link(0), FLOOR)
    assert let_in is (depth > 0.0)


def test_a_base_made_to_reach_below_its_stand_is_let_in() -> None:
    """A rail reaches below the frame that it stands by; a robot that is sunk still collides."""
    rail = PlacedRobot("prr", load_robot("prr").robot)
    bodies = check_of(Document((rail,)), "body").bodies
    assert why_ignored(bodies, link(0, "prr"), FLOOR) == "mounted"
    on = switch_pair(Document((rail,)), link(0, "prr"), FLOOR, True)
    assert pair_of(link(0, "prr"), FLOOR) in check_of(on, "body").bodies.checked
    sunk = Document((replace(rail, place=rows(0.0, 0.0, -0.1)),))
    assert pair_of(link(0, "prr"), FLOOR) in hits_of(sunk, "body")


def test_what_is_not_checked_at_all_is_said(puma: PlacedRobot) -> None:
    table, crate = Thing("table", "table"), Thing("crate", "box", hidden=True)
    assert left_out(Document((puma,))) == ()
    assert left_out(Document((puma,), things=(table,))) == (
        "Objects and the floor: they do not move",
    )
    document = set_collision(Document((puma,), things=(table, crate, Thing("b", "box"))), False)
    assert left_out(document) == (
        "Pairs of objects: objects do not move",
        "Hidden: crate",
        "The floor",
    )


@pytest.mark.parametrize("path", sorted(Path("work_env").glob("*.rvs")), ids=lambda p: p.stem)
def test_robots_of_bundled_cells_stand_free(path: Path) -> None:
    cell = read_cell(path)
    check = check_of(cell.document, cell.view.mode)
    bases = [
        pair
        for pair in check.colliding(fit_postures(cell.document, cell.postures))
        if all(map(stands_still, pair))
    ]
    assert bases == []


def hits_of(document: Document, mode):
    postures = {placed.id: tuple(placed.robot.home) for placed in document.robots}
    return set(check_of(document, mode).colliding(postures))


def test_hidden_things_and_a_floor_that_does_not_count_are_left_out(puma: PlacedRobot) -> None:
    table = Thing("table", "table", hidden=True)
    document = set_collision(Document((puma,), things=(table,)), floor=False)
    refs = check_of(document, "full").bodies.refs
    assert ("table", "thing") not in refs
    assert FLOOR not in refs


def test_an_arm_that_reaches_into_a_box_is_told_and_marked(puma: PlacedRobot) -> None:
    crate = Thing("crate", "box", place=rows(0.45, -0.15, 0.6))
    document = Document((puma,), things=(crate,))
    state = State(document, fit_postures(document, NONE), View(mode="full"))
    near = encounters(state, 0.05)
    met = {frozenset((one.a, one.b)) for one in hits(near)}
    assert met == {frozenset((link(i), ("crate", "thing"))) for i in (2, 3)}
    assert near[0].clearance.colliding
    scene = build_scene(state)
    marked = hit_scene(scene, near, "light")
    marks = [one for one in marked.items if isinstance(one, Solid) and one.tint]
    assert {one.owner[:3] for one in marks} == {("crate", "thing"), link(2), link(3)}
    assert [item.owner for item in marked.items] == [item.owner for item in scene.items]
    apart = tuple(one for one in near if not one.clearance.colliding)
    assert hit_scene(scene, apart, "light") is scene
    way = way_items(near[0], "light", lambda value: f"{1000 * value:.0f} mm")
    assert [type(item) for item in way][::2] == [Line, Label]
    assert way[2].text.endswith("deep")


def test_two_robots_are_checked_against_each_other(puma: PlacedRobot) -> None:
    other = replace(puma, id="second", place=rows(0.3, 0.0, 0.0))
    document = Document((puma, other))
    met = check_of(document, "full").colliding(fit_postures(document, NONE))
    assert met
    assert all({a[0], b[0]} == {"PUMA 560", "second"} for a, b in met)
    hidden = replace(document, robots=(puma, replace(other, hidden=True)))
    assert check_of(hidden, "full").colliding(fit_postures(hidden, NONE)) == ()


def test_moving_a_thing_keeps_the_checker(puma: PlacedRobot) -> None:
    crate = Thing("crate", "box", place=rows(1.0, 0.0, 0.0))
    document = Document((puma,), things=(crate,))
    moved = replace(document, things=(replace(crate, place=rows(1.1, 0.0, 0.0)),))
    first, second = check_of(document, "full"), check_of(moved, "full")
    assert first.checker is second.checker
    postures = fit_postures(document, NONE)
    a, b = (
        next(
            one.clearance.distance
            for one in check.near(postures, 2.0)
            if {one.a, one.b} == {("crate", "thing"), ("PUMA 560", "tool")}
        )
        for check in (first, second)
    )
    assert a != b


def test_names_are_plain_words(puma: PlacedRobot) -> None:
    one = Document((puma,), things=(Thing("table", "table"),))
    assert pair_words(one, link(3), ("table", "thing")) == "link 3 (elbow) – table"
    assert pair_words(one, link(3), FLOOR, brief=True) == "link 3 – floor"
    assert body_words(one, link(0)) == "base"
    assert body_words(one, ("PUMA 560", "tool")) == "hand"
    two = Document((puma, replace(puma, id="PUMA 560 2")))
    assert body_words(two, link(0, "PUMA 560 2")) == "PUMA 560 2, base"


def sweep(puma: PlacedRobot, **changes) -> tuple[Document, JointTrajectory]:
    """The arm sweeps through a thin rod that stands in its way."""
    x, y, _ = fkine(puma.robot, [0.0, 0.3, 2.8, 0.0, 0.0, 0.0])[:3, 3]
    rod = Thing("rod", "cylinder", (("diameter", 0.01), ("height", 2.5)), rows(x, y, 0.0))
    document = Document((replace(puma, **changes),), things=(rod,))
    ends = [[-1.2, 0.3, 2.8, 0.0, 0.0, 0.0], [1.2, 0.3, 2.8, 0.0, 0.0, 0.0]]
    return document, JointTrajectory.evenly(puma.id, ends, 1.0)


def finished(document: Document, motion: JointTrajectory):
    return finish(check_motion(document, fit_postures(document, NONE), "full", motion))[1]


def test_an_arm_does_not_sweep_through_a_rod(puma: PlacedRobot) -> None:
    found = finished(*sweep(puma))
    rod = [one for one in found.collisions if ("rod", "thing") in (one.a, one.b)]
    assert rod
    assert all(0.0 < one.start < one.end < 1.0 for one in rod)
    before = check_of(sweep(puma)[0], "full")
    at = sweep(puma)[1].at(rod[0].start - 0.01)
    assert (rod[0].a, rod[0].b) not in before.colliding(at)


def test_a_process_finds_the_same_in_a_motion(puma: PlacedRobot) -> None:
    document, motion = sweep(puma)
    worker = Worker()
    asked = worker.steps(check_motion, document, fit_postures(document, NONE), "full", motion)
    told, found = finish(asked)
    worker.close()
    wanted = finished(document, motion)
    assert found.times.tolist() == wanted.times.tolist()
    assert found.distances.tolist() == wanted.distances.tolist()
    assert found.nearest == wanted.nearest
    assert [(one.a, one.b, one.start) for one in found.collisions] == [
        (one.a, one.b, one.start) for one in wanted.collisions
    ]
    assert any(told)


def test_no_body_moves_further_than_its_bound(puma: PlacedRobot) -> None:
    document, motion = sweep(puma)
    shapes = robot_shapes(puma, "full", 0.5)
    bound = carry(puma, shapes, motion)
    assert bound is not None
    random = np.random.default_rng(0)
    for start, end in np.sort(random.random((20, 2)), axis=1).tolist():
        way = bound.way(start, end)
        before, after = (
            cell_poses(document, motion.at(t), "full", shapes.refs) for t in (start, end)
        )
        for k, shape in enumerate(shapes.shapes):
            points = np.concatenate([piece.points for piece in shape.pieces])
            moved = [points @ p[k][:3, :3].T + p[k][:3, 3] for p in (before, after)]
            assert np.linalg.norm(moved[1] - moved[0], axis=1).max() <= way[k] + 1e-9


def test_no_pair_comes_nearer_than_its_bound(puma: PlacedRobot) -> None:
    """Links of one robot, the world, and a payload that lies still until it is gripped."""
    load = Payload("box", (0.06, 0.06, 0.06), 1.0)
    document, _ = sweep(puma, payload=load, grips=(Grip(0.5),))
    random = np.random.default_rng(0)
    motion = JointTrajectory.evenly(puma.id, random.uniform(-1.5, 1.5, (6, 6)), 1.0)
    start = check_of(document, "full", motion, 0.0)
    bound = approaches(start, motion)
    index = {pair: k for k, pair in enumerate(start.bodies.checked)}
    tightest = np.inf
    for begin, end in np.add.outer(random.uniform(0.0, motion.duration, 30), [0.0, 0.2]):
        before, after = (
            {
                (one.a, one.b): one.clearance.distance
                for one in check_of(document, "full", motion, t).near(
                    motion.at(t), 10.0, motion=motion, t=t
                )
            }
            for t in (begin, end)
        )
        ways = bound(begin, end)
        for pair in before.keys() & after.keys() & index.keys():
            spare = ways[index[pair]] - abs(before[pair] - after[pair])
            assert spare >= -1e-9, pair
            tightest = min(tightest, spare / ways[index[pair]])
    assert tightest < 0.5


def test_sliding_joints_are_bounded_too() -> None:
    placed = PlacedRobot("s", load_robot("stanford").robot)
    robot: Robot = placed.robot
    random = np.random.default_rng(1)
    q = robot.home + random.uniform(-0.4, 0.4, (2, robot.n))
    motion = JointTrajectory.evenly("s", q, 1.0)
    shapes = robot_shapes(placed, "body", 0.5)
    bound = carry(placed, shapes, motion)
    assert bound is not None
    poses = [
        cell_poses(Document((placed,)), {"s": tuple(row)}, "body", shapes.refs)
        for row in q.tolist()
    ]
    for k, shape in enumerate(shapes.shapes):
        points = np.concatenate([piece.points for piece in shape.pieces])
        moved = [points @ p[k][:3, :3].T + p[k][:3, 3] for p in poses]
        assert np.linalg.norm(moved[1] - moved[0], axis=1).max() <= bound.way(0.0, 1.0)[k] + 1e-9


def test_a_payload_counts_where_it_lies(puma: PlacedRobot) -> None:
    load = Payload("box", (0.06, 0.06, 0.06), 1.0)
    document, motion = sweep(puma, payload=load, grips=(Grip(0.5),))
    check = check_of(document, "full", motion, 0.0)
    k = check.bodies.refs.index(payload_ref(puma.id))
    early, late = (check.poses(motion.at(t), motion, t)[k, :3, 3] for t in (0.1, 0.3))
    taken = check.poses(motion.at(0.9), motion, 0.9)[k, :3, 3]
    assert early == pytest.approx(late)
    assert np.linalg.norm(taken - late) > 0.2
