"""Results of studies: numbers as those of the commands; they show and write themselves."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.files.library import files_of
from rvs.scripting import collisions
from rvs.scripting.cell import Cell, working_on


@pytest.fixture(autouse=True)
def _own_cell():
    with working_on(Cell()):
        yield


@pytest.fixture
def told(capsys):
    """Return what a command answers in JSON."""

    def answer(*words: str):
        assert main([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return answer


def test_dexterity_is_that_of_the_command(told):
    found = rvs.dexterity("puma560", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    degrees = " ".join(map(str, np.degrees([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])))
    said = told("dexterity", "puma560", f"--q={degrees}")
    assert found.condition == pytest.approx(said["condition"])
    assert found.values == pytest.approx(said["singular_values"])
    assert "condition number" in found._repr_html_()


def test_torques_are_those_of_the_command(told, tmp_path: Path):
    found = rvs.torque("puma560", "puma560-letters", payload=1.0)
    said = told("torque", "puma560", "--motion", "puma560-letters", "--payload", "1")
    assert found.load.peaks == pytest.approx(said["peak"])
    assert found.weakest == 1
    assert found.slower.factor == 1.0 or said["slower"] == pytest.approx(found.slower.factor)
    for suffix in (".pdf", ".csv", ".tex", ".html"):
        assert found.save(tmp_path / f"a{suffix}").stat().st_size > 300
    still = rvs.torque("puma560")
    assert still.torque.shape == (6,)
    with pytest.raises(ArgumentError, match="nothing to plot"):
        still.save(tmp_path / "b.pdf")
    with pytest.raises(ArgumentError, match="q: can't be combined with a motion; leave it out"):
        rvs.torque("puma560", "puma560-letters", q=[0.0] * 6)


def test_a_workspace_is_that_of_the_command(told, tmp_path: Path):
    found = rvs.workspace("planar-2r", levels=1)
    said = told("workspace", "planar-2r", "--levels", "1")
    assert found.planar
    assert (found.measure, found.reach, found.gci) == (said["area"], said["reach"], said["gci"])
    both = rvs.compared([found, found], "mm")
    assert str(both).count("Planar 2R") == 2
    assert "reach" in found.save(tmp_path / "a.csv").read_text(encoding="utf-8")


def test_a_workspace_is_the_same_wherever_it_is_found():
    with ThreadPoolExecutor(2) as pool:
        beside = rvs.workspace("scara", levels=1, executor=pool)
    here = rvs.workspace("scara", levels=1)
    assert (beside.measure, beside.reach, beside.across) == (here.measure, here.reach, here.across)
    assert here.across == pytest.approx(0.55)


def test_a_design_is_that_of_the_command(told, tmp_path: Path):
    words = {"free": ("a",), "starts": 1, "right_angles": True}
    found = rvs.design("puma560", **words)
    said = told("design", "puma560", "--free", "a", "--starts", "1", "--right-angles")
    assert found.condition == pytest.approx(said["condition"])
    again = rvs.load(str(found.save(tmp_path / "better.arch")))
    assert again.joints[1].a == pytest.approx(found.robot.joints[1].a, abs=1e-6)
    assert "condition number" in found.save(tmp_path / "better.md").read_text(encoding="utf-8")


def test_a_simulation_is_that_of_the_command(told, tmp_path: Path):
    found = rvs.simulate("puma560", "pd", goal=[0.1] * 6, duration=0.2, payload=0.5)
    goal = " ".join(["5.729577951308232"] * 6)
    said = told("simulate", "puma560", "--law", "pd", f"--step={goal}", "--duration", "0.2",
                "--payload", "0.5")  # fmt: skip
    assert found.peak_torque == pytest.approx(said["peak_torque"])
    assert np.degrees(found.q[-1]) == pytest.approx(said["q"])
    cell = rvs.new("puma560")
    rvs.load_motion(rvs.simulate(cell, duration=0.1).motion)
    rvs.play(0.1)
    assert cell.postures["PUMA 560"][1] != cell.robots[0].robot.home[1]
    for suffix in (".jtraj", ".pdf", ".csv"):
        assert found.save(tmp_path / f"a{suffix}").stat().st_size > 100


def test_collisions_are_those_of_the_command(told, monkeypatch):
    search, known = collisions.check_motion, []

    def once(document, postures, mode, motion):
        """Check a motion, seconds of work, once: the command must ask for the same."""
        there = dict(motion.at(motion.duration / 3))
        asked = document, dict(postures), mode, motion.duration, there
        for before, passage in known:
            if before == asked:
                return passage
        passage = yield from search(document, postures, mode, motion)
        known.append((asked, passage))
        return passage

    monkeypatch.setattr(collisions, "check_motion", once)
    cell = rvs.open("pick-and-place")
    found = rvs.collide(cell, motion=cell.document.programs[0].name)
    said = told("collide", str(cell.path), "--motion", cell.document.programs[0].name)
    assert found.colliding is said["colliding"]
    assert max(found.least, 0.0) == pytest.approx(said["least"]["distance"])
    assert len(known) == 1
    low = rvs.new("puma560")
    rvs.add_thing(rvs.Thing("table", "table"))
    hit = rvs.collide(low)
    assert hit.colliding
    assert any(("table", "thing") in pair for pair in hit.pairs)
    assert hit.least < 0
    with pytest.raises(rvs.RvsError, match="name a motion"):
        hit.passage  # noqa: B018


def test_plots_are_drawn_and_written_with_every_row(tmp_path: Path):
    made = rvs.plot("puma560", "puma560-letters", "position", "tool-speed")
    assert "<svg" in made._repr_svg_()
    assert made.save(tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    rows = made.save(tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 100
    with pytest.raises(ArgumentError, match="quantity"):
        rvs.plot("puma560", "puma560-letters", "colour")
    with pytest.raises(ArgumentError, match="joint: expected 0 to"):
        rvs.plot("puma560", "puma560-letters", joint=9)


def test_numbers_of_a_script_are_drawn_and_tabled(tmp_path: Path):
    drawn = rvs.chart([1, 2, 3], {"κ": [1.0, 2.0, 1.5]}, across="a₂", units=("mm", ""))
    assert drawn.save(tmp_path / "a.svg").stat().st_size > 1000
    made = rvs.tabulate([("R", -0.5, 12), ("S", 1 / 3, None)], ("name", "x (m)", "n"), "Some")
    assert made.save(tmp_path / "a.csv").read_text(encoding="utf-8").splitlines() == [
        "name,x (m),n", "R,-0.5,12", "S,0.3333,",
    ]  # fmt: skip
    assert "<caption>Some</caption>" in made._repr_html_()
    assert "toprule" in made._repr_latex_()
    with pytest.raises(ArgumentError, match="row 2 has 1 values"):
        rvs.tabulate([(1, 2), (1,)], ("a", "b"))


def test_tables_of_robots_and_files_are_checked(tmp_path: Path):
    assert "α" in str(rvs.table("puma560"))
    with pytest.raises(rvs.RvsError, match="not known"):
        rvs.table("planar-2r", "masses")
    assert rvs.check(files_of("arch")["puma560"]).ok
    (tmp_path / "a.arch").write_text("nothing = ", encoding="utf-8")
    assert not rvs.check(tmp_path / "a.arch").ok
    done = rvs.convert(files_of("arch")["puma560"], tmp_path / "puma.urdf")
    assert done.error < 1e-6


def test_cells_and_results_can_be_sent_to_other_processes():
    cell = rvs.new("puma560")
    cell.add_thing(rvs.Thing("bench", "table"))
    again = pickle.loads(pickle.dumps(cell))
    assert again.state == cell.state
    again.remove_robot("PUMA 560")
    assert cell.robots
    made = (
        rvs.figure(cell), rvs.torque(cell), rvs.collide(cell), rvs.plot(cell, "puma560-place"),
        rvs.simulate(cell, duration=0.02), rvs.table(cell), rvs.dexterity(cell),
    )  # fmt: skip
    for one in made:
        assert type(pickle.loads(pickle.dumps(one))) is type(one)


def test_results_say_in_a_line_what_they_are():
    cell = rvs.new("puma560")
    made = (
        cell, rvs.figure(cell, style="lines", width=84), rvs.torque(cell), rvs.collide(cell),
        rvs.simulate(cell, duration=0.02), rvs.dexterity(cell), rvs.plot(cell, "puma560-place"),
        rvs.film(cell, "puma560-place"), rvs.table(cell), rvs.workspace(cell, levels=1),
        rvs.simulate(cell, duration=2.0),
    )  # fmt: skip
    assert made[-1].outcome.stopped
    for one in made:
        assert "\n" not in repr(one), type(one)
        assert ".." not in repr(one), type(one)
        assert len(repr(one)) < 400, type(one)
    assert repr(made[1]) == "<Figure of PUMA 560: style lines, 84 mm wide>"


@pytest.mark.parametrize("size", [(0, 10), (100_000, 100_000), (20.5, 10), (5,), "wide", (-3, 4)])
def test_a_picture_that_cannot_be_is_refused(size):
    with pytest.raises(rvs.RvsError, match="size: "):
        rvs.render("puma560", size=size)
    with pytest.raises(rvs.RvsError, match="size: "):
        rvs.film("puma560", "puma560-place", size=size)


def test_a_trajectory_is_made_of_arrays():
    times, rows = np.array([0.0, 0.3, 1.0]), np.zeros((3, 6))
    made = rvs.JointTrajectory("PUMA 560", times, rows.tolist(), speeds=rows)
    assert made.duration == 1.0
    assert made == rvs.JointTrajectory("PUMA 560", times.tolist(), rows, speeds=rows)
    assert made.dt is None
    with pytest.raises(rvs.RvsError, match="rows: every number must be finite"):
        rvs.JointTrajectory("PUMA 560", times, rows + np.inf)
    with pytest.raises(rvs.RvsError, match="times: expected 3 times"):
        rvs.JointTrajectory("PUMA 560", times[:2], rows)


@pytest.mark.parametrize("name", ["puma560", "planar-3r", "scara"])
def test_points_of_a_workspace_are_within_reach(name):
    found = rvs.workspace(name, levels=1)
    points = found.points
    assert points.shape == (20_000, 3)
    assert np.linalg.norm(points, axis=1).max() <= found.reach * (1 + 1e-12)
    assert np.linalg.norm(points, axis=1).max() > 0.97 * found.reach
    assert found.cloud(7, seed=1).shape == (7, 3)
