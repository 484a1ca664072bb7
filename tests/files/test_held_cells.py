"""A cell that a session holds can be saved whatever goes out of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from rvs.files.cells.cell import TrajectoryLink, read_cell
from rvs.files.cells.session_file import HeldCell
from rvs.files.storage.recovery import Slot, leftovers
from rvs.model.document import Document, PlacedRobot, add_robot, change_robot, remove_robot
from rvs.model.robots.new_robots import blank
from rvs.model.robots.placing import rename_robot
from rvs.model.session import Session
from rvs.model.state import State

LINKS = (TrajectoryLink("all", "circle"), TrajectoryLink("its", "puma560-circle", "b"))


@pytest.fixture
def held(tmp_path: Path) -> HeldCell:
    robots = tuple(PlacedRobot(name, blank("2R", name=name)) for name in "ab")
    cell = HeldCell(Session(State(Document(robots))))
    cell.trajectories = LINKS
    cell.save(tmp_path / "c.rvs")
    return cell


def put_other(document: Document) -> Document:
    old = document.robots[1]
    return replace(document, robots=(document.robots[0], replace(old, id="c", robot=blank("3R"))))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: remove_robot(document, "b"),
        put_other,
        lambda document: Document((PlacedRobot("new", blank("RRRP")),)),
        lambda document: Document(),
    ],
)
def test_motions_of_a_robot_that_is_gone_go_with_it_and_come_back(held, tmp_path, change) -> None:
    path = tmp_path / "c.rvs"
    held.session.edit("Remove", change)
    slot = Slot.open(tmp_path / "recovery")
    slot.write(held.present(), dirty=True)
    slot._lock.release()
    left = leftovers(tmp_path / "recovery")
    assert not left.problems
    assert left.found[0].cell.document == held.session.state.document
    assert [link.name for link in held.save(path).trajectories] == ["all"]
    held.session.undo()
    assert held.save(path).trajectories == LINKS
    assert read_cell(path).trajectories == LINKS


def test_motions_follow_a_robot_by_its_new_id(held, tmp_path) -> None:
    held.session.edit("Rename", lambda document: rename_robot(document, "b", "other"))
    assert [link.robot for link in held.save(tmp_path / "c.rvs").trajectories] == ["", "other"]
    held.session.edit("Joints", lambda d: change_robot(d, "other", robot=blank("5R")))
    assert [link.robot for link in held.save(tmp_path / "c.rvs").trajectories] == ["", "other"]
    held.session.edit("Add", lambda d: add_robot(d, PlacedRobot("other", blank("1R"))))
    assert len(held.save(tmp_path / "c.rvs").document.robots) == 3
