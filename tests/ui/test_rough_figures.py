"""A view that turns: the figure window shows at once, about, how the figure will look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.ui.figures.choices import changed, changed_view
from rvs.ui.paper import commands as figure_commands

from .hands import settle

pytestmark = pytest.mark.ui
WAIT = 150_000


@pytest.fixture
def figures(make_window, qtbot):
    window = make_window("scara")
    window.session.look(frames=False, floor=False, shadow=False, mode="skeleton")
    window.actions_["export_figure"].trigger()
    found = figure_commands.figure_window(window.desk)
    drawn(qtbot, found)
    return found


def drawn(qtbot, figures):
    qtbot.waitUntil(lambda: not figures.maker.busy and figures.preview.sharp, timeout=WAIT)
    return figures.maker.made


def turn(figures, by: float) -> None:
    session = figures.maker._session
    camera = session.state.view.camera
    session.look(camera=replace(camera, azimuth=camera.azimuth + by))


def pixels(image) -> np.ndarray:
    image = image.convertToFormat(image.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    # the picture goes, and its bytes with it
    return rows[:, : 4 * image.width()].reshape(image.height(), image.width(), 4).copy()


def test_what_turns_is_shown_roughly_until_the_figure_has_come(figures, qtbot):
    rough = []
    figures.maker.turned.connect(rough.append)
    turn(figures, 0.7)
    qtbot.waitUntil(lambda: bool(rough), timeout=WAIT)
    assert figures.preview._rough is rough[0]
    made = drawn(qtbot, figures)
    assert figures.preview._rough is None

    # it has about the shape of the figure, cut as that is
    sheet = made.drawing
    assert rough[0].width / rough[0].height == pytest.approx(sheet.width / sheet.height, rel=0.1)
    image = rough[0].image
    assert image.width() / image.height() == pytest.approx(sheet.width / sheet.height, rel=0.1)
    ink = pixels(image)[..., :3].astype(int)
    assert (np.ptp(ink.reshape(-1, 3), axis=0) > 60).all()

    # what hides nothing else is drawn as it is
    figures.maker.choose(changed(figures.maker.choices, gray=True))
    figures.maker.choose(changed_view(figures.maker.choices, labels=True))
    drawn(qtbot, figures)
    assert len(rough) == 1

    # a figure without colours is rough in grey, one without a ground is seen through
    figures.maker.choose(changed(figures.maker.choices, ground="none"))
    drawn(qtbot, figures)
    turn(figures, 0.3)
    qtbot.waitUntil(lambda: len(rough) == 2, timeout=WAIT)
    shown = pixels(rough[1].image)
    solid = shown[shown[..., 3] == 255][:, :3].astype(int)
    assert len(solid)
    assert np.ptp(solid, axis=1).max() <= 1
    assert not rough[1].opaque
    assert (shown[..., 3] == 0).any()
    drawn(qtbot, figures)


def test_a_standard_view_is_shown_roughly_and_a_closed_window_holds_nothing(figures, qtbot):
    rough = []
    figures.maker.turned.connect(rough.append)
    figures.maker.choose(replace(figures.maker.choices, look="top"))
    qtbot.waitUntil(lambda: bool(rough), timeout=WAIT)
    drawn(qtbot, figures)
    assert figures.maker._hidden.made is not None
    figures.hide()
    assert figures.maker._hidden.made is None
    turn(figures, 0.5)
    settle()
    assert len(rough) == 1


def test_a_figure_that_cannot_be_drawn_shows_the_last_one_again(figures, qtbot):
    figures.maker.choose(changed(figures.maker.choices, scale=5.0, width=None))
    turn(figures, 0.5)
    qtbot.waitUntil(lambda: bool(figures.maker.failure), timeout=WAIT)
    assert figures.preview._rough is None
