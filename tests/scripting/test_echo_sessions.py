"""Whole sessions as scripts: foreign files, paths, programs and runs among random edits."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rvs
from rvs.engine.errors import RvsError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.library import files_of
from rvs.files.motions.ctraj import CartesianFile, read_ctraj
from rvs.files.motions.ctraj_write import moves_text
from rvs.model.document import Document, PlacedRobot, add_robot, change_robot, set_joint
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion, drop_motion, keep_motion
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.tracks import on_one_line
from rvs.model.paths import Move, MovePlan
from rvs.model.programs.run import run_program
from rvs.model.state import State
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.echo.recorder import Recorder
from rvs.scripting.echo.tracks import (
    Begun,
    answered,
    as_value,
    loading,
    made,
    origin,
    paced,
    source,
)
from rvs.scripting.layout import Expression, laid_out
from rvs.scripting.loaded import Followed, Loaded
from rvs.scripting.opening import placed
from rvs.scripting.paths import followed
from rvs.scripting.plain import same
from rvs.scripting.running import run_script
from rvs.scripting.simulations import Simulate
from rvs.scripting.source import call

from ..files.test_urdf import ARM
from .test_echo import PARTS, Player

# How many sessions, of so many actions each; ECHO_SESSIONS asks for more.
SESSIONS, ACTIONS = int(os.environ.get("ECHO_SESSIONS", "2")), 60
MESH = (
    '<link name="right"><visual><geometry><mesh filename="wedge.obj"/></geometry></visual></link>'
)
WEDGE = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> list[PlacedRobot]:
    """Robots of files that other programs wrote, some with chains that were chosen."""
    folder = tmp_path_factory.mktemp("foreign")
    arm = folder / "arm.urdf"
    arm.write_text(ARM.replace('<link name="right"/>', MESH), encoding="utf-8")
    (folder / "wedge.obj").write_text(WEDGE, encoding="utf-8")
    for name in ("table.csv", "scara.json", "scara.xml"):
        rvs.convert(rvs.placed("scara").origin, folder / name)
    own = folder / "own.arch"
    rvs.convert(rvs.placed("planar-2r").origin, own)
    return [
        placed(str(arm)),
        placed(str(arm), tip="left"),
        placed(str(arm), root="body", tip="tool", convention="modified"),
        *(placed(str(folder / name)) for name in ("table.csv", "scara.json", "scara.xml")),
        placed(str(own)),
        *(placed("puma560"), placed("puma560"), placed("meca500")),
    ]


class Worker(Player):
    """Does all that a user does in the window, with the lines that the window adds."""

    def __init__(self, seed: int, folder: Path, foreign: list[PlacedRobot]) -> None:
        super().__init__(seed, folder)
        self.foreign = foreign
        self.tracks: dict[str, Begun] = {}
        self.versions: list[tuple[Motion | None, dict[str, Begun]]] = [(None, {})]
        self.origins: dict[int, tuple[Loaded, Expression | None, SavedCell]] = {}
        self.recorder.origin = self.origin

    def act(self) -> None:
        kinds = (
            *(self.add, self.path, self.program, self.simulate, self.follow, self.paced),
            *(self.rows, self.playing, self.equip, self.saved, self.typed, self.rest),
        )
        if self.rng.random() > 0.5:
            super().act()
        else:
            with suppress(RvsError):
                self.rng.choice(kinds)()
        self.adopt()

    def adopt(self) -> None:
        """As the window: an undo that brings an earlier motion back brings its tracks."""
        motion = self.session.state.motion
        if motion is not self.versions[-1][0]:
            self.tracks = next(tracks for one, tracks in self.versions if one is motion)
            self.versions.append((motion, self.tracks))
            self.recorder.say(laid_out(loading(self.cell.present, list(self.tracks.values()))))

    @property
    def cell(self) -> Cell:
        cell = Cell()
        cell.session.restart(self.session.state)
        return cell

    def robot(self) -> PlacedRobot:
        if not self.session.state.document.robots:
            self.add()
        return self.rng.choice(self.session.state.document.robots)

    def open(self) -> None:
        super().open()
        if self.session.state.motion is None:
            self.tracks = {}
            self.versions.append((None, {}))

    def add(self) -> None:
        one = self.rng.choice(self.foreign)
        self.session.edit("Open a file", lambda document: add_robot(document, one))

    def origin(self, rows: JointTrajectory) -> Expression | None:
        if id(rows) not in self.origins:
            return None
        track, makes, cell = self.origins[id(rows)]
        found = makes or origin(cell, track)
        return None if found is None else as_value(found)

    def loaded(self, name: str, rows: JointTrajectory, **more: Any) -> Loaded:
        return Loaded(name, rows, self.session.state.document.robot(rows.robot_id), **more)

    def keep(
        self,
        track: Loaded,
        makes: Expression | None = None,
        change: Callable[[Document], Document] = lambda document: document,
        start: float = 0.0,
    ) -> None:
        """As the window: the document keeps what was computed, and plays it, in one step."""
        kept = KeptMotion(track.name, track.trajectory, "once", (), makes is not None)
        before = self.session.state.document
        if before.motions and self.rng.random() < 0.3:
            before = drop_motion(before, self.rng.choice(before.motions).name)
        after = keep_motion(before, kept)
        self.origins[id(track.trajectory)] = track, makes, self.cell.present
        after = change(after)
        named = replace(track, name=after.motions[-1].name, motion=None)
        self.load(named, lambda _: after, start)

    def load(
        self,
        track: Loaded,
        change: Callable[[Document], Document] | None = None,
        start: float = 0.0,
    ) -> None:
        """As the window: one track of a robot, all on one time line."""
        robots = {one.id: one.robot.n for one in self.session.state.document.robots}
        held = {
            key: one for key, one in self.tracks.items() if robots.get(key) == one[0].trajectory.n
        }
        gone, self.tracks = len(held) < len(self.tracks), dict(held)
        self.tracks[track.placed.id] = track, start
        every = list(self.tracks.values())
        motion = on_one_line([(one.played, begun) for one, begun in every])
        if change is None:
            self.session.load_motion(motion, 0.0)
        else:
            self.session.change_motion("Make", motion, 0.0, change)
        self.versions.append((motion, self.tracks))
        self.recorder.say(
            laid_out(loading(self.cell.present, every, () if gone else ((track, start),)))
        )

    def path(self) -> None:
        one = self.robot()
        q = self.session.state.postures[one.id]
        pose = np.array(fkine(one.robot, q))
        moved = pose.copy()
        moved[:3, 3] += [self.rng.uniform(-0.02, 0.02) for _ in range(3)]
        start, end = (tuple(map(tuple, each.tolist())) for each in (pose, moved))
        file = CartesianFile(MovePlan(start, (Move("line", (end,)),)))
        path = self.folder / f"{len(self.recorder.entries)}.ctraj"
        if self.rng.random() < 0.5:
            path.write_text(moves_text(file, file.way, ""), encoding="utf-8")
            file = read_ctraj(path)
        damping = self.rng.choice([0.0, 0.05])
        motion = followed(file, one, q, damping=damping, whole=False)
        begin, first = self.rng.choice([0.0, 0.0, 1.5]), motion.joints.posture(0.0)
        way = Followed(file, "path", path, one, first, damping)
        track = self.loaded("path", motion.joints, path=path, motion=motion, followed=way)
        if self.rng.random() < 0.3:
            self.keep(track, start=begin)
        else:
            self.load(track, start=begin)

    def program(self) -> None:
        document = self.session.state.document
        if document.programs:
            program = self.rng.choice(document.programs)
            run = run_program(document.robot(program.robot_id).robot, program)
            self.load(self.loaded(program.name, run.trajectory))

    def simulate(self) -> None:
        one = self.robot()
        question = Simulate(duration=0.2, q=tuple(self.session.state.postures[one.id]))
        run = question.answer(self.cell, one.id)
        self.keep(self.loaded("run", run.motion), answered(question, one.id, "motion"))

    def playing(self) -> None:
        """A robot that is played, and moved by hand meanwhile."""
        motion = self.session.state.motion
        if motion is None:
            return
        for _ in range(self.rng.randint(1, 3)):
            time = self.rng.uniform(0.0, motion.duration)
            self.session.play(motion.at(time), time)
            if self.rng.random() < 0.3:
                super().pose()

    def track(self) -> Loaded:
        if not self.tracks:
            self.rows()
        return self.rng.choice(list(self.tracks.values()))[0]

    def follow(self) -> None:
        """A robot that a law drives along what is loaded for it."""
        track = self.track()
        robot = track.trajectory.robot_id
        q = track.trajectory.posture(0.0)
        question = Simulate(law="pd", motion=track.trajectory, q=q, duration=0.1)
        run = question.answer(self.cell, robot)
        makes = answered(question, robot, "motion", source(self.cell.present, track, True))
        self.keep(self.loaded("run", run.motion), makes)

    def paced(self) -> None:
        """Load the motion at another pace, with the grips of its robot, as one step."""
        track, factor = self.track(), self.rng.choice([2.0, 0.75, None])
        robot = track.trajectory.robot_id
        words = {"fastest": True} if factor is None else {"slower": factor}
        rows = rvs.torque(self.cell, track.trajectory, robot=robot, **words).rows
        makes = paced(robot, source(self.cell.present, track, True), factor)
        grips = self.rng.choice([(), (Grip(0.1, 0.2),)])
        made = self.loaded(track.name, rows)
        self.keep(made, makes, lambda d: change_robot(d, robot, grips=grips))

    def equip(self) -> None:
        """A robot with a tool, a payload, masses, grips or friction."""
        one, kind = self.robot(), self.rng.choice(["box", "mug", "sphere"])
        tool = self.rng.choice(sorted(files_of("links/tools")))
        joints = tuple(
            replace(joint, inertia=Inertia(2.0, (0.1, 0.0, 0.0), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)))
            for joint in one.robot.joints
        )
        change = self.rng.choice(
            [
                {"end_effector": tool, "effector": rvs.effector_named(tool)},
                {"payload": rvs.payload(kind, mass=0.5)},
                {"payload": None},
                {"full": not one.full},
                {"grips": (Grip(0.1, 0.2), Grip(0.3))},
                {"robot": one.robot.replace(joints=joints)},
            ]
        )
        self.session.edit("Equip", lambda document: change_robot(document, one.id, **change))

    def saved(self) -> None:
        """Files that motions and robots are saved to, which no undo takes back."""
        document = self.session.state.document
        if document.motions and self.rng.random() < 0.5:
            one = self.rng.choice(document.motions)
            files = {one.said: f"{one.name}.jtraj"}

            def settle(then: Document) -> Document:
                motions = then.motions
                now = tuple(replace(each, file=files.get(each.said, each.file)) for each in motions)
                return then if now == motions else replace(then, motions=now)

            self.session.amend(settle)
            return
        robot = self.robot().id
        path = self.folder / f"{len(self.recorder.entries)}.arch"
        rvs.save(path, self.cell.document.robot(robot))

        def moved(then: Document) -> Document:
            has = any(one.id == robot for one in then.robots)
            return change_robot(then, robot, origin=str(path)) if has else then

        self.session.amend(moved)

    def typed(self) -> None:
        """Lines of the console, with names that only they know."""
        with self.recorder.typing("change(cell)"):
            for _ in range(self.rng.randint(1, 3)):
                self.rng.choice([super().edit, super().pose, super().select, super().undo])()

    def rest(self) -> None:
        """As the window: states of old entries are let go."""
        for entry in self.recorder.entries[:-5]:
            entry.rest()

    def rows(self) -> None:
        one = self.robot()
        end = [value + 0.1 for value in self.session.state.postures[one.id]]
        recorded = rvs.JointTrajectory.evenly(
            one.id, [self.session.state.postures[one.id], end], 0.5
        )
        self.keep(self.loaded("recorded", recorded))


def replayed(script: str, folder: Path) -> State:
    """Run a script as ``rvs run`` does, in another folder than it was made in."""
    file = folder / "session.py"
    file.write_text(script, encoding="utf-8")
    with working_on(Cell()):
        run_script(file, None)
        return rvs.current().state


def expect_same(after: State, state: State) -> None:
    for part in PARTS:
        assert same(getattr(after, part), getattr(state, part)), part
    assert (after.motion is None) == (state.motion is None)
    if state.motion is None or after.motion is None:
        return
    for t in np.linspace(0.0, state.motion.duration, 7):
        a, b = after.motion.at(float(t)), state.motion.at(float(t))
        assert a.keys() == b.keys()
        for robot in a:
            assert np.allclose(a[robot], b[robot], atol=1e-6), robot


@pytest.mark.parametrize("seed", range(SESSIONS))
def test_a_session_with_everything_in_it_runs_as_a_script(seed, tmp_path, foreign):
    worker = Worker(seed, tmp_path, foreign)
    for _ in range(ACTIONS):
        worker.act()
    script = worker.recorder.script()
    expect_same(replayed(script, tmp_path), worker.session.state)


def recorded(*steps, state: State | None = None) -> tuple[Cell, Recorder]:
    cell = Cell()
    if state is not None:
        cell.session.restart(state)
    recorder = Recorder(cell.session)
    for step in steps:
        step(cell)
    return cell, recorder


def test_a_robot_of_a_file_is_one_short_line_with_all_that_was_chosen(foreign, tmp_path):
    arm = foreign[1].imported.path
    cell, recorder = recorded(state=rvs.new(foreign[1]).state)
    script = recorder.script()
    assert f'rvs.open("{arm}", tip="left")'.replace("\\", "\\\\") in script
    assert len(script.splitlines()) < 9
    expect_same(replayed(script, tmp_path), cell.state)
    third = foreign[2]
    cell, recorder = recorded(lambda cell: cell.edit("Add", lambda d: add_robot(d, third)))
    script = recorder.script()
    for said in ('root="body"', 'tip="tool"', 'convention="modified"'):
        assert said in script
    expect_same(replayed(script, tmp_path), cell.state)


def test_a_changed_robot_of_a_file_is_that_of_the_file_with_its_changes(foreign, tmp_path):
    for one in foreign:
        cell, recorder = recorded(
            lambda cell, one=one: cell.edit("Add", lambda d: add_robot(d, one)),
            lambda cell: cell.edit("a", lambda d: set_joint(d, d.robots[0].id, 0, name="first")),
        )
        state = cell.state
        # as after an undo of its removal, it comes back with what was changed
        again = recorded(state=state)[1]
        assert len(again.script().splitlines()) < 16
        expect_same(replayed(again.script(), tmp_path), state)
        expect_same(replayed(recorder.script(), tmp_path), state)


def test_a_cell_that_was_saved_over_since_is_written_out(tmp_path):
    path = tmp_path / "cell.rvs"
    first = rvs.new("scara")
    first.add_thing(rvs.Thing("desk", "table"))
    first.save(path)
    cell = Cell()
    recorder = Recorder(cell.session)
    cell.held.open(path)
    recorder.opened(path)
    assert "rvs.open(" in recorder.script()
    cell.remove_things(["desk"])
    before = recorder.script()
    assert before.count("rvs.open(") == 1
    cell.save(path)
    state = cell.state
    expect_same(replayed(recorder.script(), tmp_path), state)
    # without looking at the file again, the table could not be removed from it
    with pytest.raises(RvsError, match="desk"):
        replayed(before, tmp_path)


def test_a_robots_file_that_was_saved_over_since_is_written_out(foreign, tmp_path):
    own = tmp_path / "mine.arch"
    rvs.convert(rvs.placed("scara").origin, own)
    cell, recorder = recorded(
        lambda cell: cell.edit("Add", lambda d: add_robot(d, placed(str(own)))),
        lambda cell: cell.remove_joint(cell.robots[0].id, 3),
    )
    assert str(own.name) in recorder.script()
    rvs.save(own, cell.robots[0])
    expect_same(replayed(recorder.script(), tmp_path), cell.state)


def test_lines_typed_over_names_of_their_own_are_what_they_did(tmp_path):
    cell = Cell()
    recorder = Recorder(cell.session)
    with recorder.typing("rvs.open(name); n = 3"), working_on(cell):
        cell.held.begin(rvs.new("scara").state)
    with recorder.typing("cell.add_thing(thing); cell.select((thing.id, 'thing'))"):
        cell.add_thing(rvs.Thing("desk", "table"))
        cell.select(("desk", "thing"))
    expect_same(replayed(recorder.script(), tmp_path), cell.state)


def test_a_motion_is_made_again_only_where_it_was_made_else_its_rows_are_said(tmp_path):
    cell = rvs.new("puma560")
    recorder, robot = Recorder(cell.session), cell.robots[0].id
    rows = rvs.JointTrajectory.evenly(robot, [[0.0] * 6, [0.1] * 6], 0.5)
    slow = rvs.torque(cell, rows, robot=robot, slower=2.0).rows
    recorder.origin = lambda _: paced(robot, call("motion", robot=robot), 2.0)
    cell.load_motion(rows)
    recorder.say(laid_out(call("load_motion", rows)))
    kept = KeptMotion("slow", slow)
    cell.session.change_motion("Make", slow, 0.0, lambda document: keep_motion(document, kept))
    recorder.say('rvs.load_motion("slow")')
    # where it stands again for what another motion was made of, it would be slowed twice
    cell.drop_motion("slow")
    cell.undo()
    script = recorder.script()
    assert script.count("rvs.torque(") == 1
    expect_same(replayed(script, tmp_path), cell.state)


def test_what_goes_when_another_is_made_of_it_is_there_until_then(tmp_path):
    cell = rvs.new("puma560")
    recorder, robot = Recorder(cell.session), cell.robots[0].id
    rows = rvs.JointTrajectory.evenly(robot, [[0.0] * 6, [0.1] * 6], 0.5)
    slow = rvs.torque(cell, rows, robot=robot, slower=2.0).rows
    recorder.origin = lambda made: (
        paced(robot, call("motion", "run"), 2.0) if made is slow else None
    )
    cell.keep_motion("run", rows)
    kept = KeptMotion("slow", slow)
    cell.session.edit("Slow", lambda document: keep_motion(drop_motion(document, "run"), kept))
    script = recorder.script()
    assert script.count("rvs.torque(") == 1
    expect_same(replayed(script, tmp_path), cell.state)


def test_motions_of_two_robots_may_follow_each_other_under_one_name(tmp_path):
    cell = rvs.new("planar-2r")
    cell.add_robot("planar-2r", id="other")
    recorder = Recorder(cell.session)
    for robot in cell.robots:
        rows = rvs.JointTrajectory.evenly(robot.id, [[0.0, 0.0], [0.5, 0.25]], 0.5)
        with cell.step("Make"):
            if cell.document.motions:
                cell.drop_motion("run")
            cell.keep_motion("run", rows)
    script = recorder.script()
    assert "can't be written" not in script
    expect_same(replayed(script, tmp_path), cell.state)


def test_what_is_made_of_a_path_is_the_same_to_the_last_bit(tmp_path):
    cell = rvs.new("puma560")
    one, robot = cell.robots[0], cell.robots[0].id
    q = cell.postures[robot]
    pose = np.array(fkine(one.robot, q))
    moved = pose.copy()
    moved[0, 3] -= 0.02
    start, end = (tuple(map(tuple, each.tolist())) for each in (pose, moved))
    plan = MovePlan(start, (Move("line", (end,)),))
    written, path = CartesianFile(plan), tmp_path / "way.ctraj"
    path.write_text(moves_text(written, plan, ""), encoding="utf-8")
    for file, short in ((written, False), (read_ctraj(path), True)):
        motion = followed(file, one, q)
        # what a script keeps of a path are its own rows
        cell.keep_motion("way", motion)
        assert same(cell.document.motions[0].trajectory, motion.joints)
        cell.drop_motion("way")
        way = Followed(file, "way", path, one, q)
        track = Loaded("way", motion.joints, one, path=path, followed=way)
        makes = laid_out(source(cell.present, track, loaded=True))
        # degrees of a path that is written out are rounded, and so would be what is made of it
        assert (makes == f'rvs.motion(robot="{robot}")') is short
        if not short:
            with working_on(cell):
                assert same(eval(makes, {"rvs": rvs}), motion.joints)


def test_a_path_of_a_robot_that_has_changed_since_is_followed_by_the_robot_of_then() -> None:
    cell = rvs.new("puma560")
    one = cell.document.robots[0]
    q = cell.postures[one.id]
    pose = np.array(fkine(one.robot, q))
    moved = pose.copy()
    moved[0, 3] -= 0.02
    start, end = (tuple(map(tuple, each.tolist())) for each in (pose, moved))
    file = CartesianFile(MovePlan(start, (Move("line", (end,)),)))
    motion = followed(file, one, q)
    way = Followed(file, "way", Path("way.ctraj"), one, q)
    track = Loaded("way", motion.joints, one, followed=way)
    cell.set_joint(one.id, 1, a=0.5)
    makes = laid_out(as_value(made(cell.present, track)))
    assert makes.startswith("rvs.follow(")
    with working_on(cell):
        again = eval(makes, {"rvs": rvs})
    for t in np.linspace(0.0, motion.duration, 9):
        assert np.allclose(again.at(t)[one.id], motion.at(t)[one.id], atol=1e-6)
