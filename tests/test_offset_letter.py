"""The letter of the offset along an axis: with d chosen nothing that people read says b for it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import rvs
from rvs.cli import main
from rvs.commands.answers import prefer_letter
from rvs.engine import offset_naming
from rvs.engine.descriptions.comparison import likeness
from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import offset_letter, use_offset_letter
from rvs.export.formats.drawing import Text
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.preferences import Preferences, preferences_text
from tests.programs import python

# The letter alone, or with an index.
SAYS_B = re.compile(r"(?<![\w.\\-])b(?:[₀-₉]+|_\{?\d+\}?)?(?![\w-])")


@pytest.fixture(params=["b", "d"])
def chosen(request, monkeypatch) -> str:
    monkeypatch.setenv(offset_naming.VARIABLE, "b")
    use_offset_letter(request.param)
    return str(request.param)


@pytest.mark.parametrize("robot", ["stanford", "puma560-modified", "prr"])
def test_tables_say_the_letter(chosen, robot, tmp_path) -> None:
    for suffix in (".tex", ".md", ".csv", ".html"):
        path = tmp_path / f"t{suffix}"
        rvs.table(robot).save(path)
        text = re.sub(r"</?b>", "", path.read_text(encoding="utf-8"))
        assert bool(SAYS_B.search(text)) == (chosen == "b"), suffix
    path = tmp_path / "converted.tex"
    assert main(["convert", robot, "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert bool(re.search(r"\bb_", text)) == (chosen == "b")
    assert rvs.load(str(path)).n == rvs.load(robot).n


def test_what_was_written_with_either_letter_is_read(chosen, tmp_path) -> None:
    for suffix in (".csv", ".md", ".html", ".tex"):
        path = tmp_path / f"t{suffix}"
        rvs.table("stanford").save(path)
        read, given = rvs.load(str(path)), rvs.load("stanford")
        assert [joint.kind for joint in read.joints] == [joint.kind for joint in given.joints]
        assert read.joints[1].d == pytest.approx(given.joints[1].d, abs=1e-4)


def test_figures_plots_comparisons_and_designs_say_the_letter(chosen, tmp_path) -> None:
    robot = rvs.load("stanford")
    drawing = rvs.figure("stanford", dimensions=True, mode="skeleton").drawing
    texts = [mark for mark in drawing.marks() if isinstance(mark, Text)]
    words = ["".join(run.words for run in text.runs) for text in texts]
    assert any(one.startswith(chosen) for one in words)
    assert any(SAYS_B.match(one) for one in words) == (chosen == "b")
    assert joint_symbol(robot.joints[2], 2) == f"{chosen}₃"
    rows = [(0.0,) * 6, (0.1, 0.2, 0.3, 0.1, 0.2, 0.3)]
    plots = rvs.plot("stanford", rvs.JointTrajectory.evenly("Stanford arm", rows, 1.0)).plots
    names = [curve.name for plot in plots for curve in plot.curves]
    assert f"{chosen}₃" in names
    path = tmp_path / "motion.csv"
    rvs.plot("stanford", rvs.JointTrajectory.evenly("Stanford arm", rows, 1.0)).save(path)
    assert f"{chosen}₃" in path.read_text(encoding="utf-8")
    assert main(["plot", "stanford", str(path), "-o", str(tmp_path / "again.csv")]) == 0
    assert f"{chosen}₃" in (tmp_path / "again.csv").read_text(encoding="utf-8")
    joints = [replace(one, d=one.d + 0.1 * (i == 1)) for i, one in enumerate(robot.joints)]
    found = likeness(robot, robot.replace(joints=tuple(joints)))
    assert chosen in [one.what for one in found.differences]
    with pytest.raises(ArgumentError, match=f"not one of a, {chosen}, alpha, theta"):
        rvs.design("puma560", free=("z",))


def test_the_letter_is_preferred_or_said_by_the_environment(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("RVS_HOME", str(tmp_path))
    monkeypatch.setenv(offset_naming.VARIABLE, "b")
    prefer_letter()
    assert offset_letter() == "b"
    text = preferences_text(replace(Preferences(), offset_letter="d"))
    (tmp_path / "preferences.toml").write_text(text, encoding="utf-8")
    prefer_letter()
    assert offset_letter() == "d"
    monkeypatch.setattr(offset_naming, "_GIVEN", "b")
    prefer_letter()
    assert offset_letter() == "b"
    with pytest.raises(ArgumentError, match="expected b or d"):
        use_offset_letter("c")


def test_programs_that_are_started_write_the_same(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv(offset_naming.VARIABLE, "d")
    done = python("-m", "rvs", "table", "stanford", "-o", "t.md", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "| d (m) |" in (tmp_path / "t.md").read_text(encoding="utf-8")
