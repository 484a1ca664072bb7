import json
from pathlib import Path

import pytest

import rvs
from rvs.cli import main
from rvs.scripting.variants import PRESENT

ARM = "Planar 3R"


@pytest.fixture
def cell():
    cell = rvs.new("planar-3r")
    cell.add_parameter(ARM, "L1", 0.4)
    cell.add_parameter(ARM, "A1", "30 deg", "angle")
    cell.set_expression(ARM, 0, "a", "L1")
    cell.set_expression(ARM, 1, "a", "L1/2")
    cell.set_expression(ARM, 2, "upper", "A1")
    cell.keep_variant(ARM, "short")
    cell.set_parameter(ARM, "L1", 0.6)
    return cell


def test_what_differs_is_listed(cell) -> None:
    found = rvs.variants(cell)
    assert found.names == (PRESENT, "short")
    rows = {row.name: row.values for row in found.rows}
    assert rows == {
        "L1": (0.6, 0.4),
        "a of joint 1": (0.6, 0.4),
        "a of joint 2": (0.3, 0.2),
    }
    every = {row.name: (row.unit, row.values) for row in rvs.variants(cell, equal=True).rows}
    assert every["A1"] == ("deg", pytest.approx((30.0, 30.0)))
    assert every["upper of joint 3"] == ("deg", pytest.approx((30.0, 30.0)))


def test_an_offer_is_that_variant(cell) -> None:
    (offer,) = rvs.variants(cell).offers
    made = offer.call(cell.document)
    assert made.robots[0].robot.joints[0].a == 0.4


def test_a_variant_that_can_not_be_is_left_out_with_its_reason(cell) -> None:
    cell.set_parameter(ARM, "L1", least=0.5)
    found = rvs.variants(cell)
    assert found.names == (PRESENT,)
    assert "not between its bounds" in found.notes[0]


def test_the_command_answers_for_a_file_and_a_cell(cell, tmp_path: Path, capsys) -> None:
    for name in ("arm.arch", "arm.rvs"):
        path = tmp_path / name
        rvs.save(path, cell if name.endswith("rvs") else cell.robots[0])
        assert main(["variants", str(path), "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        facts = said[0] if isinstance(said, list) else said
        assert facts["variants"] == [PRESENT, "short"]
        assert {row["name"]: row["values"] for row in facts["rows"]}["L1"] == [0.6, 0.4]


def test_a_value_is_set_for_one_command(cell, tmp_path: Path, capsys) -> None:
    path = tmp_path / "arm.arch"
    rvs.save(path, cell.robots[0])
    assert main(["variants", str(path), "--set", "L1=80 cm", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    facts = said[0] if isinstance(said, list) else said
    assert {row["name"]: row["values"] for row in facts["rows"]}["L1"] == [0.8, 0.4]
    assert rvs.placed(str(path), args={"L1": 0.5}).robot.joints[1].a == 0.25
    assert main(["variants", str(path), "--set", "L9=1"]) == 1
    assert "there is no parameter 'L9'; the robot has L1, A1" in capsys.readouterr().err
    assert main(["fk", "puma560", "--set", "L1=1"]) == 1
