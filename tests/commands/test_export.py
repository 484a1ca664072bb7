"""``rvs export`` as its users type it."""

import argparse
import doctest
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from rvs.cli import main
from rvs.commands import export
from rvs.commands.pictures import margin, view_of
from rvs.commands.render import _state as rendered_state
from rvs.commands.render import add_arguments as render_arguments
from rvs.files.cell import Cell
from rvs.files.cell_write import save_cell
from rvs.scene.build import scene_points
from rvs.scene.camera import fit

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


def figure(path: Path, *words: str, what: str = "scara") -> ET.Element:
    assert main(["export", what, "-o", str(path), "--size", "320x200", *words]) == 0
    return ET.parse(path).getroot()


def names(root: ET.Element) -> list[str]:
    return [group.get(LABEL) for group in root.findall(f"{SVG}g")]


def test_examples_in_the_words():
    assert doctest.testmod(export).failed == 0


def test_a_figure_has_the_parts_of_the_picture(tmp_path):
    root = figure(tmp_path / "a.svg")
    assert names(root)[:2] == ["background", "floor"]
    assert names(root)[-1] == "labels"
    assert root.find(f".//{SVG}g[@{LABEL}='link 2']") is not None
    assert root.get("width") == "84.6666mm"


def test_a_line_drawing_has_no_floor_unless_wanted(tmp_path):
    assert "floor" not in names(figure(tmp_path / "a.svg", "--style", "lines"))
    root = figure(tmp_path / "b.svg", "--style", "lines", "--floor", "--hidden", "dashed")
    assert "floor" in names(root)
    assert "stroke-dasharray" in (tmp_path / "b.svg").read_text(encoding="utf-8")


def test_width_type_and_crop(tmp_path):
    root = figure(tmp_path / "a.svg", "--width", "8.4cm", "--crop", "--type-size", "7")
    assert root.get("width") == "84mm"
    units = float(root.get("viewBox").split()[2])
    sizes = {float(text.get("font-size")) for text in root.iter(f"{SVG}text")}
    assert max(sizes) * 84 / units == pytest.approx(7 / 72 * 25.4, rel=0.02)


def test_grey_transparent_and_bare(tmp_path):
    words = ("--gray", "--transparent", "--no-labels", "--no-frames")
    root = figure(tmp_path / "a.svg", *words)
    assert "background" not in names(root)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert all(c[:2] == c[2:4] == c[4:] for c in re.findall(r'="#([0-9a-f]{6})"', text))


def test_scale_and_scale_bar(tmp_path, capsys):
    root = figure(tmp_path / "a.svg", "--parallel", "--scale", "1:20", "--scale-bar")
    assert names(root)[-1] == "scale bar"
    path = str(tmp_path / "b.svg")
    assert main(["export", "scara", "-o", path, "--scale", "1:20"]) == 1
    assert "a scale needs a parallel view" in capsys.readouterr().err


def test_dimensions_name_the_lengths_of_the_table(tmp_path):
    root = figure(tmp_path / "a.svg", "--dimensions", "--no-frames")
    words = {text.text for text in root.iter(f"{SVG}text")}
    assert {"b₁ = 0.4 m", "a₁ = 0.3 m", "a₂ = 0.25 m"} <= words


def test_a_motion_is_shown_by_its_postures(tmp_path, capsys):
    words = ("--motion", "scara-flower", "--postures", "4", "--no-labels")
    root = figure(tmp_path / "a.svg", *words)
    notes = root.find(f"{SVG}g[@{LABEL}='annotations']")
    ghosts = [name for name in names(notes) if " at " in name]
    # it ends where it begins, and what stands there already is not drawn again
    assert len(ghosts) == 2
    path = str(tmp_path / "b.svg")
    assert main(["export", "scara", "-o", path, *words, "--q", "1 2 3 4"]) == 1
    assert main(["export", "scara", "-o", path, "--motion", "scara-flower", "--postures", "1"]) == 1
    assert "--postures: expected 2 to 50" in capsys.readouterr().err


def test_every_format(tmp_path):
    for suffix in ("pdf", "eps", "ps"):
        path = tmp_path / f"a.{suffix}"
        assert main(["export", "scara", "-o", str(path), "--size", "160x100"]) == 0
        assert path.stat().st_size > 10_000


def test_another_suffix_is_explained(tmp_path, capsys):
    assert main(["export", "scara", "-o", str(tmp_path / "a.png")]) == 1
    assert "rvs render writes .png" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--width", "wide"), ("--scale", "1:0"), ("--margin", "1e9")])
def test_odd_sizes_are_refused(words, capsys, tmp_path):
    with pytest.raises(SystemExit):
        main(["export", "scara", "-o", str(tmp_path / "a.svg"), *words])
    assert "expected a" in capsys.readouterr().err


def options_of(add, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add(parser)
    return parser.parse_args([*words])


def test_the_camera_is_that_of_render():
    words = ("scara", "-o", "a.png", "--size", "640x400", "--view", "front")
    options = options_of(render_arguments, *words)
    state = rendered_state(options)
    wanted = fit(view_of(options).camera, scene_points(state), 1.6, margin(state.view, 400))
    options = options_of(export.add_arguments, *words)
    _, camera, _ = export.seen(options)
    assert camera == wanted


def test_a_cell_is_seen_as_its_file_says(tmp_path, capsys):
    options = options_of(export.add_arguments, "scara", "-o", "a.svg")
    state, camera, _ = export.seen(options)
    path = tmp_path / "one.rvs"
    save_cell(path, Cell().holding(state))
    cell = options_of(export.add_arguments, str(path), "-o", "a.svg")
    again, seen, _ = export.seen(cell)
    assert np.allclose(seen.target, state.view.camera.target)
    assert again.document.robots[0].robot.n == state.document.robots[0].robot.n
    assert seen != camera
    figure(tmp_path / "a.svg", "--view", "top", what=str(path))
    assert main(["export", str(path), "-o", str(tmp_path / "b.svg"), "--q", "1"]) == 1
    assert "--q" in capsys.readouterr().err
