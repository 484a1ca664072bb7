"""Masses of designs from their bodies: against closed forms of arms made of uniform rods."""

from __future__ import annotations

import json
from dataclasses import replace
from math import pi

import numpy as np
import pytest

import rvs
from rvs.bodies.masses import FILL, reweighed, weighed
from rvs.cli import main
from rvs.engine.joint import Inertia
from rvs.files.bodies.body import parse_body
from rvs.model.appearance.materials import MODULI

ARM, G = "Planar 2R", 9.81
# Rods from the last frame back to the joint, of aluminium.
RADIUS, DENSITY = 0.05, 2700.0
PER_METRE = FILL * DENSITY * pi * RADIUS**2
RODS = parse_body(f"""
unit = m
link 1 {{ part "rod" {{ shape = cylinder  radius = {RADIUS}  height = "a"
  density = {DENSITY}  move = [ shift "-a" 0 0, turn y 90 ] }} }}
link 2 {{ part "rod" {{ shape = cylinder  radius = {RADIUS}  height = "a"
  density = {DENSITY}  move = [ shift "-a" 0 0, turn y 90 ] }} }}
""").body


def rods(*inertias: Inertia | None, efforts=(np.inf, np.inf)):
    """An arm of two rods, 0.8 m and 0.5 m long, in a vertical plane."""
    cell = rvs.new("planar2r")
    placed = cell.robots[0]
    joints = tuple(
        replace(joint, a=a, inertia=inertia, effort=effort)
        for joint, a, inertia, effort in zip(
            placed.robot.joints, (0.8, 0.5), inertias or (None, None), efforts, strict=True
        )
    )
    robot = placed.robot.replace(joints=joints, gravity=(0.0, -G, 0.0))
    cell.change_robot(ARM, robot=robot, body=RODS)
    return cell


def test_unknown_masses_are_those_of_rods():
    """Masses in proportion to the lengths, each with its centre at the middle of its rod."""
    found = rvs.sweep(rods(efforts=(900.0, 200.0)), ["a1=0.4:1.2:3", "a2=0.3:0.9:3"],
                      measures=["mass", "torque", "payload"], q=[0.0, 0.0], weigh=True)  # fmt: skip
    one, two = found.values.T
    first, second = PER_METRE * one, PER_METRE * two
    shoulder, elbow = first * one / 2 + second * (one + two / 2), second * two / 2
    payload = np.minimum((900 / G - shoulder) / (one + two), (200 / G - elbow) / two)
    exact = np.column_stack([first + second, G * shoulder, payload])
    assert found.measures == pytest.approx(exact, rel=1e-9)
    # 1.3 m now: 1 % of a1 is 0.008 m more
    assert found.around.relative[0, 0] == pytest.approx(0.8 / 1.3, rel=1e-6)
    assert found.masses.placed.robot.joints[0].inertia is None
    assert (
        "masses of links 1, 2 are those of the full model of each design, 30 %" in found.notes[-1]
    )


def test_known_masses_change_in_proportion_and_stay_as_they_are_at_the_present_length():
    """The known centre is not that of the rod; it stays at three eighths of the length."""
    known = Inertia(6.0, (-0.3, 0.02, 0.0), (0.1, 0.4, 0.4, 0.0, 0.0, 0.0))
    cell = rods(known, Inertia(2.0, (-0.25, 0.0, 0.0)))
    found = rvs.sweep(cell, ["a1=0.4:1.2:3"], measures=["mass", "torque"], q=[0.0, 0.0], weigh=True)
    one = found.values[:, 0]
    first = 6.0 / 0.8 * one
    assert found.measures[:, 0] == pytest.approx(first + 2.0, rel=1e-12)
    torque = G * (first * one * (1 - 3 / 8) + 2.0 * (one + 0.25))
    assert found.measures[:, 1] == pytest.approx(torque, rel=1e-9)
    plain = rvs.sweep(cell, ["a1=0.8:0.8:1"], measures=["torque"], q=[0.0, 0.0])
    assert found.measures[1, 1] == plain.measures[0, 0]
    assert "masses of links 1, 2 change in proportion to those of the full model" in found.notes[-1]


def test_a_known_rod_stays_a_rod():
    """Mass properties known from the body of the present robot are those of every other body."""
    placed = rods().robots[0]
    known = weighed(placed.robot, RODS)
    joints = (replace(known.joints[0], a=1.1), known.joints[1])
    longer = replace(known, joints=joints)
    (one, two), exact = reweighed(longer, RODS, known, RODS).joints, weighed(longer, RODS).joints
    assert one.inertia.mass == pytest.approx(PER_METRE * 1.1)
    assert one.inertia.com == pytest.approx((-0.55, 0.0, 0.0))
    assert one.inertia.moments == pytest.approx(exact[0].inertia.moments, rel=1e-9, abs=1e-12)
    assert two.inertia is known.joints[1].inertia
    held = reweighed(longer, RODS, known, RODS, held=(1,))
    assert held.joints[0].inertia is known.joints[0].inertia


def test_known_moments_are_stretched_with_the_rod():
    """Twice the length: twice the mass, and along the rod twice the distances of all of it."""
    placed = rods().robots[0]
    known = Inertia(6.0, (-0.4, 0.0, 0.01), (0.02, 0.3, 0.31, 0.0, 0.0, 0.0))
    joints = (replace(placed.robot.joints[0], inertia=known), placed.robot.joints[1])
    present = replace(placed.robot, joints=joints)
    longer = replace(present, joints=(replace(joints[0], a=1.6), joints[1]))
    made = reweighed(longer, RODS, present, RODS).joints[0].inertia
    assert (made.mass, made.com) == (12.0, pytest.approx((-0.8, 0.0, 0.01)))
    # the integrals of x², y² and z² of the known moments
    x, y, z = (0.3 + 0.31 - 0.02) / 2, (0.02 + 0.31 - 0.3) / 2, (0.02 + 0.3 - 0.31) / 2
    exact = 2 * np.array([y + z, 4 * x + z, 4 * x + y])
    assert made.moments[:3] == pytest.approx(exact, rel=1e-9)


def test_a_cantilever_bends_under_its_own_weight_with_the_fourth_power_of_its_length():
    """The deflection w L⁴ / 8 E I of a uniform beam (Timoshenko), with w and I of a hollow rod."""
    cell = rods()
    found = rvs.sweep(cell, ["a1=0.5:2:4", "a2=0.001:0.001:1"], measures=["deflection"],
                      q=[0.0, 0.0], weigh=True)  # fmt: skip
    length = found.values[:, 0]
    second = FILL * (2 - FILL) * pi * RADIUS**4 / 4
    exact = PER_METRE * G * length**4 / (8 * MODULI["aluminium"][0] * second)
    assert found.measures[:, 0] == pytest.approx(exact, rel=0.03)


def test_a_design_is_applied_with_its_masses():
    cell = rods()
    found = rvs.sweep(cell, ["a1=0.4:1.2:3"], measures=["torque"], q=[0.0, 0.0], weigh=True)
    cell.edit("design", found.chosen("design 3: a1 1.2 m").call)
    assert cell.robots[0].robot.joints[0].inertia.mass == pytest.approx(1.2 * PER_METRE)
    again = rvs.sweep(cell, measures=["torque"], q=[0.0, 0.0])
    assert again.around.measures[0] == pytest.approx(found.measures[2, 0], rel=1e-12)
    cell.undo()
    assert cell.robots[0].robot.joints[0].inertia is None


def test_an_improved_design_has_its_masses(tmp_path):
    """The longest arm whose shoulder holds itself at 60 N m: the torque is λ g L² / 2."""
    found = rvs.improve(rods(), ["a1=0.2:1.2"], ["reach"], require=["torque<=60"], starts=1,
                        q=[0.0, 0.0], weigh=True)  # fmt: skip
    total = np.sqrt(2 * 60.0 / (PER_METRE * G))
    assert found.best.values[0] + 0.5 == pytest.approx(total, rel=1e-4)
    masses = [joint.inertia.mass for joint in found.robot.joints]
    assert masses == pytest.approx([PER_METRE * (total - 0.5), PER_METRE * 0.5], rel=1e-4)


def test_parameters_of_the_robot_and_masses_with_expressions():
    """The mass of link 1 has an expression, which is used; link 2 has the mass of its rod."""
    cell = rods(Inertia(1.0, (0.0, 0.0, 0.0)), None)
    cell.add_parameter(ARM, "L", 0.8)
    cell.add_parameter(ARM, "k", 1.25, "none")
    cell.set_expression(ARM, 0, "a", "L")
    cell.set_expression(ARM, 1, "a", "L/2")
    cell.set_expression(ARM, 0, "mass", "k*L*1 kg/1 m")
    found = rvs.sweep(cell, ["L=0.4:1.2:3"], measures=["mass"], weigh=True)
    size = found.values[:, 0]
    assert found.measures[:, 0] == pytest.approx(1.25 * size + PER_METRE * size / 2)
    assert "masses of link 2 are those of the full model" in found.notes[-1]
    before = cell.document
    cell.edit("design", found.chosen("design 3: L 1.2 m").call)
    placed = cell.robots[0]
    assert len(placed.parameters.formulas) == 3
    assert [one.inertia.mass for one in placed.robot.joints] == pytest.approx(
        [1.5, 0.6 * PER_METRE]
    )
    cell.undo()
    assert cell.document == before


def test_masses_that_stay_are_named(capsys):
    """Only when they enter a measure, and a number that changes the links does not change them."""
    cell = rods(Inertia(1.0), Inertia(1.0))
    cell.add_parameter(ARM, "L", 0.8)
    cell.set_expression(ARM, 0, "a", "L")
    told = "masses and centres of mass of links 1, 2 stay as they are while L changes; weigh takes"
    assert told in rvs.sweep(cell, ["L=0.4:1.2:3"], measures=["mass"]).notes[-1]
    assert told in rvs.sweep(cell, ["L=0.4:1.2:3"], measures=["mass"]).facts["notes"][-1]
    found = rvs.improve(cell, ["L=0.4:1.2"], ["torque"], starts=1, q=[0.0, 0.0])
    assert told in found.notes[-1]
    assert found.facts["notes"] == found.notes
    for vary, measure in ((["L=0.4:1.2:3"], "reach"), (["upper2=10:90:3"], "mass")):
        notes = rvs.sweep(cell, vary, measures=[measure]).notes
        assert not [note for note in notes if "stay as they are" in note]
    cell.set_expression(ARM, 0, "mass", "L*1 kg/1 m")
    (note,) = [
        note for note in rvs.sweep(cell, ["L=0.4:1.2:3", "a2=0.4:1.2:3"], measures=["mass"]).notes
        if "stay as they are" in note
    ]  # fmt: skip
    assert "of link 2 stay as they are while L, a2 change;" in note


def test_the_load_is_at_the_tool_of_every_design():
    """A payload of 3 kg moves with the tool point along the horizontal axis of the flange."""
    q = [0.0, -np.pi / 2, 0.0, -np.pi / 2, np.pi / 2, 0.0]
    found = rvs.sweep("ur5e", ["tool_z=0.2:0.6:3"], measures=["torque"], q=q, payload=3.0)
    assert np.diff(found.measures[:, 0]) == pytest.approx(3.0 * G * 0.2)


def test_the_command(capsys):
    words = ["sweep", "planar2r", "--vary", "a2=0.8:1.2:3", "--measures", "mass", "--q", "0 45"]
    assert main(words) == 1
    assert "dynamics need the mass of every link" in capsys.readouterr().err
    assert main([*words, "--weigh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    masses = [one["measures"][0] for one in told["designs"]]
    robot = rvs.placed("planar2r").robot
    from rvs.bodies.autobody import automatic_body

    exact = sum(one.inertia.mass for one in weighed(robot, automatic_body(robot)).joints)
    assert masses[1] == pytest.approx(exact)
    # the automatic body keeps its thickness: each length has the same mass
    assert masses[2] - masses[1] == pytest.approx(masses[1] - masses[0])
    assert masses[2] > masses[1]
    assert main(["sweep", "planar2r", "--vary", "a2=0.8:1.2:3", "--weigh"]) == 1
    assert "--weigh: no measure depends on the masses" in capsys.readouterr().err


def test_a_full_model_that_does_not_fit_a_design_is_named():
    cell = rods()
    found = rvs.sweep(cell, ["a1=0:0.8:2"], measures=["mass"], weigh=True)
    assert found.feasible.tolist() == [1]
    assert "the full model does not fit the design, so it has no masses: link 1" in found.reasons[0]


def test_the_automatic_body_grows_with_the_length_of_its_link_alone():
    """Its thickness stays, in whatever steps that of another robot changes."""
    found = rvs.sweep("meca500", ["a2=110:160:6"], measures=["mass"], weigh=True)
    steps = np.diff(found.measures[:, 0])
    assert steps.min() > 0.0
    assert steps == pytest.approx(np.full(5, steps.mean()), rel=1e-3)
    # where sizes can't follow the table, the body is made again
    again = rvs.sweep("iiwa14", ["d3=0.3:0.6:2"], measures=["mass"], weigh=True)
    assert again.measures[1, 0] > again.measures[0, 0]
