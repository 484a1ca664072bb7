"""Canvas of the view: an image where the processor draws, else a card's framebuffer."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel

from rvs.gl import renderer
from rvs.gl.card.program import Programs
from rvs.gl.detail import Detail
from rvs.ui.view.canvas import CardCanvas, ImageCanvas

from .hands import settle

pytestmark = [pytest.mark.ui, pytest.mark.smooth]
PUMA = "PUMA 560"


def pixels(image) -> np.ndarray:
    """Red, green, blue of a picture (h, w, 3)."""
    image = image.convertToFormat(image.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : 3 * image.width()].reshape(image.height(), -1, 3).astype(int)


class Paints(QObject):
    """Number of times that something was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _painted: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def canvas(window) -> CardCanvas | ImageCanvas:
    return window.viewport._canvas


def settled(window, qtbot) -> np.ndarray:
    """The view, of a certain size, once it has come to rest."""
    window.viewport.setFixedSize(480, 360)
    settle()
    qtbot.waitUntil(lambda: not window.viewport.moving, timeout=5000)
    settle()
    return pixels(window.viewport.grabFramebuffer())


def labelled_afresh(window, qtbot) -> np.ndarray:
    """The view with labels where they are at first: they keep their places while they can."""
    settled(window, qtbot)
    window.session.look(labels=False)
    settled(window, qtbot)
    window.session.look(labels=True)
    return settled(window, qtbot)


@pytest.fixture
def by_card(monkeypatch):
    """Take whatever draws for a graphics card."""
    import rvs.ui.view.canvas

    told = rvs.ui.view.canvas.current_report
    monkeypatch.setattr(
        rvs.ui.view.canvas, "current_report", lambda: replace(told(), software=False)
    )


def test_a_card_shows_the_same_picture(make_window, by_card, qtbot, monkeypatch) -> None:
    drawn_by_card = make_window()
    assert isinstance(canvas(drawn_by_card), CardCanvas)
    assert not drawn_by_card.viewport.draws_in_software
    expected = labelled_afresh(drawn_by_card, qtbot)
    monkeypatch.undo()
    window = make_window()
    assert isinstance(canvas(window), ImageCanvas)
    found = labelled_afresh(window, qtbot)
    assert found.shape == expected.shape
    if np.abs(found - expected).mean() >= 0.1:
        # A busy machine may have shown labels of a picture between two others, or may have come
        # late to give both windows the same camera.
        window.session.look(camera=drawn_by_card.session.state.view.camera)
        expected, found = (labelled_afresh(one, qtbot) for one in (drawn_by_card, window))
    assert np.abs(found - expected).mean() < 0.1
    assert np.ptp(found) > 150


def test_changes_that_come_together_are_drawn_once(window, qtbot) -> None:
    settled(window, qtbot)
    drawn: list[int] = []
    window.viewport.frame_drawn.connect(lambda: drawn.append(1))
    for k in range(5):
        window.session.pose(PUMA, [0.1 * k, 0.2, 0.3, 0.1, 0.2, 0.3])
    assert not drawn
    QApplication.processEvents()
    assert len(drawn) == 1


def test_what_lies_over_the_view_changes_without_it(window, qtbot) -> None:
    note = QLabel("a note", window.viewport)
    note.setGeometry(20, 60, 80, 20)
    note.show()
    settled(window, qtbot)
    drawn: list[int] = []
    window.viewport.frame_drawn.connect(lambda: drawn.append(1))
    note.setText("another note")
    settle()
    assert not drawn


def test_the_window_shows_the_picture(window, qtbot) -> None:
    view = settled(window, qtbot)
    place = window.viewport.mapTo(window, window.viewport.rect().topLeft())
    whole = pixels(window.grab().toImage())
    high, wide, _ = view.shape
    part = whole[place.y() : place.y() + high, place.x() : place.x() + wide]
    # Buttons and chips lie over some of it, and the screen may have only 16 bits a pixel.
    assert (np.abs(part - view).max(axis=-1) <= 8).mean() > 0.95


def test_a_new_size_is_drawn_at_once(window, qtbot) -> None:
    settled(window, qtbot)
    window.viewport.setFixedSize(400, 380)
    qtbot.waitUntil(lambda: canvas(window).height() == 380, timeout=2000)
    QApplication.processEvents()
    image = canvas(window)._image
    assert (image.width(), image.height()) == (400, 380)


def test_a_new_size_is_drawn_quickly_once_and_smoothly_once(window, qtbot) -> None:
    settled(window, qtbot)
    drawn: list[int] = []
    window.viewport.frame_drawn.connect(lambda: drawn.append(1))
    window.viewport.setFixedSize(410, 370)
    qtbot.waitUntil(lambda: len(drawn) >= 2 and not window.viewport.moving, timeout=5000)
    settle()
    assert len(drawn) == 2


def test_a_panel_that_nobody_sees_asks_for_no_picture(window, qtbot) -> None:
    settled(window, qtbot)
    drawn: list[int] = []
    window.viewport.frame_drawn.connect(lambda: drawn.append(1))
    assert not window.panels["path_editor"].isVisible()
    settle()
    assert not drawn


def test_a_picture_that_comes_before_the_last_is_fetched_shows_in_the_end(window, qtbot) -> None:
    settled(window, qtbot)
    for k in range(4):
        window.session.pose(PUMA, [0.3 * k, 0.2, 0.3, 0.1, 0.2, 0.3])
        QApplication.sendPostedEvents(canvas(window))
    found = pixels(canvas(window)._image)
    settle()
    after = pixels(canvas(window)._image)
    assert (found != after).any()
    rest = settled(window, qtbot)
    # Coarser meshes and jagged edges alone differ from the picture of what rests.
    assert np.abs(after - rest).mean() < 3.0 < np.abs(found - rest).mean()


def test_a_picture_that_is_there_is_painted_before_the_next_one_is_fetched(window, qtbot) -> None:
    settled(window, qtbot)
    view, paints = canvas(window), Paints()
    view.installEventFilter(paints)
    view._begin()
    view._finish()
    view._begin()
    with view._hidden:
        assert view._screen.wait(10.0)
    view._finish_if_ready()
    qtbot.waitUntil(lambda: not view._ready.isActive())
    settle()
    assert paints.count == 2


def test_a_view_that_rests_frees_what_it_draws_into_and_draws_on(window, qtbot) -> None:
    before = settled(window, qtbot)
    screen, drawn = canvas(window)._screen, []
    assert screen.held
    window.viewport.frame_drawn.connect(lambda: drawn.append(1))
    qtbot.waitUntil(lambda: not screen.held, timeout=10_000)
    # What was drawn last is still painted, if with fewer colours, and the next picture is the same.
    assert np.abs(pixels(canvas(window).grab().toImage()) - before).max() < 9
    assert not drawn
    assert np.array_equal(pixels(window.viewport.grabFramebuffer()), before)
    assert screen.held


def test_meshes_are_made_coarser_once_the_window_is_whole(make_window, qtbot, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(Detail, "hold", lambda _: told.append("held"))
    monkeypatch.setattr(Detail, "go_on", lambda _: told.append("whole"))
    window = make_window()
    assert told[0] == "held"
    qtbot.waitUntil(lambda: "whole" in told, timeout=5000)
    window.close()
    assert told.count("held") == 1


@pytest.mark.alone
def test_the_compiler_is_freed_once_the_programs_are_made(make_window, qtbot, monkeypatch) -> None:
    made: list[str] = []
    compiled = Programs.compiled
    monkeypatch.setattr(Programs, "compiled", lambda: (made.append("compiled"), compiled())[1])
    monkeypatch.setattr(renderer, "release_compiler", lambda: made.append("freed"))
    window = make_window()
    qtbot.waitUntil(lambda: window.viewport.renderer is not None, timeout=5000)
    # Small pictures of the library may follow in a context of their own.
    assert made[:2] == ["compiled", "freed"]
