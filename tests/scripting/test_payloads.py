"""The payload diagram of a robot: facts, plots, files, the command and refusals."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot

SOME = {"distance": 0.3, "places": 3}


@pytest.fixture(scope="module")
def arm():
    return Robot.from_dh(
        [0.5, 0.4], [0, 0], [0, 0], 0, mass=[8, 5], com=[[-0.3, 0, 0], [-0.25, 0, 0]],
        effort=[120, 30], gravity=(0, -9.81, 0), name="two links",
    )  # fmt: skip


@pytest.fixture(scope="module")
def found(arm):
    return rvs.payload_diagram(arm, **SOME)


def test_facts_are_those_of_the_closed_form(found):
    facts = found.facts
    assert facts["distance"] == pytest.approx([0, 0.15, 0.3])
    axial, radial = facts["along_axis"]["mass"], facts["across_axis"]["mass"]
    expected = [(30 / 9.81 - 5 * 0.15) / (0.4 + away) for away in facts["distance"]]
    assert axial == pytest.approx([expected[0]] * 3, rel=1e-6)
    assert radial == pytest.approx(expected, rel=1e-6)
    assert facts["any_direction"]["mass"] == pytest.approx(expected, rel=1e-6)
    assert facts["across_axis"]["joint"] == [2, 2, 2]
    assert np.array(facts["mass"]).shape == (3, 3)


def test_words_and_table_name_the_joint(found):
    assert found.lines == [
        "two links: at most 5.77 kg at the centre of the flange, limited by joint 2, in the worst "
        "posture within the limits"
    ]
    assert "across" not in str(found.table)
    assert [row[0] for row in found.table.table.rows] == ["0", "150", "300"]


def test_plots_show_the_three_ways_and_curves_of_equal_mass(found):
    first, second = found.plots
    assert len(first.curves) == 3
    assert first.curves[1].y[0] == pytest.approx(found.facts["mass"][0][0])
    assert second.equal
    for line, marker in zip(second.curves, second.markers, strict=True):
        mass = float(marker.name.split()[0])
        # the axis of the flange is level with the joints' axes: only the distance from it counts
        assert max(line.y) / 1000 == pytest.approx((30 / 9.81 - 0.75) / mass - 0.4, abs=2e-3)


def test_files(found, tmp_path):
    assert found.save(tmp_path / "payload.svg").stat().st_size > 2000
    assert "150" in found.save(tmp_path / "payload.csv").read_text()
    with pytest.raises(ArgumentError):
        found.save(tmp_path / "payload.xyz")


def test_the_command(capsys, tmp_path):
    words = ["payload", "ur3e", "--q", "0", "0", "0", "0", "0", "0", "--distance", "0.2"]
    assert main([*words, "--places", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["postures"] == "in this posture"
    assert told["along_axis"]["joint"][0] in range(1, 7)


def test_a_motion_counts_with_its_accelerations(arm):
    still, push = np.zeros((3, 2)), np.array([[0, 0], [0, 10.0], [0, 0]])
    placed = rvs.placed(arm)
    rows = rvs.JointTrajectory(
        placed.id, [0.0, 0.1, 0.2], still, speeds=still, accelerations=push
    )  # fmt: skip
    told = rvs.payload_diagram(placed, motion=rows, **SOME)
    inertia = 5 * 0.15**2
    expected = (30 - 5 * 0.15 * 9.81 - inertia * 10) / (0.4 * 9.81 + 0.4**2 * 10)
    assert told.facts["mass"][0][0] == pytest.approx(expected, rel=1e-6)


def test_refusals_name_the_cure():
    with pytest.raises(
        ArgumentError, match="joint efforts limit a payload, but none is known; write"
    ):
        rvs.payload_diagram("puma560", **SOME)
    with pytest.raises(ArgumentError, match="rvs masses"):
        rvs.payload_diagram("iiwa14", **SOME)
    with pytest.raises(ArgumentError, match="can't be combined with a motion"):
        rvs.payload_diagram("ur5e", motion="x", speed=0.5)


def test_masses_from_the_body_are_named_as_assumed():
    told = rvs.payload_diagram("iiwa14", weigh=True, q=[0, 90, 0, 0, 0, 0, 0], **SOME)
    assert told.estimated == (1, 2, 3, 4, 5, 6, 7)
    assert "Assumed: the masses of links 1, 2, 3, 4, 5, 6, 7 are those of the body." in told.notes


def test_words_of_curves_along_the_axis_are_side_by_side():
    robot = rvs.load("puma560")
    weak = (*robot.joints[:5], replace(robot.joints[5], effort=0.2))
    strong = tuple(
        replace(joint, effort=effort)
        for joint, effort in zip(weak, [100, 300, 150, 30, 30, 0.2], strict=True)
    )
    chart = rvs.payload_diagram(robot.replace(joints=strong), distance=0.5, places=7).chart
    assert len(chart.markers) >= 3
    places = sorted(marker.x for marker in chart.markers)
    assert np.diff(places).min() > 20.0


@pytest.mark.parametrize("word", ["inf", "1e999"])
def test_a_distance_has_an_end(word, capsys):
    assert main(["payload", "ur5e", "--distance", word]) == 1
    wrong = f"rvs: --distance: expected a finite number, got {float(word):g}\n"
    assert capsys.readouterr().err == wrong
