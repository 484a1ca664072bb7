"""Things of a cell that robots take, carry and put down along a motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.things import thing_solids
from rvs.collision.check import check_of
from rvs.collision.grasping import grasped_objects, with_grasped
from rvs.collision.motion import check_motion
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.export.models.linkage import loose_places, model_nodes
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.time_scaling import slowed
from rvs.model.motions.tracks import Later
from rvs.model.paths.path import as_rows
from rvs.model.programs.program import Program, Step
from rvs.model.programs.run import run_program
from rvs.model.refs import thing_ref
from rvs.model.state import State
from rvs.model.things.thing import Thing
from rvs.model.views.view import View
from rvs.scene.build import build_scene

PUMA = load_robot("puma560").robot.replace(tool=pose(p=[0.0, 0.0, 0.2]))
OVER = np.diag([1.0, -1.0, -1.0])
SIZES = (("length", 0.04), ("width", 0.04), ("height", 0.04))


def posture(x, y, z):
    found = ikine(PUMA, pose(OVER, [x, y, z]), (0.0, -0.5, 0.5, 0.0, 0.8, 0.0))
    assert found.success
    return tuple(found.q.tolist())


def box(name, x, y, z=0.2, **changes):
    return Thing(name, "box", SIZES, as_rows(pose(p=[x, y, z])), **changes)


def steps(*stations):
    """Above each station, down to it, do something, and up again."""
    for x, y, action in stations:
        yield Step(posture(x, y, 0.4))
        yield Step(posture(x, y, 0.24), "line", 0.3, action=action)
        yield Step(posture(x, y, 0.4), "line", 0.3)


def cell(*things, stations):
    document = Document((PlacedRobot("puma", PUMA, end_effector="none"),), things=things)
    run = run_program(PUMA, Program("p", "puma", tuple(steps(*stations))))
    assert run.complete
    return document, run


def where(document, name):
    return np.array(document.thing(name).place)[:3, 3]


PARTS = box("part 1", 0.5, 0.2), box("part 2", 0.5, 0.0), box("part 3", 0.4, 0.3)
TWO = (0.5, 0.2, "take"), (0.4, -0.3, "release"), (0.5, 0.0, "take"), (0.3, -0.4, "release")


def test_a_program_takes_several_things_and_puts_them_down():
    document, run = cell(*PARTS, stations=TWO)
    motion = run.trajectory
    assert [one.thing for one in grasped_objects(document, motion).hauls] == ["part 1", "part 2"]
    first = run.trajectory.grips[0]
    assert with_grasped(document, motion, first.take - 0.01) is document
    middle = (first.take + first.release) / 2
    tool = fkine(PUMA, motion.posture(middle))
    moved = with_grasped(document, motion, middle)
    assert np.allclose(where(moved, "part 1"), (tool @ [0, 0, 0.04, 1])[:3], atol=1e-6)
    assert moved.thing("part 3") is document.thing("part 3")
    end = with_grasped(document, motion, motion.duration)
    assert np.allclose(where(end, "part 1"), [0.4, -0.3, 0.2], atol=2e-3)
    assert np.allclose(where(end, "part 2"), [0.3, -0.4, 0.2], atol=2e-3)
    # Going back in time puts it back.
    assert with_grasped(document, motion, 0.0) is document


def test_what_was_put_down_can_be_taken_again():
    there = (0.5, 0.2, "take"), (0.4, -0.3, "release")
    again = (0.4, -0.3, "take"), (0.5, 0.0, "release")
    document, run = cell(PARTS[0], stations=(*there, *again))
    found = grasped_objects(document, run.trajectory)
    assert [one.thing for one in found.hauls] == ["part 1", "part 1"]
    end = with_grasped(document, run.trajectory, run.cycle)
    assert np.allclose(where(end, "part 1"), [0.5, 0.0, 0.2], atol=3e-3)


def test_with_nothing_to_take_the_nearest_thing_is_named():
    document, run = cell(*PARTS[:2], stations=((0.5, 0.26, "take"),))
    (miss,) = grasped_objects(document, run.trajectory).misses
    assert miss.nearest == "part 1"
    # The side of the box is 0.02 m from its middle, and its top as high as the tool.
    assert miss.distance == pytest.approx(0.04, abs=1e-3)
    assert "nothing to grip within 5 mm of the tool; nearest: part 1 at 40" in miss.words("mm")
    empty = Document(document.robots)
    assert "no object that could be gripped" in grasped_objects(empty, run.trajectory).misses[
        0
    ].words("mm")


@pytest.mark.parametrize("changes", [{"locked": True}, {"hidden": True}])
def test_what_is_locked_or_hidden_is_not_taken(changes):
    document, run = cell(replace(PARTS[0], **changes), stations=TWO[:2])
    assert grasped_objects(document, run.trajectory).hauls == ()


def test_a_group_moves_together():
    lid = box("lid", 0.5, 0.28, group="pack")
    document, run = cell(replace(PARTS[0], group="pack"), lid, stations=TWO[:2])
    assert {one.thing for one in grasped_objects(document, run.trajectory).hauls} == {
        "part 1",
        "lid",
    }


def test_a_later_or_slower_motion_takes_the_same():
    document, run = cell(*PARTS, stations=TWO)
    slower = slowed(run.trajectory, 2.0).trajectory
    for motion in (Later(run.trajectory, 3.0), slower):
        end = with_grasped(document, motion, motion.duration)
        assert np.allclose(where(end, "part 1"), [0.4, -0.3, 0.2], atol=3e-3)


def test_the_picture_shows_the_thing_where_it_is_carried():
    document, run = cell(*PARTS, stations=TWO)
    time = (run.trajectory.grips[0].take + run.trajectory.grips[0].release) / 2
    state = State(
        document, {"puma": run.trajectory.posture(time)}, View(), motion=run.trajectory,
        playhead=time,
    )  # fmt: skip
    tool = fkine(PUMA, run.trajectory.posture(time))[:3, 3]
    places = [
        one.pose[:3, 3]
        for one in build_scene(state).entries
        if getattr(one, "owner", None) == thing_ref("part 1")
    ]
    assert places
    assert all(np.linalg.norm(place - tool) < 0.1 for place in places)


def test_a_carried_thing_collides_with_others_and_not_with_its_tool():
    wall = Thing("wall", "box", (("length", 0.3), ("width", 0.02), ("height", 0.6)),
                 as_rows(pose(p=[0.5, -0.1, 0.0])))  # fmt: skip
    document, run = cell(PARTS[0], wall, stations=TWO[:2])
    time = (run.trajectory.grips[0].take + run.trajectory.grips[0].release) / 2
    check = check_of(document, "body", run.trajectory, time)
    assert ("part 1", "thing") in {ref for pair in check.bodies.checked for ref in pair}
    job = check_motion(document, {"puma": run.trajectory.posture(0.0)}, "body", run.trajectory)
    while True:
        try:
            next(job)
        except StopIteration as stop:
            passage = stop.value
            break
    pairs = {frozenset((one.a, one.b)) for one in passage.collisions}
    part = thing_ref("part 1")
    assert frozenset((part, thing_ref("wall"))) in pairs
    assert not any(part in pair and ("puma", "link", 6) in pair for pair in pairs)


def test_models_with_motion_carry_the_thing_as_a_node_of_its_own():
    document, run = cell(*PARTS, stations=TWO[:2])
    postures = {"puma": run.trajectory.posture(0.0)}
    state = State(document, postures, View(), motion=run.trajectory)
    nodes = model_nodes(state)
    room = next(node for node in nodes if node.name == "Surroundings")
    assert len(room.pieces) == len(thing_solids(PARTS[1])) + len(thing_solids(PARTS[2]))
    loose = [node for node in nodes if node.loose >= 0]
    assert len(loose) == len(thing_solids(PARTS[0]))
    ends = np.array([0.0, run.cycle])
    rows = np.array([run.trajectory.posture(t) for t in ends])
    places = loose_places(state, document.robots[0], ends, rows)[loose[0].loose]
    base = np.array(document.robots[0].place) @ PUMA.base
    assert np.allclose((base @ places[0])[:3, 3], [0.5, 0.2, 0.2], atol=1e-6)
    assert np.allclose((base @ places[1])[:3, 3], [0.4, -0.3, 0.2], atol=3e-3)
