"""Studies of one robot take it from a cell as well, with the same numbers."""

from __future__ import annotations

import json

import pytest

import rvs
from rvs.cli import main
from rvs.scripting.subjects import cell_of

QUICK = {
    "stiffness": ["--stiffness", "50000"], "tolerance": ["--samples", "100"], "torque": [],
    "reach": [], "drives": ["--worst"],
}  # fmt: skip


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("cells") / "one.rvs"
    cell_of("puma560").save(path)
    return str(path)


@pytest.mark.parametrize("command", QUICK)
def test_a_robot_of_a_cell_has_the_numbers_of_the_robot(command: str, saved, capsys) -> None:
    found = []
    for subject in (saved, "puma560"):
        assert main([command, subject, *QUICK[command], "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]


def test_a_data_sheet_of_a_cell_is_that_of_its_robot(saved, tmp_path, capsys) -> None:
    assert main(["sheet", saved, "-o", str(tmp_path / "sheet.pdf")]) == 0
    assert b"PUMA 560" in (tmp_path / "sheet.pdf").read_bytes()
    capsys.readouterr()


def test_drawings_of_a_robot_in_feet_are_in_inches() -> None:
    metric, imperial = (rvs.placed("ur5e", unit=unit) for unit in ("m", "ft"))
    for question in (rvs.reach_chart, rvs.payload_diagram):
        one, two = question(metric), question(imperial)
        assert one.facts == two.facts
        for own, other in zip(one.plots, two.plots, strict=True):
            assert (own.x.unit, other.x.unit) == ("mm", "in")
            most, inches = (max(plot.curves[0].x) for plot in (own, other))
            assert most == pytest.approx(25.4 * inches)
    length = rvs.sheet(metric, length="in")
    assert length.reach.length.name == length.payload.length.name == "in"
