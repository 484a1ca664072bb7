"""Values that a document accepts, files keep: every field, at, within and beyond its bounds."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from math import inf, nan, nextafter, pi
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import IDENTITY, Robot
from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.files.text.source import encoded
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.body.values import Body, LinkBody, Move, Part, PartGroup, Repeat
from rvs.model.bounds import LONGEST_TEXT
from rvs.model.collision.rules import MOST_PAIRS, CollisionRules
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.grips import Grip
from rvs.model.programs.program import Program, Step
from rvs.model.robots.named_posture import MOST_POSTURES, NamedPosture
from rvs.model.robots.payloads import Payload
from rvs.model.state import State, fit_postures
from rvs.model.things.thing import MOST_THINGS, TargetFrame, Thing
from rvs.model.views.panes import Pane, Panes
from rvs.model.views.view import Bookmark, Camera, Section, View

SHIFTED = ((1.0, 0.0, 0.0, 0.1), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
JOINTS = (
    Joint(
        *(0.1, 0.2, 0.3, 0.4),
        limits=(-1.0, 1.0),
        rate=1.0,
        acceleration=2.0,
        effort=3.0,
        inertia=Inertia(1.0, (0.1, 0.2, 0.3), (1.0, 1.0, 1.0, 0.1, 0.1, 0.1)),
        motor=Motor(0.1, -50.0, 0.1, (0.2, -0.3)),
        name="waist",
        link="upper arm",
    ),
    Joint(0.1, 0.0, 0.2, 0.1, kind="prismatic", limits=(-1.0, 1.0), offset=0.1, rate=1.0),
    Joint(0.1, 0.0, 0.2, 0.1, kind="helical", pitch=0.01, limits=(-1.0, inf)),
    Joint(theta=0.1, convention="general", before=IDENTITY, after=SHIFTED),
)
Q = (0.1, 0.2, 0.3, 0.4)
PART = Part("p", "cylinder", (("radius", 0.1), ("height", "a1 + 1")), group="g", density=1000.0)
MOVES = (Move("shift", (0.1, "b1", 0.0)), Move("turn", (0.5,), "x"), Move("flip", (), "y"))
GROUP = PartGroup("g", MOVES, "x", (Repeat("ring", 3.0, (1.0,)),), density=100.0)
BODY = Body(
    unit="mm",
    constants=(("half", 0.5), ("wide", "2 * half")),
    links=(LinkBody(1, (PART,), (GROUP,), drawn_for=(("a", 0.1), ("alpha", 0.2))),),
    comment="c",
    source="s",
    density=50.0,
)


def state(unit: str) -> State:
    """Return a state in which every kind of value has its say."""
    robot = Robot(
        JOINTS,
        name="arm",
        manufacturer="m",
        comment="c",
        source="s",
        base_link="pedestal",
        tool_link="hand",
        base_inertia=Inertia(2.0, (0.0, 0.0, 0.1), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
    )
    placed = PlacedRobot(
        *("arm", robot),
        unit=unit,
        color="#112233",
        body=BODY,
        full=True,
        payload=Payload("box", (0.1, 0.1, 0.1), 1.0),
        grips=(Grip(0.5, 1.0),),
        start=1.0,
        named=(NamedPosture("p", Q, "c"),),
    )
    steps = (
        Step(Q, note="n", name="x", opening=0.1, wait=1.0),
        Step(Q, by="line", blend=0.1, speed=2.0, place="goal"),
        Step(Q, by="arc", via=(1.0, 2.0, 3.0)),
    )
    cut = View(section=Section(True), bounds=(-1.0, 1.0, -1.0, 1.0, 0.0, 1.0))
    line = Anchor(("bench",), (1.0, 0.0, 0.0), "line", (0.0, 0.0, 1.0))
    figure = NamedFigure("f", view=cut, width=84.0, scale=10.0, motion="w", postures=(("arm", Q),))
    document = Document(
        (placed,),
        (Program("w", "arm", steps),),
        (figure,),
        (Thing("bench", "table", (("length", 1.0),), group="g"),),
        (TargetFrame("goal"),),
        (Note("n", "hello", Anchor(("arm", "link", 1), (1.0, 0.0, 0.0))), Note("m", "sheet")),
        (Measure("m 1", line, Anchor()),),
        (Bookmark("b", Camera()),),
    )
    return State(document, {"arm": Q}, cut, panes=Panes("two", 0, (Pane(Camera()),)))


EDGES = (17453.0, 1e4, 1e6, 1e9, 1e12, 2.0**40)
NUMBERS = (
    *(nan, inf, -inf, -0.0, -1.0, 1e-12, 5e-324, 1 / 3, pi, 1e300, -1.7e308),
    *(sign * at for edge in EDGES for sign in (1, -1) for at in (edge, nextafter(edge, inf))),
)
TEXTS = (
    *("", " ", "\0", "\ud800", "\ud83d\ude00", "none", "yes", "a/b", "*/", "\u2028", "\U000e0001"),
    *("a\nb", "12", "\ufeff", "#12", "x" * 201, "x" * LONGEST_TEXT, "x" * (LONGEST_TEXT + 1)),
    *('"' * LONGEST_TEXT, "\0" * LONGEST_TEXT),
)
WHOLE = (-1, 0, 10**6 + 1, 2**53 + 1, 10**30)
Made = tuple[str, object, Callable[[], Any]]


def others(value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return ()
    kinds = {float: NUMBERS, int: WHOLE, str: TEXTS}
    return next((those for kind, those in kinds.items() if isinstance(value, kind)), ())


def changed(value: Any, where: str) -> Iterator[Made]:
    """Yield each number and text inside a value in another way, with what makes the whole of it.

    What a body is made of is checked where it is fitted to a robot: names, shapes, expressions.
    """
    if re.search(r"\.(sizes|constants|drawn_for)\[\d\]\[0\]|body.*(shape|sizes)", where):
        return
    if isinstance(value, str) and re.search(r"body.*(values|constants|color|material)", where):
        return
    for other in others(value):
        yield where, other, lambda other=other: other  # type: ignore[misc]
    if is_dataclass(value):
        for one in fields(value):
            if one.init and one.name not in ("effector", "mesh"):
                for at, other, make in changed(getattr(value, one.name), f"{where}.{one.name}"):
                    yield at, other, lambda m=make, n=one.name: replace(value, **{n: m()})  # type: ignore[misc]
    elif isinstance(value, tuple):
        for k, one in enumerate(value):
            for at, other, make in changed(one, f"{where}[{k}]"):
                yield at, other, lambda m=make, k=k: (*value[:k], m(), *value[k + 1 :])  # type: ignore[misc]
    elif isinstance(value, dict):
        for key, one in value.items():
            for at, other, make in changed(one, f"{where}[{key}]"):
                yield at, other, lambda m=make, key=key: {**value, key: m()}  # type: ignore[misc]


def said(cell: Cell) -> tuple[object, ...]:
    return cell.document, dict(fit_postures(cell.document, cell.postures)), cell.view, cell.panes


def read_back(cell: Cell) -> Cell:
    return parse_cell(encoded("cell", cell_text(cell)).text)


@pytest.mark.parametrize("unit", ["mm", "m"])
def test_what_a_value_takes_a_cell_says(unit: str) -> None:
    now = state(unit)
    parts = ("document", "postures", "view", "panes")
    every = [(one, made) for one in parts for made in changed(getattr(now, one), one)]
    # Each field with some of the values; a search tries all of them.
    thorough = os.environ.get("HYPOTHESIS_PROFILE") == "search"
    for one, (where, other, make) in every if thorough else Random(unit).sample(every, 250):
        try:
            new = replace(now, **{one: make()})
        except ArgumentError:
            continue
        cell = Cell().holding(new)
        try:
            assert said(read_back(cell)) == said(cell)
        except (RvsError, AssertionError) as error:
            pytest.fail(f"{where} = {other!r:.40} is accepted and not saved: {error!r:.200}")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"a": 1e7}, "joint 1: a: expected -1e"),
        ({"theta": 2e4}, "joint 1: theta"),
        ({"limits": (-1e13, 0.0)}, "joint 1: limits"),
        ({"limits": (inf, inf)}, "joint 1: limits"),
        ({"inertia": Inertia(-1.0)}, "joint 1: mass"),
        ({"motor": Motor(viscous=-1.0)}, "joint 1: viscous"),
        ({"rate": 1e15}, "joint 1: rate"),
        ({"name": "x" * (LONGEST_TEXT + 1)}, "20,001 characters"),
    ],
)
def test_what_no_file_holds_is_refused_at_the_door(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        PlacedRobot("arm", Robot((replace(Joint(), **change),)))


def test_limits_of_a_hundred_thousand_turns_are_kept(tmp_path: Path) -> None:
    robot = Robot((Joint(limits=(-1e5, 1e5)),))
    saved = save_architecture(tmp_path / "a.arch", Architecture(robot))
    assert read_architecture(tmp_path / "a.arch").robot.joints == saved.robot.joints
    assert saved.robot.joints[0].limits == (-1e5, 1e5)


def test_a_robot_has_as_many_postures_as_its_file() -> None:
    robot = Robot((Joint(),))
    named = tuple(NamedPosture(str(k), (0.0,)) for k in range(MOST_POSTURES + 1))
    full = PlacedRobot("arm", robot, named=named[:-1])
    assert said(read_back(Cell(Document((full,))))) == said(Cell(Document((full,))))
    with pytest.raises(ArgumentError, match="at most 10,000"):
        PlacedRobot("arm", robot, named=named)


def test_a_cell_has_as_many_things_and_pairs_as_its_file() -> None:
    things = tuple(Thing(f"t{k}", "table") for k in range(MOST_THINGS + 1))
    with pytest.raises(ArgumentError, match="things: a cell has at most 20,000"):
        Document(things=things)
    pairs = tuple((("a", "link", k), ("floor",)) for k in range(MOST_PAIRS + 1))
    with pytest.raises(ArgumentError, match="pairs: expected at most 100,000"):
        CollisionRules(ignored=pairs)
