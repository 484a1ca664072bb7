"""Displays of a motion are updated less often while it plays, and always at its end."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from rvs.model.session import Session
from rvs.ui.bind import Binding, Calm

from .hands import settle

pytestmark = pytest.mark.ui


def test_what_plays_is_shown_at_most_thirty_times_a_second_and_its_last_state_soon(qapp, qtbot):
    owner, shown, now = QObject(), [], [0]
    calm = Calm(owner, lambda: shown.append(now[0]), lambda: True)
    for now[0] in range(5):
        calm()
    assert shown == [0]
    qtbot.waitUntil(lambda: shown == [0, 4], timeout=2000)
    settle(owner)
    assert shown == [0, 4]


def test_what_does_not_play_is_shown_at_once(qapp):
    owner, shown = QObject(), []
    calm = Calm(owner, lambda: shown.append(1), lambda: False)
    for _ in range(3):
        calm()
    assert len(shown) == 3


def test_what_was_left_out_is_shown_at_once_when_the_motion_rests(qapp):
    owner, shown, now = QObject(), [], [0]
    calm = Calm(owner, lambda: shown.append(now[0]), lambda: True)
    for now[0] in range(5):
        calm()
    calm.catch_up()
    calm.catch_up()
    assert shown == [0, 4]


def test_what_is_hidden_waits_until_the_motion_rests(qapp, qtbot):
    session, panel, shown = Session(), QWidget(), []
    qtbot.addWidget(panel)
    binding = Binding(session)
    binding.follow(lambda s: (s.playhead,), lambda s: shown.append(s.playhead), of=panel)
    for time in (1.0, 2.0, 3.0):
        session.play({}, time)
    assert shown == [0.0]
    binding.catch_up()
    assert shown == [0.0, 3.0]
    session.play({}, 4.0)
    qtbot.waitUntil(lambda: shown == [0.0, 3.0, 4.0], timeout=2000)
    panel.show()
    session.play({}, 5.0)
    assert shown[-1] == 5.0
    binding.end()
