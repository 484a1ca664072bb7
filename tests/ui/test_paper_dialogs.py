"""Films, plots, reports and tables from the window."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from rvs.engine.transforms import pose
from rvs.files import convert
from rvs.files.cross_check import opinion
from rvs.model.document import set_joint
from rvs.model.motions.motion import JointTrajectory
from rvs.model.programs.program import Program, Step
from rvs.model.things.thing import Thing
from rvs.scripting.loaded import Loaded
from rvs.ui import file_dialogs
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.paper import commands, film_dialog
from rvs.ui.paper.film_dialog import FilmDialog
from rvs.ui.paper.model_dialog import ModelDialog
from rvs.ui.paper.plot_dialog import PlotDialog
from rvs.ui.paper.report_dialog import ReportDialog

from .hands import click, settle, type_into
from .said import last_line

pytestmark = pytest.mark.ui


@pytest.fixture
def moving(make_window):
    """A window in which a trajectory is loaded."""
    window = make_window("scara")
    flower = next(one for one in trajectory_commands.choices() if one.name == "scara-flower")
    assert trajectory_commands.load_for(window.desk, flower)
    return window


@pytest.fixture
def answer(monkeypatch):
    """Answer to a request for a file."""

    def give(path):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    return give


def dialog_of(window, action, kind):
    window.actions_[action].trigger()
    (found,) = window.findChildren(kind)
    return found


def short_film(window, monkeypatch, suffix):
    monkeypatch.setitem(film_dialog.SIZES, "64 × 48", (64, 48))
    dialog = dialog_of(window, "export_film", FilmDialog)
    dialog.format.setCurrentIndex(list(film_dialog.FORMATS).index(suffix))
    dialog.picture.addItem("64 × 48")
    dialog.picture.setCurrentText("64 × 48")
    dialog.rate.setCurrentText("10")
    type_into(dialog.end, "0.5")
    return dialog


def gray_frames(path) -> np.ndarray:
    """Return all pictures of a film in grey (number, height, width, 2), with their opacity."""
    with Image.open(path) as image:
        return np.array(
            [one.convert("RGBA").convert("LA") for one in ImageSequence.Iterator(image)], float
        )


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("export_film", FilmDialog),
        ("export_plot", PlotDialog),
        ("export_model", ModelDialog),
        ("report", ReportDialog),
    ],
)
def test_the_keys_begin_at_the_first_choice_and_end_at_the_buttons(moving, name, kind, qtbot):
    dialog = dialog_of(moving, name, kind)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None, timeout=5000)
    met = []
    while dialog.focusWidget() not in met:
        met.append(dialog.focusWidget())
        QTest.keyClick(met[-1], Qt.Key.Key_Tab)
        assert len(met) < 100
    heights = [one.mapTo(dialog, QPoint()).y() for one in met]
    assert heights == sorted(heights)
    assert met[-2:] == [dialog.cancel, dialog.button]
    assert dialog._choices.isAncestorOf(met[0])


def test_a_film_offers_only_what_its_format_has(moving, monkeypatch):
    dialog = dialog_of(moving, "export_film", FilmDialog)
    for suffix, loops, clears in ((".gif", True, True), (".mp4", False, False)):
        dialog.format.setCurrentIndex(list(film_dialog.FORMATS).index(suffix))
        assert (dialog.loop.isVisible(), dialog.clear.isVisible()) == (loops, clears)
        dialog.clear.setChecked(True)
    assert "transparent" not in dialog.line()[2]


@pytest.mark.gl
def test_a_film_is_written_beside_the_window(moving, monkeypatch, answer, qtbot, tmp_path):
    moving.session.look(labels=False)
    dialog = short_film(moving, monkeypatch, ".gif")
    dialog.clear.setChecked(True)
    assert dialog.notice.text.startswith("6 frames of 64 × 48")
    before = moving.session.state
    answer(tmp_path / "film.gif")
    click(dialog.button)
    assert dialog.cancel.text() == "Stop"
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    assert dialog.notice.text == "Saved film.gif"
    assert moving.session.state is before
    with Image.open(tmp_path / "film.gif") as image:
        assert (image.n_frames, image.size) == (6, (64, 48))
        assert image.convert("RGBA").getchannel("A").getextrema()[0] == 0
    line = last_line(moving)
    assert line.startswith("rvs.film(")
    moving.panels["console"].run(line.replace("film.gif", "again.gif"))
    first, again = (gray_frames(tmp_path / name) for name in ("film.gif", "again.gif"))
    assert first.shape == again.shape
    assert np.abs(first - again).mean() < 1.0


@pytest.mark.gl
def test_a_stopped_film_leaves_nothing(moving, monkeypatch, answer, qtbot, tmp_path):
    dialog = short_film(moving, monkeypatch, ".apng")
    dialog.end.show_value(20.0)
    answer(tmp_path / "film")
    click(dialog.button)
    qtbot.waitUntil(lambda: dialog.bar.value() > 0, timeout=20000)
    click(dialog.cancel)
    assert dialog.notice.text == "Stopped; nothing was written"
    assert dialog.button.isEnabled()
    qtbot.waitUntil(lambda: not list(tmp_path.iterdir()), timeout=20000)


def test_what_a_film_can_not_be_is_said(moving, monkeypatch):
    dialog = short_film(moving, monkeypatch, ".apng")
    dialog.end.show_value(1e4)
    dialog.refresh()
    assert "The film must be between 0 and" in dialog.notice.text
    assert not dialog.button.isEnabled()
    moving.desk.playback.unload()
    settle()
    assert "No trajectory is loaded" in dialog.notice.text
    assert not moving.actions_["export_film"].isEnabled()


def test_plots_are_written_as_they_are_shown(moving, answer, qtbot, tmp_path):
    panel = moving.trajectory
    panel.quantity.setCurrentIndex(1)
    dialog = dialog_of(moving, "export_plot", PlotDialog)
    assert "2 plots" in dialog.notice.text
    dialog.format.setCurrentText("EPS")
    answer(tmp_path / "plot.eps")
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    text = (tmp_path / "plot.eps").read_text(encoding="ascii")
    assert "%%BoundingBox: 0 0 454 397" in text
    line = last_line(moving)
    assert line.startswith("rvs.plot(")
    moving.panels["console"].run(line.replace("plot.eps", "again.eps"))
    assert (tmp_path / "again.eps").read_text(encoding="ascii") == text
    dialog.text.setCurrentText("As outlines")
    dialog.lines.setCurrentText("Coloured and dashed")
    dialog.titles.setChecked(False)
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    bare = (tmp_path / "plot.eps").read_text(encoding="ascii")
    assert bare != text
    moving.panels["console"].run(last_line(moving).replace("plot.eps", "again.eps"))
    assert (tmp_path / "again.eps").read_text(encoding="ascii") == bare
    dialog.text.setCurrentText("Typeset by LaTeX")
    dialog.format.setCurrentText("SVG")
    assert "LaTeX accepts PDF and EPS" in dialog.notice.text
    assert not dialog.button.isEnabled()


def raised(document):
    (placed,) = document.robots
    base = pose(p=[0.0, 0.0, 0.5])
    return replace(document, robots=(replace(placed, robot=placed.robot.replace(base=base)),))


def test_a_model_of_all_is_offered_the_name_of_the_cell(moving, monkeypatch):
    moving.actions_["duplicate_robot"].trigger()
    dialog = dialog_of(moving, "export_model", ModelDialog)
    offered = []
    monkeypatch.setattr(dialog, "ask_file", lambda _title, name, _kind: offered.append(name))
    for suffix in (".html", ".glb", ".urdf"):
        dialog.format.setCurrentIndex(
            dialog.format.findText(f"({suffix})", Qt.MatchFlag.MatchContains)
        )
        dialog.ask()
    assert offered[:2] == ["cell.html", "cell.glb"]
    assert offered[2] not in ("", "cell.urdf")


def test_models_and_descriptions_are_written(moving, answer, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(opinion, "find_spec", lambda _: None)
    moving.session.edit("Base", raised)
    dialog = dialog_of(moving, "export_model", ModelDialog)
    for suffix, words in (
        (".glb", "with its motion"),
        (".html", "with its motion"),
        (".stl", "mm, "),
        (".tex", "read back by RVS alone, poses agree exactly"),
        (".sdf", "; no second opinion about model.sdf: Drake is not installed"),
    ):
        kinds = [dialog.format.itemText(i) for i in range(dialog.format.count())]
        row = next(i for i, kind in enumerate(kinds) if kind.endswith(f"({suffix})"))
        dialog.format.setCurrentIndex(row)
        assert dialog.scale.isEnabled() == (suffix == ".stl")
        answer(tmp_path / "model")
        click(dialog.button)
        qtbot.waitUntil(lambda: not dialog.busy, timeout=30000)
        assert words in dialog.notice.text
        written = (tmp_path / f"model{suffix}").read_bytes()
        assert written
        if suffix not in (".tex", ".sdf"):
            # the view may have moved to where all is seen since then
            moving.desk.echo.settle()
            said = [one for entry in moving.desk.echo.recorder.entries for one in entry.shown]
            line = [one for one in said if one.startswith("rvs.solid_model(")][-1]
            moving.panels["console"].run(line.replace("model.", "again."))
            again = (tmp_path / f"again{suffix}").read_bytes()
            assert again == written or suffix == ".html"
    told = [message.text for message in moving.desk.messages.messages]
    assert "the format can't store base; the comparison adds it" in told
    (placed,) = moving.session.state.document.robots
    assert placed.origin.endswith("scara.arch")


def test_a_helical_joint_is_said_where_a_format_has_none(make_window, answer, qtbot, tmp_path):
    window = make_window("puma560")
    window.session.edit("Screw", lambda d: set_joint(d, "PUMA 560", 0, kind="helical", pitch=0.1))
    dialog = dialog_of(window, "export_model", ModelDialog)
    dialog.format.setCurrentText("URDF (.urdf)")
    answer(tmp_path / "model.urdf")
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30000)
    assert "joint 1 of PUMA 560 is helical" in dialog.notice.text.replace("Joint", "joint")
    assert not list(tmp_path.iterdir())


def test_the_menu_of_the_plots_offers_to_export_them(moving):
    panel = moving.trajectory
    panel.plots.customContextMenuRequested.emit(panel.plots.rect().center())
    (menu,) = panel.plots.findChildren(QMenu)
    assert [action.objectName() for action in menu.actions()] == ["export_plot", "export_film"]
    menu.close()


def test_a_report_has_the_chosen_parts(moving, answer, qtbot, tmp_path):
    dialog = dialog_of(moving, "report", ReportDialog)
    assert dialog.about.count() == 2
    for name, box in dialog.parts.items():
        box.setChecked(name in ("table", "limits"))
    assert dialog.report().subjects[0].motions[0].name == "scara-flower"
    answer(tmp_path / "scara.pdf")
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30000)
    content = (tmp_path / "scara.pdf").read_bytes()
    assert b"Limits and rates" in content
    assert b"Motion" not in content
    assert last_line(moving).startswith("rvs.report(")
    assert f'.save("{tmp_path / "scara.pdf"}")' in last_line(moving)


def test_a_report_has_the_motions_that_are_ticked(moving):
    placed = moving.session.state.document.robots[0]
    q = moving.session.state.postures[placed.id]
    there = tuple(np.array(q) + 0.1)
    program = Program("pick", placed.id, (Step(q), Step(there)))
    moving.session.edit("Teach", lambda d: replace(d, programs=(program,)))
    rows = JointTrajectory.evenly(placed.id, [q, there], 0.5)
    moving.desk.playback.kept = Loaded("PD (simulated, kept)", rows, placed)
    dialog = dialog_of(moving, "report", ReportDialog)
    dialog.about.setCurrentIndex(0)
    boxes = dialog.motions.boxes
    names = ["scara-flower (loaded)", "PD (simulated, kept)", "pick (program)"]
    assert [box.text() for box in boxes] == names
    boxes[0].click()
    (subject,) = dialog.report().subjects
    assert [one.name for one in subject.motions] == ["PD (simulated, kept)", "pick"]
    # it stays as it was ticked when something else changes
    moving.session.edit("Rename", lambda d: replace(d, programs=(replace(program, name="place"),)))
    assert [box.isChecked() for box in dialog.motions.boxes] == [False, True, True]
    assert dialog.motions.boxes[2].text() == "place (program)"


def test_a_report_in_a_furnished_cell_is_about_the_cell(moving):
    moving.session.edit("Add a box", lambda d: replace(d, things=(Thing("box", "box"),)))
    dialog = dialog_of(moving, "report", ReportDialog)
    assert dialog.about.currentData() == "cell"
    dialog.about.setCurrentIndex(0)
    plan = dialog.parts["plan"]
    assert not plan.isEnabled()
    assert "only in reports about the cell" in plan.toolTip()


def test_a_report_that_is_written_can_be_opened(moving, answer, qtbot, tmp_path, monkeypatch):
    dialog = dialog_of(moving, "report", ReportDialog)
    opened = []
    monkeypatch.setattr(
        file_dialogs.QDesktopServices, "openUrl", lambda url: not opened.append(url)
    )
    for name, box in dialog.parts.items():
        box.setChecked(name == "table")
    dialog.author.setText("A. Writer")
    assert not dialog.opener.isVisible()
    answer(tmp_path / "scara.pdf")
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30000)
    assert b"A. Writer" in (tmp_path / "scara.pdf").read_bytes()
    click(dialog.opener)
    assert [Path(url.toLocalFile()) for url in opened] == [tmp_path / "scara.pdf"]


def test_the_table_goes_to_the_clipboard_and_into_files(window, answer, tmp_path):
    window.actions_["copy_table"].trigger()
    assert r"\toprule" in QGuiApplication.clipboard().text()
    window.actions_["copy_table_markdown"].trigger()
    assert QGuiApplication.clipboard().text().startswith("**Denavit")
    answer(tmp_path / "table.csv")
    window.actions_["save_table"].trigger()
    assert (tmp_path / "table.csv").read_text(encoding="utf-8").startswith("i,joint,a (m)")
    assert not commands.save_table_to(window.desk, tmp_path / "table.csv" / "no.tex")
    assert window.messages.messages[-1].severity == "error"


@pytest.mark.parametrize(
    ("error", "words"), [(0.0, "RVS and Other 1.0 read the same robot"), (0.1, "reads a different")]
)
def test_what_another_program_reads_is_said_first(
    make_window, answer, qtbot, tmp_path, monkeypatch, error, words
):
    found = opinion.Opinion(tmp_path / "model.mjcf", "Other 1.0", error)
    monkeypatch.setattr(convert, "opinion_on", lambda *_: found)
    window = make_window("scara")
    dialog = dialog_of(window, "export_model", ModelDialog)
    kinds = [dialog.format.itemText(i) for i in range(dialog.format.count())]
    dialog.format.setCurrentIndex(kinds.index("MJCF of MuJoCo (.xml)"))
    answer(tmp_path / "model")
    click(dialog.button)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=30000)
    assert dialog.notice.text.startswith("Saved model.xml: ")
    assert words in dialog.notice.text[:60]
    told = [message.text for message in window.desk.messages.messages]
    assert any("DISAGREES" in text for text in told) == bool(error)
