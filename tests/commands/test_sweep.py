"""``rvs sweep``: its answer in JSON, files and plots, its edits, and what it refuses."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.engine.progress import progress_to
from rvs.export.formats.drawing import Text
from rvs.scripting.subjects import cell_of


def told(capsys, *words: str):
    assert main(["sweep", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_designs_of_a_planar_arm(capsys, tmp_path):
    path = tmp_path / "designs.csv"
    words = ("--vary", "a2=500mm:1.5:3", "--measures", "reach,length", "-o", str(path))
    found = told(capsys, "planar2r", *words)
    assert [one["values"] for one in found["designs"]] == [[0.5], [1.0], [1.5]]
    assert [one["measures"] for one in found["designs"]] == [
        pytest.approx([size, size]) for size in (1.5, 2.0, 2.5)
    ]
    assert found["front"] == [2, 1, 0]
    assert found["cells"] == [{"name": "a2", "unit": "m", "present": 1.0}]
    assert found["sensitivities"][0]["percent_per_percent"]["reach"] == pytest.approx(0.5)
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    assert rows[0][:4] == ["design", "a2 (m)", "reach (m)", "length (m)"]
    assert [row[1] for row in rows[1:]] == ["0.5", "1", "1.5"]


def test_designs_that_are_not_feasible_are_counted_and_named(capsys):
    assert main(["sweep", "planar2r", "--vary", "a2=0.5:1.5:3", "--measures", "length",
                 "--require", "reach>=1.9"]) == 0  # fmt: skip
    out = capsys.readouterr().out
    assert "3 designs over a2, 2 feasible\n1 not feasible: reach is below 1.9 m\n" in out
    assert "reach 1.5 is below 1.9 m\n" in out
    assert "largest reach 2.5 m: design 3: a2 1.5 m" in out


def test_without_cells_there_are_sensitivities(capsys):
    found = told(capsys, "planar2r", "--measures", "reach")
    assert found["designs"] == []
    parts = [one["percent_per_percent"]["reach"] for one in found["sensitivities"]]
    assert parts == pytest.approx([0.5, 0.5])


def test_slopes_are_per_degree_of_an_angle_and_per_metre_of_a_length(capsys):
    """A joint that may turn less far reaches less: d |p| / d lower2 = -a1 a2 sin(lower2) / |p|."""
    arm = rvs.Robot.from_dh([1.0, 0.5], 0, 0, 0, limits=np.radians([[-90, 90], [60, 90]]), name="a")
    cell = rvs.sweep(arm, ["lower2=50:70:3", "a2=0.4:0.6:3"], measures=["reach"])
    slopes = [one["slope"]["reach"] for one in cell.facts["sensitivities"]]
    reach = np.sqrt(1 + 0.25 + np.cos(np.radians(60)))
    per_rad = -0.5 * np.sin(np.radians(60)) / reach
    assert slopes == pytest.approx([np.radians(per_rad), (0.5 + 0.5) / reach], rel=1e-6)


def test_angles_are_in_degrees_and_a_sample_comes_again(capsys):
    words = ("--vary", "upper2=30:90,a1=0.5:1", "--sample", "sobol", "--count", "8",
             "--seed", "4", "--measures", "reach")  # fmt: skip
    found = told(capsys, "planar2r", *words)
    values = np.array([one["values"] for one in found["designs"]])
    assert values.shape == (8, 2)
    assert 30 <= values[:, 0].min() < values[:, 0].max() <= 90
    assert found == told(capsys, "planar2r", *words)


def test_plots_are_curves_maps_and_the_front(tmp_path):
    one = rvs.sweep("planar2r", ["a2=0.5:1.5:5"], measures=["reach"])
    (curve,) = one.plots
    assert curve.curves[0].y == pytest.approx((1.5, 1.75, 2.0, 2.25, 2.5))
    assert curve.markers[0].x == 1.0
    two = rvs.sweep("planar2r", ["a1=0.5:1.5:4", "a2=0.5:1.5:5"], measures=["reach", "length"])
    front, reach, _ = two.plots
    assert [points.name for points in front.points] == ["best compromises"]
    assert len(front.points[0].x) == 20
    assert np.allclose(reach.map.table, np.add.outer(reach.map.y, reach.map.x))
    path = two.save(tmp_path / "maps.svg")
    assert "best compromises" in path.read_text("utf-8")


def test_a_point_is_the_robot_and_undo_takes_it_back():
    cell = rvs.new()
    cell.add_robot(rvs.placed("planar2r"))
    found = rvs.sweep(cell, ["a2=0.5:1.5:3"], measures=["reach"])
    name = found.plots[0].points[0].names[2]
    assert name == "design 3: a2 1.5 m"
    for offer in (found.chosen(name), found.offers[0]):
        before = cell.document
        cell.edit("design", offer.call)
        assert cell.robots[0].robot.joints[1].a == 1.5
        cell.undo()
        assert cell.document == before
    assert found.chosen("design 9") is None
    assert found.chosen("now") is None
    assert found.offers[0].label == "Use the best reach"


def test_the_distance_of_bodies_is_that_of_the_collision_check():
    q = [0, -0.6, 0.9, 0.3, 0.5, 0]
    found = rvs.sweep("ur5e", measures=["clearance"], q=q)
    least = rvs.collide("ur5e", q=q).facts["least"]["distance"]
    assert found.around.measures[0] == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize(("follow", "within"), [("joints", 1e-12), ("tool", 3e-3)])
def test_the_torque_along_a_motion_is_that_of_the_torque_command(follow, within):
    words = {"measures": ["motion-torque"], "motion": "puma560-letters", "follow": follow}
    found = rvs.sweep("puma560", ["a2=0.43:0.43:1"], **words)
    largest = rvs.torque("puma560", "puma560-letters").load.peaks.max()
    assert found.around.measures[0] == pytest.approx(largest, rel=within)


def test_work_can_be_followed():
    words: list[str] = []
    question = rvs.scripting.sweeps.Sweep(vary=["a2=0.5:1.5:120"], measures=["reach"])
    cell = rvs.new()
    cell.add_robot(rvs.placed("planar2r"))
    with progress_to(words.append):
        question.answer(cell)
    assert words == ["33%", "67%", "100%"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--vary", "a9=0:1"], "vary: 'a9': the robot has joints 1 to 2"),
        (
            ["--vary", "a2=0"],
            "a parameter and its range, for example a2=0.2:0.6:41, got 'a2=0'",
        ),
        (["--vary", "a2=0:1:2,a2=0:1:2"], "a2 is given twice"),
        (["--vary", "a2=0:1 kg"], "vary: 'a2=0:1 kg'"),
        (["--vary", "theta1=0:1"], "take offset1"),
        (["--measures", "beauty"], "'beauty' is not one of kappa, best-kappa"),
        (["--measures", "box"], "box needs more; give box"),
        (["--require", "reach=2"], "expected a measure and its bound, as reach>=0.9"),
        (["--require", "reach>=nan"], "got 'reach>=nan'"),
        (["--vary", "a1=0:1,a2=0:1,tool_x=0:1"], "a grid has one or two ranges, got 3"),
    ],
)
def test_what_can_not_be_is_refused(words, error, capsys):
    assert main(["sweep", "planar2r", *words]) == 1
    assert error in capsys.readouterr().err


def test_a_parameter_alone_varies_between_its_bounds():
    arm = cell_of("planar2r")
    arm.add_parameter("planar2r", "L1", 0.5, least=0.25, most=1.25)
    arm.add_parameter("planar2r", "turn", 0.5, measure="angle", least=0.0, most=np.pi / 2)
    arm.add_parameter("planar2r", "free", 0.5)
    arm.set_expression("planar2r", 0, "a", "L1")
    arm.set_expression("planar2r", 1, "alpha", "turn")
    found = rvs.sweep(arm, ["L1:5", "turn:3"], measures=["reach"])
    assert len(found.values) == 15
    assert (found.values.min(axis=0).tolist(), found.values.max(axis=0).tolist()) == (
        [0.25, 0.0], [1.25, pytest.approx(np.pi / 2)],
    )  # fmt: skip
    assert len(rvs.sweep(arm, ["L1"], measures=["reach"]).values) == 21
    with pytest.raises(ArgumentError, match="free has no bounds on both sides; give them, or a"):
        rvs.sweep(arm, ["free"])
    with pytest.raises(ArgumentError, match="expected a cell or a parameter and its range"):
        rvs.sweep(arm, ["a2"])


def test_a_measure_that_no_design_changes_is_said_and_not_offered():
    found = rvs.sweep(
        "planar2r", ["a1=0.5:1.5:3", "lower2=-90:-30:3"], measures=["reach", "length"]
    )
    assert [one.label for one in found.offers] == ["Use the best reach", "Use the best length"]
    same = rvs.sweep("planar2r", ["lower2=-90:-30:3", "rate1=1:2:3"], measures=["length"])
    assert same.offers == same.plots == ()
    assert "length is 2 m in all designs" in same.notes
    assert "is the best compromise between" in "\n".join(found.lines) or len(found.front) > 1


@pytest.mark.parametrize(("unit", "metres"), [("mm", 0.001), ("in", 0.0254), ("m", 1.0)])
def test_lengths_are_in_the_unit_of_the_robot(unit, metres, tmp_path, capsys):
    """The reach of a planar arm is the sum of its links, whatever the unit."""
    cell = rvs.new("planar2r")
    cell.change_robot("Planar 2R", unit=unit)
    cell.set_joint("Planar 2R", 1, a=0.5)
    path, table = tmp_path / "arm.rvs", tmp_path / "designs.csv"
    cell.save(path)
    low, high, bound = (f"{value / metres:.12g}" for value in (0.3, 0.9, 1.4))
    words = ("--measures", "reach,volume,kappa", "--require", f"reach>={bound}", "--q", "0 90")
    found = told(capsys, str(path), "--vary", f"a2={low}:{high}:3", *words, "-o", str(table))
    assert found["unit"] == unit
    assert found["cells"] == [{"name": "a2", "unit": unit, "present": pytest.approx(0.5 / metres)}]
    assert [one["unit"] for one in found["measures"]] == [unit, "m³", ""]
    assert found["measures"][0]["present"] == pytest.approx(1.5 / metres)
    sizes = np.array([0.3, 0.6, 0.9])
    assert [one["values"][0] for one in found["designs"]] == pytest.approx(sizes / metres)
    assert [one["measures"][0] for one in found["designs"]] == pytest.approx((1 + sizes) / metres)
    assert found["designs"][0]["reason"].startswith(f"reach {1.3 / metres:.4g} is below ")
    slope = found["sensitivities"][0]["slope"]
    assert slope["reach"] == pytest.approx(1.0)
    # κ = a + 1 / 2 a, so dκ / da = 1 - 1 / 2 a² = -1 for a = 0.5 m
    assert slope["kappa"] == pytest.approx(-metres, rel=1e-6)
    rows = list(csv.reader(table.read_text("utf-8").splitlines()))
    assert rows[0][1:4] == [f"a2 ({unit})", f"reach ({unit})", "volume (m³)"]
    assert [float(row[1]) for row in rows[1:]] == pytest.approx(sizes / metres, rel=1e-5)
    swept = rvs.sweep(cell, [f"a2={low}:{high}:3"], measures=["reach"])
    (curve,) = swept.plots
    assert (curve.x.unit, curve.y.unit) == (unit, unit)
    assert curve.curves[0].x == pytest.approx(sizes / metres)
    assert curve.curves[0].y == pytest.approx((1 + sizes) / metres)
    assert (curve.markers[0].x, curve.markers[0].y) == pytest.approx((0.5 / metres, 1.5 / metres))
    name = curve.points[0].names[2]
    assert name == f"design 3: a2 {0.9 / metres:.6g} {unit}"
    cell.edit("design", swept.chosen(name).call)
    assert cell.robots[0].robot.joints[1].a == pytest.approx(0.9)


def test_another_unit_and_two_ranges():
    """A map, the compromises and rates of a robot in mm; a length may have its own unit."""
    cell = rvs.new("planar2r")
    cell.change_robot("Planar 2R", unit="mm")
    found = rvs.sweep(cell, ["a1=0.5m:1500:3", "a2=50cm:1.5m:3"], measures=["reach", "length"])
    assert found.values[[0, -1]] == pytest.approx(np.array([[0.5, 0.5], [1.5, 1.5]]))
    front, reach, _ = found.plots
    assert np.allclose(reach.map.table, np.add.outer(reach.map.y, reach.map.x))
    assert (reach.x.unit, reach.map.unit, front.x.unit) == ("mm", "mm", "mm")
    assert reach.map.x == pytest.approx((500, 1000, 1500))
    assert front.markers[0].x == pytest.approx(2000)
    assert "largest reach 3000 mm: design 9: a1 1500 mm, a2 1500 mm" in found.notes
    stretched = rvs.sweep("cartesian", ["rate1=0.5:1:2"], measures=["reach"])
    assert stretched.facts["cells"][0]["unit"] == "m/s"
    words = [
        "".join(run.words for run in mark.runs)
        for mark in found.figure.drawing.marks()
        if isinstance(mark, Text)
    ]
    assert {"a1 = 1500 mm", "reach = 3000 mm"} <= set(words)


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, 180.0])
def test_height_is_that_in_the_cell_whatever_the_place(angle):
    """The height of a plane arm in a plane at an angle to the floor, and of a tool above it."""
    cell = rvs.new("planar2r")
    turn = np.eye(4)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turn[1:3, 1:3] = [[c, -s], [s, c]]
    turn[:3, 3] = [0.2, 0.1, 0.7]
    cell.change_robot("Planar 2R", place=turn)
    measures = ["reach-up", "flange-reach-up", "reach", "reach-across"]
    found = rvs.sweep(cell, ["tool_z=0.1:0.3:2"], measures=measures)
    # links in the plane x y of the base, which rises by the angle; the tool is above it
    assert found.measures[:, 1] == pytest.approx(2 * abs(s), abs=1e-9)
    assert found.measures[:, 0] == pytest.approx(2 * abs(s) + found.values[:, 0] * c, abs=1e-9)
    assert found.measures[:, 2] == pytest.approx(np.hypot(2.0, found.values[:, 0]))
    assert found.measures[:, 3] == pytest.approx(2.0)
