"""Data sheets: one page with all that is known, and the names of what is not."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from reportlab.lib.colors import Color
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.export.formats.drawing import Drawing
from rvs.export.plots.plot import plot_drawing
from rvs.export.report import sheet as module
from rvs.export.report.document import Pages
from rvs.export.report.flowables import Figure, embed_fonts
from rvs.export.report.recorded import FINE, Recorder
from rvs.export.report.sheet import Chart, Sheet, mounting, sheet_job, unknown_of
from rvs.export.report.story import SIDE
from rvs.export.report.values import Report, subject_of
from rvs.export.tables.robot_tables import units_of
from rvs.files.library import load_robot
from rvs.model.document import PlacedRobot
from rvs.model.plots.plot import Axis, Plot, curve

CIRCLE = np.linspace(0.0, 2.0 * np.pi, 60)
PLOT = Plot(
    "reach", Axis("distance from axis 1", "mm"), Axis("height", "mm"),
    (curve(900.0 * np.cos(CIRCLE), 900.0 * np.sin(CIRCLE), "flange"),), equal=True,
)  # fmt: skip
NO = Chart("Payload diagram", None, "None: no effort is known.")
SNAKE = PlacedRobot("snake", Robot.from_dh([0.1] * 24, 0.5, 0, 0, name="Snake"))


def placed(name):
    return SNAKE if name == "snake" else PlacedRobot(name, load_robot(name).robot)


def sheet_of(name, charts=None):
    one = placed(name)
    charts = charts or (Chart("Reach of the flange", PLOT, "Joints keep their limits."), NO)
    subject = subject_of(one, tuple(joint.home for joint in one.robot.joints))
    report = Report(one.robot.name, (subject,), date="today")
    return Sheet(report, (("Axes", str(one.robot.n)), ("Reach", "1 m")), charts)


def picture(asked):
    """A picture that fills its box, in place of the slow one."""

    def draw(subject, box):
        asked.append(box)
        yield from ()
        points = 72.0 / 25.4
        return plot_drawing(PLOT, points * box[0], points * box[1])

    return draw


def words_in(part):
    """All words of flowables, with those of tables."""
    if isinstance(part, (list, tuple)):
        return [text for one in part for text in words_in(one)]
    if isinstance(part, str):
        return [part]
    cells = getattr(part, "_cellvalues", None)
    if cells is not None:
        return words_in(cells)
    return [part.text] if hasattr(part, "text") else []


def tables_in(part):
    if isinstance(part, (list, tuple)):
        return [table for one in part for table in tables_in(one)]
    cells = getattr(part, "_cellvalues", None)
    return [] if cells is None else [part, *tables_in(cells)]


@pytest.mark.parametrize("name", ["ur5e", "scara", "canadarm2", "cartesian", "snake"])
def test_a_sheet_has_one_page_for_robots_of_every_kind(name, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "body_figure", picture(asked))
    steps = sheet_job(sheet_of(name), tmp_path / "a.pdf")
    list(steps)
    content = (tmp_path / "a.pdf").read_bytes()
    assert len(re.findall(rb"/Type /Page\b(?!s)", content)) == 1
    assert b"Helvetica" not in content
    assert b"Robot data sheet" in content
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["ur5e", "panda", "scara", "canadarm2", "cartesian"])
def test_all_parts_lie_within_the_page_in_full_size(name, monkeypatch):
    monkeypatch.setattr(module, "body_figure", picture([]))
    made = sheet_of(name)
    pages = Pages(None, made.report, module.written_at(), False)
    parts = ended(module._parts(made, pages.column, pages.height_free))
    sizes = [part.wrap(pages.column, 1e6) for part in parts]
    high = sum(
        size[1] + part.getSpaceBefore() + part.getSpaceAfter()
        for part, size in zip(parts, sizes, strict=True)
    )
    assert high <= pages.height_free - 1.0
    assert all(width <= pages.column + 0.1 for width, _ in sizes)
    half = (pages.column - module.GAP) / 2
    for outer in tables_in(parts):
        for cell in tables_in(outer._cellvalues):
            assert cell.wrap(half, 1e6)[0] <= half + 0.1
    text = " ".join(words_in(parts))
    robot = made.report.subjects[0].placed.robot
    for words in ("Denavit–Hartenberg table", "Mounting", "Not known", "no effort", ">Reach:<"):
        assert words in text
    assert robot.source.split(",")[0].split("'")[0] in text
    assert ("Masses, centres" in text) == any(joint.inertia for joint in robot.joints)


def ended(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_a_wide_diagram_leaves_no_room_below_and_names_no_single_curve():
    flat = Plot(
        "flat", Axis("x", "mm"), Axis("y", "mm"),
        (curve([0.0, 1000.0], [0.0, 100.0], "flange"),), equal=True,
    )  # fmt: skip
    (title, figure, words) = module._chart(["title", "words"], flat, 220.0, 70.0)
    assert (title, words) == ("title", "words")
    assert isinstance(figure, Figure)
    drawing = figure._drawing
    assert isinstance(drawing, Drawing)
    assert 60.0 < drawing.height < 100.0
    assert drawing.width == pytest.approx(220.0)


def test_what_is_not_known_is_named():
    bare = Robot.from_dh([0.3, 0.2], 0, 0, 0)
    said = unknown_of(bare)
    assert said[:8] == (
        "maker", "source", "limits", "speeds", "accelerations", "efforts", "masses", "motors"
    )  # fmt: skip
    known = Joint(
        a=0.3, limits=(-1.0, 1.0), rate=1.0, acceleration=1.0, effort=1.0,
        inertia=Inertia(1.0), motor=Motor(),
    )  # fmt: skip
    full = Robot((known, known), manufacturer="m", source="s")
    assert unknown_of(full)[0] == "mass of the base"
    half = full.replace(joints=(known, bare.joints[0]))
    assert unknown_of(half)[:3] == (
        "limits of some axes", "speeds of some axes", "accelerations of some axes"
    )  # fmt: skip
    assert "masses of some links" in unknown_of(half)


def test_mounting_gives_base_tool_and_the_frame_of_the_maker():
    units = units_of("mm")
    plain = Robot.from_dh([0.3, 0.2], 0, 0, 0)
    assert mounting(plain, units) == "on frame 0 of the table, with the z axis upwards"
    turned = plain.replace(base=pose(p=[0.0, 0.0, 0.5]), tool=pose(p=[0.1, 0.0, 0.0]))
    wanted = "frame 0 in the base: z (mm) 500; tool in the last frame: x (mm) 100"
    assert mounting(turned, units) == wanted
    ur = load_robot("ur5e").robot
    assert "the maker's base frame is turned by 180° about z" in mounting(ur, units)


def test_a_sheet_as_svg_is_the_page(tmp_path, monkeypatch):
    """The rule at the foot goes from margin to margin, 11 mm and 10 points above the edge."""
    monkeypatch.setattr(module, "body_figure", picture([]))
    ended(sheet_job(sheet_of("puma560"), tmp_path / "a.svg"))
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert re.search(r'<svg [^>]*width="210(\.0)?mm" height="297(\.0)?mm"', text)
    for words in ("PUMA 560", "Axes:", " 6", "Not known:", "Payload diagram", "distance from axis"):
        assert f">{words}" in text, words
    millimetre = FINE * 72.0 / 25.4
    left, right = SIDE * millimetre, (210.0 - SIDE) * millimetre
    y = (297.0 - 11.0) * millimetre - 10.0 * FINE
    found = re.search(r'd="M([\d.]+) ([\d.]+)l([\d.]+) 0"', text)
    assert [float(one) for one in found.groups()] == pytest.approx([left, y, right - left], abs=0.3)
    ended(sheet_job(sheet_of("puma560"), tmp_path / "a.eps"))
    assert (tmp_path / "a.eps").read_bytes().startswith(b"%!PS-Adobe")


def test_operators_of_a_page_become_marks():
    """Matrices, colours, dashes and opacity apply where they are set, and end with ``Q``."""
    page = Canvas(io.BytesIO(), pagesize=(100.0, 50.0))
    page.saveState()
    page.transform(2, 0, 0, 2, 10, 20)
    page.setFillColor(Color(1, 0, 0, alpha=0.5))
    page.rect(0, 0, 4, 3, stroke=0, fill=1)
    page.setLineWidth(0.5)
    page.setDash([2, 1])
    page.line(1, 1, 5, 1)
    page.restoreState()
    page.line(0, 0, 3, 4)
    embed_fonts()
    text = page.beginText(5, 40)
    text.setFont("RVS-Bold", 8, 10)
    text.setWordSpace(3)
    text.textLine("a (b)")
    text.setFont("RVS", 6)
    text.textOut("c")
    page.drawText(text)
    found = []
    Recorder.showPage(recording(page, found))
    (drawing,) = found
    area, dashed, plain, bold, small = drawing.marks()
    assert drawing.width == 100 * FINE
    assert drawing.mm * drawing.height == pytest.approx(50 * 25.4 / 72)
    corners = [[10, 30], [18, 30], [18, 24], [10, 24], [10, 30]]
    assert sorted(area.rings[0].tolist()) == sorted((FINE * np.array(corners)).tolist())
    assert area.color == (1.0, 0.0, 0.0, 0.5)
    assert np.allclose(dashed.lines[0], FINE * np.array([[12, 28], [20, 28]]))
    assert (dashed.width, dashed.dashes) == (FINE, (4 * FINE, 2 * FINE))
    assert np.allclose(plain.lines[0], FINE * np.array([[0, 50], [3, 46]]))
    assert (plain.width, plain.dashes, plain.color) == (FINE, (), (0.0, 0.0, 0.0, 1.0))
    a, _, b = bold.runs
    assert (a.words, b.words, a.x, a.y, a.size) == ("a", "(b)", 5 * FINE, 10 * FINE, 8 * FINE)
    wide = stringWidth("a ", "RVS-Bold", 8) + 3
    assert b.x == pytest.approx(FINE * (5 + wide))
    assert (bold.bold, small.bold) == (True, False)
    assert (small.runs[0].y, small.runs[0].size) == (20 * FINE, 6 * FINE)


def recording(page, found):
    """A canvas that has painted already, as a recorder."""
    page.__class__, page._drawings = Recorder, found
    return page
