"""Figures, pictures and reports of scripts."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import rvs
from rvs.engine.errors import ArgumentError
from rvs.export.report.values import PART_NAMES
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.pictures import Picture


@pytest.fixture(autouse=True)
def _own_cell():
    with working_on(Cell()):
        yield


def test_a_figure_is_written_in_every_format(tmp_path: Path):
    rvs.new("planar-2r")
    made = rvs.figure(style="lines", width=60, dimensions=True)
    assert made.size[0] == pytest.approx(60.0)
    assert "<svg" in made._repr_svg_()
    for suffix in (".pdf", ".svg", ".eps"):
        assert made.save(tmp_path / f"a{suffix}").stat().st_size > 1000
    assert not made.state.view.floor
    assert made.state.view.background == "paper"


def test_a_figure_keeps_the_camera_that_was_chosen():
    cell = rvs.new("planar-2r")
    own = rvs.Camera(azimuth=0.3, distance=9.0)
    rvs.look(camera=own)
    assert rvs.figure().state.view.camera == own
    assert rvs.figure(view="top").state.view.camera.elevation > 1.5
    assert rvs.figure(fit=True).state.view.camera.distance < 9.0
    assert cell.view.camera == own


def test_a_named_figure_is_what_it_says():
    cell = rvs.new("planar-2r")
    rvs.keep_figure(rvs.NamedFigure("reach", style="flat", width=40.0))
    assert rvs.figure(cell, "reach").figure.style == "flat"
    with pytest.raises(rvs.RvsError, match="no figure 'reech'"):
        rvs.figure(cell, "reech")


def test_a_motion_is_shown_by_its_postures():
    made = rvs.figure("puma560", motion="puma560-letters", ghosts=2)
    plain = rvs.figure("puma560")
    assert len(made.items) > len(plain.items)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rvs.figure("planar-2r", style="oil"), "style"),
        (lambda: rvs.figure("planar-2r", stile="lines"), "stile: neither .*.did you mean 'style'"),
        (lambda: rvs.figure("planar-2r", view="left-ish"), "view: 'left-ish' is not one of front"),
        (lambda: rvs.figure(3), "expected a cell, a robot"),
        (lambda: rvs.render("planar-2r", frame=False), "frame: a view has"),
        (lambda: rvs.report("planar-2r", without=["jokes"]), "without: 'jokes' is not one of skel"),
        (lambda: rvs.report("planar-2r").save("a.doc"), ".pdf"),
        (lambda: rvs.figure("planar-2r").save("a.doc"), ".svg, .pdf"),
    ],
)
def test_a_mistake_is_told(call, words):
    with pytest.raises((rvs.RvsError, ArgumentError), match=words):
        call()


@pytest.mark.gl
def test_a_picture_is_drawn_without_a_window(tmp_path: Path):
    picture = rvs.render("planar-2r", size=(160, 120), frames=False)
    assert picture.size == (160, 120)
    assert picture._repr_png_().startswith(b"\x89PNG")
    seen = np.asarray(Image.open(picture.save(tmp_path / "a.png")).convert("RGB"))
    assert seen.std() > 5
    clear = rvs.render("planar-2r", size=(160, 120), transparent=True)
    assert clear.pixels[..., 3].min() == 0
    with pytest.raises(ArgumentError, match=r"rvs.figure writes .svg"):
        picture.save(tmp_path / "a.svg")


def test_a_report_is_of_the_cell_or_of_one_robot(tmp_path: Path):
    cell = rvs.new("planar-2r")
    assert rvs.report().report.cell is cell.state
    assert rvs.report("planar-2r").report.cell is None
    made = rvs.report(cell, title="Two links", without=PART_NAMES[1:])
    assert made.report.title == "Two links"
    assert made.save(tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("suffix", "kind"), [(".jpg", "JPEG"), (".JPEG", "JPEG"), (".bmp", "BMP")])
def test_a_picture_is_written_as_its_suffix_says(tmp_path, suffix, kind) -> None:
    pixels = np.zeros((40, 60, 4), np.uint8)
    pixels[:, :30] = (200, 30, 40, 255)
    path = Picture(pixels).save(tmp_path / f"p{suffix}")
    with Image.open(path) as read:
        assert (read.format, read.size) == (kind, (60, 40))
        shown = np.asarray(read.convert("RGB")).astype(int)
    assert np.abs(shown[20, 10] - (200, 30, 40)).max() <= 4
    assert np.abs(shown[20, 50] - 255).max() <= 4, "no opacity: on white"


def test_another_suffix_is_refused_with_those_there_are(tmp_path) -> None:
    with pytest.raises(ArgumentError, match=r"\.png, \.jpg, \.jpeg, \.bmp, not as '\.gif'"):
        Picture(np.zeros((2, 2, 4), np.uint8)).save(tmp_path / "p.gif")
