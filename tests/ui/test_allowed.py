"""A description that reads files of another folder, opened in the window: that is asked once."""

from __future__ import annotations

import pytest

from rvs.files.trees import file_reach
from rvs.model.current import current_robot
from rvs.ui.saving import opening
from tests.files.test_file_reach import INCLUDED, MESH, MODEL, urdf
from tests.ui.hands import click, in_dialogs

pytestmark = pytest.mark.ui


@pytest.fixture
def model(tmp_path, monkeypatch):
    monkeypatch.setattr(file_reach, "_NAMED", [])
    for name in ("robot", "common"):
        (tmp_path / name).mkdir()
    (tmp_path / "common/defs.xml").write_text(INCLUDED)
    path = tmp_path / "robot/arm.xml"
    path.write_text(MODEL.format("../common/defs.xml"))
    return path


def answered(word: str) -> list[str]:
    """Press a button of the question once it is there; return what it asked."""
    asked: list[str] = []

    def answer(box) -> None:
        asked.append(f"{box.text()} {box.informativeText()}")
        click(next(one for one in box.buttons() if word in one.text()))

    in_dialogs(answer)
    return asked


def test_a_folder_that_is_allowed_is_read_and_kept(window, model) -> None:
    asked = answered("Allow")
    assert opening.open_all(window.desk, [str(model)])
    common = model.parents[1] / "common"
    assert len(asked) == 1
    assert str(common) in asked[0]
    placed = current_robot(window.session.state)
    assert placed.imported.choices.allow == (str(common),)
    # a reload asks no more
    window.actions_["reload"].trigger()
    assert current_robot(window.session.state).imported.choices.allow == (str(common),)


def test_a_folder_that_is_not_allowed_is_not_read(window, model) -> None:
    before = window.session.state.document
    asked = answered("Cancel")
    assert not opening.open_all(window.desk, [str(model)])
    assert asked
    assert window.session.state.document is before


def test_meshes_of_another_folder_are_asked_for_likewise(window, model) -> None:
    (model.parents[1] / "common/hand.stl").write_text(MESH)
    path = urdf(model.parent, "../common/hand.stl")
    asked = answered("Allow")
    assert opening.open_all(window.desk, [str(path)])
    assert len(asked) == 1
    assert current_robot(window.session.state).body is not None
