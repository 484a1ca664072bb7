"""Actions of hands on a window, by real events of mouse and keys."""

import gc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from rvs.allocator import give_back

#: Longer pauses answer nothing: the next autosave, a view that frees what it draws into.
PAUSE_MS = 250
#: Turns of the loop of events, far more than any answer takes.
TURNS = 5000


def click(widget) -> None:
    """Click in the middle of a widget."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def press(panel, name: str) -> None:
    """Click a button of a panel."""
    click(panel.buttons[name])


def type_into(field, text: str) -> None:
    """Type a text in place of what stands in a field, and Enter."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def in_dialogs(*presses: Callable[[Any], object], waiting: bool = False) -> None:
    """Press something in each dialog that comes, one after another, as soon as it is there.

    A press that fails closes the dialog, so that nobody waits for it for ever.

    Args:
        presses: What is done with each.
        waiting: Also with the one that says what is worked on, which goes by itself.
    """
    left, seen = list(presses), [None]
    timer = QTimer(QCoreApplication.instance(), interval=10)

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None or dialog is seen[-1] or not dialog.isVisible():
            return
        if dialog.objectName() == "waiting" and not waiting:
            return
        seen.append(dialog)
        press = left.pop(0)
        if not left:
            timer.stop()
            timer.deleteLater()
        try:
            press(dialog)
        except BaseException:
            timer.stop()
            dialog.close()
            raise

    timer.timeout.connect(look)
    timer.start()


def settle(*owners: QObject) -> None:
    """Let everything come that is due: what the window system sends, events, and short pauses.

    It ends when nothing is due any more, however long that takes; so what has not come by then
    does not come.

    Args:
        owners: What has pauses of its own and is in no window.
    """
    for _ in range(TURNS):
        QGuiApplication.sync()
        if not _pauses(*owners):
            return
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    running = [f"{pause.parent()} {pause.remainingTime()} ms" for pause in _pauses(*owners)]
    raise AssertionError(f"It does not come to rest: {', '.join(running)}")


def _pauses(*owners: QObject) -> list[QTimer]:
    """Timers that run out soon by themselves."""
    roots = [QCoreApplication.instance(), *QApplication.topLevelWidgets(), *owners]
    return [
        pause
        for root in roots
        for pause in root.findChildren(QTimer)
        if pause.isActive() and pause.isSingleShot() and pause.interval() <= PAUSE_MS
    ]


def close_all(windows: list[Any]) -> None:
    """Close windows that are open still, and take them from the list."""
    while windows:
        window = windows.pop()
        if not isValid(window):
            continue
        # Nobody answers the question about unsaved changes.
        if window.session.state.document.motions:
            window.session.amend(lambda document: replace(document, motions=()))
        window.session.mark_saved()
        for draft in window.desk.drafts.all:
            draft.kept = draft.text
        window.close()
        del window
    # A closed window is garbage of 100 MB in circles, which Python is in no hurry to collect.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    # The tests of one file would pile up what Python has freed and the C library keeps.
    give_back()
