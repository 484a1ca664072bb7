"""Every edit of the model with arguments at random, right ones and now and then wrong ones.

A new edit gets a line in ``EDITS``; a test counts them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import inf, nan, pi
from random import Random
from typing import Any

import numpy as np

from rvs.engine.joint import KINDS, Inertia, Joint, Motor
from rvs.engine.screws import exp6
from rvs.fields.edit import MADE
from rvs.files.library import load_robot, names
from rvs.geometry import things as thing_kinds
from rvs.model import document
from rvs.model.annotations import edits as annotating
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.array_value import block
from rvs.model.calls import call_of
from rvs.model.collision import edits as collision_edits
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures import edits as figure_edits
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions import kept
from rvs.model.motions.grips import Grip
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.player import REPEATS
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS, UNITS
from rvs.model.programs import edits, legs
from rvs.model.programs import edits as program_edits
from rvs.model.programs.program import Program, Step
from rvs.model.robots import (
    designing,
    parameter_edits,
    placing,
    posture_edits,
    table,
)
from rvs.model.robots import table_text as cells
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.robots.new_robots import ARCHETYPES, blank
from rvs.model.things import edits as room
from rvs.model.things import edits as thing_edits
from rvs.model.things.thing import TargetFrame, Thing
from rvs.model.views.view import Bookmark, Camera, View

MOST_ROBOTS, MOST_JOINTS = 4, 12
WRONG = 0.04
Edit = Callable[[Document], Document]
Arguments = Callable[[Random, Document], tuple[Any, ...] | dict[str, Any]]


def number(rng: Random, most: float = 3.0) -> float:
    """Return a round number, any number, or now and then one that no joint takes."""
    if rng.random() < WRONG:
        return rng.choice([nan, inf])
    value = rng.uniform(-most, most)
    return value if rng.random() < 0.5 else round(value, 2) + 0.0


def pose(rng: Random) -> Any:
    return exp6([rng.uniform(-3.0, 3.0) for _ in range(6)])


def robot_id(rng: Random, now: Document) -> str:
    wrong = not now.robots or rng.random() < WRONG
    return "nobody" if wrong else rng.choice(now.robots).id


def place(rng: Random, now: Document, chosen: str, beyond: int = 0) -> int:
    """Return the number of a joint, or one that there is not."""
    found = [placed.robot.n for placed in now.robots if placed.id == chosen]
    return rng.randrange(-1 if rng.random() < WRONG else 0, (found or [1])[0] + beyond)


def joint(rng: Random) -> Joint:
    return Joint(
        a=round(rng.uniform(-1, 1), 3),
        alpha=rng.choice([0.0, pi / 2, -pi / 2, rng.uniform(-3, 3)]),
        d=rng.uniform(-1, 1),
        theta=rng.uniform(-3, 3),
        kind=rng.choice(KINDS),
        pitch=rng.choice([0.0, rng.uniform(-0.3, 0.3)]),
        offset=rng.choice([0.0, rng.uniform(-3, 3)]),
        limits=rng.choice([(-inf, inf), (-1.0, inf), (-2.5, rng.uniform(-2.5, 2.5))]),
        rate=rng.choice([inf, rng.uniform(0.1, 5.0)]),
        locked=rng.random() < 0.1,
        convention=rng.choice(["standard", "modified"]),
        inertia=rng.choice([None, Inertia(rng.uniform(0.0, 9.0), (0.1, 0.0, -0.2))]),
        motor=rng.choice([None, Motor(0.001, 50.0, 0.01, (0.3, -0.4))]),
        name=rng.choice(["", "elbow", "Gelenk \u00e4\u00f6", 'a "quoted" one']),
    )


def placed(rng: Random) -> PlacedRobot:
    """Return a robot from the library, of a kind, or of random joints."""
    source = rng.randrange(3)
    if source == 0:
        name = rng.choice(names())
        read = load_robot(name)
        robot = read.robot
        return PlacedRobot(robot.name, robot, unit=read.unit, origin=name)
    if source == 1:
        robot = rng.choice([rng.choice(ARCHETYPES).robot, blank(f"{rng.randint(1, 8)}R")])
    else:
        joints = tuple(joint(rng) for _ in range(rng.randint(1, 7)))
        robot = blank("R", name="mine").replace(joints=joints)
    rows = tuple(map(tuple, pose(rng).tolist()))
    return PlacedRobot(robot.name or "arm", robot, rows, unit=rng.choice(LENGTH_UNITS))


def _joint_changes(rng: Random, now: Document) -> dict[str, Any]:
    chosen = robot_id(rng, now)
    key = rng.choice(["a", "alpha", "d", "theta", "offset", "pitch", "rate", "locked", "name"])
    values = {"rate": abs(number(rng)), "locked": rng.random() < 0.5, "name": "j"}
    return {
        "robot_id": chosen,
        "index": place(rng, now, chosen),
        key: values.get(key, number(rng)),
    }


def _robot_changes(rng: Random, now: Document) -> dict[str, Any]:
    changes = [
        {"color": rng.choice(["", "#E2681C"])},
        {"end_effector": rng.choice(["hand", "none", "drill"])},
        {"place": tuple(map(tuple, pose(rng).tolist()))},
        {"robot": blank("2R")},
        {"start": rng.choice([0.0, 2.5, -1.0])},
        {"hidden": rng.random() < 0.5},
    ]
    return {"robot_id": robot_id(rng, now), **rng.choice(changes)}


def _display(rng: Random) -> dict[str, Any]:
    changes = [
        {"mode": rng.choice(["view", "skeleton", "body", "full", "wire"])},
        {"joints": rng.random() < 0.5, "line": rng.choice([0.3, 1.0, 2.5])},
        {"frames": rng.random() < 0.5, "shadow": rng.random() < 0.5},
    ]
    return rng.choice(changes)


def _cells(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    texts = {}
    for _ in range(rng.randint(1, 4)):
        column = rng.choice(cells.COLUMNS).id
        words = ["pi/2", "30+15", "12.5", "-3", "", "R", "p", "half", "1e99", "none", "0.25 rad"]
        texts[place(rng, now, chosen), column] = rng.choice(words)
    units = cells.CellUnits(UNITS[rng.choice(LENGTH_UNITS)], UNITS[rng.choice(ANGLE_UNITS)])
    return chosen, texts, units


def _of_joint(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        chosen = robot_id(rng, now)
        return (chosen, place(rng, now, chosen), *(one(rng) for one in more))

    return arguments


def _of_robot(*more: Callable[[Random], Any]) -> Arguments:
    return lambda rng, now: (robot_id(rng, now), *(one(rng) for one in more))


def _move(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    return chosen, place(rng, now, chosen), place(rng, now, chosen)


def _add_joint(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    new = joint(rng) if rng.random() < 0.6 else None
    return chosen, place(rng, now, chosen, beyond=1), new


def _step_of(rng: Random, now: Document, chosen: str) -> Step:
    found = [one.robot.n for one in now.robots if one.id == chosen]
    q = tuple(rng.uniform(-3.0, 3.0) for _ in range((found or [1])[0]))
    return Step(q, speed=rng.choice([0.5, 0.25]), wait=rng.choice([0.0, 1.5]))


def _program(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    steps = tuple(_step_of(rng, now, chosen) for _ in range(rng.randint(0, 3)))
    return (Program(rng.choice(["weld", "paint", "pick it"]), chosen, steps),)


def _of_program(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        wrong = not now.programs or rng.random() < WRONG
        name = "nothing" if wrong else rng.choice(now.programs).name
        return (name, *(one(rng) for one in more))

    return arguments


def _named_posture(rng: Random, now: Document, chosen: str) -> NamedPosture:
    q = _step_of(rng, now, chosen).q
    return NamedPosture(rng.choice(["ready", "home", 'a "b"']), q, rng.choice(["", "high up"]))


def _keep_posture(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    return chosen, _named_posture(rng, now, chosen)


def _add_postures(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    return chosen, [_named_posture(rng, now, chosen) for _ in range(rng.randint(0, 3))]


def _of_postures(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        chosen = robot_id(rng, now)
        found = [one.named for one in now.robots if one.id == chosen]
        names = [one.name for one in found[0]] if found else []
        picked = rng.sample(names, min(len(names), 2)) if rng.random() > WRONG else ["nothing"]
        return (chosen, picked, *(one(rng) for one in more))

    return arguments


def _rename_posture(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen, picked = _of_postures()(rng, now)
    return chosen, (picked or ["nothing"])[0], rng.choice(["ready", "new", ""])


def _insert_step(rng: Random, now: Document) -> tuple[Any, ...]:
    if not now.programs:
        return "nothing", 0, Step((0.0,))
    program = rng.choice(now.programs)
    place_of = rng.randint(0, len(program.steps))
    return program.name, place_of, _step_of(rng, now, program.robot_id)


def _other_steps(rng: Random, now: Document) -> tuple[Any, ...]:
    if not now.programs:
        return "nothing", ()
    program = rng.choice(now.programs)
    count = rng.randint(0, 3)
    return program.name, tuple(_step_of(rng, now, program.robot_id) for _ in range(count))


def _figure(rng: Random, now: Document) -> tuple[Any, ...]:
    stood = tuple(
        (one.id, tuple(rng.uniform(-3.0, 3.0) for _ in range(one.robot.n)))
        for one in now.robots
        if rng.random() < 0.5
    )
    name = rng.choice(["reach", "side view", 'a "b"'])
    width = rng.choice([None, 84.0, 174.5])
    return (NamedFigure(name, style="lines", width=width, crop=True, postures=stood),)


def _of_figure(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        wrong = not now.figures or rng.random() < WRONG
        name = "nothing" if wrong else rng.choice(now.figures).name
        return (name, *(one(rng) for one in more))

    return arguments


def _body(rng: Random, now: Document) -> Any:
    if now.things and rng.random() < 0.3:
        return (rng.choice(now.things).id, "thing")
    chosen = robot_id(rng, now)
    return rng.choice([("floor",), (chosen, "tool"), (chosen, "link", rng.randrange(4))])


def _anchor(rng: Random, now: Document, kind: str = "point") -> Anchor:
    """Return an anchor on a link, on a thing, or in the world."""
    owners: list[Any] = [(), *((thing.id,) for thing in now.things)]
    owners += [(one.id, "link", rng.randint(0, one.robot.n)) for one in now.robots]
    point = rng.uniform(-2, 2), rng.uniform(-2, 2), 0.25
    way = (0.0, 0.6, 0.8) if kind != "point" else (0.0, 0.0, 0.0)
    return Anchor(rng.choice(owners), point, kind, way)


def _note(rng: Random, now: Document) -> tuple[Any, ...]:
    anchor = _anchor(rng, now) if rng.random() < 0.7 else None
    return (Note("note", rng.choice(["grease", "two\nlines", "Größe ∠"]), anchor),)


def _measure(rng: Random, now: Document) -> tuple[Any, ...]:
    kinds = ["point", "line", "plane"]
    ends = [_anchor(rng, now, rng.choice(kinds)) for _ in range(2)]
    return (Measure("measurement", *ends, length=rng.choice(["mm", "in"])),)


def _one_of(pick: Callable[[Document], list[str]], *more: Callable[[Random], Any]) -> Arguments:
    """Arguments of an edit of a note, a measurement or a bookmark."""

    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        wrong = not pick(now) or rng.random() < WRONG
        return ("nothing" if wrong else rng.choice(pick(now)), *(one(rng) for one in more))

    return arguments


def _notes(now: Document) -> list[str]:
    return [note.id for note in now.notes]


def _bookmarks(now: Document) -> list[str]:
    return [mark.name for mark in now.bookmarks]


KINDS_OF_THING = [kind for kind in thing_kinds.KINDS if kind != "mesh"]


def _thing(rng: Random) -> Thing:
    sizes = (("length", rng.uniform(0.1, 5.0)),) if rng.random() < 0.3 else ()
    kind = rng.choice(["table", "conveyor"]) if sizes else rng.choice(KINDS_OF_THING)
    group = rng.choice(["", "left", "right"])
    return Thing(kind, kind, sizes, group=group, locked=rng.random() < 0.1)


def _target_frame(rng: Random) -> TargetFrame:
    return TargetFrame("place", tuple(map(tuple, pose(rng).tolist())))


def _thing_id(rng: Random, now: Document) -> str:
    wrong = not now.things or rng.random() < WRONG
    return "nothing" if wrong else rng.choice(now.things).id


def _of_thing(*more: Callable[[Random], Any]) -> Arguments:
    return lambda rng, now: (_thing_id(rng, now), *(one(rng) for one in more))


def _of_things(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        ids = tuple(_thing_id(rng, now) for _ in range(rng.randint(1, 3)))
        return (ids, *(one(rng) for one in more))

    return arguments


def _targets(now: Document) -> list[str]:
    return [target.id for target in now.targets]


CONVENTIONS = ["standard", "modified", "modified", "Craig's"]


def _kept(rng: Random, now: Document) -> tuple[Any, ...]:
    chosen = robot_id(rng, now)
    joints = {one.id: one.robot.n for one in now.robots}.get(chosen) or 1
    q = [[rng.uniform(-1.0, 1.0)] * joints for _ in range(rng.randint(1, 3))]
    rows = JointTrajectory.evenly(chosen, q, rng.choice([0.5, 0.01]))
    more: list[dict[str, Any]] = [
        {},
        {"grips": (Grip(0.1, 0.2), Grip(0.3))},
        {"openings": ((0.0, 0.05), (0.4, rng.choice([0.0, 0.02])))},
        {"pushes": block(np.full((len(q), joints), 2.5))},
        {"speeds": block(np.ones((len(q), joints))), "accelerations": block(np.array(q))},
        {"assumed": ("joint 1 has no limit of its speed",)},
    ]
    rows = replace(rows, **rng.choice(more))
    name = rng.choice(["run", "weld (damped)", 'a "b"'])
    marks = rng.choice([(), (0.0, 0.5)])
    return (kept.KeptMotion(name, rows, rng.choice(REPEATS), marks, rng.random() < 0.3),)


TEXTS = ["L1/2", "2*L1 + 50 mm", "A1", "A1 - 90 deg", "rho*L1", "L1 + 3", "L1*A1", "=L2", "L1 +"]


def _parameter(rng: Random, now: Document) -> tuple[Any, ...]:
    name, measure = rng.choice(
        [("L1", "length"), ("L2", "length"), ("A1", "angle"), ("rho", "none"), ("a1", "length")]
    )
    value = rng.choice([number(rng), round(rng.uniform(0.1, 1.0), 2), "2*L1", "L1 + L2"])
    bounds = rng.choice([(), (-5.0, 5.0), (-5.0, inf), (1.0, 0.0)])
    return robot_id(rng, now), name, value, measure, *bounds


def _of_parameter(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        chosen = robot_id(rng, now)
        known = [one.name for each in now.robots if each.id == chosen for one in each.parameters]
        wrong = not known or rng.random() < WRONG
        return (chosen, "nothing" if wrong else rng.choice(known), *(one(rng) for one in more))

    return arguments


def _of_variant(*more: Callable[[Random], Any]) -> Arguments:
    def arguments(rng: Random, now: Document) -> tuple[Any, ...]:
        chosen = robot_id(rng, now)
        known = [
            one.name for each in now.robots if each.id == chosen for one in each.parameters.variants
        ]
        wrong = not known or rng.random() < WRONG
        return (chosen, "nothing" if wrong else rng.choice(known), *(one(rng) for one in more))

    return arguments


def _set_parameter(rng: Random, now: Document) -> dict[str, Any]:
    chosen, name = _of_parameter()(rng, now)
    changes: list[dict[str, Any]] = [
        {"value": number(rng)},
        {"value": rng.choice(["2*L1", "L2/3", "0.4 m"])},
        {"least": -3.0, "most": rng.choice([0.2, 3.0])},
        {"meaning": rng.choice(["Upper arm", 'a "b"'])},
    ]
    return {"robot_id": chosen, "name": name, **rng.choice(changes)}


def _of_motion(rng: Random, now: Document) -> tuple[Any, ...]:
    return (rng.choice([one.name for one in now.motions] or ["nothing"]),)


EDITS: Mapping[Callable[..., Any], Arguments] = {
    document.add_robot: lambda rng, now: (placed(rng),),
    placing.add_together: lambda rng, now: ([placed(rng), placed(rng)],),
    placing.stand_on: lambda rng, now: (rng.randrange(-1, 4), [placed(rng)]),
    document.remove_robot: _of_robot(),
    document.change_robot: _robot_changes,
    document.set_joint: _joint_changes,
    table.add_joint: _add_joint,
    table.remove_joint: _of_joint(),
    table.move_joint: _move,
    table.duplicate_joint: _of_joint(),
    table.set_kind: _of_joint(lambda rng: rng.choice([*KINDS, "ball"])),
    table.set_convention: _of_robot(lambda rng: rng.choice(CONVENTIONS)),
    table.read_as: _of_robot(lambda rng: rng.choice(CONVENTIONS)),
    table.set_base: _of_robot(pose),
    table.set_tool: _of_robot(pose),
    table.set_unit: _of_robot(lambda rng: rng.choice([*LENGTH_UNITS, "mile"])),
    table.read_in: _of_robot(lambda rng: rng.choice(["mm", "m", "m", "mile"])),
    table.set_gravity: _of_robot(lambda rng: [0.0, number(rng), -9.81]),
    table.name_robot: _of_robot(lambda rng: rng.choice(["", "arm", "Arm No. 2", "x" * 250])),
    table.set_limits: _of_joint(number, number),
    table.put_drives: _of_robot(
        lambda rng: {0: {"motor": Motor(abs(number(rng)), 50.0)}, 1: {"rate": number(rng)}}
    ),
    cells.edit_cells: _cells,
    parameter_edits.add_parameter: _parameter,
    parameter_edits.set_parameter: _set_parameter,
    parameter_edits.set_parameters: _of_robot(lambda rng: {"L1": number(rng), "A1": 0.5}),
    parameter_edits.rename_parameter: _of_parameter(lambda rng: rng.choice(["L1", "reach", "mm"])),
    parameter_edits.remove_parameter: _of_parameter(),
    parameter_edits.set_expression: _of_joint(
        lambda rng: rng.choice(
            ["a", "alpha", "d", "theta", "offset", "lower", "mass", "x", "name"]
        ),
        lambda rng: rng.choice(TEXTS),
    ),
    parameter_edits.keep_variant: _of_robot(
        lambda rng: rng.choice(["short", 'a "b"', ""]), lambda rng: rng.random() < 0.3
    ),
    parameter_edits.use_variant: _of_variant(),
    parameter_edits.rename_variant: _of_variant(lambda rng: rng.choice(["short", "new", ""])),
    parameter_edits.remove_variant: _of_variant(),
    designing.become: _of_robot(lambda rng: placed(rng).robot),
    placing.stand: _of_robot(pose),
    placing.paint: _of_robot(lambda rng: rng.choice(["", "#7FA08A", "blue"])),
    placing.set_display: lambda rng, now: (robot_id(rng, now), _display(rng)),
    placing.begin_at: _of_robot(lambda rng: rng.choice([0.0, 1.5, -2.0])),
    placing.rename_robot: _of_robot(lambda rng: rng.choice(["left", "right", "", "arm"])),
    placing.duplicate_robot: _of_robot(pose),
    posture_edits.keep_posture: _keep_posture,
    posture_edits.add_postures: _add_postures,
    posture_edits.rename_posture: _rename_posture,
    posture_edits.remove_postures: _of_postures(),
    posture_edits.move_postures: _of_postures(lambda rng: rng.randrange(-1, 3)),
    kept.keep_motion: _kept,
    kept.drop_motion: _of_motion,
    program_edits.add_program: _program,
    program_edits.remove_program: _of_program(),
    program_edits.rename_program: _of_program(lambda rng: rng.choice(["weld", "other"])),
    program_edits.change_program: lambda rng, now: (
        *_of_program()(rng, now),
        {"acceleration": rng.choice([3.0, -1.0, float("inf")])},
    ),
    edits.teach_places: _of_program(),
    program_edits.insert_step: _insert_step,
    program_edits.change_step: lambda rng, now: (
        *_of_program(lambda rng: rng.randrange(3))(rng, now),
        {"speed": rng.choice([0.1, -1.0])},
    ),
    program_edits.remove_step: _of_program(lambda rng: rng.randrange(3)),
    program_edits.move_step: _of_program(
        lambda rng: rng.randrange(3), lambda rng: rng.randrange(3)
    ),
    program_edits.set_steps: _other_steps,
    legs.pace_step: _of_program(lambda rng: rng.randrange(3), lambda rng: rng.uniform(0.0, 5.0)),
    figure_edits.add_figure: _figure,
    figure_edits.keep_figure: _figure,
    figure_edits.rename_figure: _of_figure(lambda rng: rng.choice(["reach", "other"])),
    figure_edits.remove_figure: _of_figure(),
    collision_edits.switch_pair: lambda rng, now: (
        _body(rng, now),
        _body(rng, now),
        rng.choice([True, False, None]),
    ),
    collision_edits.set_collision: lambda rng, now: (
        rng.choice([True, False, None]),
        rng.choice([0.01, None, -1.0]),
    ),
    figure_edits.move_figure: _of_figure(lambda rng: rng.randrange(-1, 4)),
    annotating.add_note: _note,
    annotating.remove_note: _one_of(_notes),
    annotating.change_note: _one_of(_notes, lambda rng: {"place": (number(rng), 3.0)}),
    annotating.add_measure: _measure,
    annotating.remove_measure: _one_of(lambda now: [one.id for one in now.measures]),
    annotating.add_bookmark: lambda rng, _: (Bookmark(rng.choice(["top", "side"]), Camera()),),
    annotating.remove_bookmark: _one_of(_bookmarks),
    annotating.rename_bookmark: _one_of(_bookmarks, lambda rng: rng.choice(["top", "", "new"])),
    annotating.retake_bookmark: _one_of(_bookmarks, lambda _: View(mode="body")),
    thing_edits.add_thing: lambda rng, _: (_thing(rng),),
    thing_edits.change_thing: _of_thing(lambda rng: {"color": rng.choice(["", "red", "rd"])}),
    thing_edits.change_things: _of_things(
        lambda rng: {rng.choice(["locked", "hidden"]): rng.random() < 0.3}
    ),
    thing_edits.rename_thing: _of_thing(lambda rng: rng.choice(["bench", "belt", "a/b"])),
    thing_edits.remove_things: _of_things(),
    thing_edits.duplicate_things: _of_things(lambda rng: [(number(rng), 0.0, 0.0)]),
    thing_edits.move_things: _of_things(pose),
    thing_edits.align_things: _of_things(
        lambda rng: rng.choice("xyzw"), lambda rng: rng.choice(thing_edits.SIDES)
    ),
    thing_edits.spread_things: _of_things(lambda rng: rng.choice("xyz")),
    thing_edits.drop_things: _of_things(),
    thing_edits.stack_things: lambda rng, now: ((_thing_id(rng, now),), _thing_id(rng, now)),
    thing_edits.group_things: _of_things(lambda rng: rng.choice(["left", "new"])),
    thing_edits.ungroup_things: _of_things(),
    thing_edits.add_target: lambda rng, _: (_target_frame(rng),),
    thing_edits.change_target: _one_of(_targets, pose),
    thing_edits.rename_target: _one_of(_targets, lambda rng: rng.choice(["pick", "table"])),
    thing_edits.remove_target: _one_of(_targets),
    room.add_environment: lambda rng, _: ((_thing(rng), _thing(rng)), (_target_frame(rng),)),
}
CHANGES = (
    placing.set_display,
    *(program_edits.change_program, program_edits.change_step, annotating.change_note),
    *(thing_edits.change_thing, thing_edits.change_things, parameter_edits.set_parameter),
)
MOST_THINGS = 12
MORE_THINGS = (thing_edits.add_thing, thing_edits.duplicate_things, room.add_environment)
MORE_ROBOTS = (
    *(document.add_robot, placing.duplicate_robot),
    *(placing.add_together, placing.stand_on),
)
GROW = (table.add_joint, table.duplicate_joint)


# What the window does only where it loads a motion, or gives one up.
WITH_A_MOTION = (kept.keep_motion, kept.drop_motion)


def random_edit(
    rng: Random, now: Document, without: Collection[Callable[..., Any]] = ()
) -> tuple[str, Edit]:
    """Return an edit with arguments that mostly suit a document, and its name."""
    function = rng.choice([one for one in EDITS if one not in without])
    if function in MORE_ROBOTS and len(now.robots) >= MOST_ROBOTS:
        function = document.remove_robot
    if function in GROW and any(one.robot.n >= MOST_JOINTS for one in now.robots):
        function = table.remove_joint
    if function in MORE_THINGS and len(now.things) >= MOST_THINGS:
        function = thing_edits.remove_things
    given = EDITS[function](rng, now)

    named = given if isinstance(given, dict) else {}
    plain = () if isinstance(given, dict) else given
    if plain and isinstance(plain[-1], dict) and function in CHANGES:
        plain, named = plain[:-1], plain[-1]
    if function in MADE and rng.random() < 0.7:
        return function.__name__, call_of(function, *plain, **named)

    def edit(before: Document) -> Document:
        after = function(before, *plain, **named)
        return after[0] if isinstance(after, tuple) else after

    return function.__name__, edit
