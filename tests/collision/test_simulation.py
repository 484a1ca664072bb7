"""A robot of a cell as the simulation takes it: where it stands, what it carries and touches."""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from rvs.collision.simulation import contact_stop, robot_in_world
from rvs.engine.dynamics import gravload
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose, rotx
from rvs.model.document import Document
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scripting.simulations import Simulate
from rvs.scripting.subjects import with_cube
from rvs.study.simulate.simulate import simulate

from ..alone import robot_alone

ALONE = robot_alone("puma560")[1]
TILTED = replace(ALONE, place=tuple(map(tuple, pose(rotx(np.pi / 2), [1.0, 2.0, 0.5]).tolist())))
BENT = np.radians([20, 60, -120, 30, -60, 10])


def state_of(placed, q) -> State:
    postures = MappingProxyType({placed.id: tuple(q)})
    return State(Document((placed,)), postures, View(mode="full"))


def test_gravity_is_the_worlds_however_the_robot_stands() -> None:
    """On a wall the waist carries what it does not on the floor, and the tool is in the world."""
    upright, on_wall = (robot_in_world(one) for one in (ALONE, TILTED))
    assert gravload(upright, BENT)[0] == pytest.approx(0.0, abs=1e-9)
    sideways = upright.replace(gravity=(0.0, -9.81, 0.0))
    assert gravload(on_wall, BENT) == pytest.approx(gravload(sideways, BENT))
    place = np.asarray(TILTED.place)
    assert fkine(on_wall, BENT) == pytest.approx(place @ fkine(upright, BENT))


def test_a_payload_makes_it_heavier() -> None:
    heavy = robot_in_world(with_cube(ALONE, 5.0))
    ratio = gravload(heavy, BENT)[1] / gravload(robot_in_world(ALONE), BENT)[1]
    assert ratio > 1.2


def test_contact_is_told_unless_it_was_there_already() -> None:
    down = np.radians([30, -26, -160, 0, -65, 0])
    state = state_of(ALONE, BENT)
    touched = contact_stop(state.document, state.postures, ALONE.id, "full")
    assert touched(BENT) == ""
    assert touched(down).endswith("touched the floor")
    there = state_of(ALONE, down)
    known = contact_stop(there.document, there.postures, ALONE.id, "full")
    assert known(down) == ""


def test_a_question_becomes_a_run_that_ends_before_the_contact() -> None:
    state = state_of(ALONE, BENT)
    question = Simulate(duration=3.0, q=BENT, friction=False, locked=(0,), stop="contact")
    run = question.run(state, ALONE)
    outcome = simulate(run)
    assert "touched" in outcome.stopped
    assert run.stop(outcome.q[-1]) == ""
    assert np.ptp(outcome.q[:, 0]) == 0.0
