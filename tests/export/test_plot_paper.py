"""Plots on paper: what stands where, as SVG and as PDF."""

import doctest
import importlib
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.export.plot import FAR, spread, write_plot
from rvs.export.plot_axes import extent, tick_step, tick_words, ticks
from rvs.export.plot_canvas import text_width
from rvs.model.colors import WINDOW
from rvs.model.plot import Axis, Band, Marker, Plot, curve, curves

SVG = "{http://www.w3.org/2000/svg}"
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


def read(path):
    return ET.fromstring(path.read_text(encoding="utf-8"))


def words(root):
    return [text.text for text in root.iter(f"{SVG}text")]


def data_lines(root):
    (group,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "data"]
    return [
        ([tuple(map(float, p.split(","))) for p in line.get("points").split()], line)
        for line in group.iter(f"{SVG}polyline")
    ]


def test_text_stays_text_and_colors_tell_the_curves(tmp_path):
    root = read(write_plot(tmp_path / "p.svg", PLOT))
    said = words(root)
    for text in ("Two curves <&>", "a note", "time (s)", "angle (°)", "up", "down", "band", "e"):
        assert text in said
    (up, first), (down, second) = data_lines(root)
    assert first.get("stroke") == SERIES[0]
    assert second.get("stroke") == SERIES[1]
    assert second.get("stroke-dasharray")
    assert not first.get("stroke-dasharray")
    assert up[-1][1] < up[0][1] < down[-1][1]


def test_values_stand_at_their_ticks(tmp_path):
    root = read(write_plot(tmp_path / "p.svg", PLOT))
    (up, _), _ = data_lines(root)
    at = {t.text: (float(t.get("x")), float(t.get("y"))) for t in root.iter(f"{SVG}text")}
    assert up[0][0] == pytest.approx(at["0.0"][0], abs=0.01)
    assert up[-1][0] == pytest.approx(at["2.0"][0], abs=0.01)
    # a tick's words hang 2.7 points below its line
    assert up[0][1] == pytest.approx(at["0"][1] - 2.7, abs=0.02)
    assert up[-1][1] == pytest.approx(at["100"][1] - 2.7, abs=0.02) if "100" in at else True


def test_equal_units_are_equally_long_and_pictures_run_down(tmp_path):
    square = curve([0, 4, 4, 0, 0], [0, 0, 2, 2, 0])
    plot = Plot("", Axis("u"), Axis("v", downward=True), (square,), equal=True)
    ((line, _),) = data_lines(read(write_plot(tmp_path / "p.svg", plot)))
    across, down = line[1][0] - line[0][0], line[2][1] - line[1][1]
    assert across == pytest.approx(2 * down, rel=1e-3)
    assert down > 0


@pytest.mark.parametrize(
    ("width", "height"), [(9, 1), (1, 9), (640, 480), (3, 4), (7, 5), (21, 16)]
)
def test_equal_plots_fit_their_page_and_share_a_step(tmp_path, width, height):
    around = curve([0, width, width, 0], [0, 0, height, height])
    plot = Plot("", Axis("u"), Axis("v"), (around,), equal=True)
    root = read(write_plot(tmp_path / "p.svg", plot, width=400, height=300))
    ((line, _),) = data_lines(root)
    assert all(0 <= x <= 400 and 0 <= y <= 300 for x, y in line)
    ticks_of = {anchor: [] for anchor in ("end", "middle")}
    for text in root.iter(f"{SVG}text"):
        if text.get("text-anchor") in ticks_of and text.text not in ("u", "v"):
            ticks_of[text.get("text-anchor")].append(float(text.text.replace("−", "-")))
    steps = {round(b - a, 9) for values in ticks_of.values() for a, b in pairwise(values)}
    assert len(steps) == 1


def test_a_gap_breaks_the_line(tmp_path):
    broken = Plot("", Axis("x"), Axis("y"), (curve(range(6), [0, 1, np.nan, 1, 0, 1]),))
    lines = data_lines(read(write_plot(tmp_path / "p.svg", broken)))
    assert [len(points) for points, _ in lines] == [2, 3]


def test_ends_that_meet_are_named_above(tmp_path):
    table = np.sin(np.pi * TIME / 2)[:, None] * np.arange(1, 7)
    meeting = Plot("", Axis("x"), Axis("y"), curves(TIME, table, "abcdef"))
    root = read(write_plot(tmp_path / "p.svg", meeting))
    rows = {t.get("y") for t in root.iter(f"{SVG}text") if t.text in "abcdef"}
    assert len(rows) == 1


def test_several_plots_share_a_page(tmp_path):
    root = read(write_plot(tmp_path / "p.svg", [PLOT, PLOT], width=300, height=200))
    assert root.get("viewBox") == "0 0 300 400"
    assert words(root).count("Two curves <&>") == 2


def test_pdf_is_one_page_with_its_font_inside(tmp_path):
    content = write_plot(tmp_path / "p.pdf", PLOT).read_bytes()
    assert content.startswith(b"%PDF")
    assert b"FontFile2" in content
    assert b"Helvetica" not in content
    assert content == write_plot(tmp_path / "q.pdf", PLOT).read_bytes()


def test_wrong_files_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match="path"):
        write_plot(tmp_path / "p.png", PLOT)
    with pytest.raises(ArgumentError, match="plots"):
        write_plot(tmp_path / "p.svg", [])


def test_a_flat_or_empty_plot_has_an_axis(tmp_path):
    flat = Plot("", Axis("x"), Axis("y"), (curve([0, 1], [3, 3], "flat"),))
    lower, upper = extent(flat, "y")
    assert lower < 3 < upper
    write_plot(tmp_path / "p.svg", [flat, Plot("", Axis("x"), Axis("y"))])


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
        "rvs.model.plot",
        "rvs.model.contours",
        "rvs.export.plot",
        "rvs.export.plot_axes",
        "rvs.export.plot_canvas",
    ],
)
def test_examples_in_docstrings_are_true(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > result.failed == 0
