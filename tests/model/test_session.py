"""The session, by examples and against a model that keeps every earlier value."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot, add_robot, remove_robot, set_joint
from rvs.model.motions.kept import KeptMotion, keep_motion
from rvs.model.motions.motion import Glide, JointTrajectory
from rvs.model.robots.table import remove_joint
from rvs.model.session import Session
from rvs.model.state import State

ARM = Robot((Joint(theta=0.25), Joint(a=0.5), Joint(kind="prismatic", d=0.1)), name="arm")
CELL = Document((PlacedRobot("arm", ARM),))
SMALL = st.floats(-3.0, 3.0, allow_subnormal=False)


def session() -> Session:
    return Session(State(CELL))


def test_a_robot_starts_at_home() -> None:
    assert session().state.postures["arm"] == (0.25, 0.0, 0.1)


def test_a_pose_is_undone_and_leaves_the_document_clean() -> None:
    held = session()
    held.pose("arm", [1.0, 2.0, 0.5], "Pose")
    assert held.state.postures["arm"] == (1.0, 2.0, 0.5)
    assert held.undo_label == "Pose"
    assert not held.dirty
    held.undo()
    assert held.state.postures["arm"] == (0.25, 0.0, 0.1)
    assert (held.undo_label, held.redo_label) == (None, "Pose")


def test_a_drag_is_one_step() -> None:
    held = session()
    for i in range(10):
        held.pose("arm", [float(i + 1), 0.0, 0.0], merge=("joint", 0))
    held.settle()
    held.pose("arm", [0.5, 0.0, 0.0], merge=("joint", 0))
    assert len(held.history) == 2
    held.undo()
    assert held.state.postures["arm"][0] == 10.0
    held.undo()
    assert held.state.postures["arm"] == (0.25, 0.0, 0.1)


def test_another_key_begins_another_step() -> None:
    held = session()
    held.pose("arm", [1.0, 0.0, 0.0], merge="a")
    held.pose("arm", [1.0, 1.0, 0.0], merge="b")
    assert len(held.history) == 2


def test_a_step_after_an_undo_never_joins_the_one_before() -> None:
    held = session()
    held.pose("arm", [1.0, 0.0, 0.0], merge="a")
    held.pose("arm", [2.0, 0.0, 0.0], merge="b")
    held.undo()
    held.pose("arm", [3.0, 0.0, 0.0], merge="a")
    assert len(held.history) == 2


def test_travel_goes_to_any_step_and_tells_once() -> None:
    held = session()
    values = [held.state.postures]
    for name in ("a", "b", "c", "d"):
        held.pose("arm", [float(ord(name)), 0.0, 0.0], name)
        values.append(held.state.postures)
    told: list[State] = []
    held.subscribe(lambda _old, new: told.append(new))
    for done in (1, 4, 0, 3, 3, 2):
        held.travel(done)
        assert held.state.postures is values[done]
        assert held.steps == ["a", "b", "c", "d"]
        assert held.history == ["a", "b", "c", "d"][:done]
    assert len(told) == 5
    held.redo()
    assert held.state.postures is values[3]


def test_travel_refuses_what_is_no_step() -> None:
    held = session()
    held.pose("arm", [1.0, 0.0, 0.0])
    for done in (-1, 2):
        with pytest.raises(ArgumentError, match="0 to 1 steps"):
            held.travel(done)


def test_dirty_is_another_document_than_the_saved_one() -> None:
    held = session()
    held.edit("Longer", lambda d: set_joint(d, "arm", 1, a=0.75))
    assert held.dirty
    held.undo()
    assert not held.dirty
    held.redo()
    held.mark_saved()
    assert not held.dirty
    held.undo()
    assert held.dirty


def test_an_edit_that_changes_nothing_is_no_step() -> None:
    held = session()
    held.edit("Nothing", lambda d: set_joint(d, "arm", 1, a=0.5))
    held.pose("arm", held.state.postures["arm"])
    assert held.history == []
    assert not held.dirty


def test_an_edit_from_inside_a_listener_raises() -> None:
    held, caught = session(), []

    def meddle(_old: State, _new: State) -> None:
        for change in (
            lambda: held.edit("Nested", lambda d: set_joint(d, "arm", 0, a=1.0)),
            lambda: held.pose("arm", [0.0, 0.0, 0.0]),
            lambda: held.look(frames=False),
            lambda: held.select(("arm",)),
            held.undo,
        ):
            with pytest.raises(RvsError, match="inside a listener"):
                change()
            caught.append(change)

    held.pose("arm", [0.5, 0.5, 0.0])
    held.subscribe(meddle)
    held.pose("arm", [1.0, 1.0, 0.0])
    assert len(caught) == 5
    assert held.state.postures["arm"] == (1.0, 1.0, 0.0)
    assert len(held.history) == 2


def test_a_listener_that_fails_does_not_lock_the_session() -> None:
    held = session()

    def fail(_old: State, _new: State) -> None:
        raise ValueError("mine")

    end = held.subscribe(fail)
    with pytest.raises(ValueError, match="mine"):
        held.look(frames=False)
    end()
    held.look(frames=True)
    assert held.state.view.frames


@pytest.mark.parametrize(
    "between",
    [
        lambda held: held.edit("Nothing", lambda document: document),
        lambda held: held.pose("arm", held.state.postures["arm"]),
    ],
)
def test_what_has_no_key_ends_the_step_before_it_even_if_nothing_changes(between) -> None:
    held = session()
    held.pose("arm", [1.0, 0.0, 0.0], merge="drag")
    between(held)
    held.pose("arm", [2.0, 0.0, 0.0], merge="drag")
    assert len(held.history) == 2


def test_views_and_selection_are_not_undone() -> None:
    held = session()
    held.look(frames=False)
    held.select(("arm", "link", 1))
    assert held.history == []
    held.pose("arm", [1.0, 0.0, 0.0])
    held.undo()
    assert not held.state.view.frames
    assert held.state.chosen == ("arm", "link", 1)


def test_restart_forgets() -> None:
    held = session()
    held.edit("Gone", lambda d: remove_robot(d, "arm"))
    held.restart(State(CELL))
    assert held.history == []
    assert not held.dirty
    assert held.state.postures["arm"] == (0.25, 0.0, 0.1)


@pytest.mark.parametrize("q", [[1.0], [[1.0, 2.0, 3.0]], [float("nan"), 0.0, 0.0], "abc"])
def test_a_bad_posture_changes_nothing(q: object) -> None:
    held = session()
    before = held.state
    with pytest.raises(ArgumentError):
        held.pose("arm", q)
    assert held.state is before
    assert held.history == []


@dataclass(frozen=True)
class Kept:
    document: Document
    postures: dict[str, tuple[float, ...]]


def kept(state: State) -> Kept:
    return Kept(state.document, dict(state.postures))


class SessionMachine(RuleBasedStateMachine):
    """Random use of a session, compared with a list of everything it ever was."""

    def __init__(self) -> None:
        super().__init__()
        self.session = session()
        self.past: list[Kept] = []
        self.future: list[Kept] = []
        self.saved = CELL
        self.running: object = None
        self.heard: list[tuple[State, State]] = []
        self.session.subscribe(lambda old, new: self.heard.append((old, new)))

    def step(self, change: object, merge: object = None) -> None:
        before = kept(self.session.state)
        change()
        if kept(self.session.state) == before:
            return
        if merge is None or merge != self.running or not self.past:
            self.past.append(before)
        self.running = merge
        self.future.clear()

    @property
    def ids(self) -> list[str]:
        return [placed.id for placed in self.session.state.document.robots]

    @rule(size=st.integers(1, 4))
    def add(self, size: int) -> None:
        robot = Robot(tuple(Joint(theta=0.1 * i) for i in range(size)))
        self.step(
            lambda: self.session.edit("Add", lambda d: add_robot(d, PlacedRobot("new", robot)))
        )

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        gone = data.draw(st.sampled_from(self.ids))
        self.step(lambda: self.session.edit("Remove", lambda d: remove_robot(d, gone)))

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), a=SMALL, merged=st.booleans())
    def lengthen(self, data: st.DataObject, a: float, merged: bool) -> None:
        chosen = data.draw(st.sampled_from(self.ids))
        merge = ("a", chosen) if merged else None
        change = lambda d: set_joint(d, chosen, 0, a=a)  # noqa: E731
        self.step(lambda: self.session.edit("Lengthen", change, merge=merge), merge)

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), merged=st.booleans())
    def pose(self, data: st.DataObject, merged: bool) -> None:
        chosen = data.draw(st.sampled_from(self.ids))
        count = self.session.state.document.robot(chosen).robot.n
        q = data.draw(st.lists(SMALL, min_size=count, max_size=count))
        merge = ("pose", chosen) if merged else None
        self.step(lambda: self.session.pose(chosen, q, "Pose", merge=merge), merge)

    @rule()
    def settle(self) -> None:
        self.session.settle()
        self.running = None

    @rule()
    def undo(self) -> None:
        self.session.undo()
        if self.past:
            self.future.append(self.now)
            self.now = self.past.pop()
            self.running = None
            assert kept(self.session.state) == self.now
            assert self.session.state.document is self.now.document

    @rule()
    def redo(self) -> None:
        self.session.redo()
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()
            self.running = None
            assert kept(self.session.state) == self.now

    @rule(frames=st.booleans())
    def look(self, frames: bool) -> None:
        before = kept(self.session.state)
        self.session.look(frames=frames)
        assert self.session.state.view.frames is frames
        assert kept(self.session.state) == before

    @rule(name=st.sampled_from(["arm", "new", "none"]))
    def select(self, name: str) -> None:
        self.session.select((name,))
        assert self.session.state.chosen == ((name,) if name in self.ids else ())

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), playhead=st.floats(0.0, 10.0))
    def play(self, data: st.DataObject, playhead: float) -> None:
        chosen = data.draw(st.sampled_from(self.ids))
        count = self.session.state.document.robot(chosen).robot.n
        q = tuple(data.draw(st.lists(SMALL, min_size=count, max_size=count)))
        history = list(self.session.history)
        self.session.play({chosen: q}, playhead)
        assert self.session.state.postures[chosen] == q
        assert self.session.state.playhead == playhead
        assert list(self.session.history) == history

    @rule()
    def save(self) -> None:
        self.session.mark_saved()
        self.saved = self.session.state.document

    @invariant()
    def dirty_is_another_document(self) -> None:
        assert self.session.dirty is (self.session.state.document is not self.saved)

    @invariant()
    def as_many_steps_as_remembered(self) -> None:
        self.now = kept(self.session.state)
        assert len(self.session.history) == len(self.past)
        assert (self.session.redo_label is None) is (not self.future)

    @invariant()
    def postures_fit_the_document(self) -> None:
        state = self.session.state
        sizes = {placed.id: placed.robot.n for placed in state.document.robots}
        assert {name: len(q) for name, q in state.postures.items()} == sizes

    @invariant()
    def listeners_heard_every_state_in_order(self) -> None:
        for (_, new), (old, _) in zip(self.heard, self.heard[1:], strict=False):
            assert new is old
        if self.heard:
            assert self.heard[-1][1] is self.session.state

    @invariant()
    def what_is_chosen_is_there(self) -> None:
        assert {ref[0] for ref in self.session.state.selection} <= set(self.ids)

    @invariant()
    def states_are_values(self) -> None:
        assert replace(self.session.state) == self.session.state


TestSessionMachine = pytest.mark.property(SessionMachine.TestCase)


def test_another_motion_is_a_step_that_undo_takes_back() -> None:
    one = session()
    start, end = (0.0,) * 3, (0.1,) * 3
    first, second, third = (Glide("arm", start, end, t) for t in (1.0, 2.0, 3.0))
    one.load_motion(first)
    assert not one.history
    longer = lambda document: set_joint(document, "arm", 1, a=0.75)  # noqa: E731
    one.change_motion("Slow down", second, 0.5, longer)
    assert (one.state.motion, one.state.playhead) == (second, 0.5)
    assert list(one.history) == ["Slow down"]
    one.undo()
    assert one.state.motion is first
    one.redo()
    assert one.state.motion is second
    # what has been loaded meanwhile stays
    one.load_motion(third)
    one.undo()
    assert one.state.motion is third


def test_an_edit_that_changes_nothing_is_no_step_though_it_loads_a_motion() -> None:
    one = session()
    kept = KeptMotion("run", JointTrajectory.evenly("arm", [[0.0] * 3, [0.1] * 3], 0.5))
    for _ in range(2):
        again = replace(kept, trajectory=replace(kept.trajectory))
        one.change_motion("Make", again.trajectory, 0.25, lambda d, a=again: keep_motion(d, a))
        assert (one.state.motion, one.state.playhead) == (again.trajectory, 0.25)
    assert list(one.history) == ["Make"]
    one.undo()
    assert not one.state.document.motions


def test_what_is_chosen_is_there_and_comes_back_with_an_undo() -> None:
    one, link = session(), ("arm", "link", 1)
    one.select(("gone",), link)
    assert one.state.selection == (link,)
    one.edit("Add", lambda d: add_robot(d, PlacedRobot("more", ARM)))
    one.select(("more",), link)
    one.undo()
    assert one.state.selection == (link,)
    one.redo()
    assert one.state.selection == (("more",), link)
    one.edit("Remove", lambda d: remove_robot(d, "arm"), merge="drag")
    assert one.state.selection == (("more",),)
    one.abandon("drag")
    assert one.state.selection == (("more",), link)
    one.edit("Remove", lambda d: remove_robot(d, "more"))
    one.select(("arm", "link", 2))
    one.undo()
    # what was chosen since stays
    assert one.state.selection == (("arm", "link", 2),)
    one.restart(State(CELL, selection=(("more",), link)))
    assert one.state.selection == (link,)


def test_listeners_learn_what_was_done() -> None:
    one = session()
    heard: list[tuple[str, str, bool]] = []
    one.subscribe(
        lambda _old, _new: heard.append((one.deed.kind, one.deed.label, one.deed.goes_on))
    )
    for q in (0.1, 0.2):
        one.pose("arm", [q, 0.0, 0.1], "Drag", merge="drag")
    one.abandon("drag")
    one.edit("Longer", lambda document: set_joint(document, "arm", 1, a=0.75))
    one.undo()
    one.look(frames=False)
    one.select(("arm", "link", 1))
    one.amend(lambda document: replace(document, robots=document.robots))
    one.restart(State(CELL))
    assert heard == [
        ("step", "Drag", False),
        ("step", "Drag", True),
        ("abandon", "", False),
        ("step", "Longer", False),
        ("travel", "", False),
        ("look", "", False),
        ("select", "", False),
        ("amend", "", False),
        ("open", "", False),
    ]


def test_a_joint_that_stands_twice_in_a_robot_keeps_its_values_by_place() -> None:
    twin = Joint(a=0.5)
    one = Session(State(Document((PlacedRobot("arm", Robot((twin, twin, twin))),))))
    one.pose("arm", [0.1, 0.2, 0.3])
    one.edit("Longer", lambda document: set_joint(document, "arm", 0, a=0.75))
    assert one.state.postures["arm"] == (0.1, 0.2, 0.3)
    one.edit("Gone", lambda document: remove_joint(document, "arm", 0))
    assert one.state.postures["arm"] == (0.2, 0.3)
