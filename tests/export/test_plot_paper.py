"""Plots on paper: what stands where, as a drawing and in files."""

import doctest
import importlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Fill, Group, Stroke, Text
from rvs.export.lettering import text_width
from rvs.export.plots.canvas import clipped, color_of, extent, rounded, tick_step, tick_words, ticks
from rvs.export.plots.plot import FAR, laid_out, plot_drawing, spread, write_plot
from rvs.model.appearance.colors import WINDOW, rgba
from rvs.model.plots.plot import Axis, Band, Marker, Plot, curve, curves, points, value_map

SERIES = WINDOW["light"].series
TIME = np.linspace(0, 2, 21)
PLOT = Plot(
    "Two curves <&>",
    Axis("time", "s"),
    Axis("angle", "°"),
    (curve(TIME, 50 * TIME, "up"), curve(TIME, -20 * TIME, "down", 1, dashed=True)),
    bands=(Band(0.5, 1.0, name="band"), Band(10, 20, "y")),
    markers=tuple(
        Marker(1, 50, name, 2, shape)
        for name, shape in zip("abcde", ["dot", "ring", "cross", "square", "words"], strict=True)
    ),
    note="a note",
)


def texts(drawing):
    return [mark for mark in drawing.marks() if isinstance(mark, Text)]


def words(drawing):
    return [mark.runs[0].words for mark in texts(drawing)]


def data_lines(drawing):
    """Lines of the only plot."""
    assert len([group for group in drawing.parts if group.name == "plot"]) == 1
    return data_lines_of(drawing)


def data_lines_of(drawing):
    """Lines of all plots."""
    return [
        ([tuple(point) for point in line.tolist()], mark)
        for page in drawing.parts
        if page.name == "plot"
        for group in page.parts
        if getattr(group, "name", "") == "data"
        for mark in group.parts
        if isinstance(mark, Stroke)
        for line in mark.lines
    ]


def test_text_stays_text_and_colors_tell_the_curves():
    drawing = plot_drawing(PLOT)
    said = words(drawing)
    for text in ("Two curves <&>", "a note", "time (s)", "angle (°)", "up", "down", "band", "e"):
        assert text in said
    (up, first), (down, second) = data_lines(drawing)
    assert first.color == rgba(SERIES[0])
    assert second.color == rgba(SERIES[1])
    assert second.dashes
    assert not first.dashes
    assert up[-1][1] < up[0][1] < down[-1][1]


def test_values_stand_at_their_ticks():
    drawing = plot_drawing(PLOT)
    (up, _), _ = data_lines(drawing)
    at = {text.runs[0].words: text for text in texts(drawing)}
    for place, tick in ((up[0], "0.0"), (up[-1], "2.0")):
        assert place[0] == pytest.approx(at[tick].runs[0].x + at[tick].width / 2, abs=0.01)
    # a tick's words hang 2.7 points below its line
    assert up[0][1] == pytest.approx(at["0"].runs[0].y - 2.7, abs=0.02)
    assert up[6][1] == pytest.approx(at["30"].runs[0].y - 2.7, abs=0.02)


def test_equal_units_are_equally_long_and_pictures_run_down():
    square = curve([0, 4, 4, 0, 0], [0, 0, 2, 2, 0])
    plot = Plot("", Axis("u"), Axis("v", downward=True), (square,), equal=True)
    ((line, _),) = data_lines(plot_drawing(plot))
    across, down = line[1][0] - line[0][0], line[2][1] - line[1][1]
    assert across == pytest.approx(2 * down, rel=1e-3)
    assert down > 0


@pytest.mark.parametrize(
    ("width", "height"), [(9, 1), (1, 9), (640, 480), (3, 4), (7, 5), (21, 16)]
)
def test_equal_plots_fit_their_page_and_share_a_step(width, height):
    around = curve([0, width, width, 0], [0, 0, height, height])
    plot = Plot("", Axis("u"), Axis("v"), (around,), equal=True)
    drawing = plot_drawing(plot, width=400, height=300)
    ((line, _),) = data_lines(drawing)
    assert all(0 <= x <= 400 and 0 <= y <= 300 for x, y in line)
    ticks_of = {anchor: [] for anchor in ("end", "middle")}
    for text in texts(drawing):
        said = text.runs[0].words
        if text.anchor in ticks_of and said not in ("u", "v"):
            ticks_of[text.anchor].append(float(said.replace("−", "-")))
    steps = {round(b - a, 9) for values in ticks_of.values() for a, b in pairwise(values)}
    assert len(steps) == 1


def test_a_gap_breaks_the_line():
    broken = Plot("", Axis("x"), Axis("y"), (curve(range(6), [0, 1, np.nan, 1, 0, 1]),))
    assert [len(points) for points, _ in data_lines(plot_drawing(broken))] == [2, 3]


def test_curves_and_bands_end_at_the_axes():
    steep = curve([0, 1, 2], [0, 9, 0])
    plot = Plot("", Axis("x"), Axis("y", lower=0, upper=3), (steep,), (Band(2, 7, "y"),))
    drawing = plot_drawing(plot)
    lines = [points for points, _ in data_lines(drawing)]
    assert len(lines) == 2
    top = lines[0][1][1]
    assert lines[1][0][1] == pytest.approx(top)
    band = [mark for mark in drawing.marks() if isinstance(mark, Fill)][1]
    assert band.rings[0][:, 1].min() == pytest.approx(top, abs=0.001)


def test_lines_are_cut_where_they_leave_a_box():
    box = (0.0, 0.0, 2.0, 2.0)
    zigzag = np.array([[1.0, 1.0], [1.0, 3.0], [1.5, 3.0], [1.5, 1.0], [5.0, 1.0]])
    cut = [line.round(3).tolist() for line in clipped(zigzag, box)]
    assert cut == [[[1, 1], [1, 2]], [[1.5, 2], [1.5, 1], [2, 1]]]
    assert clipped(np.array([[3.0, 0.0], [3.0, 2.0]]), box) == []


def test_ends_that_meet_are_named_above():
    table = np.sin(np.pi * TIME / 2)[:, None] * np.arange(1, 7)
    meeting = Plot("", Axis("x"), Axis("y"), curves(TIME, table, "abcdef"))
    rows = {t.runs[0].y for t in texts(plot_drawing(meeting)) if t.runs[0].words in "abcdef"}
    assert len(rows) == 1


def test_several_plots_share_a_page():
    drawing = plot_drawing([PLOT, PLOT], width=300, height=200)
    assert (drawing.width, drawing.height) == (300, 400)
    assert drawing.width * drawing.mm == pytest.approx(300 / 72 * 25.4)
    assert words(drawing).count("Two curves <&>") == 2


def test_plots_over_one_axis_have_its_ends_above_each_other():
    wide = Plot("", Axis("time", "s"), Axis("far"), (curve([0, 1], [0, 123456], "a long name"),))
    slim = Plot("", Axis("time", "s"), Axis("near"), (curve([0, 1], [0, 1], "b"),))
    lines = [points for points, _ in (data_lines_of(plot_drawing([wide, slim])))]
    assert [lines[0][0][0], lines[0][-1][0]] == pytest.approx([lines[1][0][0], lines[1][-1][0]])


def test_stacked_plots_name_their_curves_in_one_way():
    table = np.sin(np.pi * TIME / 2)[:, None] * np.arange(1, 7)
    meeting = Plot("", Axis("x"), Axis("y"), curves(TIME, table, "abcdef"))
    apart = Plot("", Axis("x"), Axis("y"), curves(TIME, TIME[:, None] * [1, 5], "gh"))
    drawing = plot_drawing([meeting, apart])
    (left,) = {t.runs[0].y for t in texts(drawing) if t.runs[0].words in "gh"}
    lowest = max(y for line, _ in data_lines_of(drawing)[-1:] for _, y in line)
    assert left < lowest - 100


def test_the_seventh_curve_is_dashed_on_paper_too():
    table = TIME[:, None] * np.arange(1, 8)
    seven = Plot("", Axis("x"), Axis("y"), curves(TIME, table, "abcdefg"))
    found = data_lines(plot_drawing(seven))
    assert [bool(mark.dashes) for _, mark in found] == [False] * 6 + [True]
    dashed = data_lines(plot_drawing(seven, telling="dashes"))
    assert len({mark.dashes for _, mark in dashed}) == 7


def test_in_grey_each_curve_is_black_with_a_style_of_its_own():
    table = TIME[:, None] * np.arange(1, 8)
    seven = Plot("", Axis("x"), Axis("y"), curves(TIME, table, "abcdefg"), (Band(2, 7, "y"),))
    drawing = plot_drawing(seven, telling="grey")
    lines = data_lines(drawing)
    assert len({mark.dashes for _, mark in lines}) == 7
    assert len({mark.color for _, mark in lines}) == 1
    colors = [mark.color for mark in drawing.marks()]
    assert all(len(set(color[:3])) == 1 for color in colors)


def test_what_stands_in_a_narrow_plot_is_whole():
    table = np.sin(np.pi * TIME / 2)[:, None] * np.arange(1, 3)
    title = "A robot with a long name: torque of the joints"
    narrow = Plot(title, Axis("x", "s"), Axis("y"), curves(TIME, table, "ab"))
    drawing = plot_drawing(narrow, width=200.0, height=170.0)
    assert all(t.runs[0].x >= 0 and t.runs[0].x + t.width <= 200 for t in texts(drawing))
    assert " ".join(words(drawing)).startswith(title)
    numbers = {t.runs[0].words for t in texts(drawing) if t.anchor == "middle"}
    assert len(numbers) >= 4


def test_names_that_moved_have_lines_to_the_ends_of_their_curves():
    near = Plot("", Axis("x"), Axis("y"), curves(TIME, TIME[:, None] * [9.0, 9.2, 1], "abc"))
    drawing = plot_drawing(near)
    leaders = [m for m in drawing.marks() if isinstance(m, Stroke) and m.width == 0.4]
    assert len(leaders) == 2
    ends = {round(float(points[-1][1]), 3) for points, _ in data_lines(drawing)}
    assert {round(float(m.lines[0][0][1]), 3) for m in leaders} <= ends


def test_a_limit_is_a_line():
    limited = Plot(
        "", Axis("x"), Axis("y", lower=-2, upper=2), (), (Band(1, 2, "y"), Band(-2, -1, "y"))
    )
    found = [m for m in plot_drawing(limited).marks() if isinstance(m, Stroke) and m.width == 0.7]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("suffix", "begin", "font"),
    [
        (".pdf", b"%PDF", b"FontFile2"),
        (".eps", b"%!PS-Adobe-3.0 EPSF", b"%%BeginResource: font"),
        (".ps", b"%!PS-Adobe-3.0\n", b"%%BeginResource: font"),
        (".svg", b"<?xml", b"@font-face"),
    ],
)
def test_every_format_is_one_page_with_its_font_inside(tmp_path, suffix, begin, font):
    content = write_plot(tmp_path / f"p{suffix}", PLOT).read_bytes()
    assert content.startswith(begin)
    assert font in content
    assert b"Helvetica" not in content
    assert content == write_plot(tmp_path / f"q{suffix}", PLOT).read_bytes()


def test_wrong_files_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match="path"):
        write_plot(tmp_path / "p.png", PLOT)
    with pytest.raises(ArgumentError, match="plots"):
        write_plot(tmp_path / "p.svg", [])
    with pytest.raises(ArgumentError, match="too small"):
        write_plot(tmp_path / "p.svg", PLOT, width=60)


def test_a_flat_or_empty_plot_has_an_axis(tmp_path):
    flat = Plot("", Axis("x"), Axis("y"), (curve([0, 1], [3, 3], "flat"),))
    lower, upper = extent(flat, "y")
    assert lower < 3 < upper
    write_plot(tmp_path / "p.svg", [flat, Plot("", Axis("x"), Axis("y"))])


@pytest.mark.property
@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(3, 12), st.sampled_from(["", "°"]))
def test_values_lie_between_the_first_tick_and_the_last(lower, span, room, unit):
    plot = Plot("", Axis("x"), Axis("y", unit), (curve([0, 1], [lower, lower + span]),))
    ends, step = rounded(plot, extent(plot, "y"), room)
    values = ticks(*ends, step)
    assert values[0] - 1e-6 * step <= lower
    assert values[-1] + 1e-6 * step >= lower + span
    assert len(values) <= room


def test_the_uppermost_tick_is_not_below_the_curve():
    plot = Plot("", Axis("x"), Axis("y", "°"), (curve([0, 1, 2], [-204.0, 55.0, 3.0]),))
    said = words(plot_drawing(plot, 400, 160))
    numbers = [float(one.replace("−", "-")) for one in said if one.strip("−.0123456789") == ""]
    assert max(numbers) >= 55.0
    assert min(numbers) <= -204.0


@pytest.mark.property
@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 12), st.sampled_from(["", "°"]))
def test_ticks_are_few_and_told_apart(lower, span, room, unit):
    values = ticks(lower, lower + span, tick_step(Axis("", unit), span, room))
    assert len(values) <= room
    assert len(set(tick_words(values))) == len(values)


@pytest.mark.property
@given(st.lists(st.floats(0, 100), min_size=1, max_size=8))
def test_names_are_spread_in_order(places):
    found = spread(sorted(places), 5.0, 0.0, 100.0)
    assert all(b - a >= 5.0 - 1e-9 for a, b in pairwise(found))


def test_names_that_lie_apart_stay_where_they_are():
    assert spread([10.0, 50.0], 5.0, 0.0, 100.0) == [10.0, 50.0]
    assert text_width("wide", 20) == pytest.approx(2 * text_width("wide", 10))
    assert FAR > 0


@pytest.mark.parametrize(
    "name",
    [
        "rvs.model.plots.plot",
        "rvs.export.plots.plot",
        "rvs.export.plots.canvas",
    ],
)
def test_examples_in_docstrings_are_true(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > result.failed == 0


def test_many_stretches_of_one_name_bear_it_once_and_inside_the_frame():
    bands = tuple(
        Band(k / 10, k / 10 + (0.05 if k != 9 else 0.09), "x", "beyond limit") for k in range(10)
    )
    line = curve(np.linspace(0, 1, 3), np.linspace(0, 1, 3), "q")
    drawing = plot_drawing(
        Plot("a plot", Axis("time", "s", 0.0, 1.0), Axis("q", "°"), (line,), bands)
    )
    (name,) = [one for one in texts(drawing) if "beyond limit" in one.runs[0].words]
    assert name.runs[0].x + name.width < drawing.left + drawing.width


def map_plot(values, **more) -> Plot:
    columns, rows = np.shape(values)[1], np.shape(values)[0]
    shown = value_map(np.arange(columns), np.arange(rows), values, "load", "kg", **more)
    return Plot("A map", Axis("x", "m"), Axis("y", "m"), map=shown)


def parts_of(drawing, name: str):
    """Marks of the groups of a name."""
    found = []

    def walk(group) -> None:
        for part in group.parts:
            if isinstance(part, Group):
                walk(part)
            elif group.name == name:
                found.append(part)

    for group in drawing.parts:
        walk(group)
    return found


def test_each_cell_of_a_map_is_its_color_in_its_place():
    values = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    drawing = plot_drawing(map_plot(values))
    cells = parts_of(drawing, "map")
    assert len(cells) == 6
    (panel,) = laid_out([map_plot(values)], 460.0, 270.0)
    for cell, value in zip(cells, np.ravel(values), strict=True):
        middle = panel.values(cell.rings[0].mean(axis=0).tolist())
        y, x = divmod(int(value), 3)
        assert middle == pytest.approx((x, y), abs=0.02)
        assert cell.color == pytest.approx(rgba(color_of(value / 5)), abs=0.03)


@pytest.mark.parametrize("number", [1, 2])
def test_equal_units_leave_no_empty_paper_below(number):
    wide = Plot("", Axis("u"), Axis("v"), (curve([0.0, 4.0], [0.0, 1.0]),), equal=True)
    panels = laid_out([wide] * number, 300.0, 300.0)
    for panel in panels:
        assert panel.box[2] - panel.box[0] > 200.0
        assert panel.page[3] - panel.page[1] < 150.0
        assert panel.box[3] < panel.page[3] - 2 * 11.0
    assert plot_drawing([wide] * number, 300.0, 300.0).height == panels[-1].page[3]


def test_long_names_are_above_a_narrow_plot():
    x = [0.0, 1.0]
    names = ["the largest of all of the masses", "another"]
    plot = Plot("", Axis("u"), Axis("v"), tuple(curve(x, [0.0, k], n) for k, n in enumerate(names)))
    (narrow,), (broad,) = (laid_out([plot], width, 200.0) for width in (200.0, 600.0))
    assert narrow.legend
    assert not broad.legend


def test_equal_neighbours_are_one_area_and_cells_without_a_value_are_hatched():
    nan = float("nan")
    values = [[1.0, 1.0, 1.0, nan], [2.0, 2.0, nan, nan]]
    blank = parts_of(plot_drawing(map_plot(values)), "map")
    assert [type(mark) for mark in blank] == [Fill, Fill]
    drawing = plot_drawing(map_plot(values, missing="not reached"))
    assert "not reached" in words(drawing)
    lines = [mark for mark in parts_of(drawing, "map") if isinstance(mark, Stroke)]
    (panel,) = laid_out([map_plot(values, missing="not reached")], 460.0, 270.0)
    for mark in lines:
        x, y = panel.values(np.mean(mark.lines[0], axis=0).tolist())
        assert x > (2.5 if y < 0.5 else 1.5)
    left, top, right, bottom = panel.box
    # lines 4 points apart, one for each step along both sides of a box
    assert len(lines) == pytest.approx((bottom - top + 0.75 * (right - left)) / 4.0, abs=4)


def test_scale_of_a_map_says_its_values_and_its_contours_are_where_they_are():
    ramp = np.tile(np.linspace(0.0, 10.0, 11), (5, 1))
    drawing = plot_drawing(map_plot(ramp, levels=[2.5]))
    assert {"load (kg)", "2.5", "0", "10"} <= set(words(drawing))
    (panel,) = laid_out([map_plot(ramp)], 460.0, 270.0)
    contour = [mark for mark in parts_of(drawing, "map") if isinstance(mark, Stroke)]
    assert len(contour) == 2
    for mark in contour:
        for point in mark.lines[0].tolist():
            assert panel.values(point)[0] == pytest.approx(2.5, abs=0.02)
    shades = [mark.color for mark in parts_of(drawing, "scale") if isinstance(mark, Fill)]
    brightness = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b, _ in shades]
    assert len(shades) == 60
    assert all(b > a for a, b in pairwise(brightness)), "told apart in grey, from dark to bright"


@pytest.mark.parametrize("wide", [200.0, 460.0])
def test_map_and_scale_stay_on_the_page(wide: float):
    plot = replace(map_plot(np.eye(4), missing="not"), y=Axis("height of the tool", "m"))
    drawing = plot_drawing(replace(plot, equal=True), wide, 200.0)
    for text in texts(drawing):
        assert text.runs[0].x >= 0.0
        assert text.runs[0].x + text.width <= wide
    marks = [mark for mark in parts_of(drawing, "scale") if isinstance(mark, Fill)]
    assert max(mark.rings[0][:, 0].max() for mark in marks) < wide


def test_points_are_drawn_each_and_named_in_the_legend():
    some = (points([0, 1, 2], [3, 5, 4], "abc", "designs"), points([1], [4], name="best", series=1))
    drawing = plot_drawing(Plot("", Axis("mass", "kg"), Axis("κ"), points=some))
    assert {"designs", "best"} <= set(words(drawing))
    assert not {"a", "b", "c"} & set(words(drawing))
    dots = parts_of(drawing, "points")
    assert [mark.color for mark in dots] == [rgba(SERIES[0])] * 3 + [rgba(SERIES[1])]


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".eps"])
def test_maps_and_points_are_written(tmp_path, suffix: str):
    plot = replace(map_plot(np.eye(3), levels=[0.5]), points=(points([0, 1], [0, 1], "ab"),))
    assert write_plot(tmp_path / f"a{suffix}", plot, telling="grey").stat().st_size > 1000


def test_a_long_name_of_the_axis_below_begins_on_the_sheet():
    name = "distance of the centre of mass from the flange"
    named = curves(TIME, TIME[:, None] * [1.0, 2.0], ["along the axis of the flange", "across it"])
    drawing = plot_drawing(Plot("", Axis(name, "mm"), Axis("mass", "kg"), named), 260.0, 150.0)
    (label,) = [t for t in texts(drawing) if name in t.runs[0].words]
    assert label.runs[0].x >= 0.0
    assert label.runs[0].x + label.width <= 260.0
