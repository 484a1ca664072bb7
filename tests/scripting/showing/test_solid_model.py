"""Models of cells and robots that scripts write."""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh

import rvs
from rvs.engine.errors import ArgumentError


def test_a_print_is_as_small_as_was_asked(tmp_path: Path):
    large = trimesh.load(rvs.solid_model("planar-2r").save(tmp_path / "large.stl"))
    small = trimesh.load(rvs.solid_model("planar-2r", scale=10).save(tmp_path / "small.stl"))
    assert 10 * small.extents == pytest.approx(large.extents, rel=1e-3)


def test_a_motion_goes_along(tmp_path: Path):
    cell = rvs.new("planar-2r")
    motion = rvs.Glide(cell.robots[0].id, (0.0, 0.0), (1.0, 1.0), 2.0)
    still = rvs.solid_model(cell).save(tmp_path / "still.glb").read_bytes()
    moving = rvs.solid_model(cell, motion, mode="skeleton").save(tmp_path / "moving.glb")
    assert b'"animations"' not in still
    assert b'"animations"' in moving.read_bytes()
    assert cell.state.motion is None


def test_what_can_not_be_written_is_refused(tmp_path: Path):
    with pytest.raises(ArgumentError, match="keeps its size"):
        rvs.solid_model("planar-2r", scale=10).save(tmp_path / "x.glb")
    with pytest.raises(ArgumentError, match=r"\.html"):
        rvs.solid_model("planar-2r").save(tmp_path / "x.ply")
    assert not list(tmp_path.iterdir())
