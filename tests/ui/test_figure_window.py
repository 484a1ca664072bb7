"""The window of figures: what is chosen is drawn, follows the cell, is named, copied and saved."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.export import figure as memories
from rvs.files.cells.cell import read_cell
from rvs.model.figures.figure import NamedFigure
from rvs.model.jobs import finished
from rvs.ui import app
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.figures import drawing_work as work
from rvs.ui.figures.choices import KEPT, SCREEN, changed
from rvs.ui.figures.maker import LIGHT_PAUSE_MS
from rvs.ui.paper import commands as figure_commands

from .hands import type_into

pytestmark = pytest.mark.ui
WAIT = 150_000
# Texts are outlined anew each time.
LETTERS = 40


@pytest.fixture
def window(make_window):
    found = make_window("scara")
    found.session.look(frames=False, floor=False, shadow=False, mode="skeleton")
    return found


@pytest.fixture
def figures(window, qtbot):
    window.actions_["export_figure"].trigger()
    found = figure_commands.figure_window(window.desk)
    drawn(qtbot, found)
    return found


def drawn(qtbot, figures):
    """Wait until the figure of now is shown."""
    qtbot.waitUntil(lambda: not figures.maker.busy and figures.preview.sharp, timeout=WAIT)
    return figures.maker.made


def pick(box, value) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def clipboard_of(qtbot, form: str) -> QMimeData:
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: clipboard.mimeData().hasFormat(form), timeout=WAIT)
    return clipboard.mimeData()


def names(window) -> list[str]:
    return [figure.name for figure in window.session.state.document.figures]


def test_the_preview_follows_the_cell_and_the_choices(window, figures, qtbot):
    # the preview is the figure
    made = figures.maker.made
    assert made.millimetres[0] == pytest.approx(84.0)
    image = figures.preview.image
    colors = {image.pixelColor(x, image.height() // 2).name() for x in range(0, image.width(), 3)}
    assert len(colors) > 3
    assert "paths" in figures.facts.text()
    assert "PDF" in figures.facts.text()

    # it follows the view and the robot
    before = figures.maker.made
    camera = window.session.state.view.camera
    window.session.look(camera=replace(camera, azimuth=camera.azimuth + 1.0))
    assert figures.preview.image is not None
    turned = drawn(qtbot, figures)
    assert turned is not before
    assert turned.order.figure.view.camera.azimuth == pytest.approx(camera.azimuth + 1.0)
    robot = window.session.state.document.robots[0].id
    window.session.pose(robot, [0.5, 0.5, 0.1, 0.0])
    assert drawn(qtbot, figures).order.state.postures[robot][0] == 0.5
    window.session.look(labels=True, frames=True)
    assert drawn(qtbot, figures).order.figure.view.frames
    assert figures.form.boxes["frames"].isChecked()

    # a style brings the ground that suits it
    window.session.look(floor=True, shadow=True)
    QTest.mouseClick(figures.form.styles["lines"], Qt.MouseButton.LeftButton)
    figure = drawn(qtbot, figures).order.figure
    assert (figure.style, figure.ground, figure.view.background) == ("lines", "white", "paper")
    assert not figure.view.floor
    assert not figures.form.styles["lines"].icon().isNull()
    pick(figures.form.lists["ground"], "none")
    assert drawn(qtbot, figures).order.figure.ground == "none"
    image = figures.preview.image
    assert image.pixelColor(2, 2).alpha() == 0

    # a posture is kept with the figure or follows the cell
    pick(figures.form.lists["posture"], KEPT)
    window.session.pose(robot, [0.1, 0.2, 0.1, 0.0])
    kept = drawn(qtbot, figures).order.figure.postures
    assert kept == ((robot, (0.5, 0.5, 0.1, 0.0)),)
    pick(figures.form.lists["posture"], "cell")
    assert drawn(qtbot, figures).order.figure.postures == ()

    # a standard view shows everything
    pick(figures.form.lists["look"], "top")
    figure = drawn(qtbot, figures).order.figure
    assert figure.view.camera.elevation == pytest.approx(1.5708, abs=1e-3)
    camera = window.session.state.view.camera
    window.session.look(camera=replace(camera, distance=camera.distance * 3))
    assert drawn(qtbot, figures).order.figure.view.camera.distance == pytest.approx(
        figure.view.camera.distance, rel=1e-3
    )

    # the wheel zooms about the pointer
    preview = figures.preview
    preview.zoom_by(2.0, QPointF(100, 100))
    assert figures.zoom.text() == "200 %"
    drawn(qtbot, figures)
    QTest.keyClick(preview, Qt.Key.Key_0)
    assert preview.zoom == 1.0


def test_sizes_in_print(window, figures, qtbot):
    # numbers are sizes in print and wrong ones are told beside the field
    QTest.mouseClick(figures.form.styles["flat"], Qt.MouseButton.LeftButton)
    type_into(figures.form.numbers["width"], "12 cm")
    made = drawn(qtbot, figures)
    assert made.millimetres[0] == pytest.approx(120.0)
    high = made.millimetres[1]
    type_into(figures.form.numbers["height"], f"{high / 2}")
    # labels keep their size, so that what is cut off changes a little
    assert drawn(qtbot, figures).millimetres[1] == pytest.approx(high / 2, rel=0.05)
    field = figures.form.numbers["outer"]
    type_into(field, "0")
    assert field.state == "invalid"
    assert "0.01 to 20" in field.toolTip()
    type_into(field, "0.5")
    assert field.state == ""
    assert drawn(qtbot, figures).order.figure.outer == pytest.approx(0.5)

    # a scale needs a parallel projection
    assert not figures.form.boxes["scaled"].isEnabled()
    pick(figures.form.lists["projection"], "parallel")
    drawn(qtbot, figures)
    figures.form.boxes["scaled"].click()
    type_into(figures.form.numbers["scale"], "10")
    figures.form.boxes["scale_bar"].click()
    made = drawn(qtbot, figures)
    assert made.order.figure.scale == 10.0
    assert any(group.name == "scale bar" for group in made.drawing.parts)
    assert not figures.form.numbers["width"].isEnabled()
    pick(figures.form.lists["projection"], "perspective")
    qtbot.waitUntil(lambda: "parallel view" in figures.notice.text, timeout=WAIT)


def test_files(window, figures, qtbot, tmp_path):
    # saving in every format
    for suffix, start in ((".svg", b"<?xml"), (".eps", b"%!PS"), (".pdf", b"%PDF")):
        path = tmp_path / f"a{suffix}"
        figures.output.save_to(path)
        qtbot.waitUntil(path.exists, timeout=WAIT)
        assert path.read_bytes().startswith(start)

    # one wish does not displace another, and what was done is said until something is chosen
    figures.output.save_to(tmp_path / "one.svg")
    figures.output.save_to(tmp_path / "two.png")
    qtbot.waitUntil((tmp_path / "two.png").exists, timeout=WAIT)
    assert (tmp_path / "one.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")
    drawn(qtbot, figures)
    qtbot.waitUntil(lambda: figures.notice.text.startswith("Saved two.png ("), timeout=WAIT)
    assert figures.opener.isVisible()
    figures.output.save_to(tmp_path / "b.pdf")
    qtbot.waitUntil((tmp_path / "b.pdf").exists, timeout=WAIT)
    (tmp_path / "b.pdf").unlink()
    figures.output.save_to(tmp_path / "b")
    qtbot.waitUntil(lambda: (tmp_path / "b.pdf").exists(), timeout=WAIT)
    pick(figures.form.lists["text"], "latex")
    figures.output.save_to(tmp_path / "c.pdf")
    qtbot.waitUntil(lambda: (tmp_path / "c.tex").exists(), timeout=WAIT)
    folder = tmp_path / "file"
    folder.write_text("not a folder", encoding="utf-8")
    figures.output.save_to(folder / "a.pdf")
    qtbot.waitUntil(lambda: "not saved" in figures.notice.text.lower(), timeout=WAIT)

    # a png has its pixels and too many are refused
    pick(figures.form.lists["format"], ".png")
    pick(figures.form.lists["ground"], "none")
    drawn(qtbot, figures)
    type_into(figures.form.numbers["pixels"], "500")
    drawn(qtbot, figures)
    figures.output.save_to(tmp_path / "a.png")
    qtbot.waitUntil(lambda: (tmp_path / "a.png").exists(), timeout=WAIT)
    image = QImage(str(tmp_path / "a.png"))
    assert image.width() == 500
    assert image.pixelColor(0, 0).alpha() == 0
    field = figures.form.numbers["dpi"]
    type_into(field, "90000")
    assert "too large" in field.toolTip()

    # the folder is remembered
    from rvs.ui.figures import choices

    drawn(qtbot, figures)
    figures.output.save_to(tmp_path / "a.pdf")
    qtbot.waitUntil(lambda: (tmp_path / "a.pdf").exists(), timeout=WAIT)
    assert choices.last_folder() == Path(tmp_path)


def test_the_clipboard_has_every_form_at_once(window, figures, qtbot):
    QGuiApplication.clipboard().setText("before")
    QTest.mouseClick(figures.copy, Qt.MouseButton.LeftButton)
    data = clipboard_of(qtbot, "image/svg+xml")
    assert bytes(data.data("image/svg+xml").data()).startswith(b"<?xml")
    assert bytes(data.data("application/pdf").data()).startswith(b"%PDF")
    assert data.hasImage()


def test_copying_without_the_window(window, qtbot):
    QGuiApplication.clipboard().setText("before")
    window.actions_["copy_figure"].trigger()
    assert clipboard_of(qtbot, "application/pdf").hasImage()
    assert "SVG, PDF and PNG" in window.statusBar().currentMessage()
    window.actions_["copy_picture"].trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert not data.hasFormat("application/pdf")


def test_named_figures(window, figures, qtbot, tmp_path):
    # a figure is named loaded and undone
    QTest.mouseClick(figures.form.styles["lines"], Qt.MouseButton.LeftButton)
    drawn(qtbot, figures)
    assert figures.keep_as("reach") == ""
    kept = window.session.state.document.figures[0]
    assert (kept.name, kept.style) == ("reach", "lines")
    assert figures.maker.choices.look == KEPT
    camera = window.session.state.view.camera
    window.session.look(camera=replace(camera, azimuth=2.0))
    QTest.mouseClick(figures.form.styles["screen"], Qt.MouseButton.LeftButton)
    pick(figures.form.lists["look"], SCREEN)
    drawn(qtbot, figures)
    QTest.keyClick(figures.names.list, Qt.Key.Key_Return)
    again = drawn(qtbot, figures).order.figure
    assert (again.style, again.view.camera) == ("lines", kept.view.camera)
    path = tmp_path / "cell.rvs"
    assert window.desk.cell_file.save(path)
    assert read_cell(path).document.figures == (kept,)
    # how robots are drawn is chosen here and kept with the figure
    assert (kept.view.mode, figures.form.lists["mode"].currentData()) == ("skeleton",) * 2
    pick(figures.form.lists["mode"], "full")
    assert drawn(qtbot, figures).order.figure.view.mode == "full"
    assert window.session.state.view.mode == "skeleton"
    # opened again it is of what the screen shows
    figures.close()
    window.session.look(mode="body")
    figures.show()
    assert drawn(qtbot, figures).order.figure.view.mode == "body"
    assert figures.form.lists["mode"].currentData() == "body"
    assert figures.windowTitle() == "Export figure"
    assert figures.maker.choices.look == SCREEN
    window.session.undo()
    assert window.session.state.document.figures == ()
    assert not figures.names.list.isVisible()

    # names are put in order renamed and deleted by keys
    for name in ("a", "b", "c"):
        figures.keep_as(name)
    listed = figures.names.list
    listed.setCurrentRow(2)
    QTest.keyClick(listed, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert names(window) == ["a", "c", "b"]
    QTest.keyClick(listed, Qt.Key.Key_F2)
    dialog = QApplication.activeModalWidget()
    dialog.name.setText("side view")
    dialog.accept()
    assert names(window) == ["a", "side view", "b"]
    QTest.keyClick(listed, Qt.Key.Key_Delete)
    assert names(window) == ["a", "b"]

    # all named figures are written again
    figures.keep_as("a")
    figures.keep_as("b")
    pick(figures.form.lists["format"], ".svg")
    folder = tmp_path / "all"
    figures.output.export_all_to(folder)
    qtbot.waitUntil(lambda: figures.notice.text == "Wrote 2 files", timeout=WAIT)
    assert {path.name for path in folder.iterdir()} == {"a.svg", "b.svg"}
    figures.keep_as("a/b")
    figures.output.export_all_to(tmp_path)
    assert "can't be the name of a file" in figures.notice.text


def was_written(figures, path) -> bool:
    return figures.output.written == path


def test_motions_and_large_scenes(window, figures, qtbot, monkeypatch, tmp_path):
    # postures of the loaded motion
    assert not figures.form.numbers["ghosts"].isEnabled()
    chosen = next(one for one in trajectory_commands.choices() if one.name == "scara-flower")
    trajectory_commands.load_for(window.desk, chosen)
    drawn(qtbot, figures)
    plain = figures.maker.made.paths
    type_into(figures.form.numbers["ghosts"], "3")
    assert drawn(qtbot, figures).paths > plain
    figures.keep_as("flower")
    assert window.session.state.document.figures[0].motion == "scara-flower"

    # a large scene waits for a word
    monkeypatch.setattr(work, "MOST_TRIANGLES", 10)
    window.session.look(labels=False)
    qtbot.waitUntil(lambda: "too large" in figures.notice.text.lower(), timeout=WAIT)
    assert figures.again.isVisible()
    assert figures.preview.faint
    assert figures.facts.text() == ""
    before = figures.maker.made
    QTest.keyClick(figures, Qt.Key.Key_F5)
    assert drawn(qtbot, figures) is not before
    assert not figures.again.isVisible()
    assert not figures.preview.faint

    # what is asked for is written, however large it is, in another format too
    for suffix in (".svg", ".pdf"):
        window.session.look(shadow=suffix == ".svg")
        path = tmp_path / f"large{suffix}"
        figures.output.save_to(path)
        qtbot.waitUntil(partial(was_written, figures, path), timeout=WAIT)
        assert path.stat().st_size > 0
        assert not figures.again.isVisible()
    window.session.look(labels=True)
    qtbot.waitUntil(lambda: figures.maker.too_large, timeout=WAIT)
    path = tmp_path / "later.pdf"
    figures.output.save_to(path)
    qtbot.waitUntil(partial(was_written, figures, path), timeout=WAIT)


def test_the_last_choices_come_back(window, figures, qtbot, make_window):
    # an empty cell is an empty figure
    window.actions_["remove"].trigger()
    made = drawn(qtbot, figures)
    assert made.content.startswith(b"%PDF")
    assert figures.maker.failure == ""

    # the last choices come back
    QTest.mouseClick(figures.form.styles["flat"], Qt.MouseButton.LeftButton)
    type_into(figures.form.numbers["width"], "100")
    pick(figures.form.lists["format"], ".eps")
    figures.close()
    other = figure_commands.figure_window(make_window("scara").desk)
    choices = other.maker.choices
    assert (choices.figure.style, choices.figure.width, choices.format) == ("flat", 100.0, ".eps")
    assert choices.figure.name == "figure"


def test_light_changes_are_shown_soon_and_before_the_file_is_encoded(
    window, figures, qtbot, monkeypatch
):
    found, shown = [], []
    inner = memories.bodies_job
    monkeypatch.setattr(
        memories, "bodies_job", lambda solids, sheet: found.append(1) or inner(solids, sheet)
    )
    figures.maker.previewed.connect(lambda step: shown.append((step, figures.maker.made)))
    pauses = []
    figures.maker.changed.connect(lambda: pauses.append(figures.maker._soon.interval()))
    before = drawn(qtbot, figures)
    gray = figures.form.boxes["gray"]
    monkeypatch.setattr(work, "alike_in_gray", lambda scene: (("link 2", "link 3"),))
    notice = figures.form._rows._notices[gray][0]
    assert notice.isHidden(), "grey is not chosen"
    QTest.mouseClick(gray, Qt.MouseButton.LeftButton)
    made = drawn(qtbot, figures)
    assert made.order.figure.gray
    assert not notice.isHidden()
    assert "link 2 and link 3" in gray.toolTip()
    assert found == []
    assert pauses[-1] == LIGHT_PAUSE_MS
    step, then = shown[-1]
    assert then is before, "what is seen comes before the file"
    assert step.painted is made.painted
    assert step.order.figure.gray
    camera = window.session.state.view.camera
    window.session.look(camera=replace(camera, azimuth=camera.azimuth + 0.5))
    drawn(qtbot, figures)
    assert found
    figures.close()
    assert figures.maker._known.memory._kept == {}


def test_the_file_is_encoded_once_the_figure_is_seen_or_nobody_waits(
    window, figures, qtbot, monkeypatch
):
    order, events = figures.maker.order(), []
    encoded = work.file_of
    monkeypatch.setattr(work, "file_of", lambda *given: events.append("file") or encoded(*given))
    steps = work.make(order, work.Known(), patience=60.0)
    ready = next(step for step in steps if isinstance(step, work.Shown))
    assert next(steps).words == "writing"
    assert events == [], "it waits"
    ready.seen.set()
    assert list(steps) == []
    assert events == ["file"]
    figures.preview.painted.disconnect(figures.maker.look)
    figures.preview.painted.connect(lambda: (events.append("painted"), figures.maker.look()))
    QTest.mouseClick(figures.form.boxes["gray"], Qt.MouseButton.LeftButton)
    drawn(qtbot, figures)
    assert events == ["file", "painted", "file"]
    assert list(work.make(order))[-1].words == "writing"


def test_areas_of_the_figure_before_keep_their_paths(figures):
    order, known = figures.maker.order(), work.Known()
    first = finished(work.make(order, known)).painted
    gray = replace(order, figure=replace(order.figure, gray=True))
    second = finished(work.make(gray, known)).painted
    kept = {id(path) for path, _ in first.paths}
    shared = [look for path, look in second.paths if id(path) in kept]
    assert len(shared) > 0.9 * (len(second.paths) - LETTERS)
    colors = {QPen(look).color().getRgb() for look in shared}
    assert all(red == green == blue for red, green, blue, _ in colors)
    alone = finished(work.make(gray)).painted
    assert second.image(300, 200) == alone.image(300, 200)
    assert len(known.paths._kept) == len({id(path) for path, _ in second.paths})


def test_a_figure_can_be_described():
    from rvs.ui.figures.names import described

    figure = NamedFigure("a", style="lines", width=84.0)
    assert described(figure) == "lines, 84 mm wide, with the current postures"
    assert described(replace(figure, scale=10.0, postures=(("arm", (0.0,)),))).startswith(
        "lines, 1:10, with its own posture"
    )


def test_the_typeface_is_one_of_the_installed_ones(window, figures, qtbot):
    box = figures.form.lists["font"]
    assert [box.itemData(k) for k in range(2)] == ["", "CMU Serif"]
    window.session.look(frames=True)
    pick(box, "CMU Serif")
    made = drawn(qtbot, figures)
    assert b"CMUSerif" in made.content
    figures.maker.choose(changed(figures.maker.choices, font="Not Here"))
    qtbot.waitUntil(lambda: "not installed" in figures.maker.failure, timeout=WAIT)
    assert box.currentText() == "Not Here"


def test_numbers_without_room_are_named_below(window, figures, qtbot):
    window.session.look(frames=True)
    figures.maker.choose(changed(figures.maker.choices, dimensions=True, width=20.0))
    drawn(qtbot, figures)
    assert figures.notice.text.startswith("No room for")


def test_a_window_whose_figures_were_shown_is_not_kept_in_memory(qapp, qtbot) -> None:
    main = app.make_window([])
    main.show()
    figures = figure_commands.figure_window(main.desk)
    figures.show()
    drawn(qtbot, figures)
    known = weakref.ref(main), weakref.ref(figures)
    main.session.mark_saved()
    main.close()
    del main, figures
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert [one() for one in known] == [None, None]
