"""``rvs choose``: robots of the library for the targets of a cell, ranked, with reasons."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.arrays import pose_rows
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.model.document import Document
from rvs.model.things.thing import TargetFrame
from rvs.scripting.subjects import cell_of

AMONG = ["planar-2r", "planar-2r-isotropic", "cartesian", "planar-3r"]


def cell(*points: tuple[float, float, float]) -> Document:
    targets = tuple(
        TargetFrame(f"goal {k}", pose_rows(pose(np.eye(3), list(one)), "place"))
        for k, one in enumerate(points, 1)
    )
    return Document((rvs.placed("planar-2r", id="arm"),), targets=targets)


def test_robots_are_ranked_and_each_that_fails_has_a_reason() -> None:
    document = cell((0.5, 0.5, 0.0), (0.9, -0.2, 0.0))
    found = rvs.choose(cell_of(rvs.State(document)), among=AMONG, collisions=False, task="position")
    assert len(found.candidates) == len(AMONG)
    numbers = [one.fit.condition for one in found.fitting]
    assert numbers == sorted(numbers)
    # three slides at right angles are isotropic everywhere
    assert [one.name for one in found.fitting[:2]] == ["cartesian", "planar-2r-isotropic"]
    assert numbers[0] == pytest.approx(1.0)
    assert numbers[1] == pytest.approx(1.0, abs=0.2)
    for one in found.fitting:
        there = found.edit(one)(document)
        robot = there.robot("arm")
        assert np.allclose(robot.place, one.fit.place)
        assert robot.robot.name == rvs.placed(one.name).robot.name
        for q, target in zip(one.fit.postures, document.targets, strict=True):
            tool = np.asarray(robot.place) @ fkine(robot.robot, q)
            assert np.allclose(tool[:3, 3], np.array(target.place)[:3, 3], atol=1e-6)


def test_a_raised_target_is_out_of_reach_of_planar_arms() -> None:
    document = cell((0.5, 0.5, 0.0), (0.5, 0.2, 0.1))
    state = rvs.State(document)
    found = rvs.choose(
        cell_of(state), among=["planar-2r", "cartesian"], collisions=False, task="position"
    )
    reasons = {one.name: one.why for one in found.candidates}
    assert reasons["planar-2r"] == "goal 2: out of reach"
    assert not reasons["cartesian"]
    assert found.offers[0].label == "Use cartesian in place of arm"


def test_processes_find_the_same() -> None:
    state = rvs.State(cell((0.5, 0.5, 0.0)))
    alone = rvs.choose(cell_of(state), among=AMONG[:2], collisions=False)
    with ThreadPoolExecutor(2) as pool:
        shared = rvs.choose(cell_of(state), among=AMONG[:2], collisions=False, executor=pool)
    assert shared.facts == alone.facts


def test_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["choose", "lab-bench", "--among", "planar-2r,scara", "--no-collisions"]
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [one["fits"] for one in facts["robots"]] == [False, False]
    assert all("reach" in one["why"] for one in facts["robots"])
    assert main(words) == 0
    assert "0 of 2 robots reach all" in capsys.readouterr().out
    assert main(["choose", "lab-bench", "--among", "hal"]) == 1
    assert "--among: the library has no robot 'hal'" in capsys.readouterr().err
