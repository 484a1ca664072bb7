"""A robot is compared with its own files, in the version that is shown."""

from pathlib import Path

import pytest

from rvs.files.library import load_robot
from rvs.files.placed_robot import VERSIONS, forget, on_disk, opened, placed_robot
from rvs.files.text.errors import FileErrors
from rvs.model.document import PlacedRobot


def write(path: Path, length: float) -> PlacedRobot:
    """Write a robot with a link of some length, and return it as it is read."""
    path.write_text(f'name = "one"\n{{ a = {length!r} b = 0 al = 0 th = 0 }}\n', encoding="utf-8")
    return placed_robot(load_robot(path), str(path))


def length(placed: PlacedRobot | None) -> float:
    assert placed is not None
    return placed.robot.joints[0].a


@pytest.fixture
def path(tmp_path: Path) -> Path:
    forget()
    return tmp_path / "one.arch"


def test_what_another_program_writes_makes_no_work_of_what_is_shown(path) -> None:
    shown = write(path, 1.0)
    assert length(on_disk(shown)) == 1.0
    changed = write(path, 2.25)
    assert length(on_disk(shown)) == 1.0, "as it was read"
    assert length(on_disk(changed)) == 2.25
    edited = PlacedRobot("one", load_robot("scara").robot, origin=str(path))
    assert length(on_disk(edited)) == 2.25, "what was never in the file is compared with it now"


def test_what_the_program_itself_writes_counts_alone(path) -> None:
    shown = write(path, 1.0)
    on_disk(shown)
    write(path, 2.25)
    forget()
    assert length(on_disk(shown)) == 2.25


def test_the_last_versions_are_remembered(path) -> None:
    shown: list[PlacedRobot] = []
    for k in range(VERSIONS + 1):
        shown.append(write(path, 1.0 + k / 8))
        on_disk(shown[-1])
    assert [length(on_disk(one)) for one in shown[1:]] == [length(one) for one in shown[1:]]
    assert length(on_disk(shown[0])) == length(shown[-1])


def test_without_a_file_there_is_nothing_to_compare_with(path) -> None:
    shown = write(path, 1.0)
    assert on_disk(PlacedRobot("one", shown.robot)) is None
    path.unlink()
    forget()
    assert on_disk(shown) is None


def test_a_robot_that_was_opened_is_not_read_again(path) -> None:
    write(path, 1.0)
    shown = opened(str(path))
    assert on_disk(shown) is shown
    write(path, 2.25)
    assert on_disk(shown) is shown, "as it was read"
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(FileErrors):
        opened(str(path))
