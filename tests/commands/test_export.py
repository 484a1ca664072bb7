"""``rvs export`` as its users type it."""

import argparse
import doctest
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rvs.cli import command_of, main
from rvs.commands import export
from rvs.commands.asking import _given
from rvs.files.cells.cell import Cell
from rvs.files.cells.write import save_cell
from rvs.model.figures import figure as figures
from rvs.model.robots.imported import USUAL
from rvs.model.views.view import View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit, looking, margin

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


def figure(path: Path, *words: str, what: str = "scara") -> ET.Element:
    assert main(["export", what, "-o", str(path), "--size", "320x200", *words]) == 0
    return ET.parse(path).getroot()


def names(root: ET.Element) -> list[str]:
    return [group.get(LABEL) for group in root.findall(f"{SVG}g")]


def test_examples_in_the_words():
    assert doctest.testmod(figures).failed == 0


def test_a_figure_has_the_parts_of_the_picture(tmp_path):
    root = figure(tmp_path / "a.svg")
    assert names(root)[:2] == ["background", "floor"]
    assert names(root)[-1] == "labels"
    assert root.find(f".//{SVG}g[@{LABEL}='link 2']") is not None
    assert root.get("width") == "84mm"


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
    assert {"b₁ = 0.40 m", "a₁ = 0.30 m", "a₂ = 0.25 m"} <= words


def test_a_motion_is_shown_by_its_postures(tmp_path, capsys):
    words = ("--motion", "scara-flower", "--postures", "4", "--no-labels")
    root = figure(tmp_path / "a.svg", *words)
    notes = root.find(f"{SVG}g[@{LABEL}='annotations']")
    ghosts = [name for name in names(notes) if " at " in name]
    # it ends where it begins, and what stands there already is not drawn again
    assert len(ghosts) == 2
    path = str(tmp_path / "b.svg")
    assert main(["export", "scara", "-o", path, *words, "--q", "1 2 3 4"]) == 1
    with pytest.raises(SystemExit):
        main(["export", "scara", "-o", path, "--motion", "scara-flower", "--postures", "1"])
    assert "--postures: expected 2 to 50, got 1" in capsys.readouterr().err


def test_every_format(tmp_path):
    for suffix in ("pdf", "eps", "ps"):
        path = tmp_path / f"a.{suffix}"
        assert main(["export", "scara", "-o", str(path), "--size", "160x100"]) == 0
        assert path.stat().st_size > 10_000


def test_another_suffix_is_explained(tmp_path, capsys):
    assert main(["export", "scara", "-o", str(tmp_path / "a.bmp")]) == 1
    assert "expected .svg, .pdf, .eps, .ps, .png for a figure, or" in capsys.readouterr().err


def test_a_figure_in_pixels_has_its_size_in_print(tmp_path, capsys):
    path = tmp_path / "a.png"
    words = ("scara", "-o", str(path), "--width", "60", "--size", "600x400", "--no-crop")
    assert main(["export", *words, "--dpi", "127"]) == 0
    with Image.open(path) as image:
        assert image.size == (300, 200)
        assert image.info["dpi"] == pytest.approx((127, 127), abs=0.1)
        assert len(image.convert("RGB").getcolors(1 << 16)) > 20
    assert main(["export", "scara", "-o", str(path), "--dpi", "0", "--overwrite"]) == 1
    assert "dpi: expected more than 0" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--width", "wide"), ("--scale", "1:0"), ("--margin", "1e9")])
def test_odd_sizes_are_refused(words, capsys, tmp_path):
    with pytest.raises(SystemExit):
        main(["export", "scara", "-o", str(tmp_path / "a.svg"), *words])
    assert "expected a" in capsys.readouterr().err


def options_of(add, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add(parser)
    parser.set_defaults(choices=USUAL)
    return parser.parse_args([*words])


def rendered(*words: str):
    """Return the picture that ``rvs render`` draws."""
    asking = command_of("render")
    options = options_of(asking.add_arguments, *words)
    cell, architecture, robot = next(asking.subjects(options))
    return asking.kind(**_given(asking.kind, options, cell, architecture)).seen(cell, robot)


def test_the_camera_is_that_of_render():
    words = ("scara", "-o", "a.png", "--size", "640x400", "--view", "front")
    state = rendered(*words)
    turned = looking(View().camera, "front")
    wanted = fit(turned, scene_points(state), 1.6, margin(state.view, 400))
    assert state.view.camera == wanted
    options = options_of(export.add_arguments, *words)
    camera = export.seen(options).figure.view.camera
    assert camera == wanted


def test_a_cell_is_seen_as_its_file_says(tmp_path, capsys):
    options = options_of(export.add_arguments, "scara", "-o", "a.svg")
    chosen = export.seen(options)
    state, camera = chosen.state, replace(chosen.figure.view.camera, azimuth=1.0)
    state = replace(state, view=replace(state.view, camera=camera))
    path = tmp_path / "one.rvs"
    save_cell(path, Cell().holding(state))
    cell = options_of(export.add_arguments, str(path), "-o", "a.svg")
    again = export.seen(cell)
    assert again.figure.view.camera.azimuth == pytest.approx(1.0)
    assert np.allclose(again.figure.view.camera.target, camera.target)
    assert again.state.document.robots[0].robot.n == state.document.robots[0].robot.n
    figure(tmp_path / "a.svg", "--view", "top", what=str(path))
    assert main(["export", str(path), "-o", str(tmp_path / "b.svg"), "--q", "1"]) == 1
    assert "--q" in capsys.readouterr().err


SHOP = """
robot "arm" { file = scara  q = [ 90, 0, 0.1, 0 ] }
robot "gone" { file = planar2r  hidden = yes }
view { azimuth = -20  elevation = 40  distance = 3  mode = body  section = yes }
thing "table" { kind = box  at = [ 0.8, 0, 0 ] }
note "here" { text = "look"  place = [ 0.1, 0.1 ] }
"""


@pytest.mark.parametrize("words", [(), ("--view", "top"), ("--parallel", "--mode", "skeleton")])
def test_render_shows_a_cell_as_export_does(words, tmp_path):
    path = tmp_path / "shop.rvs"
    path.write_text(SHOP, encoding="utf-8")
    words = (str(path), "-o", "a.png", "--size", "320x200", *words)
    drawn = rendered(*words)
    figure = export.seen(options_of(export.add_arguments, *words))
    assert drawn.view == figure.figure.view
    assert drawn.document == figure.state.document
    assert dict(drawn.postures) == dict(figure.state.postures)
    names = [repr(item.owner) for item in build_scene(drawn).items]
    assert names == [repr(item.owner) for item in figure.scene.items]
    assert any("table" in name for name in names)
    assert any("here" in name for name in names)
    assert not any("gone" in name for name in names)


def test_render_sees_a_cell_as_it_was_saved(tmp_path, capsys):
    path = tmp_path / "shop.rvs"
    path.write_text(SHOP.replace("mode = body", "background = dark"), encoding="utf-8")
    view = rendered(str(path), "-o", "a.png").view
    assert (view.background, view.camera.distance) == ("dark", 3.0)
    assert view.camera.azimuth == pytest.approx(np.radians(-20))
    assert main(["render", str(path), "-o", str(tmp_path / "a.png"), "--q", "1"]) == 1
    assert "--q: SCARA has 4 joints, got 1 values" in capsys.readouterr().err
    turned = rendered(str(path), "-o", "a.png", "--q", "0 0 0 0")
    assert turned.postures["arm"] == (0.0, 0.0, 0.0, 0.0)


FIGURES = """
figure "reach" {
 style = lines  width = 84  crop = yes  dimensions = yes
 view { azimuth = -90  elevation = 0  parallel = yes  floor = no }
 posture "arm" { q = [ 90, 0, 0.1, 0 ] }
}
figure "flower" { motion = scara-flower  ghosts = 3  picture = [ 320, 200 ] }
"""


@pytest.fixture
def cell(tmp_path) -> str:
    path = tmp_path / "cell.rvs"
    path.write_text('robot "arm" { file = scara }' + FIGURES, encoding="utf-8")
    return str(path)


def export_of(cell: str, *words: str) -> export.Figure:
    return export.seen(options_of(export.add_arguments, cell, *words))


def test_a_named_figure_is_drawn_as_it_was_saved(cell, tmp_path):
    chosen = export_of(cell, "--figure", "reach")
    assert chosen.state.postures["arm"][0] == pytest.approx(np.pi / 2)
    root = figure(tmp_path / "a.svg", "--figure", "reach", what=cell)
    assert root.get("width") == "84mm"
    assert "floor" not in names(root)
    assert any("b₁" in (text.text or "") for text in root.iter(f"{SVG}text"))


def test_arguments_win_over_the_figure(cell):
    words = ("--figure", "reach", "--width", "174mm", "--no-crop", "--style", "flat", "--floor")
    chosen = export_of(cell, *words)
    assert (chosen.figure.width, chosen.figure.crop, chosen.figure.style) == (174.0, False, "flat")
    assert chosen.figure.view.floor
    assert chosen.figure.dimensions
    assert chosen.figure.view.camera.parallel
    assert export_of(cell, "--figure", "reach", "--view", "top").figure.view.camera.elevation > 1.5


def test_a_figure_follows_the_design(cell, tmp_path):
    before = export_of(cell, "--figure", "reach").scene
    text = Path(cell).read_text(encoding="utf-8")
    changed = tmp_path / "other.rvs"
    changed.write_text(text.replace("file = scara", "file = planar2r").replace(
        "q = [ 90, 0, 0.1, 0 ]", "q = [ 90, 0 ]"), encoding="utf-8")  # fmt: skip
    after = export_of(str(changed), "--figure", "reach")
    assert after.state.postures["arm"] == pytest.approx((np.pi / 2, 0.0))
    assert len(after.scene.items) != len(before.items)


def test_ghosts_of_a_named_figure(cell, tmp_path, capsys):
    root = figure(tmp_path / "a.svg", "--figure", "flower", what=cell)
    notes = root.find(f"{SVG}g[@{LABEL}='annotations']")
    assert [name for name in names(notes) if " at " in name]
    bare = figure(tmp_path / "b.svg", "--figure", "reach", what=cell)
    notes = bare.find(f"{SVG}g[@{LABEL}='annotations']")
    assert notes is None or not [name for name in names(notes) if " at " in name]
    path = Path(cell)
    path.write_text(path.read_text(encoding="utf-8").replace("= scara-flower", "= scara-flour"))
    assert main(["export", cell, "--figure", "flower", "-o", str(tmp_path / "c.svg")]) == 1
    assert "did you mean 'scara-flower'" in capsys.readouterr().err


def test_an_unknown_figure_is_explained(cell, tmp_path, capsys):
    assert main(["export", cell, "--figure", "reech", "-o", str(tmp_path / "a.svg")]) == 1
    assert "did you mean 'reach'" in capsys.readouterr().err
    assert main(["export", "scara", "--figure", "reach", "-o", str(tmp_path / "a.svg")]) == 1
    assert "a cell (.rvs) has figures" in capsys.readouterr().err
    assert main(["export", cell, "--figure", "reach"]) == 1
    assert "-o: expected the name of the output file" in capsys.readouterr().err


def test_all_figures_and_several_formats(cell, tmp_path, capsys):
    assert main(["export", cell, "--figures"]) == 0
    assert capsys.readouterr().out.split() == ["reach", "flower"]
    folder = tmp_path / "paper"
    words = ["--all-figures", str(folder), "--formats", "svg,pdf", "--size", "160x100"]
    assert main(["export", cell, *words]) == 0
    made = {path.name for path in folder.iterdir()}
    assert made == {"reach.svg", "reach.pdf", "flower.svg", "flower.pdf"}
    two = ["-o", str(tmp_path / "a.eps"), "-o", str(tmp_path / "a.ps")]
    assert main(["export", cell, "--figure", "reach", *two, "--size", "160x100"]) == 0
    assert (tmp_path / "a.eps").exists()
    assert (tmp_path / "a.ps").exists()
    assert main(["export", cell, "--all-figures", str(folder), "--formats", "bmp"]) == 1
    assert "expected .svg" in capsys.readouterr().err


def test_both_begin_with_what_the_window_shows(tmp_path):
    """Full models in a cropped figure a column wide; the window's dialog begins with the same."""
    from rvs.ui.figures.choices import first_choices

    parser = argparse.ArgumentParser()
    export.add_arguments(parser)
    parser.set_defaults(choices=USUAL)
    seen = export.seen(parser.parse_args(["puma560", "-o", "a.pdf"]))
    first = first_choices(View()).figure
    fields = ("style", "width", "crop", "margin", "ground", "type_size", "font", "outer", "edge")
    assert all(getattr(seen.figure, name) == getattr(first, name) for name in fields)
    assert (seen.state.view.mode, seen.state.view.background) == ("full", "light")
    assert seen.state.document.robots[0].body is not None


def test_widths_of_lines_and_the_font_of_labels(tmp_path):
    words = ("--style", "lines", "--outer", "0.5mm", "--edge", "0.25", "--font", "CMU Serif")
    root = figure(tmp_path / "a.svg", *words)
    unit = 84.0 / float(root.get("viewBox").split()[2])
    strokes = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width")]
    widths = {round(float(path.get("stroke-width")) * unit, 2) for path in strokes}
    assert {0.5, 0.25} <= widths
    families = {text.get("font-family") for text in root.iter(f"{SVG}text")}
    assert families == {'"CMU Serif"'}


def test_what_was_written_is_told(tmp_path, capsys):
    path = tmp_path / "a.svg"
    figure(path)
    assert re.fullmatch(
        rf"wrote {re.escape(str(path))} \(84 × [\d.]+ mm, \d+ kB\)\n", capsys.readouterr().out
    )


def test_a_font_that_is_not_there_is_an_error(tmp_path, capsys):
    assert main(["export", "scara", "-o", str(tmp_path / "a.svg"), "--font", "CMU Serf"]) == 1
    assert "did you mean CMU Serif" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.gif"])
def test_render_writes_pictures_alone(tmp_path, capsys, name):
    assert main(["render", "scara", "-o", str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert ".png" in said
    assert ("rvs export writes .pdf" in said) == (name == "a.pdf")
    assert not (tmp_path / name).exists()


def test_a_cell_without_figures_says_so(tmp_path, caplog):
    cell = tmp_path / "bare.rvs"
    cell.write_text('robot "a" { file = "scara" }\n', encoding="utf-8")
    assert main(["export", str(cell), "--figures"]) == 0
    assert "no figures" in caplog.text


def test_numbers_without_room_are_left_out_and_named(tmp_path, caplog):
    figure(tmp_path / "a.svg", "--dimensions", "--width", "40mm", what="rediestro")
    assert "no room for" in caplog.text


def test_models(tmp_path, capsys):
    paths = [tmp_path / name for name in ("a.stl", "a.3mf")]
    words = [word for path in paths for word in ("-o", str(path))]
    assert main(["export", "scara", *words, "--scale", "1:10", "--mode", "skeleton"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"wrote .*a\.stl \([\d.]+ × [\d.]+ × [\d.]+ mm, \d+ triangles", said)
    assert all(path.stat().st_size for path in paths)
    turning = ["--motion", "scara-flower", "-o", str(tmp_path / "a.glb")]
    turning += ["-o", str(tmp_path / "a.svg")]
    assert main(["export", "scara", *turning]) == 0
    assert "with its motion" in capsys.readouterr().out


def test_a_model_in_metres_keeps_its_size(tmp_path, capsys):
    paths = ["-o", str(tmp_path / "a.stl"), "-o", str(tmp_path / "a.glb")]
    assert main(["export", "scara", *paths, "--scale", "1:10"]) == 1
    assert ".glb is in metres and keeps its size" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_model_of_a_cell_moves(tmp_path, capsys, project_root):
    cell = project_root / "work_env/welding-cell.rvs"
    assert main(["export", str(cell), "-o", str(tmp_path / "a.glb")]) == 0
    assert "with its motion" in capsys.readouterr().out
