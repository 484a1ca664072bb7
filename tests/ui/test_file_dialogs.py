"""Dialogs begin beside the file that was used last."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from rvs.files.library import files_of
from rvs.files.storage.locations import user_folder
from rvs.files.storage.recent import add_recent
from rvs.ui import file_dialogs

pytestmark = pytest.mark.ui


@pytest.fixture
def asked(monkeypatch, own_home):
    """Where dialogs began; they are answered by the path put in first."""
    file_dialogs._used.clear()
    starts, answers = [], []

    def answer(_parent, _title, start, *_):
        starts.append(Path(start))
        return answers[0], ""

    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, answer)
    yield starts, answers
    file_dialogs._used.clear()


def test_the_next_dialog_begins_where_the_last_one_ended(asked, tmp_path):
    starts, answers = asked
    answers.append(str(tmp_path / "plot.pdf"))
    assert file_dialogs.save_file(None, "Save", "robot.pdf", "") == tmp_path / "plot.pdf"
    answers[0] = ""
    file_dialogs.open_file(None, "Open", "", "")
    file_dialogs.save_file(None, "Save", "robot.png", "")
    assert starts[1:] == [tmp_path, tmp_path / "robot.png"]


def test_at_first_it_begins_beside_the_recent_file_and_never_among_the_bundled(asked, tmp_path):
    starts, answers = asked
    answers.append("")
    (tmp_path / "mine").mkdir()
    add_recent(tmp_path / "mine" / "a.arch")
    add_recent(next(iter(files_of("ctraj").values())))
    # The user's own library has folders of its own for each kind of file.
    (user_folder() / "arch").mkdir(parents=True)
    add_recent(user_folder() / "arch" / "own.arch")
    file_dialogs.open_file(None, "Open", "", "")
    assert starts == [tmp_path / "mine"]


def test_a_whole_path_is_kept(asked, tmp_path):
    starts, answers = asked
    answers.append("")
    file_dialogs.save_file(None, "Save", str(tmp_path / "b.rvs"), "")
    assert starts == [tmp_path / "b.rvs"]


@pytest.mark.parametrize(
    ("typed", "kind", "saved"),
    [
        ("arm.md", "LaTeX (*.tex)", "arm.md"),
        ("arm v1.2", "Markdown (*.md)", "arm v1.2.md"),
        ("arm", "All files (*)", "arm.tex"),
    ],
)
def test_a_name_without_a_suffix_gets_that_of_its_kind(monkeypatch, own_home, typed, kind, saved):
    kinds = "LaTeX (*.tex);;Markdown (*.md);;All files (*)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (typed, kind))
    assert file_dialogs.save_file(None, "Save", "table.tex", kinds) == Path(saved)


@pytest.mark.ui
def test_a_picture_of_all_is_called_after_its_cell_or_its_only_robot(window, tmp_path) -> None:
    desk = window.desk
    assert file_dialogs.shown_name(desk) == "PUMA 560"
    window.actions_["duplicate_robot"].trigger()
    assert file_dialogs.shown_name(desk) == "cell"
    assert desk.cell_file.save(tmp_path / "welding.rvs")
    assert file_dialogs.shown_name(desk) == "welding"
