"""Reports: what stands in them, the same bytes twice, nothing left after a cancel."""

import re
import zlib
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from types import MappingProxyType

import numpy as np
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph

from rvs.engine.arrays import pose_rows
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.export.formats.drawing import Stroke
from rvs.export.report import figures, flowables
from rvs.export.report.chapters import chapters, found_of, summary_of
from rvs.export.report.dexterity import best_posture, dexterity_table
from rvs.export.report.document import report_job
from rvs.export.report.flowables import embed_fonts, number_tables, shortened
from rvs.export.report.story import Story, steady
from rvs.export.report.values import (
    VARIABLE,
    Contents,
    Parts,
    Report,
    Shown,
    Study,
    Subject,
    moving_of,
    parts_of,
    pdf_date,
    subject_of,
    today,
)
from rvs.export.tables.robot_tables import units_of
from rvs.export.tables.table import Table, even
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import Grip
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.plot import Axis, Plot, curve
from rvs.model.programs.program import Program, Step
from rvs.model.state import State
from rvs.model.things.thing import TargetFrame, Thing
from rvs.study.dexterity import condition_number

from ..jobs import finish
from ..programs import python

ROBOT = Robot(
    (
        Joint(a=0.4, limits=(-1.0, 1.0), name="<shoulder & co>"),
        Joint(a=0.3, alpha=0.5, inertia=Inertia(2.0)),
    ),
    name="planar",
    manufacturer="Nobody",
    source="a book",
)
PLACED = PlacedRobot("planar", ROBOT, unit="mm")
ROWS = JointTrajectory.evenly("planar", np.linspace([0.1, 0.2], [0.9, 0.8], 9), 0.1)
SUBJECT = Subject(
    PLACED, (0.3, 0.4), "high", (Shown("bent", (0.5, 0.5)),), (moving_of("wave", ROWS, "planar"),)
)
TABLES = parts_of(frozenset({"table", "limits", "masses"}))


def streams(content):
    """The decoded pages and fonts of a PDF by reportlab."""
    for found in re.finditer(rb"[^d]stream\r?\n", content):
        yield zlib.decompressobj().decompress(content[found.end() :])


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_report_of_tables(tmp_path, paper):
    report = Report("planar", (SUBJECT,), parts=TABLES, paper=paper)
    steps, path = finish(report_job(report, tmp_path / "a.pdf"))
    content = path.read_bytes()
    assert all(a.part <= b.part for a, b in pairwise(steps))
    assert b"Helvetica" not in content
    assert content.count(b"/FontFile2") == 2
    size = {"A4": b"[ 0 0 595.2756 841.8898 ]", "Letter": b"[ 0 0 612 792 ]"}[paper]
    assert size in content
    for title in (b"Limits and rates", b"Mass properties and motors"):
        assert title in content
    assert b"Skeleton with frames" not in content


def test_properties_say_when_the_file_was_written(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    report = Report("planar", (SUBJECT,), parts=TABLES)
    before = datetime.now().astimezone()
    _, path = finish(report_job(report, tmp_path / "a.pdf"))
    after = datetime.now().astimezone()
    said = set(re.findall(rb"/(?:Creation|Mod)Date \(D:([0-9+'-]+)\)", path.read_bytes()))
    (words,) = (one.decode().replace("'", "") for one in said)
    written = datetime.strptime(words, "%Y%m%d%H%M%S%z")
    assert before.replace(microsecond=0) <= written <= after
    assert today() == after.date().isoformat()


def test_a_set_date_gives_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, "1500000000")
    report = Report("planar", (SUBJECT,), parts=TABLES, date=today())
    contents = set()
    for name in ("a.pdf", "b.pdf"):
        _, path = finish(report_job(report, tmp_path / name))
        contents.add(path.read_bytes())
    (content,) = contents
    assert content.count(b"(D:20170714024000+00'00')") == 2
    assert today() == "2017-07-14"


@pytest.mark.parametrize("text", ["soon", "1e9", "9" * 30, "-" + "9" * 30])
def test_a_set_date_that_is_none_is_refused(tmp_path, monkeypatch, text):
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(ArgumentError, match=f"{VARIABLE}: expected seconds since 1970"):
        finish(report_job(Report("planar", (SUBJECT,), parts=TABLES), tmp_path / "a.pdf"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("minutes", [-570, -60, 0, 330, 765])
def test_dates_keep_their_zones(minutes):
    zone = timezone(timedelta(minutes=minutes))
    time = datetime(2026, 3, 1, 9, 30, 5, tzinfo=zone)
    words = pdf_date(time).removeprefix("D:").replace("'", "")
    assert datetime.strptime(words, "%Y%m%d%H%M%S%z") == time


def test_parts_have_their_places_and_figures_are_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "GHOSTS", 1)
    parts = parts_of(frozenset({"skeleton", "postures", "motions", "conventions"}))
    report = Report("planar", (SUBJECT,), parts=parts)
    _, path = finish(report_job(report, tmp_path / "a.pdf"))
    content = path.read_bytes()
    for title in (b"Skeleton with frames", b"Postures", b"Motion: wave"):
        assert title in content
    assert b"/Subtype /Image" not in content
    drawn = b"\n".join(streams(content))
    assert drawn.count(b" l") > 500


def test_pages_are_counted_without_drawing_and_drawn_once(tmp_path, monkeypatch):
    drawn = []
    mark = flowables._PagePainter.mark
    monkeypatch.setattr(
        flowables._PagePainter, "mark", lambda self, one: drawn.append(one) or mark(self, one)
    )
    parts = parts_of(frozenset({"skeleton"}))
    _, path = finish(report_job(Report("planar", (SUBJECT,), parts=parts), tmp_path / "a.pdf"))
    assert drawn
    assert len(drawn) == len(set(map(id, drawn)))
    assert b"\n".join(streams(path.read_bytes())).count(b" l") > 100


def test_dexterity_has_its_table_its_ellipsoids_and_the_way_in_colours(tmp_path):
    report = Report("planar", (SUBJECT,), parts=parts_of(frozenset({"dexterity"})))
    story = Story(report)
    for _ in chapters(story):
        pass
    best = best_posture(ROBOT)
    table = dexterity_table(SUBJECT, best, units_of("mm", "deg"))
    assert [row[0] for row in table.rows] == ["best posture", "as drawn"]
    kappas = [float(row[1]) for row in table.rows]
    wanted = [condition_number(ROBOT, q, task="position") for q in (best.q, SUBJECT.q)]
    assert kappas == pytest.approx(wanted, abs=5e-5)
    assert kappas[0] < kappas[1]
    reach = "Within the joint limits the tool point reaches 700"
    assert any(one.startswith(reach) for one in table.notes)
    assert "Task: position, for translations of the tool point." in table.notes
    inside = [one for part in story.parts for one in getattr(part, "_content", [part])]
    words = [one.text for one in inside if isinstance(one, Paragraph)]
    assert sum("<b>Figure" in text for text in words) == 3
    endless = replace(
        PLACED, robot=ROBOT.replace(joints=(Joint(kind="prismatic"), *ROBOT.joints[1:]))
    )
    table = dexterity_table(replace(SUBJECT, placed=endless), best, units_of("mm", "deg"))
    words = "No maximum reach: robot: joint 1 is prismatic and has no limits"
    assert any(one.startswith(words) for one in table.notes)


def test_workspaces_have_their_numbers_and_a_slice():
    long = replace(PLACED, id="long", robot=ROBOT.replace(joints=(Joint(a=0.8), ROBOT.joints[1])))
    other = replace(SUBJECT, placed=long, motions=())
    endless = ROBOT.replace(joints=(Joint(kind="prismatic"), *ROBOT.joints[1:]))
    last = replace(other, placed=replace(PLACED, id="endless", robot=endless))
    parts = parts_of(frozenset({"workspace"}))
    story = Story(Report("three", (SUBJECT, other, last), parts=parts))
    for _ in chapters(story):
        pass
    inside = [one for part in story.parts for one in getattr(part, "_content", [part])]
    words = [one.text for one in inside if isinstance(one, Paragraph)]
    assert sum("<b>Figure" in text for text in words) >= 2
    assert sum("Workspace of the tool point of" in text for text in words) == 2
    assert sum("No workspace: robot: joint 1 has no limits" in text for text in words) == 1
    alone = summary_of(found_of(PLACED), "planar")
    # the elbow goes all round, the shoulder 2 rad: a ring's part and what is left of its circles
    assert alone.planar
    assert alone.measure > (0.7**2 - 0.1**2)
    assert summary_of(found_of(long), "long").reach > alone.reach


def test_a_cell_tells_its_things_programs_and_collisions_and_equal_robots_once(tmp_path):
    there = tuple(tuple(row) for row in np.array(pose(np.eye(3), [5.0, 0.0, 0.0])).tolist())
    twin = replace(PLACED, id="twin", place=there)
    steps = (Step((0.3, 0.4)), Step((0.5, 0.2)))
    document = Document(
        (PLACED, twin),
        programs=(Program("greet", "planar", steps),),
        things=(Thing("crate", "box"),),
        targets=(TargetFrame("shelf"),),
    )
    postures = MappingProxyType({"planar": (0.3, 0.4), "twin": (0.3, 0.4)})
    cell = State(document, postures)
    subjects = (SUBJECT, replace(SUBJECT, placed=twin, motions=()))
    parts = parts_of(frozenset({"plan", "things", "programs", "collisions", "table"}))
    report = Report("cell", subjects, cell, parts, author="A. Writer", date="today")
    story = Story(report)
    finish(chapters(story))
    said = "\n".join(words_of(story.parts))
    for words in ("A. Writer, today", "crate", "shelf", "greet: 2 steps of planar", "collide"):
        assert words in said
    assert said.count("Denavit–Hartenberg parameters") == 1
    assert "planar and twin" in said
    # A page has no panels: it says what times rest on, and not where the window takes it.
    assert "Times are based on an assumed" in said
    assert "▸" not in said


def test_a_cell_is_drawn_and_checked_with_what_its_robots_have_taken(monkeypatch):
    motion, end = replace(ROWS, grips=(Grip(0.2),)), ROWS.duration
    here, there = (fkine(ROBOT, ROWS.at(t)["planar"])[:3, 3] for t in (0.2, end))
    # The part is 0.3 m wide: what it is carried to stays clear of the arm itself.
    post = {"post": (1.2 * there, 0.02), "part": (here, 0.3)}
    things = tuple(
        Thing(name, "box", tuple((key, size) for key in ("length", "width", "height")),
              pose_rows(pose(np.eye(3), at), name))
        for name, (at, size) in post.items()
    )  # fmt: skip
    state = State(Document((PLACED,), things=things), motion.at(end), motion=motion, playhead=end)
    drawn = []
    monkeypatch.setattr(figures, "_fitted", lambda shown, *_: iter((drawn.append(shown),)))
    finish(figures.cell_figure(state, (80.0, 60.0)))
    assert drawn[0].motion is None
    assert drawn[0].document.thing("part").place != things[1].place
    for shown, words in ((state, "1 pair collides"), (replace(state, motion=None), "nothing")):
        story = Story(Report("cell", (SUBJECT,), shown, parts_of(frozenset({"collisions"}))))
        finish(chapters(story))
        assert f"In the current postures, {words}" in "\n".join(words_of(story.parts))


def test_robots_stand_where_the_panel_says_whatever_their_base(tmp_path):
    """The base is in the table of the robot; frame 0 is not where the foot is."""
    raised = PLACED.robot.replace(base=pose(np.eye(3), [0.0, 0.0, 0.1625]))
    there = tuple(map(tuple, pose(np.eye(3), [0.75, 0.0, 0.6]).tolist()))
    placed = replace(PLACED, robot=raised, place=there)
    cell = State(Document((placed,)), MappingProxyType({placed.id: (0.3, 0.4)}))
    subject = replace(SUBJECT, placed=placed)
    story = Story(Report("cell", (subject,), cell, parts_of(frozenset({"things"}))))
    finish(chapters(story))
    said = list(words_of(story.parts))
    row = said[said.index("planar", said.index("robot")) :]
    assert [float(one) for one in row[3:6]] == [750.0, 0.0, 600.0]


def words_of(parts):
    """All texts of flowables, also of those within others."""
    for part in parts:
        if hasattr(part, "getPlainText"):
            yield part.getPlainText()
        for row in getattr(part, "_cellvalues", ()):
            for cell in row:
                inner = cell if isinstance(cell, list) else [cell]
                yield from [cell] if isinstance(cell, str) else words_of(inner)
        yield from words_of(getattr(part, "_content", ()))


def test_numbers_below_each_other_have_equal_decimals():
    table = Table("t", ("a", "b"), (("1", "−0.25"), ("–", "0"), ("2", "3e−03")), "rr")
    assert [row[1] for row in even(table).rows] == ["−0.250", "0.000", "0.003"]
    assert [row[0] for row in even(table).rows] == ["1", "–", "2"]


def test_halves_are_rounded_alike_whatever_their_last_bits_are():
    unit = units_of("m").length
    assert {steady(value, unit) for value in np.nextafter(-0.15005, [-1.0, -0.15005, 0.0])} == {
        "−0.1501"
    }


def test_a_study_has_its_settings_whole_tables_plots_and_assumptions(tmp_path):
    rows = tuple((str(k), f"{1.5 * k:.1f}") for k in range(120))
    table = Table("", ("n", "mass (kg)"), rows, "rr")
    plots = (plot_of("Loads"), plot_of("Largest payload"), plot_of("Hardly any"))
    contents = Contents(("At most <3> kg.",), table, ("The payload is a point.",), plots)
    study = Study("Lifting", (("Speed", "50 %"),), contents)
    subject = replace(SUBJECT, studies=(study,))
    report = Report("arm", (subject,), parts=parts_of(frozenset()))
    story = Story(report)
    *_, last = chapters(story)
    assert last.words == "Lifting"
    words = list(words_of(story.parts))
    for said in ("Lifting", "Speed: 50 %", "At most <3> kg.", "The payload is a point.",
                 "Table 1. Lifting", "Figure 3. Hardly any."):  # fmt: skip
        assert any(said in one for one in words), said
    finish(report_job(report, tmp_path / "r.pdf"))
    pages = (tmp_path / "r.pdf").read_bytes().count(b"/Type /Page\n")
    assert pages == 4


def plot_of(title):
    return Plot(title, Axis("time", "s"), Axis("mass", "kg"), (curve([0, 1], [0, 2], "load"),))


def test_a_cancelled_report_leaves_nothing(tmp_path):
    job = report_job(Report("planar", (SUBJECT,), parts=TABLES), tmp_path / "a.pdf")
    next(job)
    job.close()
    assert not list(tmp_path.iterdir())


def test_figures_fit_their_box():
    _, drawing = finish(figures.skeleton_figure(SUBJECT, units_of("mm"), (60.0, 60.0)))
    wide, high = drawing.width * drawing.mm, drawing.height * drawing.mm
    assert wide <= 61.0
    assert high <= 61.0
    assert max(wide, high) > 0.9 * 60.0


def test_a_slim_robot_of_many_frames_fills_its_box():
    """Labels have their size in print from the start, and so do not crowd the robot out."""
    placed = PlacedRobot("panda", load_robot("panda").robot)
    upright = Subject(placed, (0.0,) * placed.robot.n, "high", (), ())
    _, drawing = finish(figures.skeleton_figure(upright, units_of("m"), (150.0, 90.0)))
    assert 0.9 * 90.0 < drawing.height * drawing.mm < 92.0


@pytest.mark.parametrize("draw", [figures.colored_figure, figures.strip_figure])
def test_figures_of_a_motion_show_all_of_its_path(draw):
    swing = JointTrajectory.evenly("planar", np.linspace([-3.0, 0.0], [0.0, 0.0], 61), 0.1)
    _, drawing = finish(draw(SUBJECT, moving_of("swing", swing, "planar"), (120.0, 70.0)))
    colored = (
        one for one in drawing.marks() if isinstance(one, Stroke) and np.ptp(one.color[:3]) > 0.2
    )
    points = np.concatenate([line for one in colored for line in one.lines])
    inside = points - [drawing.left, drawing.top]
    assert (inside > 0.0).all()
    assert (inside < [drawing.width, drawing.height]).all()


def test_sides_share_a_round_scale():
    states, scale = figures.side_views(SUBJECT, (160.0, 80.0), 8.0)
    drawings = [finish(figures.side_figure(state, scale))[1] for state in states]
    assert len(drawings) == 3
    assert figures.round_scale(scale) == scale
    assert sum(one.width * one.mm for one in drawings) <= 160.0
    front, _, top = drawings
    assert front.width * front.mm == pytest.approx(top.width * top.mm, rel=0.05)


def test_the_library_is_asked_for_postures_and_confidence():
    from rvs.files.library import load_robot
    from rvs.files.placed_robot import placed_robot

    architecture = load_robot("scara")
    placed = placed_robot(architecture, "scara")
    subject = subject_of(placed, tuple(architecture.robot.home.tolist()))
    assert subject.confidence == architecture.confidence != ""
    assert subject.postures
    assert subject_of(PLACED, (0.0, 0.0)).postures == ()


def test_what_is_no_report_is_refused():
    with pytest.raises(ArgumentError, match="needs a robot"):
        Report("empty", ())
    with pytest.raises(ArgumentError, match="'apendix'"):
        parts_of(frozenset({"apendix"}))
    assert parts_of(frozenset({"table"})) == Parts(*([False] * 2), True, *([False] * 11))


@pytest.mark.parametrize(("count", "parts"), [(6, 1), (12, 1), (14, 2), (40, 4)])
def test_tables_stay_on_the_page(count, parts):
    embed_fonts()
    row = ("posture", *["−123.45"] * count)
    table = Table("wide", ("name", *["θ₁ (°)"] * count), (row, row), "l" + "r" * count)
    made = number_tables(table, 7.0, 480.0)
    assert len(made) == parts
    assert all(part.wrap(480.0, 800.0)[0] <= 480.5 for part in made)


CELLS = (
    "3.376e−11", "−1.235e−10", "0", "–", "−0.00001234", "17.4", "a name of some words, and more",
    "W" * 34, "x" * 200, "elbow",
)  # fmt: skip


@pytest.mark.parametrize("letter", "lcrd")
def test_cells_are_as_wide_as_their_words(letter):
    embed_fonts()
    rows = tuple(
        (cell, *(CELLS[(k + i) % len(CELLS)] for i in range(8))) for k, cell in enumerate(CELLS)
    )
    table = Table("t", tuple(f"column {k}" for k in range(9)), rows, letter * 9)
    for part in number_tables(table, 7.0, 480.0):
        assert part.wrap(480.0, 800.0)[0] <= 480.1
        for row, styles in zip(part._cellvalues, part._cellStyles, strict=True):
            for cell, style, wide in zip(row, styles, part._colWidths, strict=True):
                room = wide - style.leftPadding - style.rightPadding
                if isinstance(cell, str):
                    assert stringWidth(cell, style.fontname, style.fontsize) <= room + 1e-6
                else:
                    cell[0].wrap(room, 800.0)
                    assert max(cell[0].getActualLineWidths0()) <= room + 1e-6


def test_decimal_points_stand_below_each_other():
    embed_fonts()
    rows = (("17.4",), ("−0.0125",), ("0",), ("–",))
    (made,) = number_tables(Table("t", ("m",), rows, "d"), 7.0, 480.0)
    ends = set()
    for (cell,), (style,) in list(zip(made._cellvalues, made._cellStyles, strict=True))[1:]:
        tail = "".join(cell.partition(".")[1:])
        ends.add(round(style.rightPadding + stringWidth(tail, style.fontname, 7.0), 6))
    assert len(ends) == 1


def test_the_foot_leaves_the_number_of_the_page_free():
    embed_fonts()
    for words in ("short", "long " * 100, "W" * 300):
        shown = shortened(words, 7.5, 200.0)
        assert stringWidth(shown, flowables.REGULAR, 7.5) <= 200.0
        assert shown == words or (shown[-1] == "…" and words.startswith(shown[:-1]))


def test_a_process_beside_loads_what_draws_figures_and_not_what_sets_pages():
    code = (
        "import sys; from rvs.export.report.beginning import ready_for_figures;"
        "list(ready_for_figures('puma560'));"
        "print([name in sys.modules for name in ('rvs.export.report.figures', 'reportlab')])"
    )
    done = python("-c", code)
    assert done.stdout == "[True, False]\n", done.stderr
