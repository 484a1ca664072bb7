"""Hundreds of random actions in a row: nothing is lost, and undo leads back to the very same."""

import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from importlib import import_module
from math import isfinite
from pathlib import Path
from random import Random
from typing import get_type_hints

import numpy as np
import pytest
import random_edits
from hypothesis import given
from hypothesis import strategies as st

import rvs.model
from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.motions.jtraj import JointRows, read_jtraj, save_jtraj
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.robots.jconfig import PostureFile, read_postures, save_postures
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.player import REPEATS, Player
from rvs.model.motions.tracks import on_one_line
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.build import build_scene, scene_points
from tests.examples import examples

ACTIONS = 500
DRAWN_EVERY = 25


@dataclass(frozen=True)
class Kept:
    """A state, and its document written out so that no change in place goes unnoticed."""

    document: Document
    text: str
    postures: dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Done:
    """A step as it should be remembered: its label and the state before it."""

    label: str
    before: Kept


def kept(state: State) -> Kept:
    return Kept(state.document, repr(state.document), dict(state.postures))


class Worker:
    """Uses a session at random and keeps a full record of what it should be."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = Random(seed)
        self.folder = folder
        self.session = Session()
        self.cell = Cell()
        self.player: Player | None = None
        self.past: list[Done] = []
        self.future: list[Done] = []
        self.running: object = None
        self.saved = self.session.state.document
        self.heard: list[tuple[State, State]] = []
        self.session.subscribe(lambda old, new: self.heard.append((old, new)))
        self.counts: dict[str, int] = {}

    @property
    def state(self) -> State:
        return self.session.state

    def act(self) -> None:
        """Do one thing and look whether all is as it should be."""
        weights = {self.edit: 8, self.pose: 4, self.undo: 3, self.redo: 2, self.play: 3}
        weights[self.abandon] = 2
        rare = (self.settle, self.travel, self.look, self.save_as_cell, self.open)
        rare += (self.save_robot, self.save_postures, self.save_trajectory, self.unload, self.fail)
        weights |= dict.fromkeys(rare, 1)
        action = self.rng.choices(list(weights), list(weights.values()))[0]
        name = action.__name__
        self.counts[name] = self.counts.get(name, 0) + 1
        action()
        self.check(name)

    def check(self, name: str) -> None:
        state, session = self.state, self.session
        assert list(session.history) == [done.label for done in self.past], name
        redo = [done.label for done in reversed(self.future)]
        assert list(session.steps) == [*session.history, *redo], name
        assert session.dirty is (state.document is not self.saved), name
        assert {one.id: one.robot.n for one in state.document.robots} == {
            key: len(q) for key, q in state.postures.items()
        }, name
        ids = [one.id for one in state.document.robots]
        assert state.active in ids or not ids, name
        assert all(isfinite(value) for q in state.postures.values() for value in q), name
        # Made anew from its parts, each part checks itself again.
        robots = tuple(replace(one, robot=one.robot.replace()) for one in state.document.robots)
        assert replace(state.document, robots=robots) == state.document, name
        for (_, new), (old, _) in zip(self.heard, self.heard[1:], strict=False):
            assert old is new, name
        if self.heard:
            assert self.heard[-1][1] is state, name
            del self.heard[:-1]

    def edit(self) -> None:
        label, change = random_edits.random_edit(self.rng, self.state.document)
        merge = self.rng.choice([None, "drag", "drag"])
        self._step(label, merge, lambda: self.session.edit(label, change, merge))

    def pose(self) -> None:
        name = random_edits.robot_id(self.rng, self.state.document)
        count = len(self.state.postures.get(name, (0.0,)))
        q = [random_edits.number(self.rng) for _ in range(count)]
        merge = self.rng.choice([None, "drag", ("pose", name)])
        self._step("Pose", merge, lambda: self.session.pose(name, q, "Pose", merge))

    def fail(self) -> None:
        """An edit that breaks off half way, and one that makes no valid document."""
        before = self.state
        twice = lambda now: Document((*now.robots, *now.robots))  # noqa: E731
        for change in (twice, lambda now: change_robot(now, "nobody")):
            if before.document.robots:
                self.running = None
                with pytest.raises(RvsError):
                    self.session.edit("Fail", change)
        assert self.state is before

    def undo(self) -> None:
        self._go(max(len(self.past) - 1, 0), self.session.undo)

    def redo(self) -> None:
        self._go(min(len(self.past) + 1, len(self.past) + len(self.future)), self.session.redo)

    def travel(self) -> None:
        done = self.rng.randint(0, len(self.session.steps))
        self._go(done, lambda: self.session.travel(done))

    def settle(self) -> None:
        self.session.settle()
        self.running = None

    def abandon(self) -> None:
        key = self.rng.choice([None, "drag", self.running, self.running])
        runs = key is not None and key == self.running and bool(self.past)
        before = self.past.pop().before if runs else kept(self.state)
        self.running = None if runs else self.running
        self.session.abandon(key)
        assert kept(self.state) == before

    def look(self) -> None:
        before = kept(self.state)
        self.session.look(frames=self.rng.random() < 0.5)
        self.session.select((random_edits.robot_id(self.rng, self.state.document),))
        assert kept(self.state) == before

    def play(self) -> None:
        """Move the player, or load something to play first."""
        if self.player is None or self.rng.random() < 0.2:
            self._load_motion()
        if self.player is None:
            return
        player, rng = self.player, self.rng
        player.play()
        moves: list[Callable[[], object]] = [
            lambda: player.advance(rng.uniform(0.0, 2.0)),
            lambda: player.seek(rng.uniform(-1.0, 3.0)),
            lambda: player.step(rng.choice([-2, -1, 1, 2])),
            player.reverse,
        ]
        rng.choice(moves)()
        document, history = self.state.document, list(self.session.history)
        self.session.play(player.postures, player.time)
        assert (self.state.document, self.state.playhead) == (document, player.time)
        assert list(self.session.history) == history
        for name, q in player.postures.items():
            fits = len(self.state.postures.get(name, ())) == len(q)
            assert not fits or self.state.postures[name] == q

    def unload(self) -> None:
        self.player = None
        self.session.load_motion(None)
        assert self.state.motion is None

    def save_as_cell(self) -> None:
        path = self.folder / f"{self.rng.randrange(3)}.rvs"
        self.cell = save_cell(path, self.cell.holding(self.state))
        # Motions that were made are files of the cell from then on.
        without = replace(self.state.document, motions=())
        same(read_cell(path).state, replace(self.state, document=without))
        made = {(one.robot_id, one.name) for one in self.state.document.motions}
        files = {one.file for one in self.cell.document.motions}
        assert len(files) == len(made)
        assert all(Path(file).is_file() for file in files)
        self.session.mark_saved()
        self.saved = self.state.document

    def open(self) -> None:
        found = sorted(self.folder.glob("*.rvs"))
        if not found:
            return
        self.cell = read_cell(self.rng.choice(found))
        self.session.restart(self.cell.state)
        self.past, self.future, self.running, self.player = [], [], None, None
        self.saved = self.state.document
        same(self.state, self.cell.state)

    def save_robot(self) -> None:
        """Save a robot to a file of its own, which all steps then know it by."""
        one = self._any()
        if one is None:
            return
        path = self.folder / f"{self.rng.randrange(4)}.arch"
        asked = Architecture(one.robot, one.unit, end_effector=one.end_effector)
        save_architecture(path, asked)
        read = read_architecture(path)
        kept_robot = one.robot.replace(name=one.robot.name or path.stem)
        assert repr(astuple(read.robot)) == repr(astuple(kept_robot))
        assert read.unit == one.unit
        before, dirty = kept(self.state), self.session.dirty
        change = Knowing(one.id, str(path))
        self.session.amend(change)
        assert self.session.dirty is dirty
        assert kept(self.state) == change.amended(before)
        for steps in (self.past, self.future):
            steps[:] = [replace(done, before=change.amended(done.before)) for done in steps]
        self.saved = change.made[id(self.saved)][1]

    def save_postures(self) -> None:
        one = self._any()
        if one is None:
            return
        path = self.folder / "saved.jconfig"
        named = NamedPosture("here", self.state.postures[one.id])
        about = Architecture(one.robot, one.unit)
        path.unlink(missing_ok=True)
        save_postures(path, PostureFile((named,), one.id, one.unit), about)
        (read,) = read_postures(path, about).postures
        assert read == named
        self._step("Posture", None, lambda: self.session.pose(one.id, read.q, "Posture"))
        assert self.state.postures[one.id] == named.q

    def save_trajectory(self) -> None:
        one = self._any()
        if one is None:
            return
        path, rows = self.folder / "saved.jtraj", self._rows(one)
        about = Architecture(one.robot, one.unit)
        save_jtraj(
            path, JointRows.of(JointTrajectory.evenly("", rows, 0.25), one.id, one.unit), about
        )
        read = read_jtraj(path, about)
        assert read.dt == 0.25
        np.testing.assert_allclose(read.trajectory.rows.array, rows, rtol=1e-14, atol=1e-300)

    def _any(self) -> PlacedRobot | None:
        return self.rng.choice(self.state.document.robots or (None,))

    def _rows(self, one: PlacedRobot) -> np.ndarray:
        rows = [[self.rng.uniform(-3, 3) for _ in range(one.robot.n)] for _ in range(6)]
        return np.array(rows)

    def _load_motion(self) -> None:
        robots = self.state.document.robots
        if robots:
            moved = self.rng.sample(robots, self.rng.randint(1, len(robots)))
            tracks = [
                (JointTrajectory.evenly(one.id, self._rows(one), 0.25), one.start) for one in moved
            ]
            motion = on_one_line(tracks)
            self.player = Player(motion, self.rng.choice(REPEATS), self.rng.uniform(0.1, 3.0))
            self.session.load_motion(motion)
            assert (self.state.motion, self.state.playhead) == (motion, 0.0)

    def _step(self, label: str, merge: object, change: Callable[[], None]) -> None:
        """Do what is a step unless it is refused or changes nothing."""
        before, state = kept(self.state), self.state
        if merge is None:
            # Also where it is refused or changes nothing.
            self.running = None
        try:
            change()
        except RvsError:
            assert self.state is state
            return
        if self.state is state:
            return
        if merge is None or merge != self.running or not self.past:
            self.past.append(Done(label, before))
        self.running = merge
        self.future.clear()

    def _go(self, done: int, move: Callable[[], None]) -> None:
        before, now = self.state, kept(self.state)
        if done == len(self.past):
            move()
            assert self.state is before
            return
        while len(self.past) != done:
            source, target = self.past, self.future
            if len(self.past) < done:
                source, target = target, source
            step = source.pop()
            target.append(Done(step.label, now))
            now = step.before
        self.running = None
        move()
        assert kept(self.state) == now


class Knowing:
    """The change of a robot's file, and what it has made of which document."""

    def __init__(self, robot_id: str, origin: str) -> None:
        self.robot_id, self.origin = robot_id, origin
        self.made: dict[int, tuple[Document, Document]] = {}

    def __call__(self, document: Document) -> Document:
        there = any(one.id == self.robot_id for one in document.robots)
        new = change_robot(document, self.robot_id, origin=self.origin) if there else document
        self.made[id(document)] = (document, new)
        return new

    def amended(self, before: Kept) -> Kept:
        document = self.made[id(before.document)][1]
        return Kept(document, repr(document), before.postures)


def same(read: State, written: State) -> None:
    """Compare what a cell file keeps: robots but for where library files lie, postures, view."""
    assert repr(_portable(read.document)) == repr(_portable(written.document))
    assert (dict(read.postures), read.view) == (dict(written.postures), written.view)


def _portable(document: Document) -> Document:
    robots = (
        replace(one, origin=Path(one.origin).stem, full=False, body=None, effector=None)
        for one in document.robots
    )
    return Document(tuple(robots), document.programs)


@pytest.mark.property
@examples(8)
@given(seed=st.integers(0, 2**32 - 1))
def test_five_hundred_random_actions(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    worker = Worker(seed, tmp_path_factory.mktemp("work"))
    for turn in range(ACTIONS):
        worker.act()
        if turn % DRAWN_EVERY == 0 and worker.state.document.robots:
            assert np.isfinite(scene_points(worker.state)).all()
            assert build_scene(worker.state).items
    assert len(worker.counts) >= 15
    worker._go(0, lambda: worker.session.travel(0))
    while worker.future:
        worker.redo()
        worker.check("redo")


def test_every_edit_of_the_model_is_tried() -> None:
    known = {f"{edit.__module__}.{edit.__name__}" for edit in random_edits.EDITS}
    assert known == {name for name, function in _functions() if _is_edit(function)}


def _functions() -> list[tuple[str, Callable[..., object]]]:
    found = pkgutil.walk_packages(rvs.model.__path__, "rvs.model.")
    # What edits are made of is tried with them.
    names = [module.name for module in found if module.name != "rvs.model.members"]
    return [
        (f"{name}.{label}", function)
        for name in names
        for label, function in inspect.getmembers(import_module(name), inspect.isfunction)
        if function.__module__ == name and not label.startswith("_")
    ]


def _is_edit(function: Callable[..., object]) -> bool:
    hints = get_type_hints(function)
    first = next(iter(inspect.signature(function).parameters), "")
    made = hints.get("return")
    return hints.get(first) is Document and Document in (made, *getattr(made, "__args__", ()))
