"""Skeleton, body and full model in the window: shown, picked, loaded, saved, out of fit."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.autobody.following import following_body
from rvs.bodies.solid import Solid
from rvs.files.bodies.body import read_body
from rvs.files.formats import Report, check_file
from rvs.files.robots.arch import read_architecture
from rvs.model.body.edits import add_part
from rvs.model.body.fit import fit
from rvs.model.body.values import Body, Part, in_order
from rvs.model.document import set_joint
from rvs.model.refs import link_ref
from rvs.scene.camera import project
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import files as commands
from rvs.ui.commands import robots as robot_commands

pytestmark = pytest.mark.ui
PUMA = "PUMA 560"
LEFT = Qt.MouseButton.LeftButton


def robot(window, index: int = 0):
    return window.session.state.document.robots[index]


def parts_shown(window) -> set[str]:
    owners = (i.owner for i in window.viewport.scene().items if isinstance(i, Solid))
    return {str(owner[4]) for owner in owners if len(owner) == 5 and owner[1] == "link"}


def test_the_modes_are_switches_and_are_remembered(window) -> None:
    model = {p.id for link in robot(window).body.links if link.link != "tool" for p in link.parts}
    assert window.session.state.view.mode == "full"
    assert parts_shown(window) == model
    for mode in ("skeleton", "body", "full"):
        window.actions_[f"mode_{mode}"].trigger()
        assert window.session.state.view.mode == mode
        assert window.actions_[f"mode_{mode}"].isChecked()
        assert window.desk.settings.preferences.mode == mode
    window.actions_["mode_body"].trigger()
    assert parts_shown(window) != model
    assert not window.session.dirty


def test_a_click_on_a_part_chooses_its_link(window) -> None:
    window.session.look(frames=False)
    view = window.viewport
    solid = next(
        i for i in view.scene().items if isinstance(i, Solid) and i.owner[1:3] == ("link", 2)
    )
    middle = solid.pose[:3, :3] @ solid.mesh.bounds.mean(axis=0) + solid.pose[:3, 3]
    x, y = project(window.session.state.view.camera, [middle], view.width(), view.height())[0, :2]
    hit = view.pointer.hit(QPoint(int(x), int(y)).toPointF())
    assert hit is not None
    assert view.pointer.part(QPoint(int(x), int(y)).toPointF()).owner[3] == "part"
    QTest.mouseClick(view, LEFT, pos=QPoint(int(x), int(y)))
    assert window.session.state.chosen == hit.owner
    assert len(hit.owner) == 3
    marked = view.pointer.marked(view.tried, view.scene())
    lined = {i.owner[:3] for i in marked.items if getattr(i, "outline", None)}
    assert lined == {hit.owner}
    assert window.chip.label.text().startswith(f"Link {hit.owner[2]} ")


def test_it_is_said_when_the_model_no_longer_fits(window) -> None:
    session = window.session
    session.edit("b4", lambda document: set_joint(document, PUMA, 3, d=0.6))
    session.settle()
    assert window.messages.messages == ()
    body = robot(window).body
    session.edit("b4", lambda document: set_joint(document, PUMA, 3, d=0.01))
    session.settle()
    reason = fit(body, robot(window).robot).reason
    assert [message.severity for message in window.messages.messages] == ["warning"]
    assert reason in window.messages.messages[0].text
    assert parts_shown(window) == {
        p.id for link in automatic_body(robot(window).robot).links for p in link.parts
    }
    session.undo()
    assert robot(window).body is body
    assert "fits again" in window.statusBar().currentMessage()
    assert window.messages.messages == ()


def test_models_are_loaded_given_saved_and_taken_away_with_undo(window, tmp_path: Path) -> None:
    arm = tmp_path / "arm.arch"
    arm.write_text("{ a = 0.4 b = 0.3 al = 0 th = 0 } { a = 0.3 b = 0 al = 0 th = 0 }\n")
    assert commands.show_robot(window.desk, str(arm))
    assert robot(window).body is None
    window.actions_["begin_model"].trigger()
    assert robot(window).body == following_body(robot(window).robot)
    path = tmp_path / "own.body"
    assert body_commands.save(window.desk, robot(window), path)
    assert robot(window).body.origin == str(path)
    window.actions_["drop_model"].trigger()
    assert robot(window).body is None
    assert not window.actions_["drop_model"].isEnabled()
    window.session.undo()
    assert robot(window).body is not None
    window.session.undo()
    assert robot(window).body is None
    window.open([str(path)])
    assert in_order(robot(window).body) == in_order(following_body(robot(window).robot))
    assert window.session.history[-1] == "Load full model"


def test_files_that_are_no_models_of_robots_are_refused(window, tmp_path: Path) -> None:
    bad = tmp_path / "bad.body"
    bad.write_text("link 1 { part { shape = blob } }", encoding="utf-8")
    tool = tmp_path / "tool.body"
    tool.write_text("kind = tool\ntool {}\n", encoding="utf-8")
    before = robot(window).body
    window.open([str(bad), str(tool)])
    texts = [message.text for message in window.messages.messages]
    assert "unknown shape 'blob'" in texts[0]
    assert "expected a robot model" in texts[1]
    assert robot(window).body is before


def test_a_robot_is_saved_with_its_model(window, tmp_path: Path) -> None:
    ball = Part("ball", "sphere", (("radius", 0.05),))
    body = add_part(robot(window).body, 3, ball)
    body_commands.give(window.desk, robot(window), body, "Add ball")
    path = tmp_path / "arch" / "mine.arch"
    robot_commands.write(window.desk, robot(window), path, "mine")
    assert read_architecture(path).geomtype == "full"
    written = tmp_path / "links" / "mine.body"
    assert in_order(read_body(written).body) == in_order(body)
    assert "/*" in written.read_text(encoding="utf-8")
    assert commands.show_robot(window.desk, str(path))
    assert in_order(robot(window).body) == in_order(body)
    window.session.edit("b4", lambda d: set_joint(d, robot(window).id, 3, d=0.01))
    window.session.settle()
    robot_commands.write(window.desk, robot(window), path)
    # In its own file, what does not fit any more is saved all the same; both say so.
    assert read_architecture(path).geomtype == "full"
    reason = fit(body, robot(window).robot).reason
    assert reason in window.messages.messages[-1].text
    report = check_file(path)
    assert report.ok
    assert reason in report.warnings[0].message
    assert "geomtype" in path.read_text(encoding="utf-8").splitlines()[report.warnings[0].line - 1]


def changed_under_another_name(window, folder: Path, body: Body | None = None) -> Path:
    if body is not None:
        body_commands.give(window.desk, robot(window), body, "Add ball")
    window.session.edit("b4", lambda d: set_joint(d, robot(window).id, 3, d=0.01))
    window.session.settle()
    path = folder / "arch" / "short.arch"
    robot_commands.write(window.desk, robot(window), path, "short")
    return path


def test_another_robot_is_saved_without_a_model_of_the_old_one(window, tmp_path: Path) -> None:
    whole = robot(window).body
    path = changed_under_another_name(window, tmp_path)
    saved, text = read_architecture(path), path.read_text(encoding="utf-8")
    reason = fit(whole, saved.robot).reason
    assert saved.geomtype == "skeleton"
    assert not (tmp_path / "links" / "short.body").exists()
    assert (
        f"without the full model, which does not fit: {reason}"
        in window.statusBar().currentMessage()
    )
    assert check_file(path) == Report()
    # Nothing of it tells of the PUMA: neither the heading nor the comment.
    assert text.startswith("/*** short ***/\n")
    assert saved.robot.comment == robot(window).robot.comment == ""
    postures = (tmp_path / "jconfig" / "short.jconfig").read_text(encoding="utf-8")
    assert postures.startswith("/*** Postures of short ***/\n")
    assert "robot = short" in postures
    assert robot(window).body is None
    assert not window.session.dirty
    # The step before has its model again.
    window.session.undo()
    assert robot(window).body == whole
    robot_commands.write(window.desk, robot(window), path)
    assert read_architecture(path).geomtype == "full"
    assert check_file(path) == Report()


def test_a_model_that_no_file_keeps_is_work_also_under_another_name(window, tmp_path) -> None:
    ball = Part("ball", "sphere", (("radius", 0.05),))
    body = add_part(robot(window).body, 3, ball)
    path = changed_under_another_name(window, tmp_path, body)
    assert read_architecture(path).geomtype == "full"
    assert in_order(read_body(tmp_path / "links" / "short.body").body) == in_order(body)
    assert fit(body, robot(window).robot).reason in check_file(path).warnings[0].message


def test_a_link_of_the_body_is_dragged(window, drag) -> None:
    window.session.look(mode="body", frames=False)
    view = window.viewport
    found = [
        (x, y)
        for y in range(30, view.height() - 30, 12)
        for x in range(30, view.width() - 30, 12)
        if (hit := view.pointer.hit(QPoint(x, y).toPointF())) and hit.owner == link_ref(PUMA, 2)
    ]
    start = np.mean(found, axis=0)
    x, y = min(found, key=lambda at: np.hypot(*(at - start)))
    before = window.session.state.postures[PUMA]
    drag(view, (x, y), (x, y + 20), (x, y + 40))
    after = window.session.state.postures[PUMA]
    assert after[1] != before[1]
    assert after[2:] == before[2:]
