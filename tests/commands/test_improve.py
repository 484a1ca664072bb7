"""``rvs improve``: designs against closed forms, requirements, files and what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.progress import progress_to
from rvs.files.library import load_robot
from rvs.scene.items import Label
from rvs.scripting.improving import Improve
from rvs.scripting.subjects import cell_of


def test_the_isotropic_two_link_arm_of_the_literature(tmp_path, capsys):
    """Salisbury and Craig (1982): l1 = √2 l2, elbow at 135°."""
    path = tmp_path / "better.arch"
    words = ("planar2r", "--vary", "a1=0.5:2", "--better", "kappa", "--q", "0 135", "--starts", "1")
    assert main(["improve", *words, "-o", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (cell,), (kappa,) = told["cells"], told["measures"]
    assert (cell["name"], cell["before"]) == ("a1", 1.0)
    assert cell["after"] == pytest.approx(np.sqrt(2), abs=1e-3)
    assert kappa["after"] == pytest.approx(1.0, abs=1e-6)
    assert told["met"]
    made = load_robot(str(path)).robot
    assert made.joints[0].a == pytest.approx(cell["after"], abs=1e-6)
    assert made.joints[1].a == 1.0


def test_a_requirement_is_kept_and_goals_go_as_far_as_it_allows():
    """The shortest arm that reaches 1.6 m is 1.6 m long."""
    found = rvs.improve("planar2r", ["a1=0.2:2", "a2=0.2:2"], ["length"], require=["reach>=1.6"],
                        starts=1)  # fmt: skip
    length, reach = found.best.measures
    assert not found.broken
    assert 1.6 <= reach <= 1.6001
    assert length == pytest.approx(reach)
    again = rvs.improve("planar2r", ["a1=0.2:2", "a2=0.2:2"], ["length"], require=["reach>=1.6"],
                        starts=1)  # fmt: skip
    assert np.array_equal(found.best.values, again.best.values)


def test_lengths_are_in_the_unit_of_the_robot(tmp_path, capsys):
    """The shortest arm in inches that reaches 60 in."""
    cell = rvs.new("planar2r")
    cell.change_robot("Planar 2R", unit="in")
    cell.save(tmp_path / "arm.rvs")
    assert main(["improve", str(tmp_path / "arm.rvs"), "--vary", "a1=10:60", "--better", "length",
                 "--require", "reach>=60", "--starts", "1", "--json"]) == 0  # fmt: skip
    told = json.loads(capsys.readouterr().out)
    (cell,), (length, reach) = told["cells"], told["measures"]
    other = 1.0 / 0.0254
    assert (told["unit"], cell["unit"], length["unit"], reach["unit"]) == ("in",) * 4
    assert (cell["before"], length["before"]) == pytest.approx((other, 2 * other))
    assert cell["after"] == pytest.approx(60 - other, abs=0.01)
    assert length["after"] == pytest.approx(60, abs=0.01)


def test_a_requirement_that_can_not_be_met_is_told(capsys):
    assert main(["improve", "planar2r", "--vary", "a1=0.5:1", "--better", "length",
                 "--require", "reach>=3", "--starts", "1"]) == 0  # fmt: skip
    out = capsys.readouterr().out
    assert "not met: reach 2 is below 3 m" in out
    assert "at a bound of the range: a1" in out


def test_the_design_is_an_edit_and_its_progress_can_be_followed():
    words: list[str] = []
    cell = rvs.new()
    cell.add_robot(rvs.placed("planar2r"))
    question = rvs.scripting.improving.Improve(vary=["a1=0.5:1"], better=["length"], starts=1)
    with progress_to(words.append):
        found = question.answer(cell)
    cell.edit("design", found.offers[0].call)
    assert cell.robots[0].robot.joints[0].a == pytest.approx(0.5, abs=1e-5)
    cell.undo()
    assert cell.robots[0].robot.joints[0].a == 1.0
    parts = [int(word.split()[0].rstrip("%,")) for word in words]
    assert parts == sorted(parts)
    assert (parts[0], parts[-1]) == (50, 100)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "vary: expected at least one cell"),
        (["--vary", "a1=0.5:1", "--better", "beauty"], "better: 'beauty' is not one of kappa"),
        (["--vary", "a1=0.5:1", "--better", "reach=-1"], "reach needs a weight above 0"),
        (["--vary", "a1=0.5:1", "--better", "payload"], "planar"),
    ],
)
def test_what_can_not_be_is_refused(words, error, capsys):
    assert main(["improve", "planar2r", *words]) == 1
    assert error in capsys.readouterr().err.lower()


def test_the_answers_so_far_become_better_and_an_exception_ends_the_work():
    seen = []
    question = Improve(vary=["a1=0.5:2"], better=["kappa"], q=[0.0, 3 * np.pi / 4], starts=2)
    with progress_to(str, seen.append):
        found = question.answer(cell_of("planar2r"))
    kappas = [one.best.measures[0] for one in seen]
    assert len(kappas) > 3
    assert kappas == sorted(kappas, reverse=True)
    assert kappas[-1] == found.best.measures[0]
    assert seen[0].best.done < seen[-1].best.done < found.best.done == 1.0

    class Ended(Exception):
        pass

    def end(_answer: object) -> None:
        raise Ended

    with pytest.raises(Ended), progress_to(str, end):
        question.answer(cell_of("planar2r"))


def test_the_design_is_a_ghost_of_its_own_robot_alone():
    found = rvs.improve("planar2r", ["a1=0.5:2"], ["length"], require=["reach>=1.6"], starts=1)
    names = [item.text for item in found.items(found.placed) if isinstance(item, Label)]
    assert names == ["design"]
    assert found.items(rvs.placed("scara")) == ()
