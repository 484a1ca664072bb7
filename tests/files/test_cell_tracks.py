"""Motions that the robots of a cell play together."""

from pathlib import Path

import numpy as np
import pytest

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import parse_cell, read_cell
from rvs.files.cells.motions import cell_timeline, cell_tracks
from rvs.model.motions.tracks import Together, part_of

JOINT = "/** Link 1 **/ { a = 1  b = 0  al = 0  th = 0 }"
TWO = f'robot "a" {{ {JOINT} }} robot "b" {{ start = 2  {JOINT} }} robot "c" {{ {JOINT} }}'
TAUGHT = (
    'program "empty" { robot = "b" } '
    'program "wave" { robot = "b"  step { q = [ 10 ] } step { q = [ 40 ] } } '
    'program "other" { robot = "b"  step { q = [ 0 ] } step { q = [ 1 ] } }'
)


def test_each_robot_plays_the_first_of_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "rows.jtraj").write_text("dt = 0.5\n0\n30\n90\n", encoding="utf-8")
    links = 'trajectory "one" { file = "rows.jtraj" } trajectory "b two" { file = "rows.jtraj" }'
    path = tmp_path / "cell.rvs"
    path.write_text(f"{TWO}\n{links}\n{TAUGHT}", encoding="utf-8")
    cell = read_cell(path)
    named = [(track.robot_id, track.source.name) for track in cell_tracks(cell)]
    assert named == [("a", "one"), ("b", "wave")]
    motion = cell_timeline(cell)
    assert isinstance(motion, Together)
    wave, start = part_of(motion, "b")
    assert start == 2.0
    assert motion.duration == 2.0 + wave.duration
    assert motion.at(0.5)["a"] == pytest.approx([np.radians(30)])
    assert motion.at(1.9)["b"] == pytest.approx([np.radians(10)])
    assert motion.at(motion.duration)["b"] == pytest.approx([np.radians(40)])
    assert "c" not in motion.at(0.0)


def test_a_cell_in_which_nothing_moves_says_so() -> None:
    with pytest.raises(RvsError, match="no robot of the cell moves"):
        cell_timeline(parse_cell(TWO))


def test_a_line_that_leads_out_of_reach_is_named() -> None:
    steps = "step { q = [ 0, 0 ] } step { q = [ 180, 0 ]  by = line }"
    arm = f'robot "a" {{ {JOINT} {JOINT.replace("1 **", "2 **")} }}'
    with pytest.raises(RvsError, match="wall: a can't follow it"):
        cell_timeline(parse_cell(f'{arm} program "wall" {{ robot = "a" {steps} }}'))


def test_the_two_pumas_move_opposite_each_other(project_root: Path) -> None:
    cell = read_cell(project_root / "work_env" / "two-pumas.rvs")
    assert not cell.warnings
    motion = cell_timeline(cell)
    postures = [motion.at(t) for t in np.linspace(0.0, motion.duration, 30)]
    for robot in ("left", "right"):
        assert np.ptp([one[robot] for one in postures], axis=0).max() > 1.0
    left, right = (np.asarray(one.place) for one in cell.document.robots)
    assert np.allclose(left[:3, 0], -right[:3, 0])
