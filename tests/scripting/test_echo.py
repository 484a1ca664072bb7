"""Actions as lines of Python: run on the state before, they lead to the state after."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import rvs
from rvs.engine.arrays import pose_rows
from rvs.engine.errors import RvsError
from rvs.engine.transforms import pose
from rvs.files.cells.write import save_cell
from rvs.model.body.edits import add_part, change_part, remove_part
from rvs.model.body.values import Part
from rvs.model.calls import Call, Calls, call_of
from rvs.model.collision.edits import switch_pair
from rvs.model.document import Document, change_robot, remove_robot, set_joint
from rvs.model.programs.edits import remove_step
from rvs.model.programs.program import Program, Step
from rvs.model.robots import placing, table
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.edits import (
    add_thing,
    align_things,
    change_thing,
    move_things,
    remove_things,
)
from rvs.model.things.thing import Thing
from rvs.model.views.panes import all_panes, arranged
from rvs.scripting import edits
from rvs.scripting.cell import Cell, working_on
from rvs.scripting.echo.lines import calls, lines
from rvs.scripting.echo.recorder import Recorder
from rvs.scripting.opening import placed
from rvs.scripting.plain import same

from ..model import random_edits
from ..model.every_change import DOCUMENT_CHANGES, ELSEWHERE, ROBOT_CHANGES

SHELF = Thing("shelf", "table", place=pose_rows(pose(p=(2.0, 1.0, 0.0)), "place"))
PARTS = ("document", "postures", "view", "panes", "selection")


def started() -> State:
    things = (Thing("desk", "table"), Thing("belt", "conveyor", locked=True), SHELF)
    robots = (placed("puma560"), placed("planar-2r"))
    document = Document(robots, things=things)
    steps = tuple(Step((0.1 * k,) * 6) for k in range(3))
    document = replace(document, programs=(Program("paint", "PUMA 560", steps),))
    return Session(State(document)).state


def replayed(old: State, script: str) -> State:
    """Run a script on a state as a user would, and return where it leads."""
    cell = Cell()
    cell.session.restart(old)
    with working_on(cell):
        exec(script, {"rvs": rvs})
        return rvs.current().state


def edited(
    change: Callable[[Document], Document],
) -> tuple[State, State, tuple[Call, ...]]:
    session = Session(started())
    old = session.state
    session.edit("Edit", change)
    return old, session.state, session.deed.calls


def said(old: State, new: State, done: tuple[Call, ...] = ()) -> tuple[str, ...]:
    """Return the lines, once they were run."""
    found = tuple(one.text() for one in calls(old, new, done=done))
    after = replayed(old, "\n".join(found))
    # Motions are kept by what makes and loads them.
    kept = replace(new, document=replace(new.document, motions=old.document.motions))
    for part in PARTS:
        assert same(getattr(after, part), getattr(kept, part)), (part, found)
    return found


PUMA = "PUMA 560"
EDITS: list[tuple[Callable[[Document], Document], str]] = [
    (call_of(set_joint, PUMA, 2, a=0.5), f'rvs.set_joint("{PUMA}", 2, a=0.5)'),
    (call_of(table.remove_joint, PUMA, 1), f'rvs.remove_joint("{PUMA}", 1)'),
    (call_of(table.move_joint, PUMA, 1, 3), f'rvs.move_joint("{PUMA}", 1, 3)'),
    (
        call_of(table.set_convention, PUMA, "modified"),
        f'rvs.set_convention("{PUMA}", "modified")',
    ),
    (call_of(table.name_robot, PUMA, "Arm"), f'rvs.name_robot("{PUMA}", "Arm")'),
    (call_of(remove_robot, "Planar 2R"), 'rvs.remove_robot("Planar 2R")'),
    (call_of(change_robot, PUMA, hidden=True), f'rvs.change_robot("{PUMA}", hidden=True)'),
    (call_of(add_thing, Thing("desk", "table")), 'rvs.add_thing(rvs.Thing("desk", "table"))'),
    (call_of(change_thing, "desk", color="red"), 'rvs.change_thing("desk", color="red")'),
    (call_of(remove_things, ("desk",)), 'rvs.remove_things(["desk"])'),
    (
        call_of(align_things, ("desk", "shelf"), "x", "middle"),
        'rvs.align_things(["desk", "shelf"], "x", "middle")',
    ),
    (call_of(remove_step, "paint", 0), 'rvs.remove_step("paint", 0)'),
    (
        call_of(switch_pair, ("desk", "thing"), (PUMA, "link", 3), False),
        f'rvs.switch_pair(("desk", "thing"), ("{PUMA}", "link", 3), False)',
    ),
    # what has no name is found from the documents
    (lambda d: set_joint(d, PUMA, 2, a=0.5), f'rvs.set_joint("{PUMA}", 2, a=0.5)'),
    (lambda d: table.name_robot(d, PUMA, "Arm"), f'rvs.name_robot("{PUMA}", "Arm")'),
    (lambda d: change_robot(d, PUMA, hidden=True), f'rvs.change_robot("{PUMA}", hidden=True)'),
    (
        lambda d: add_thing(d, Thing("desk", "table")),
        'rvs.add_thing(rvs.Thing("desk 2", "table"))',
    ),
    (lambda d: change_thing(d, "desk", color="red"), 'rvs.change_thing("desk", color="red")'),
    (lambda d: edits.add_robot(d, "scara"), 'rvs.add_robot("scara")'),
    (
        lambda d: replace(d, things=d.things[::-1]),
        'rvs.order_items("things", ["shelf", "belt", "desk"])',
    ),
    # what is locked can't be removed by a plain edit, but is gone after an undo
    (lambda d: replace(d, things=d.things[::2]), 'rvs.remove_items("things", ["belt"])'),
]


@pytest.mark.parametrize(("change", "line"), EDITS)
def test_an_edit_is_one_plain_line(change, line):
    assert said(*edited(change)) == (line,)


def test_robots_that_come_back_are_copies_or_those_of_the_library_with_their_changes():
    session = Session(started())
    session.edit("Longer", lambda d: set_joint(d, PUMA, 2, a=0.5))
    one = session.state
    session.edit("", call_of(placing.duplicate_robot, PUMA, ELSEWHERE))
    (line,) = said(one, session.state, session.deed.calls)
    assert line.startswith(f'rvs.duplicate_robot(\n    "{PUMA}"')
    session.restart(one)
    session.edit("Remove", lambda d: remove_robot(d, PUMA))
    found = said(session.state, one)
    assert 'rvs.add_robot("puma560")' in found
    assert f'rvs.set_joint("{PUMA}", 2, a=0.5)' in found
    assert max(map(len, found)) < 300


def test_parts_of_a_full_model_are_edited_one_by_one():
    body = placed("puma560").body
    assert body is not None
    link = body.links[2]
    first = link.parts[0].id
    ball = Part("ball", "sphere", (("radius", 0.05),))
    for make, words in (
        (add_part(body, link.link, ball), "rvs.add_part("),
        (change_part(body, link.link, first, color="red"), "rvs.change_part("),
        (remove_part(body, link.link, first), "rvs.remove_part("),
        (replace(body, comment="mine"), "rvs.change_robot("),
    ):
        found = said(*edited(lambda d, make=make: change_robot(d, PUMA, body=make)))
        assert len(found) == 1
        assert found[0].startswith(words)


# What keeps motions says them where they are loaded.
@pytest.mark.parametrize("name", [*ROBOT_CHANGES, *sorted(DOCUMENT_CHANGES.keys() - {"motions"})])
def test_all_that_a_document_can_hold_has_lines(name):
    change = ROBOT_CHANGES.get(name) or DOCUMENT_CHANGES[name]
    old, new, _ = edited(lambda document: change(document, PUMA))
    assert said(old, new)
    assert said(new, old)


def test_a_drag_is_said_by_where_it_ends():
    session = Session(started())
    old, recorder = session.state, Recorder(session)
    for way in (0.1, 0.2):
        session.edit("", call_of(move_things, ("desk",), pose(p=(way, 0.0, 0.0))), "drag")
    (line,) = recorder.entries[-1].lines
    assert line.startswith("rvs.change_thing(")
    assert replayed(old, line).document == session.state.document
    for x in (0.5, 0.6):
        session.edit("", call_of(change_thing, "desk", sizes=(("length", x),)), "size")
    assert recorder.entries[-1].lines == ('rvs.change_thing("desk", sizes=(("length", 0.6),))',)


def test_several_edits_of_one_step_are_one_step():
    session = Session(started())
    recorder = Recorder(session)
    both = Calls(tuple(call_of(table.remove_joint, PUMA, row) for row in (4, 2)))
    session.edit("Remove joints", both)
    (line,) = recorder.entries[-1].lines
    assert line == (
        f'with rvs.step("Remove joints"):\n    rvs.remove_joint("{PUMA}", 4)\n'
        f'    rvs.remove_joint("{PUMA}", 2)'
    )


def test_postures_views_and_what_is_chosen():
    session = Session(started())
    old = session.state
    session.pose("Planar 2R", [0.5, 0.25])
    session.look(mode="body", frames=False)
    session.select(("desk", "thing"))
    assert said(old, session.state) == (
        'rvs.pose("Planar 2R", [0.5, 0.25])',
        'rvs.look(mode="body", frames=False)',
        'rvs.select(("desk", "thing"))',
    )
    assert lines(old, old) == ()


class Player:
    """Does anything with a session, and lets a recorder listen."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng, self.folder = Random(seed), folder
        self.session = Session()
        self.recorder = Recorder(self.session)
        self.opened = 0

    def act(self) -> None:
        weights = {self.edit: 9, self.pose: 4, self.undo: 3, self.redo: 2, self.look: 2}
        weights |= dict.fromkeys((self.travel, self.abandon, self.panes, self.select), 1)
        if self.rng.random() < 0.01:
            self.open()
        try:
            self.rng.choices(list(weights), list(weights.values()))[0]()
        except RvsError:
            return

    def merge(self) -> str | None:
        return self.rng.choice([None, "drag"])

    def edit(self) -> None:
        document, without = self.session.state.document, random_edits.WITH_A_MOTION
        label, change = random_edits.random_edit(self.rng, document, without)
        self.session.edit(label, change, self.merge())

    def pose(self) -> None:
        robots = self.session.state.document.robots
        one = self.rng.choice(robots) if robots else None
        if one is not None:
            q = [self.rng.uniform(-2.0, 2.0) for _ in range(one.robot.n)]
            self.session.pose(one.id, q, merge=self.merge())

    def undo(self) -> None:
        self.session.undo()

    def redo(self) -> None:
        self.session.redo()

    def travel(self) -> None:
        self.session.travel(self.rng.randint(0, len(self.session.steps)))

    def abandon(self) -> None:
        self.session.abandon("drag")

    def look(self) -> None:
        camera = replace(self.session.state.view.camera, azimuth=self.rng.uniform(-3.0, 3.0))
        mode = self.rng.choice(["skeleton", "body", "full"])
        self.session.look(**self.rng.choice([{"camera": camera}, {"mode": mode}]))

    def panes(self) -> None:
        state = self.session.state
        every = all_panes(state.view, state.panes)
        four = arranged(state.view, "four", (every[0],) * 4, self.rng.randrange(4))
        one = arranged(state.view, "one", every[:1], 0)
        self.session.show(*self.rng.choice([four, one]))

    def select(self) -> None:
        ids = [(one.id, "link", 0) for one in self.session.state.document.robots]
        ids += [(one.id, "thing") for one in self.session.state.document.things]
        self.session.select(*self.rng.sample(ids, min(len(ids), self.rng.randint(0, 2))))

    def open(self) -> None:
        """Save the cell, go on with it a little, and open it again."""
        self.opened += 1
        path = self.folder / f"{self.opened}.rvs"
        cell = rvs.Cell()
        cell.session.restart(self.session.state)
        try:
            cell.save(path)
        except RvsError:
            return
        cell.held.open(path)
        self.session.restart(cell.state)
        self.recorder.opened(path)


def saved(state: State, path: Path) -> str:
    cell = rvs.Cell()
    cell.session.restart(state)
    save_cell(path, cell.present)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("seed", range(3))
def test_500_random_actions_replayed_are_the_same_cell(seed, tmp_path):
    player = Player(seed, tmp_path)
    for _ in range(500):
        player.act()
    entries = player.recorder.entries
    assert len(entries) > 100
    assert player.opened
    after = replayed(State(), player.recorder.script())
    state = player.session.state
    for part in PARTS:
        assert same(getattr(after, part), getattr(state, part)), part
    assert saved(after, tmp_path / "b.rvs") == saved(state, tmp_path / "a.rvs")


def test_a_body_of_another_file_is_said_though_it_is_an_equal_one(tmp_path: Path) -> None:
    start = started()
    puma = start.document.robot(PUMA)
    path = tmp_path / "saved.arch"
    rvs.save(path, puma)
    gone = Session(start)
    gone.edit("Remove", lambda document: remove_robot(document, PUMA))
    robots = (replace(puma, origin=str(path)), *gone.state.document.robots)
    new = Session(replace(gone.state, document=replace(gone.state.document, robots=robots))).state
    said(gone.state, new)
