"""Work that the first frame does not wait for."""

from PySide6.QtCore import QObject, Signal

from rvs.files.storage.mesh_cache import read_meshes
from rvs.ui import defer as later
from rvs.ui.defer import after_first_frame
from rvs.ui.work import start_times
from rvs.ui.work.start_times import StartTimes

from ..programs import python
from .hands import settle

# Modules that only a command, an export or a dialog needs.
NOT_FOR_A_WINDOW = (
    *("scipy", "shapely", "trimesh", "reportlab", "av", "pyqtgraph"),
    *("rvs.commands.export", "rvs.export.figure", "rvs.ui.figures.window", "rvs.ui.help.window"),
    *("rvs.ui.dialogs.paste_table", "rvs.ui.saving.mesh_import", "rvs.files.trees.readers"),
    *("rvs.scripting.echo.tracks", "rvs.model.motions.time_scaling"),
)


class View(QObject):
    frame_drawn = Signal()


def test_the_window_imports_nothing_that_only_commands_and_dialogs_need() -> None:
    code = (
        "import sys, rvs.cli; from rvs.ui.qt_names import keep_names; keep_names();"
        "import rvs.ui.window, rvs.ui.panels.trajectory;"
        f"print([name for name in {NOT_FOR_A_WINDOW!r} if name in sys.modules]);"
        "import linecache; print(len(linecache.cache))"
    )
    done = python("-c", code)
    assert done.stdout.split("\n")[0] == "[]", done.stderr
    assert int(done.stdout.split()[1]) < 50, "sources that PySide has read"


def test_work_waits_for_the_first_frame_and_is_done_once(qapp, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(later, "PATIENCE_MS", 60_000)
    view, calls = View(), []
    after_first_frame(view, lambda: calls.append(1))
    settle(view)
    assert not calls
    view.frame_drawn.emit()
    assert not calls
    qtbot.waitUntil(lambda: calls == [1])
    view.frame_drawn.emit()
    settle(view)
    assert calls == [1]


def test_work_is_done_where_nothing_can_be_drawn(qapp, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(later, "PATIENCE_MS", 20)
    view, calls = View(), []
    after_first_frame(view, lambda: calls.append(1))
    qtbot.waitUntil(lambda: calls == [1])


def test_the_start_says_how_long_each_step_took(monkeypatch) -> None:
    now = iter((1.25, 2.0))
    monkeypatch.setattr(start_times, "perf_counter", lambda: next(now))
    said: list[str] = []
    times = StartTimes(1.0, said.append)
    times.done("robot")
    assert not said
    times.end("all panels")
    words = [line.split() for line in said[0].splitlines()]
    assert words == [["robot", "250", "ms", "250"], ["all", "panels", "750", "ms", "1000"]]


STARTED = """
import gc, sys
from rvs import cli
from rvs.ui import app

def started(times, started=app._started):
    started(times)
    print("garbage", gc.isenabled(), flush=True)
    app.QApplication.exit(0)

app._started = started
sys.exit(cli.main(["--startup-times", "scara"]))
"""


def test_the_program_says_its_steps_and_opens_as_without(own_home) -> None:
    steps = [line[:24].strip() for line in python("-c", STARTED).stdout.splitlines()]
    assert steps[0] == "modules of Qt"
    assert steps[-3:] == ["first frame", "all panels", "garbage True"]
    shapes = {name for _, name, _ in read_meshes("scara")}
    assert len(shapes) > 9, "the meshes of the PUMA are kept for the next start"
