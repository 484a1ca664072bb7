"""What the first frame does not wait for."""

from PySide6.QtCore import QObject, Signal

from rvs.ui.work import first_frame as later
from rvs.ui.work.first_frame import after_first_frame

from ..programs import python

# Modules that only a command, an export or a dialog needs.
NOT_FOR_A_WINDOW = (
    *("scipy", "shapely", "trimesh", "reportlab", "av", "pyqtgraph"),
    *("rvs.commands.export", "rvs.export.figure", "rvs.ui.figures.window", "rvs.ui.help.window"),
    *("rvs.ui.dialogs.paste_table", "rvs.ui.saving.mesh_import"),
)


class View(QObject):
    frame_drawn = Signal()


def test_the_window_imports_nothing_that_only_commands_and_dialogs_need() -> None:
    code = (
        "import sys, rvs.cli, rvs.ui.window;"
        f"print([name for name in {NOT_FOR_A_WINDOW!r} if name in sys.modules])"
    )
    done = python("-c", code)
    assert done.stdout.strip() == "[]", done.stderr


def test_work_waits_for_the_first_frame_and_is_done_once(qapp, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(later, "PATIENCE_MS", 60_000)
    view, calls = View(), []
    after_first_frame(view, lambda: calls.append(1))
    qtbot.wait(50)
    assert not calls
    view.frame_drawn.emit()
    assert not calls
    qtbot.waitUntil(lambda: calls == [1])
    view.frame_drawn.emit()
    qtbot.wait(2 * later.PAINTED_MS)
    assert calls == [1]


def test_work_is_done_where_nothing_can_be_drawn(qapp, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(later, "PATIENCE_MS", 20)
    view, calls = View(), []
    after_first_frame(view, lambda: calls.append(1))
    qtbot.waitUntil(lambda: calls == [1])
