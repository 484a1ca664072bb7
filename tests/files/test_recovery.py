"""Unsaved work survives a kill, and two running programs leave each other alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.cells.cell import Cell, TrajectoryLink, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.storage.atomic import FileLock
from rvs.files.storage.recovery import (
    Autosave,
    Slot,
    _check,
    leftovers,
    recovery_folder,
    slot_text,
)
from rvs.files.text.errors import FileErrors
from rvs.files.text.source import encoded, read_source
from rvs.files.text.syntax import parse
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.document import Document, PlacedRobot, set_joint
from rvs.model.programs.program import Program, Step
from rvs.model.robots.new_robots import ARCHETYPES
from rvs.model.state import State
from rvs.model.things.thing import TargetFrame, Thing
from rvs.model.views.view import Bookmark, Camera, View

from ..programs import started

KNOWN = {one.id: one.robot for one in ARCHETYPES}
ARM = PlacedRobot("arm", KNOWN["scara"], origin="/somewhere/scara.arch")
DOCUMENT = Document((ARM, PlacedRobot("2", KNOWN["stanford"], unit="mm")))
STATE = State(DOCUMENT, {"arm": (0.1, 0.2, 0.3, 0.4), "2": (1.0,) * 6}, View(mode="body"))
CELL = Cell(trajectories=(TrajectoryLink("t", "rows/t.jtraj", "arm"),)).holding(STATE)
NOON = datetime(2030, 1, 2, 12, 0, 0, 250, tzinfo=UTC)


def edited(times: int) -> State:
    return replace(STATE, document=set_joint(DOCUMENT, "arm", 0, a=0.1 + times))


def crash(cell: Cell = CELL, dirty: bool = True, when: datetime = NOON) -> Path:
    """Leave a slot behind as a program does that was killed."""
    slot = Slot.open()
    slot.write(cell, dirty, when)
    path = slot.path
    slot._lock.release()
    return path


def test_what_was_left_is_what_was_true(tmp_path: Path) -> None:
    crash(replace(CELL, path=tmp_path / "cell.rvs"))
    (left,) = leftovers().found
    assert left.cell == replace(CELL, path=tmp_path / "cell.rvs")
    assert left.cell.state == replace(STATE, postures=left.cell.postures)
    assert (left.dirty, left.time) == (True, NOON)


def test_a_robot_by_reference_is_kept_itself(tmp_path: Path) -> None:
    arm, path = tmp_path / "x.arch", tmp_path / "cell.rvs"
    arm.write_text("{ a = 1 b = 0 al = 0 th = 0 }", encoding="utf-8")
    path.write_text('/* mine */ robot a { file = "x.arch" }', encoding="utf-8")
    cell = read_cell(path)
    crash(cell)
    arm.unlink()
    (left,) = leftovers().found
    assert left.cell.document.robots[0].robot == cell.document.robots[0].robot


def test_what_is_restored_keeps_the_comments_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "cell.rvs"
    saved = save_cell(path, CELL)
    path.write_text("/* mine */\n" + saved.text, encoding="utf-8")
    crash(saved.holding(edited(1)))
    (left,) = leftovers().found
    again = save_cell(path, left.cell)
    assert again.text.startswith("/* mine */\n")
    assert again.document == edited(1).document


@pytest.mark.parametrize("theirs", [True, False])
def test_what_another_program_wrote_after_the_crash_is_not_written_over(tmp_path, theirs) -> None:
    path = tmp_path / "cell.rvs"
    saved = save_cell(path, replace(CELL, path=path))
    crash(replace(saved, view=replace(saved.view, floor=False)))
    if theirs:
        other = save_cell(path, replace(saved, view=replace(saved.view, labels=False)))
    (left,) = leftovers().found
    again = save_cell(path, left.cell)
    assert not again.view.floor
    if theirs:
        assert again.theirs is not None
        assert again.theirs.read_text(encoding="utf-8") == other.text
    else:
        assert again.theirs is None


def test_work_of_a_file_whose_name_is_no_text_is_kept(tmp_path) -> None:
    crash(replace(CELL, path=tmp_path / "gr\udcfcn.rvs"))
    (left,) = leftovers().found
    assert left.cell == CELL


def test_a_running_program_is_left_alone() -> None:
    slot = Slot.open()
    slot.write(CELL, True)
    assert leftovers().found == ()
    other = Slot.open()
    assert other.path != slot.path
    slot.write(CELL, False)
    assert slot.path.exists()
    slot.close()
    other.close()
    assert list(recovery_folder().iterdir()) == []


def test_nobody_is_offered_what_another_is_being_offered() -> None:
    crash()
    (left,) = leftovers().found
    assert leftovers().found == ()
    left.release()
    (again,) = leftovers().found
    again.discard()
    assert leftovers() == type(leftovers())()
    assert list(recovery_folder().iterdir()) == []


def test_a_clean_exit_and_a_save_leave_nothing() -> None:
    slot = Slot.open()
    slot.write(CELL, True)
    slot.clear()
    slot._lock.release()
    assert leftovers().found == ()


def test_the_latest_comes_first() -> None:
    for hours in (1, 3, 2):
        crash(when=NOON + timedelta(hours=hours))
    assert [left.time.hour for left in leftovers().found] == [15, 14, 13]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "closed"),
        (lambda text: text[: text.rindex("trajectory")], "differs from the text"),
        (lambda text: text.replace("a = 0.35", "a = 0.45"), "differs from the text"),
        (lambda text: text[text.index("/***") :], "no block 'recovery'"),
        (lambda text: text.replace("2030-01", "2030-41"), "expected a date"),
        (lambda text: text.replace("dirty = yes", ""), "'dirty' missing"),
        (lambda _text: "\0\1\2", "not a text file"),
        (lambda _text: "", "no block 'recovery'"),
    ],
)
def test_a_damaged_slot_is_told_once_and_kept_aside(damage: object, said: str) -> None:
    good, bad = crash(), crash()
    text = bad.read_text(encoding="utf-8")
    assert damage(text) != text
    bad.write_text(damage(text), encoding="utf-8")
    first = leftovers()
    assert [left.path for left in first.found] == [good]
    assert len(first.problems) == 1
    assert said in first.problems[0]
    assert bad.with_suffix(".damaged").exists()
    first.found[0].release()
    assert leftovers().problems == ()


@pytest.mark.property
@given(st.data())
def test_any_damage_is_said_or_harmless(data: st.DataObject) -> None:
    raw = bytearray(slot_text(CELL, True, NOON).encode("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    # Nothing is drawn behind this: a draw may end the example and leave the slot.
    crash().write_bytes(bytes(raw))
    result = leftovers()
    assert len(result.found) + len(result.problems) == 1
    for left in result.found:
        assert left.cell.document == DOCUMENT
        left.discard()


def test_the_text_is_a_cell_that_can_be_opened_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "saved.rvs"
    path.write_text(slot_text(CELL, True, NOON), encoding="utf-8")
    assert read_cell(path).document == DOCUMENT


CHILD = """
import sys
from rvs.files.cells.cell import Cell
from rvs.files.storage.recovery import Autosave, Slot
from rvs.model.document import Document, PlacedRobot, set_joint
from rvs.model.programs.program import Program, Step
from rvs.model.robots.new_robots import ARCHETYPES
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.session import Session
from rvs.model.state import State
import time

scara = next(one.robot for one in ARCHETYPES if one.id == "scara")
session = Session(State(Document((PlacedRobot("arm", scara),))))
slot, policy = Slot.open(), Autosave(session.state, interval=0.05)
for count in range(1, 30_000):
    session.edit("Longer", lambda d: set_joint(d, "arm", 0, a=float(count)))
    session.pose("arm", [count / 1e6, 0.0, 0.1, 0.0])
    now = time.monotonic()
    if policy.due(now, session.state, session.dirty):
        slot.write(Cell().holding(session.state), session.dirty)
        policy.written(now, session.state, session.dirty)
        print(count, flush=True)
    time.sleep(0.002)
"""


def test_a_kill_loses_the_last_moment_at_most(own_home: Path) -> None:
    with started("-c", CHILD, RVS_HOME=str(own_home)) as child:
        counts = [int(child.stdout.readline()) for _ in range(5)]
        assert leftovers().found == (), "it is still running"
        child.kill()
        counts += map(int, child.stdout.read().split())
    (left,) = leftovers().found
    count = left.cell.document.robot("arm").robot.joints[0].a
    # It may die between writing and telling so, but never before what it told.
    assert count >= counts[-1] > counts[0]
    assert left.cell.postures["arm"] == (count / 1e6, 0.0, 0.1, 0.0)
    assert left.dirty


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    lock = FileLock.take(path)
    assert FileLock.take(path) is None
    lock.release()
    lock.release()
    assert not path.exists()
    assert FileLock.take(path) is not None
    with pytest.raises(OSError, match=r"x\.lock"):
        FileLock.take(tmp_path / "none" / "x.lock")


def test_nothing_is_due_until_something_changes() -> None:
    policy = Autosave(STATE)
    assert not policy.due(0.0, STATE)
    assert not policy.due(1000.0, replace(STATE, playhead=3.0, selection=(("arm",),)))
    assert policy.due(0.0, edited(1))


def test_edits_are_written_soon_and_poses_later() -> None:
    policy = Autosave(STATE, interval=2.0, quiet_interval=10.0)
    policy.written(100.0, edited(1), True)
    now = edited(2)
    assert not policy.due(101.9, now, True)
    assert policy.due(102.0, now, True)
    policy.written(102.0, now, True)
    posed = replace(now, postures={**now.postures, "arm": (0.0,) * 4})
    looked = replace(now, view=View())
    for other in (posed, looked):
        assert not policy.due(111.9, other, True)
        assert policy.due(112.0, other, True)
        assert not policy.due(112.0, other, True, moving=True)
    assert policy.due(112.0, edited(3), True, moving=True)
    # Saved: what lies in the slot says otherwise.
    assert policy.due(104.0, now, False)
    # A clock that was set back.
    assert policy.due(50.0, posed, True)


def test_no_more_than_the_last_seconds_are_lost() -> None:
    policy, posed = Autosave(STATE), replace(STATE, view=View(mode="skeleton"))
    policy.written(100.0, STATE)
    # The guide says every few seconds.
    assert [policy.due(100.0 + late, edited(1), True) for late in (1.9, 2.0)] == [False, True]
    assert [policy.due(100.0 + late, posed) for late in (9.9, 10.0)] == [False, True]


@pytest.mark.property
@given(st.lists(st.tuples(st.floats(0.0, 5.0), st.booleans()), max_size=40))
def test_writes_are_never_close_and_nothing_waits_long(
    steps: list[tuple[float, bool]],
) -> None:
    policy, now, state, last = Autosave(STATE, interval=2.0), 0.0, STATE, None
    kept = STATE
    for count, (pause, edit) in enumerate(steps):
        now += pause
        state = edited(count) if edit else state
        if policy.due(now, state, False):
            assert state is not kept
            assert last is None or now - last >= 2.0
            policy.written(now, state, False)
            kept, last = state, now
        else:
            assert state is kept or now - last < 2.0


def wrong(placed: PlacedRobot, **fields: object) -> PlacedRobot:
    """Return a robot with what no file holds, past the door that would refuse it."""
    made = replace(placed)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made


FAR = ARM.robot.replace(joints=(replace(ARM.robot.joints[0], a=1e99), *ARM.robot.joints[1:]))
AROUND = replace(
    DOCUMENT,
    things=(Thing("bench", "table"), Thing("belt", "conveyor")),
    targets=(TargetFrame("goal"),),
    programs=(Program("weld", "arm", (Step((0.0,) * 4),)), Program("pick", "2", ())),
    bookmarks=(Bookmark("b", Camera()),),
)


@pytest.mark.parametrize(
    ("document", "lost", "robots", "programs"),
    [
        (replace(AROUND, robots=(wrong(ARM, robot=FAR), DOCUMENT.robots[1])), "'arm'", "2", "pick"),
        (replace(AROUND, robots=(*DOCUMENT.robots, wrong(ARM, id=""))),
         "a robot", "arm2", "weldpick"),
        (replace(AROUND, things=(*AROUND.things, wrong(AROUND.things[0], id="x" * 30_000))),
         "thing", "arm2", "weldpick"),
    ],
)  # fmt: skip
def test_what_can_not_be_read_back_is_left_out_and_named(
    document: Document, lost: str, robots: str, programs: str
) -> None:
    slot = Slot.open()
    said = slot.write(replace(CELL, document=document), True, NOON)
    slot._lock.release()
    assert lost in "; ".join(said)
    (left,) = leftovers().found
    kept = left.cell.document
    assert "".join(one.id for one in kept.robots) == robots
    assert "".join(one.name for one in kept.programs) == programs
    assert (kept.things, kept.targets) == (AROUND.things, AROUND.targets)
    assert kept.bookmarks == AROUND.bookmarks
    assert left.cell.view == CELL.view


def test_a_robot_goes_without_its_model_rather_than_be_lost() -> None:
    body = Body(links=(LinkBody(0, (Part("p", "blob"),)),))
    document = replace(DOCUMENT, robots=(replace(ARM, body=body), DOCUMENT.robots[1]))
    slot = Slot.open()
    (said,) = slot.write(replace(CELL, document=document), True, NOON)
    slot._lock.release()
    assert "blob" in said
    (left,) = leftovers().found
    assert left.cell.document == DOCUMENT


def test_a_slot_that_can_be_read_in_part_is_offered_and_all_of_it_kept() -> None:
    path = crash(replace(CELL, document=AROUND))
    text = path.read_text(encoding="utf-8")
    head, body = text[: text.index("/***")], text[text.index("/***") :]
    # As an earlier version may have written it, which knew no bounds.
    other = body.replace("a = 0.35", "a = 1e30").replace("kind = conveyor", "kind = escalator")
    assert other != body
    path.write_text(head.replace(_check(body), _check(other)) + other, encoding="utf-8")
    found = leftovers()
    (left,) = found.found
    assert [one.id for one in left.cell.document.robots] == ["2"]
    assert [one.id for one in left.cell.document.things] == ["bench"]
    assert [one.name for one in left.cell.document.programs] == ["pick"]
    (problem,) = found.problems
    aside = path.with_suffix(".damaged")
    assert str(aside) in problem
    for name in ("robot arm", "thing belt", "program weld"):
        assert name in problem.replace('"', "")
    left.discard()
    assert "1e30" in aside.read_text(encoding="utf-8")


def test_a_slot_is_read_however_large_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # Files that people open have limits, here of a few lines.
    for function in (read_source, encoded, parse):
        monkeypatch.setattr(function, "__defaults__", (100,))
    path = crash()
    with pytest.raises(FileErrors):
        read_source(path)
    (left,) = leftovers().found
    assert left.cell.document == DOCUMENT


def test_what_is_said_of_a_damaged_slot_names_the_file_that_is_there() -> None:
    path = crash()
    path.write_text(path.read_text(encoding="utf-8").replace("a = 0.35", "a = 0.45"), "utf-8")
    (problem,) = leftovers().problems
    assert str(path.with_suffix(".damaged")) in problem
    assert str(path) + ":" not in problem
