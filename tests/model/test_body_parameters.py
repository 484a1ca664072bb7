"""Sizes of the full model that follow from parameters of the robot."""

from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.bodies.autobody.following import following_body
from rvs.engine.errors import ArgumentError
from rvs.files.bodies.write import save_body
from rvs.model.body.edits import change_part, set_constant
from rvs.model.body.fit import fit
from rvs.model.body.values import Body, LinkBody, Move, Part

ARM = "Planar 2R"


def arm_body(**sizes) -> Body:
    """A bar and a shifted knob on link 1, in mm."""
    bar = Part("bar", "box", (("x", "0.5 * L1"), ("y", "w"), ("z", 0.05)))
    knob = Part("knob", "sphere", (("radius", 0.02),), (Move("shift", ("L1 / 4", 0.0, 0.0)),))
    links = (LinkBody(1, (bar, knob), drawn_for=(("a", 0.4),)), LinkBody(2))
    return Body("arm", unit="mm", constants=(("w", "L1 / 8"),), links=links)


@pytest.fixture
def cell():
    cell = rvs.new("planar2r")
    cell.add_parameter(ARM, "L1", 0.4)
    cell.set_expression(ARM, 0, "a", "L1")
    cell.edit("Body", lambda document: put(document, arm_body()))
    return cell


def put(document, body):
    (placed,) = document.robots
    return replace(document, robots=(replace(placed, body=body, full=True),))


def sizes(cell) -> dict[str, float]:
    placed = cell.robots[0]
    found = fit(placed.body, placed.robot)
    assert found.ok, found.reason
    bar = next(one for one in found.parts if one.id == "bar")
    knob = next(one for one in found.parts if one.id == "knob")
    return {"length": dict(bar.sizes)["x"], "width": dict(bar.sizes)["y"],
            "x": float(knob.poses[0, 0, 3])}  # fmt: skip


def test_lengths_and_offsets_follow_in_the_unit_of_the_model(cell) -> None:
    assert sizes(cell) == pytest.approx({"length": 0.2, "width": 0.05, "x": 0.1})
    cell.set_parameter(ARM, "L1", 0.8)
    assert sizes(cell) == pytest.approx({"length": 0.4, "width": 0.1, "x": 0.2})
    assert dict(cell.robots[0].body.constants)["L1"] == 800.0
    cell.undo()
    assert sizes(cell) == pytest.approx({"length": 0.2, "width": 0.05, "x": 0.1})


def test_a_number_typed_by_hand_takes_the_place_of_the_expression(cell) -> None:
    body = change_part(cell.robots[0].body, 1, "knob", moves=(Move("shift", (0.3, 0.0, 0.0)),))
    cell.edit("Body", lambda document: put(document, body))
    cell.set_parameter(ARM, "L1", 0.8)
    assert sizes(cell) == pytest.approx({"length": 0.4, "width": 0.1, "x": 0.3})


def test_without_the_parameter_its_last_value_stays(cell) -> None:
    cell.set_parameter(ARM, "L1", 0.8)
    cell.remove_parameter(ARM, "L1")
    assert sizes(cell) == pytest.approx({"length": 0.4, "width": 0.1, "x": 0.2})


def test_a_new_name_reaches_every_expression(cell) -> None:
    cell.rename_parameter(ARM, "L1", "arm_1")
    assert "L1" not in dict(cell.robots[0].body.constants)
    cell.set_parameter(ARM, "arm_1", 0.8)
    assert sizes(cell) == pytest.approx({"length": 0.4, "width": 0.1, "x": 0.2})
    with pytest.raises(ArgumentError, match="the full model has a constant 'w' already"):
        cell.rename_parameter(ARM, "arm_1", "w")


def test_files_keep_the_expressions_and_are_right_without_the_robot(cell, tmp_path) -> None:
    text = save_body(tmp_path / "arm.body", cell.robots[0].body).text
    assert "L1 = 400" in text
    assert "0.5 * L1" in text
    placed = cell.robots[0]
    rvs.save(tmp_path / "robot.arch", placed)
    read = rvs.placed(str(tmp_path / "robot.arch"))
    assert read.body is not None
    assert fit(read.body, read.robot).ok
    longer = rvs.placed(str(tmp_path / "robot.arch"), args={"L1": 0.8})
    assert dict(longer.body.constants)["L1"] == 800.0
    assert fit(longer.body, longer.robot).ok
    cell.save(tmp_path / "arm.rvs")
    assert rvs.open(tmp_path / "arm.rvs").robots[0].body == placed.body


def test_angles_are_in_degrees_and_models_without_a_name_stay(cell) -> None:
    body = cell.robots[0].body
    cell.add_parameter(ARM, "A1", "30 deg", "angle")
    assert cell.robots[0].body is body
    turned = replace(
        body.part(1, "knob"), moves=(Move("turn", ("A1",)), Move("shift", (1.0, 0, 0)))
    )
    new = change_part(body, 1, "knob", moves=turned.moves)
    cell.edit("Body", lambda document: put(document, new))
    placed = cell.robots[0]
    knob = next(one for one in fit(placed.body, placed.robot).parts if one.id == "knob")
    assert knob.poses[0, :2, 3] == pytest.approx([np.cos(np.pi / 6), 0.5])


def test_a_swept_parameter_moves_the_bodies_of_every_design() -> None:
    """A bar on link 1 comes as near to the floor as it is long."""
    cell = rvs.new("planar2r")
    cell.add_parameter(ARM, "drop", 0.1)
    cell.set_expression(ARM, 1, "a", "2*drop")
    bar = Part("bar", "box", (("x", 0.02), ("y", 0.02), ("z", "drop")))
    body = Body("arm", links=(LinkBody(1, (bar,)), LinkBody(2)))
    cell.edit("Body", lambda document: put(document, set_constant(body, "drop", 0.1)))
    cell.edit("Lift", lambda document: lifted(document))
    found = rvs.sweep(cell, ["drop=0.1:0.3:3"], measures=["clearance"])
    first = found.measures[0, 0]
    assert np.isfinite(found.measures).all()
    assert len(set(found.measures[:, 0].round(6))) == 3
    direct = []
    for value in (0.1, 0.2, 0.3):
        cell.set_parameter(ARM, "drop", value)
        direct.append(rvs.sweep(cell, ["drop=0.1:0.1:1"], measures=["clearance"]).around.measures)
    assert found.measures[:, 0] == pytest.approx([one[0] for one in direct], abs=1e-9)
    assert first != found.measures[2, 0]


def lifted(document):
    (placed,) = document.robots
    place = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0))
    return replace(document, robots=(replace(placed, place=place),))


def test_a_model_made_from_the_automatic_body_stays_right() -> None:
    cell = rvs.new("planar2r")
    cell.add_parameter(ARM, "L1", cell.robots[0].robot.joints[0].a)
    cell.set_expression(ARM, 0, "a", "L1")
    body = following_body(cell.robots[0].robot)
    cell.edit("Body", lambda document: put(document, body))
    cell.set_parameter(ARM, "L1", 1.3)
    placed = cell.robots[0]
    assert fit(placed.body, placed.robot).ok
