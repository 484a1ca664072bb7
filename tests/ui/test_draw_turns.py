"""The active view is drawn whenever something moves, the others in turn, and all at rest."""

import pytest
from PySide6.QtCore import QObject

import rvs.ui.view.canvas
from rvs.ui.view.canvas import MOST_WAITED, Turns

from .hands import settle

pytestmark = pytest.mark.ui


class Views:
    """Three views beside the active one, which count how often they are drawn."""

    def __init__(self, monkeypatch) -> None:
        self.now, self.drawn = 0.0, [0, 0, 0]
        monkeypatch.setattr(rvs.ui.view.canvas, "perf_counter", lambda: self.now)
        self.parent = QObject()
        self.turns = Turns(self.parent)
        self.refreshes = [lambda k=k: self._draw(k) for k in range(3)]

    def _draw(self, k: int) -> None:
        self.drawn[k] += 1
        self.turns.drawn(self.refreshes[k], False)

    def move(self, passed: float) -> None:
        """All want to be drawn; the active one is, some time after the last."""
        for refresh in self.refreshes:
            self.turns.wait(refresh)
        self.now += passed
        self.turns.drawn(self.move, True)


@pytest.fixture
def views(qapp, monkeypatch) -> Views:
    monkeypatch.setattr(rvs.ui.view.canvas, "REST_MS", 10_000)
    return Views(monkeypatch)


def test_one_other_is_drawn_beside_each_picture_that_comes_in_time(views) -> None:
    for _ in range(12):
        views.move(0.016)
    assert views.drawn == [4, 4, 4]


def test_others_wait_where_pictures_come_late_but_not_for_ever(views) -> None:
    for _ in range(9 * MOST_WAITED):
        views.move(0.03)
    assert views.drawn == [3, 3, 3]


def test_all_follow_when_the_active_one_rests(views, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(rvs.ui.view.canvas, "REST_MS", 20)
    views.move(0.016)
    assert sorted(views.drawn) == [0, 0, 1]
    qtbot.waitUntil(lambda: views.drawn == [1, 1, 1], timeout=3000)
    settle()
    assert views.drawn == [1, 1, 1]


def test_one_that_was_drawn_meanwhile_waits_no_longer(views) -> None:
    views.turns.wait(views.refreshes[0])
    views.turns.drawn(views.refreshes[0], False)
    views.now += 0.01
    views.turns.drawn(views.move, True)
    assert views.drawn == [0, 0, 0]


def test_others_are_drawn_where_the_active_one_is_not(views, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(rvs.ui.view.canvas, "REST_MS", 20)
    views.turns.wait(views.refreshes[2])
    qtbot.waitUntil(lambda: views.drawn == [0, 0, 1], timeout=3000)
