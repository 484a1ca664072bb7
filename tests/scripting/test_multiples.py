from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Fill, Group, Stroke, Text
from rvs.model.document import Document
from rvs.model.views.view import View
from rvs.scene.build import scene_points
from rvs.scripting.multiples import Stage, multiples

ARM = "Planar 3R"
LENGTHS = (0.3, 0.4, 0.6)


@pytest.fixture
def cell():
    cell = rvs.new("planar-3r")
    cell.add_parameter(ARM, "L1", LENGTHS[0])
    cell.set_expression(ARM, 0, "a", "L1")
    for value in LENGTHS[1:]:
        cell.set_parameter(ARM, "L1", value)
        cell.keep_variant(ARM, f"{value:g}")
    cell.set_parameter(ARM, "L1", LENGTHS[0])
    cell.pose(ARM, [0.0, 0.0, 0.0])
    return cell


def widths(drawing) -> dict[str, float]:
    """Width of each robot on paper in mm, by its id."""
    found: dict[str, list[np.ndarray]] = {}

    def collect(part, robot: str) -> None:
        if isinstance(part, Group):
            for each in part.parts:
                collect(each, str(part.ref[0]) if part.ref else robot)
        elif robot and isinstance(part, Fill | Stroke):
            found.setdefault(robot, []).extend(part.rings if isinstance(part, Fill) else part.lines)

    for group in drawing.parts:
        collect(group, "")
    return {name: float(np.ptp(np.concatenate(rows)[:, 0])) * drawing.mm
            for name, rows in found.items()}  # fmt: skip


def test_all_robots_have_one_scale_and_their_values(cell) -> None:
    figure = rvs.variants(cell, view="top").figure
    wide = [*widths(figure.drawing).values()]
    assert len(wide) == 3
    # on paper, all are as long as their bodies in the cell, by the scale bar
    (bar,) = [one for one in figure.drawing.parts if one.name == "scale bar"]
    stroke, text = bar.parts
    metre = float(np.ptp(stroke.lines[0][:, 0])) * figure.drawing.mm
    assert text.runs[0].words == "2 m"
    bodies = [
        np.ptp(scene_points(replace(figure.state, document=Document((one,))))[:, 0])
        for one in figure.state.document.robots
    ]
    assert np.diff(bodies).min() > 0.09
    assert np.array(wide) / (metre / 2.0) == pytest.approx(np.array(bodies), rel=0.01)
    words = ["".join(run.words for run in mark.runs)
             for mark in figure.drawing.marks() if isinstance(mark, Text)]  # fmt: skip
    assert {"present", "0.4", "0.6", "L1 = 0.3 m", "L1 = 0.4 m", "L1 = 0.6 m"} <= set(words)
    assert figure.size[0] <= 175.0
    assert not figure.remarks


def test_twelve_robots_fit_on_a_page_and_more_are_refused(cell) -> None:
    placed = cell.robots[0]
    stage = Stage("front", View(), (0.0, 0.5, 0.5))
    some = [(placed, (f"robot {k}", "a long line of words")) for k in range(12)]
    figure = multiples(stage, some)
    feet = {tuple(np.round(np.array(one.place)[:3, 3], 6)) for one in figure.state.document.robots}
    assert len(feet) == 12
    assert figure.size[0] <= 175.0
    assert figure.size[1] <= 230.0
    with pytest.raises(ArgumentError, match="expected 1 to 12 robots, got 13"):
        multiples(stage, [*some, some[0]])


def test_a_sweep_draws_its_best_designs(cell) -> None:
    swept = rvs.sweep(cell, ["L1=0.3:0.6:5"], measures=["reach"])
    robots = swept.figure.state.document.robots
    lengths = [one.robot.joints[0].a for one in robots]
    assert lengths == pytest.approx([LENGTHS[0], *sorted(swept.values[:, 0], reverse=True)])


def test_the_command_draws_and_keeps_files(cell, tmp_path, capsys) -> None:
    cell.save(tmp_path / "arm.rvs")
    words = ["variants", str(tmp_path / "arm.rvs"), "--figure", str(tmp_path / "a.pdf")]
    assert main(words) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert "wrote" in capsys.readouterr().out
    assert main(words) == 1
    assert "exists; --overwrite replaces it" in capsys.readouterr().err


def test_ghosts_are_the_other_variants(cell) -> None:
    found = rvs.variants(cell)
    items = found.items(cell.robots[0])
    names = {item.text: item.at for item in items if hasattr(item, "text")}
    assert set(names) == {"0.4", "0.6"}
    # two unit-free facts of a stretched arm: the tool is as far out as its links are long
    reach = sum(joint.a for joint in cell.robots[0].robot.joints)
    for name, at in names.items():
        assert at[0] == pytest.approx(reach + float(name) - LENGTHS[0])
    cell.set_parameter(ARM, "L1", 0.5)
    assert found.items(cell.robots[0]) == ()
