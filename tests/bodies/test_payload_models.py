"""Payload models: loaded, carried, as large as their parts, and missed without harm."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.effectors import model_payload, payload_looks
from rvs.engine.errors import ArgumentError
from rvs.files.bodies.body import parse_body
from rvs.files.bodies.effectors import new_payload, payload_names
from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot

BLOCK = """kind = payload unit = mm
constants { mass = 2 }
base { part "block" { shape = box x = 100 y = 40 z = 60 move = [ shift 0 0 10 ] } }"""


def test_the_bundled_mug_is_carried_by_a_robot_of_a_cell():
    assert "mug" in payload_names()
    mug = new_payload("mug")
    assert mug.mass == 0.35
    assert mug.sizes[1:] == pytest.approx((0.08, 0.095), abs=2e-3)
    assert mug.sizes[0] > 0.09
    placed = PlacedRobot("arm", load_robot("puma560").robot, payload=mug, origin="puma560")
    text = cell_text(Cell(Document((placed,))))
    assert "payload = mug" in text
    assert "payload_size" not in text
    read = parse_cell(text).document.robots[0].payload
    assert read == mug


def test_a_model_is_as_large_as_its_parts_and_hangs_by_its_upper_end():
    payload = model_payload(parse_body(BLOCK, "block").body)
    assert payload.sizes == pytest.approx((0.1, 0.04, 0.06))
    assert payload.mass == 2.0
    ((mesh, pose, _, _),) = payload_looks(payload)
    points = mesh.vertices @ pose[:3, :3].T + pose[:3, 3]
    assert np.ptp(points, axis=0) == pytest.approx(payload.sizes)
    assert points.max(axis=0) == pytest.approx(-points.min(axis=0))
    assert pose[2, 2] == -1.0
    square = 2.0 / 12 * np.array([0.04**2 + 0.06**2, 0.1**2 + 0.06**2, 0.1**2 + 0.04**2])
    assert payload.moments == pytest.approx(tuple(square))


def test_a_model_that_is_missing_looks_like_a_box_and_keeps_its_name():
    text = 'robot "arm" { file = "puma560" payload = teapot payload_size = [ 0.1 0.2 0.3 ] }'
    read = parse_cell(text)
    assert "no payload 'teapot'" in str(read.warnings[0])
    payload = read.document.robots[0].payload
    assert (payload.kind, payload.sizes, payload.body) == ("teapot", (0.1, 0.2, 0.3), None)
    ((mesh, pose, *_),) = payload_looks(payload)
    assert np.ptp(mesh.vertices @ pose[:3, :3].T, axis=0) == pytest.approx(payload.sizes)


def test_what_is_no_payload_model_is_refused(own_home):
    folder = own_home / "links" / "payloads"
    folder.mkdir(parents=True)
    (folder / "claw.body").write_text(BLOCK.replace("payload", "tool"), encoding="utf-8")
    with pytest.raises(ArgumentError, match="model of a tool"):
        new_payload("claw")
    with pytest.raises(ArgumentError, match="no payload 'teapot'"):
        new_payload("teapot")
    with pytest.raises(ArgumentError, match="needs at least one part"):
        model_payload(replace(parse_body(BLOCK, "block").body, links=()))
