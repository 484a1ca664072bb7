"""Named parameters in ``rvs sweep`` and ``rvs improve``: against closed forms of planar arms."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.joint import Inertia
from rvs.files.library import load_robot
from rvs.model.robots.designing import become
from rvs.model.robots.parameter_edits import set_parameters
from rvs.study.stiffness.beams import LinkBeam

ARM = "Planar 2R"


@pytest.fixture
def cell():
    """A planar arm with a1 = L1 and a2 = L2 = 2 L1 - 100 mm."""
    cell = rvs.new("planar2r")
    cell.add_parameter(ARM, "L1", 0.4, least=0.2, most=1.0)
    cell.add_parameter(ARM, "L2", "2*L1 - 100 mm")
    cell.set_expression(ARM, 0, "a", "L1")
    cell.set_expression(ARM, 1, "a", "L2")
    return cell


def test_all_expressions_follow(cell):
    found = rvs.sweep(cell, ["L1=300mm:0.6:4"], measures=["reach", "length"])
    sizes = np.array([0.3, 0.4, 0.5, 0.6])
    assert found.values[:, 0] == pytest.approx(sizes)
    assert found.measures == pytest.approx(np.column_stack([3 * sizes - 0.1] * 2))
    # reach = 3 L1 - 0.1 = 1.1 now, so d ln reach / d ln L1 = 3 0.4 / 1.1
    assert found.around.relative[0] == pytest.approx([1.2 / 1.1] * 2)


def test_condition_number_of_an_arm_of_constant_length():
    """κ of lengths L and 1 - L in closed form; least at L = √2 (1 - L) for an elbow at 135°."""
    cell = rvs.new("planar2r")
    cell.add_parameter(ARM, "L", 0.5)
    cell.set_expression(ARM, 0, "a", "L")
    cell.set_expression(ARM, 1, "a", "1 m - L")
    bent = 3 * np.pi / 4
    found = rvs.sweep(cell, ["L=0.3:0.7:5"], measures=["kappa"], q=[0.0, bent])
    one = np.linspace(0.3, 0.7, 5)
    two = 1.0 - one
    trace = one**2 + 2 * two**2 + 2 * one * two * np.cos(bent)
    assert found.measures[:, 0] == pytest.approx(trace / (2 * one * two * np.sin(bent)))
    best = rvs.improve(cell, ["L=0.3:0.9"], ["kappa"], q=[0.0, bent], starts=1)
    assert best.best.values[0] == pytest.approx(2 - np.sqrt(2), abs=1e-4)
    assert best.best.measures[0] == pytest.approx(1.0, abs=1e-6)


def test_an_offer_sets_the_parameter_and_keeps_expressions(cell):
    found = rvs.sweep(cell, ["L1=0.3:0.6:4"], measures=["reach"])
    (offer,) = found.offers
    assert offer.call.edit.function is set_parameters
    assert offer.call.values == (ARM, {"L1": 0.6})
    cell.edit("Design", found.chosen("design 1: L1 0.3 m").call)
    placed = cell.robots[0]
    assert [one.value for one in placed.parameters] == pytest.approx([0.3, 0.5])
    assert [joint.a for joint in placed.robot.joints] == pytest.approx([0.3, 0.5])
    assert [one.text for one in placed.parameters.formulas] == ["L1", "L2"]
    cell.undo()
    assert cell.robots[0].robot.joints[0].a == 0.4


def test_a_parameter_beside_a_cell(cell):
    found = rvs.sweep(cell, ["L1=0.3:0.6:2", "tool_x=0.1:0.2:2"], measures=["reach"])
    assert found.measures[:, 0] == pytest.approx([0.9, 1.0, 1.8, 1.9])
    calls = found.offers[0].call.calls
    assert [one.edit.function for one in calls] == [set_parameters, become]
    cell.edit("Design", found.offers[0].call)
    placed = cell.robots[0]
    assert placed.robot.tool[0, 3] == 0.2
    assert [joint.a for joint in placed.robot.joints] == pytest.approx([0.6, 1.1])
    assert len(placed.parameters.formulas) == 2


def test_a_better_design_is_written_with_its_parameters(cell, tmp_path):
    found = rvs.improve(cell, ["L1=0.2:1"], ["length"], require=["reach>=1.4"], starts=1)
    assert found.best.values[0] == pytest.approx(0.5, abs=1e-4)
    assert "every cell that follows L1 changes with it" in found.notes[-1]
    written = load_robot(str(found.save(tmp_path / "better.arch")))
    assert written.parameters["L1"].value == pytest.approx(0.5, abs=1e-4)
    assert [one.text for one in written.parameters.formulas] == ["L1", "L2"]
    assert written.robot.joints[1].a == pytest.approx(2 * written.parameters["L1"].value - 0.1)


def test_the_command_takes_parameters(cell, tmp_path, capsys):
    path = tmp_path / "arm.rvs"
    cell.save(path)
    words = ["sweep", str(path), "--vary", "L1=0.3:0.6:4", "--measures", "reach", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cells"] == [{"name": "L1", "unit": "m", "present": 0.4}]
    assert [one["measures"][0] for one in told["designs"]] == pytest.approx([0.8, 1.1, 1.4, 1.7])


def test_angles_masses_and_numbers_without_unit():
    cell = rvs.new("planar2r")
    for row in (0, 1):
        cell.set_joint(ARM, row, inertia=Inertia(mass=1.0, com=(-0.5, 0.0, 0.0)))
    cell.add_parameter(ARM, "bend", "30 deg", "angle")
    cell.add_parameter(ARM, "m1", 2.0, "mass")
    cell.add_parameter(ARM, "k", 1.0, "none")
    cell.set_expression(ARM, 1, "upper", "bend")
    cell.set_expression(ARM, 0, "mass", "m1")
    cell.set_expression(ARM, 0, "a", "k*1 m")
    found = rvs.sweep(cell, ["bend=30:90", "m1=1:3", "k=0.5:1.5"], measures=["mass", "reach"],
                      sample="sobol", count=4)  # fmt: skip
    assert found.facts["cells"][0]["unit"] == "°"
    assert 30.0 <= found.shown[:, 0].min() < found.shown[:, 0].max() <= 90.0
    assert found.measures[:, 0] == pytest.approx(found.values[:, 1] + 1.0)
    assert found.measures[:, 1] == pytest.approx(found.values[:, 2] + 1.0)


def test_other_processes_give_the_same(cell):
    here = rvs.sweep(cell, ["L1=0.3:0.6:4"], measures=["reach"])
    with ProcessPoolExecutor(1) as executor:
        there = rvs.sweep(cell, ["L1=0.3:0.6:4"], measures=["reach"], executor=executor)
    assert np.array_equal(here.measures, there.measures)


def test_a_design_that_breaks_a_bound_of_what_follows_is_named(cell):
    cell.set_parameter(ARM, "L2", most=0.9)
    found = rvs.sweep(cell, ["L1=0.3:0.6:4"], measures=["reach"])
    assert found.feasible.tolist() == [0, 1, 2]
    assert found.reasons[3] == "L2: 1.1 m is not between its bounds -inf m and 0.9 m"
    assert found.lines[1] == "1 not feasible: L2: is not between its bounds -inf m and 0.9 m"


@pytest.mark.parametrize(
    ("vary", "error"),
    [
        (["L1=0.1:0.6"], "L1: the range 0.1 m to 0.6 m exceeds the bounds 0.2 m and 1 m; use"),
        (["L2=0.1:0.6"], "L2: follows from '2\\*L1 - 100 mm'; change the parameters in it"),
        (["L1=0.3:0.6", "a2=0.1:0.6"], "a2 follows from 'L2'; vary the parameter or the cell"),
        (["L3=0.1:0.6"], "L3: no cell of the table uses it; type its name into a cell"),
        (["L4=0.1:0.6"], "'L4' is not a cell of the table.*the parameters L1, L2, L3, offset2"),
        (["offset2=0:30"], "'offset2' is both a parameter and a cell.*rename the parameter"),
        (["L1=30deg:60deg"], "L1=30deg:60deg'.*length"),
    ],
)
def test_what_can_not_be_is_refused(cell, vary, error):
    cell.add_parameter(ARM, "L3", 0.4)
    cell.add_parameter(ARM, "offset2", 0.4, "angle")
    with pytest.raises(rvs.ArgumentError, match=error):
        rvs.sweep(cell, vary, measures=["reach"])


def test_the_mass_of_a_link_that_carries_something_varies():
    cell = rvs.new("planar2r")
    for row in (0, 1):
        cell.set_joint(ARM, row, inertia=Inertia(mass=1.0))
    cell.add_parameter(ARM, "m2", 2.0, "mass")
    cell.set_expression(ARM, 1, "mass", "m2")
    found = rvs.sweep(cell, ["m2=1:3:2"], measures=["mass"], payload=5.0)
    assert found.measures[:, 0] == pytest.approx([7.0, 9.0])
    plain = rvs.sweep(cell, ["mass1=1:3:2"], measures=["mass"], payload=5.0)
    assert plain.measures[:, 0] == pytest.approx([8.0, 10.0])


def elastic_arm():
    """A planar arm in a vertical plane, its springs K1 and K2, masses at the ends of its links."""
    cell = rvs.new("planar2r")
    placed = cell.robots[0]
    joints = tuple(
        replace(joint, stiffness=spring, inertia=Inertia(mass=2.0))
        for joint, spring in zip(placed.robot.joints, (8e3, 5e3), strict=True)
    )
    robot = placed.robot.replace(joints=joints, gravity=(0.0, -9.81, 0.0))
    cell.change_robot(ARM, robot=robot)
    for name, row in (("L1", 0), ("L2", 1)):
        cell.add_parameter(ARM, name, 1.0)
        cell.set_expression(ARM, row, "a", name)
    return cell


def rigid_links(monkeypatch):
    """Let only the joints give way."""
    monkeypatch.setattr("rvs.bodies.beams.body_beams", lambda robot, _: (LinkBeam(),) * robot.n)


def test_stiffness_of_an_elastic_arm(monkeypatch):
    """Its elbow at 90°: C = J K^-1 J^T in closed form, largest eigenvalue of 2 x 2."""
    rigid_links(monkeypatch)
    found = rvs.sweep(elastic_arm(), ["L1=0.5:1:3", "L2=0.5:0.8:2"], measures=["stiffness"],
                      q=[0.0, np.pi / 2])  # fmt: skip
    one, two = found.values.T
    # the tool is at (L1, L2): J = [[-L2, -L2], [L1, 0]]
    xx, xy, yy = two**2 * (1 / 8e3 + 1 / 5e3), -one * two / 8e3, one**2 / 8e3
    largest = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
    assert found.measures[:, 0] == pytest.approx(1 / largest, rel=1e-9)


def test_deflection_of_a_stretched_arm_under_its_weight(monkeypatch):
    """Torques over springs, times the lever arms of the tool point."""
    rigid_links(monkeypatch)
    found = rvs.sweep(elastic_arm(), ["L1=0.5:1:3", "L2=0.5:0.8:2"], measures=["deflection"],
                      q=[0.0, 0.0])  # fmt: skip
    one, two = found.values.T
    shoulder, elbow = 2 * 9.81 * (one + one + two), 2 * 9.81 * two
    exact = shoulder / 8e3 * (one + two) + elbow / 5e3 * two
    assert found.measures[:, 0] == pytest.approx(exact, rel=1e-9)


def test_stiffness_and_deflection_are_those_of_the_stiffness_question():
    """With a payload, and beside a measure for which it is a part of the last link."""
    cell, q = elastic_arm(), [0.3, 0.8]
    other = rvs.stiffness(cell, q=q, payload=3.0)
    found = rvs.sweep(cell, measures=["stiffness", "deflection", "mass"], q=q, payload=3.0).around
    assert found.measures[0] == pytest.approx(other.stiffness[0], rel=1e-12)
    assert found.measures[1] == pytest.approx(other.size, rel=1e-12)
    assert found.measures[2] == pytest.approx(7.0)
    bare = rvs.sweep(cell, measures=["deflection"], q=q).around.measures[0]
    assert bare < found.measures[1]


def test_what_an_elastic_robot_assumes_is_told():
    notes = rvs.sweep("ur5e", measures=["stiffness"]).notes
    assert "links are beams with the sections of the full model of each design" in notes[-1]


def test_a_spring_is_a_cell(monkeypatch):
    rigid_links(monkeypatch)
    found = rvs.sweep(elastic_arm(), ["stiffness2=2000:8000:3"], measures=["deflection"],
                      q=[np.pi / 2, -np.pi / 2])  # fmt: skip
    assert found.facts["cells"] == [{"name": "stiffness2", "unit": "N m/rad", "present": 5e3}]
    # the upper link is upright: both springs bear the weight at the end of the outer one
    weight = 2 * 9.81
    drop = weight / 8e3 + weight / found.values[:, 0]
    assert found.measures[:, 0] == pytest.approx(np.hypot(drop, weight / 8e3), rel=1e-9)


def test_without_springs_and_beams_there_is_no_stiffness(monkeypatch):
    rigid_links(monkeypatch)
    found = rvs.sweep("planar2r", ["a2=0.5:1:2"], measures=["stiffness"], q=[0.0, 1.0])
    assert not len(found.feasible)
    assert "every joint and link is rigid; give the joints a stiffness" in found.reasons[0]


def test_deflection_needs_masses():
    with pytest.raises(rvs.ArgumentError, match="dynamics need the mass of every link"):
        rvs.sweep("planar2r", ["a2=0.5:1:2"], measures=["deflection"])
