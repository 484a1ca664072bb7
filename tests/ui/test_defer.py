"""Deferred calls run once, in turn, and live no longer than their owner."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal

from rvs.ui.defer import defer

from .hands import settle


class Owner(QObject):
    asked = Signal()

    def work(self) -> None:
        """Whatever it would do."""


@pytest.mark.parametrize("method", [False, True])
def test_an_owner_that_goes_first_is_let_go_with_what_was_to_be_called(qapp, method: bool) -> None:
    def ask(window: QObject) -> weakref.ref[Owner]:
        owner = Owner(window)
        defer(owner, owner.work if method else lambda: owner.work())
        return weakref.ref(owner)

    window = QObject()
    owner = ask(window)
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert owner() is None


def test_it_is_called_once_after_what_waits_already_and_leaves_nothing(qapp, qtbot) -> None:
    owner, calls = Owner(), []
    owner.asked.connect(lambda: calls.append("waits"), Qt.ConnectionType.QueuedConnection)
    owner.asked.emit()
    defer(owner, lambda: calls.append("soon"))
    assert not calls
    qtbot.waitUntil(lambda: len(calls) == 2)
    assert calls == ["waits", "soon"]
    qtbot.waitUntil(lambda: not owner.children())


def test_what_it_calls_may_wait_for_events(qapp, qtbot) -> None:
    owner, calls = Owner(), []

    def call() -> None:
        settle()
        gc.collect()
        calls.append(len(owner.children()))

    defer(owner, call)
    qtbot.waitUntil(lambda: calls == [1])
    qtbot.waitUntil(lambda: not owner.children())
