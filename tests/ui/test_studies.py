"""Pages of questions in the Design panel, by real events of mouse and keys."""

from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from rvs.engine.errors import ArgumentError
from rvs.engine.progress import report_progress
from rvs.export.report.values import Contents
from rvs.export.tables.table import Table
from rvs.fields.field import asked
from rvs.model.calls import Offer, call_of
from rvs.model.document import set_joint
from rvs.model.plots.plot import Axis, Plot, points, value_map
from rvs.scene.items import Line
from rvs.scripting import names
from rvs.scripting.asking import Answer, Question
from rvs.scripting.studies import OPTIMUM, STUDIES, Study
from rvs.scripting.tables import tabulate
from rvs.ui.paper.report_dialog import ReportDialog
from rvs.ui.studies import page as pages
from rvs.ui.studies.answer_view import AnswerView, Shown
from rvs.value_class import dataclass

from .hands import click, type_into
from .hands import settle as rest

pytestmark = pytest.mark.ui
WAIT = Event()


@dataclass(frozen=True, eq=False)
class Spans(Answer):
    """Designs with other lengths of a link."""

    lengths: tuple
    robot: str

    @property
    def facts(self):
        return {"lengths": self.lengths}

    @property
    def lines(self):
        return [f"{len(self.lengths)} designs"]

    @property
    def notes(self):
        return ["nothing else was assumed"]

    @property
    def table(self):
        return tabulate([(f"design {k}", x) for k, x in enumerate(self.lengths)], ("name", "a2"))

    @property
    def plots(self):
        some = points(self.lengths, [1.0 / x for x in self.lengths],
                      [f"design {k}" for k in range(len(self.lengths))], "designs")  # fmt: skip
        flat = value_map([0, 1, 2], [0, 1], [[0, 1, 2], [1, 2, np.nan]], "load", "kg", "none")
        return (
            Plot("Designs", Axis("a2", "m"), Axis("index"), points=(some,)),
            Plot("Loads", Axis("x", "m"), Axis("y", "m"), map=flat),
        )

    @property
    def offers(self):
        return (Offer("Take the longest", call_of(set_joint, self.robot, 1, a=max(self.lengths))),)

    def items(self, placed, background="light"):
        del placed
        line = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, max(self.lengths)]])
        return (Line(line, (1.0, 0.0, 0.0, 1.0), owner=("study", "spans")),)

    def chosen(self, name):
        length = self.lengths[int(name.split()[1])]
        return Offer(name, call_of(set_joint, self.robot, 1, a=length))


@dataclass(frozen=True, eq=False, kw_only=True)
class SpansQuestion(Question):
    """Try other lengths of a link, and return them.

    Returns:
        The lengths.
    """

    called = "torque"
    output, writes, returns = "TABLE", "the table: .csv", "Spans"

    count: int = asked(3, "Try this number of lengths", least=1, most=20)
    longest: float = asked(0.6, "Try lengths up to this", unit="m", shown="mm", above=0.0)
    mode: str = asked("even", "Space them so", choices={"even": "Evenly", "log": "By factors"})
    q: tuple | None = asked(None, "Use this posture", kind="joints", usual="the current one")
    axes: tuple | None = asked(None, "Look along this", kind="numbers", size=3)
    slow: bool = asked(False, "Wait between the lengths")

    def __post_init__(self):
        super().__post_init__()
        if self.count == 13:
            raise ArgumentError("count: expected another number than 13")

    def answer(self, cell, robot=""):
        lengths = []
        for k in range(1, self.count + 1):
            if self.slow:
                WAIT.wait(0.02)
            report_progress(k / self.count)
            lengths.append(self.longest * k / self.count)
        return Spans(tuple(lengths), robot)


STUDY = Study("spans", "Spans", "none:None", first=("count", "longest"), tip="Try lengths")


@pytest.fixture
def page(make_window, monkeypatch):
    from rvs.ui.panels import design

    monkeypatch.setattr(Study, "kind", lambda _self: SpansQuestion)
    monkeypatch.setattr(design, "STUDIES", (STUDY,))
    window = make_window("puma560")
    window.desk.call("design", "spans")
    rest()
    return window.design.page


def tick(box) -> None:
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))


def answer(page, qtbot) -> None:
    click(page.go)
    assert page.busy
    qtbot.waitUntil(lambda: not page.busy, timeout=20000)
    rest()


def lines(page) -> str:
    page._desk.echo.settle()
    return page._desk.echo.recorder.script()


def test_an_answer_is_shown_copied_drawn_and_echoed(page, qtbot) -> None:
    field = page.form.rows["longest"].control
    assert field.text() == "600.0 mm"
    type_into(field, "900")
    answer(page, qtbot)
    assert page.view.lines.text() == "3 designs"
    assert page.view.notes.text() == "Nothing else was assumed"
    assert page.view.table.item(2, 1).text() == "0.9"
    click(page.view.copy)
    assert QGuiApplication.clipboard().text().splitlines()[1] == "design 0\t0.3"
    assert 'rvs.torque(robot="PUMA 560", longest=0.9)' in lines(page)
    drawn = [one for one in page._desk.viewport.scene().items if one.owner == ("study", "spans")]
    assert len(drawn) == 1
    page.window().design.choice.setCurrentIndex(0)
    rest()
    drawn = [one for one in page._desk.viewport.scene().items if one.owner == ("study", "spans")]
    assert not drawn


def test_offers_and_points_are_edits_that_undo_takes_back_and_make_the_answer_stale(
    page, qtbot
) -> None:
    session = page._session

    def length() -> float:
        return session.state.document.robots[0].robot.joints[1].a

    before = length()
    answer(page, qtbot)
    assert not page.stale.isVisible()
    paper = page.view.plots.papers[0]
    QTest.mouseMove(paper, paper.place("design 1").toPoint())
    QTest.mouseClick(paper, Qt.MouseButton.LeftButton, pos=paper.place("design 1").toPoint())
    assert length() == pytest.approx(0.4)
    rest()
    assert page.stale.isVisible()
    assert "Compute again" in page.stale.text
    click(page.view.offers[0])
    assert length() == pytest.approx(0.6)
    session.undo()
    session.undo()
    rest()
    assert length() == before
    assert not page.stale.isVisible(), "the robot is again the one that was computed"
    paper.setFocus()
    QTest.mouseMove(page.go)
    rest()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(paper, key)
    assert "design 1" in paper.accessibleDescription()
    QTest.keyClick(paper, Qt.Key.Key_Return)
    assert length() == pytest.approx(0.4), "the point before the last one"


def test_work_is_cancelled_where_it_tells_how_far_it_is(page, qtbot) -> None:
    page.form.more.click()
    tick(page.form.rows["slow"].box)
    type_into(page.form.rows["count"].control, "20")
    click(page.go)
    qtbot.waitUntil(lambda: "%" in page.notice.text, timeout=10000)
    assert page.go.text() == "Cancel"
    click(page.go)
    assert not page.busy
    assert page.found is None
    assert page.go.text() == "Compute"
    assert page.notice.text == "Cancelled"
    assert "rvs.torque" not in lines(page)
    tick(page.form.rows["slow"].box)
    answer(page, qtbot)
    assert page.view.lines.text() == "20 designs"


def test_what_can_not_be_is_marked_where_it_is_typed(page, qtbot) -> None:
    count = page.form.rows["count"].control
    type_into(count, "21")
    assert count.state == "invalid"
    assert page.notice.text == "Count: expected 1 to 20"
    click(page.go)
    assert not page.busy
    type_into(count, "13")
    click(page.go)
    assert not page.busy
    assert count.state == "invalid"
    assert "another number than 13" in page.notice.text
    page.form.more.click()
    axes = page.form.rows["axes"]
    tick(axes.box)
    type_into(count, "2")
    type_into(axes.control, "1 2")
    assert "expected 3 numbers" in page.notice.text
    type_into(axes.control, "1 2 3")
    answer(page, qtbot)
    assert "axes=(1.0, 2.0, 3.0)" in lines(page)


def test_plots_and_tables_are_written_with_their_lines(page, qtbot, tmp_path, monkeypatch) -> None:
    answer(page, qtbot)
    figure, numbers = tmp_path / "a.svg", tmp_path / "a.csv"
    monkeypatch.setattr(pages, "save_file", lambda *_: figure)
    click(page.view.save_plots)
    monkeypatch.setattr(pages, "save_file", lambda *_: numbers)
    click(page.view.save_table)
    assert b"<svg" in figure.read_bytes()
    assert numbers.read_text("utf-8").splitlines()[0] == "name,a2"
    script = "".join(lines(page).split()).replace(",)", ")")
    assert f'rvs.torque(robot="PUMA560").plotted.save("{figure}")' in script
    assert f'rvs.torque(robot="PUMA560").save("{numbers}")' in script


def test_answers_are_offered_to_the_report_until_the_robot_changes(
    page, qtbot, tmp_path, monkeypatch
) -> None:
    window, session = page.window(), page._session
    window.actions_["report"].trigger()
    dialog = next(one for one in window.findChildren(ReportDialog))
    assert dialog.studies.none.isVisible()
    type_into(page.form.rows["longest"].control, "900")
    answer(page, qtbot)
    (box,) = dialog.studies.boxes
    assert (box.text(), box.isChecked()) == ("Torque", True)
    assert not dialog.studies.none.isVisible()
    for part in dialog.parts.values():
        part.setChecked(False)
    (study,) = dialog.report().subjects[0].studies
    assert study.settings == (("Longest", "900 mm"),)
    assert len(study.contents.plots) == 2
    dialog.export(tmp_path / "r.pdf")
    qtbot.waitUntil(lambda: not dialog.busy, timeout=60000)
    assert (tmp_path / "r.pdf").exists()
    said = 'studies=(rvs.torque(robot="PUMA 560", longest=0.9),)'
    assert said in " ".join(lines(page).split())
    tick(dialog.studies.boxes[0])
    assert not dialog.report().subjects[0].studies
    robot = session.state.document.robots[0].id
    session.edit("Longer", lambda document: set_joint(document, robot, 1, a=0.5))
    assert not dialog.studies.boxes
    dialog.close()


@pytest.mark.parametrize("study", STUDIES, ids=lambda one: one.name)
def test_every_study_asks_its_question_with_its_defaults(study: Study, qapp) -> None:
    """So that what nobody touched says what scripts and commands do without an argument."""
    del qapp
    from rvs.ui.studies.page import StudyForm

    form = StudyForm(study)
    kind = study.kind()
    assert set(study.first) <= set(form.rows)
    assert form.question().said == {}
    for row in form.rows.values():
        assert row.about.label, f"{row.name} needs the name that people read"
        told = row.box or row.control
        assert row.about.says.split("``")[0][:20] in told.toolTip(), row.name
    assert kind.called in names.FUNCTIONS


def test_names_are_parted_by_commas_and_blanks_unless_quoted(qapp) -> None:
    from rvs.ui.studies.page import StudyForm

    del qapp
    study = next(one for one in STUDIES if one.name == "choose")
    form = StudyForm(study)
    type_into(form.rows["among"].control, "ur5e,ur10e, iiwa7 puma560")
    type_into(form.rows["targets"].control, "pick, 'put down, left'")
    assert form.question().among == ("ur5e", "ur10e", "iiwa7", "puma560")
    assert form.question().targets == ("pick", "put down, left")


def test_a_file_is_chosen_by_its_button(qtbot, monkeypatch, tmp_path) -> None:
    from rvs.ui.studies.page import StudyForm

    form = StudyForm(next(one for one in STUDIES if one.name == "calibrate"))
    qtbot.addWidget(form)
    form.show()
    asked = []
    monkeypatch.setattr("rvs.ui.file_dialogs.open_file", lambda *them: asked.append(them))
    row = form.rows["measured"]
    assert row.button.text() == "Browse…"
    click(row.button)
    assert asked[0][1:] == ("File of measured poses", "", "CSV (*.csv);;All files (*)")
    assert form.question().measured is None, "nothing was chosen"
    chosen = tmp_path / "poses.csv"
    monkeypatch.setattr("rvs.ui.file_dialogs.open_file", lambda *_: chosen)
    click(row.button)
    assert row.control.text() == str(chosen)
    assert form.question().measured == str(chosen)


def test_an_exit_in_the_work_ends_it_too(page, qtbot, monkeypatch) -> None:
    def leave(*_):
        raise SystemExit("the library has ended the process")

    monkeypatch.setattr(SpansQuestion, "answer", leave)
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=10000)
    assert "The library has ended the process" in page.notice.text
    assert page.go.text() == "Compute"


def test_fields_name_their_units_and_keep_their_tips(page) -> None:
    rows = page.form.rows
    assert rows["q"].box.text() == "Q (°)", "all joints of this robot turn"
    page.form.more.click()
    tick(rows["axes"].box)
    axes = rows["axes"].control
    type_into(axes, "1 2")
    assert "expected 3 numbers" in axes.toolTip()
    type_into(axes, "1 2 3")
    assert axes.toolTip() == "Look along this"


def test_each_study_is_an_action_and_a_page(make_window) -> None:
    window = make_window("puma560")
    window.desk.call("robot_table")
    for name in (OPTIMUM, *(study.name for study in STUDIES)):
        window.actions_[f"study_{name}"].trigger()
        assert window.design.page is window.design.pages[name]
        rest()
        assert window.design.page.isVisible()


def test_a_study_that_is_a_file_is_saved_by_its_button(
    make_window, monkeypatch, qtbot, tmp_path
) -> None:
    window = make_window("planar-2r")
    window.desk.call("design", "sheet")
    rest()
    page = window.design.page
    assert page.go.text() == "Save…"
    target = tmp_path / "sheet.pdf"
    monkeypatch.setattr(pages, "save_file", lambda *_: target)
    answer(page, qtbot)
    assert page.notice.text == "Saved sheet.pdf"
    assert target.read_bytes().startswith(b"%PDF")
    assert f'rvs.sheet(\n    robot="Planar 2R",\n).save("{target}")' in lines(page)


def test_a_page_opens_at_its_top_in_its_own_height(make_window) -> None:
    window = make_window("planar2r")
    desk = window.desk
    desk.call("design", "place")
    rest()
    panel = window.design
    panel.page.form.more.setChecked(True)
    rest()
    bar, tall = panel.room.verticalScrollBar(), panel.room.widget().height()
    bar.setValue(bar.maximum())
    assert bar.value() > 100
    desk.call("design", "variants")
    rest()
    assert bar.value() == 0
    assert panel.room.widget().height() < tall - 200
    desk.call("design", "place")
    rest()
    assert panel.room.widget().height() == tall


def test_a_notice_follows_the_theme(make_window) -> None:
    window = make_window("planar2r")
    desk = window.desk
    desk.call("design", OPTIMUM)
    rest()
    page = window.design.page
    page.start()
    assert "three joints" in page.notice.text
    for theme in ("dark", "light"):
        desk.settings.change(theme=theme)
        assert page.notice._shown[2] == desk.theme.colors.limit


def test_a_reason_begins_at_the_first_empty_cell_and_long_offers_take_no_room(qtbot):
    rows = (("1", "ur5e", "2.5", "0.1", ""), ("–", "scara", "", "", "step 2: out of reach"))
    view = AnswerView(None)
    qtbot.addWidget(view)
    names = ("rank", "robot", "κ", "x (m)", "reason")
    contents = Contents((), Table("", names, rows, "rlrrl"), ("links are rigid", "no load"), ())
    offer = Offer("Use a robot with a name as long as names can be " * 4, lambda document: document)
    view.show_answer(Shown(None, contents, (offer,)))
    table = view.table
    assert table.item(1, 2).text() == "step 2: out of reach"
    assert (table.columnSpan(1, 2), table.columnSpan(0, 2)) == (3, 1)
    sides = [table.horizontalHeaderItem(k).textAlignment() for k in range(5)]
    assert sides == [table.item(0, k).textAlignment() for k in range(5)]
    assert view.offers[0].minimumSizeHint().width() == 0
    assert offer.label in view.offers[0].toolTip()
    assert view.notes.text() == "• links are rigid\n• no load"
