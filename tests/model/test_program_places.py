"""Steps taught at named places: marked where the place was moved, and taught again with others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine
from rvs.engine.rotations import rotz
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.motions.tracks import Later, assumed_of
from rvs.model.paths.path import as_rows
from rvs.model.programs.edits import (
    change_program,
    find_program,
    stale_steps,
    stale_words,
    teach_places,
)
from rvs.model.programs.program import Program, Step
from rvs.model.programs.run import run_program
from rvs.model.things.edits import change_target, remove_target, rename_target
from rvs.model.things.thing import TargetFrame

PUMA = load_robot("puma560").robot
DOWN = np.array(fkine(PUMA, ikine(PUMA, pose(np.diag([1.0, -1.0, -1.0]), [0.5, 0.2, 0.3])).q))
STAND = pose(rotz(0.3), [0.1, 0.0, 0.0])
UP = pose(p=[0.0, 0.0, 0.1])


def posture(T):
    return tuple(ikine(PUMA, T).q.tolist())


def cell():
    placed = PlacedRobot("puma", PUMA, place=as_rows(STAND))
    steps = (
        Step(posture(pose(p=[-0.1, 0, 0.1]) @ DOWN), name="home"),
        Step(posture(UP @ DOWN), name="above"),
        Step(posture(DOWN), "line", 0.1, name="drop", place="drop"),
        Step(posture(UP @ DOWN), "line", 0.1, name="away"),
        Step(posture(pose(p=[-0.1, 0, 0.1]) @ DOWN), name="home again"),
    )
    target = TargetFrame("drop", as_rows(STAND @ DOWN))
    return Document((placed,), (Program("p", "puma", steps),), targets=(target,))


def moved(document, motion):
    return change_target(document, "drop", motion @ np.array(document.target("drop").place))


def tools(document):
    program = find_program(document, "p")
    stand = np.array(document.robot("puma").place)
    return [stand @ fkine(PUMA, step.q) for step in program.steps]


def test_a_step_at_its_place_is_not_stale():
    document = cell()
    assert stale_steps(document, document.programs[0]) == ()
    assert teach_places(document, "p") == document


@pytest.mark.parametrize("motion", [pose(p=[0, -0.1, 0]), pose(rotz(0.2)), pose(p=[0, 0, 0.03])])
def test_a_step_whose_place_was_moved_is_taught_again_with_its_neighbours(motion):
    document = moved(cell(), motion)
    assert stale_steps(document, document.programs[0]) == (2,)
    assert "step 3 is" in stale_words(document, document.programs[0], 2)
    before, taught = tools(document), teach_places(document, "p")
    after = tools(taught)
    assert stale_steps(taught, find_program(taught, "p")) == ()
    for k in (1, 2, 3):
        assert np.allclose(after[k], motion @ before[k], atol=1e-5)
    for k in (0, 4):
        assert np.array_equal(after[k], before[k])


def test_a_robot_that_was_moved_makes_its_steps_stale():
    document = change_robot(cell(), "puma", place=as_rows(pose(p=[0.0, 0.02, 0.0]) @ STAND))
    assert stale_steps(document, document.programs[0]) == (2,)
    taught = teach_places(document, "p")
    assert np.allclose(tools(taught)[2], np.array(taught.target("drop").place), atol=1e-5)


def test_a_place_out_of_reach_is_said_with_its_step():
    document = moved(cell(), pose(p=[3.0, 0.0, 0.0]))
    with pytest.raises(ArgumentError, match="step 3: its new pose is out of reach"):
        teach_places(document, "p")


def test_steps_follow_the_name_of_a_place_and_forget_one_that_is_gone():
    assert rename_target(cell(), "drop", "bin").programs[0].steps[2].place == "bin"
    gone = remove_target(cell(), "drop").programs[0].steps[2]
    assert gone == replace(cell().programs[0].steps[2], place="")


def test_the_acceleration_of_the_tool_is_the_programs_own():
    document = change_program(cell(), "p", acceleration=0.05)
    slow, usual = (run_program(PUMA, one.programs[0]) for one in (document, cell()))
    assert slow.cycle > usual.cycle + 0.5
    assert any("m/s² for the tool" in one for one in usual.trajectory.assumed)
    assert not any("m/s² for the tool" in one for one in slow.trajectory.assumed)
    assert usual.trajectory.assumed == assumed_of(Later(usual.trajectory, 1.0))
    assert all("Motors" not in one for one in usual.trajectory.assumed if "tool" in one)


def test_times_do_not_rest_on_joints_that_move_by_rounding_alone():
    document = cell()
    first = document.programs[0].steps[0]
    q = list(first.q)
    q[0], q[2] = q[0] + 1e-9, q[2] + 0.3
    steps = (first, replace(first, q=tuple(q), by="joints"))
    found = run_program(PUMA, replace(document.programs[0], steps=steps)).trajectory.assumed
    assert len(found) == 1
    assert "joint 3;" in found[0]
