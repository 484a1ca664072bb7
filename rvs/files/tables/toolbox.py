"""Robots made by scripts with a toolbox: the names in each release, and their meanings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from math import inf
from typing import Any

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import link_sides
from rvs.engine.descriptions.redescribe import to_dh
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Convention, Inertia, Joint, Kind, Motor
from rvs.engine.robot import Robot
from rvs.files.tables import body_tree
from rvs.files.tables.matlab import statements
from rvs.files.tables.script import Script, python_statements
from rvs.files.tables.script_functions import MATLAB, MATLAB_HANDED, PYTHON, PYTHON_HANDED
from rvs.files.tables.script_objects import (
    CONSTANTS,
    IN_MATLAB,
    Call,
    Class,
    Function,
    Language,
    Maker,
    Module,
)
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import (
    FAULTS,
    Cells,
    Pose4,
    ScriptError,
    Thing,
    Value,
    elements,
)
from rvs.value_class import dataclass

Args = list[Value]
Named = dict[str, Value]
OF_LINKS = ("theta", "d", "a", "alpha", "sigma", "mdh", "offset", "flip", "qlim",
            "m", "r", "I", "Jm", "G", "B", "Tc")  # fmt: skip
OF_ROBOTS = ("name", "comment", "manufacturer", "base", "tool", "gravity", "offset", "qlim")
PASSED_OVER = ("plotopt", "plotopt3d", "ikine", "configs", "fast", "nofast", "model3d", "manuf",
               "symbolic", "type", "convention")  # fmt: skip
# Words that stand alone among the arguments of MATLAB, and what they say.
FLAGS: Mapping[str, dict[str, Value]] = {
    "standard": {"mdh": False}, "modified": {"mdh": True}, "revolute": {"sigma": 0},
    "prismatic": {"sigma": 1}, "sym": {}, "flip": {"flip": True},
}  # fmt: skip
DYN = ("m", "x", "y", "z", "Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz", "Jm", "G", "B", "Tc", "Tc-")


@dataclass(frozen=True, slots=True)
class LinkForm:
    """Meaning of the name of a link in a release.

    Attributes:
        order: Meaning of its arguments by position, or of the numbers in a row.
        fixed: Facts given by the name itself.
        gear: Default gear ratio.
        called: Other names of members.
        values: An assignment makes a copy.
        rows: The numbers are given in a row.
        fast: Members that can't be changed.
    """

    order: tuple[str, ...]
    fixed: Mapping[str, Value]
    gear: float = 1.0
    called: Mapping[str, str] = field(default_factory=dict)
    values: bool = False
    rows: bool = False
    fast: tuple[str, ...] = ()

    @property
    def usual(self) -> Named:
        """Members with default values."""
        numbers = dict.fromkeys(("a", "alpha", "d", "theta", "offset", "m", "Jm", "B"), 0.0)
        return {**numbers, "G": self.gear, "mdh": False, "sigma": 0, "qlim": None,
                "r": np.zeros((1, 3)), "I": np.zeros((3, 3))}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RobotForm:
    """Meaning of the name of a robot in a release.

    Attributes:
        upwards: Gravity is given as the reaction that prevents falling.
        row: The form of links in a matrix of numbers, or None.
        called: Other names of members.
        words: Meaning of the arguments after the links, by position.
        values: An assignment makes a copy.
        fast: Members that can't be changed.
    """

    upwards: bool
    row: LinkForm | None
    called: Mapping[str, str]
    words: tuple[str, ...] = ()
    values: bool = False
    fast: tuple[str, ...] = ()


KINDS = (("Revolute", 0, "d"), ("Prismatic", 1, "theta"))
FAST = ("flip", "isflip", "theta")
PYTHON_LINKS = {
    "DHLink": LinkForm(("d", "alpha", "theta", "a", "sigma", "mdh", "offset", "flip", "qlim"), {},
                       fast=FAST),
    **{f"{kind}{'M' * mdh}DH": LinkForm((own, "a", "alpha", "offset", "qlim", "flip"),
                                        {"sigma": sigma, "mdh": mdh}, fast=FAST)
       for kind, sigma, own in KINDS for mdh in (False, True)},
}  # fmt: skip
ROW = ("theta", "d", "a", "alpha", "sigma", "offset")
LINK = LinkForm(ROW, {}, 0.0, rows=True)
MATLAB_LINKS = {
    "Link": LINK,
    **{kind: LinkForm(ROW, {"sigma": sigma}, 0.0) for kind, sigma, _ in KINDS},
    **{f"{kind}MDH": LinkForm(ROW, {"sigma": sigma, "mdh": True}, 0.0) for kind, sigma, _ in KINDS},
}
OLD_ROW = ("alpha", "a", "theta", "d", "sigma", "offset")
OLD_LINK = LinkForm(OLD_ROW, {}, 0.0, {"A": "a", "D": "d"}, values=True, rows=True)
PYTHON_ROBOT = RobotForm(False, None, {"_links": "links"}, fast=("links", "offset"))
SERIAL = RobotForm(True, LINK, {})
OLD_WORDS = ("name", "manufacturer", "comment")
OLD_NAMES = {"link": "links", "manuf": "manufacturer"}
OLD_ROBOT = RobotForm(True, OLD_LINK, OLD_NAMES, OLD_WORDS, values=True)


def _link(name: str, form: LinkForm, read: Callable[..., Named]) -> Maker:
    def make(script: Evaluator, call: Call, thing: Thing | None) -> Thing:
        args, named, line = call.args, call.named, call.line
        if form.rows and len(args) == 1 and isinstance(args[0], Thing):
            return args[0].copy()
        made = thing or Thing(form, line)
        with _told(name, line):
            made.said |= {**read(form, args, named), **form.fixed}
        script.made.append(made)
        return made

    return Maker(make)


@contextmanager
def _told(name: str, line: int) -> Iterator[None]:
    """Add the location to faults."""
    try:
        yield
    except ScriptError:
        raise
    except FAULTS as error:
        raise ScriptError(line, f"{name}{': ' * bool(name)}{error}") from error


def _python_link(form: LinkForm, args: Args, named: Named) -> Named:
    if len(args) > len(form.order):
        raise ValueError(
            f"got {len(args)} numbers by position; expected at most {', '.join(form.order)}"
        )
    other = [key for key in named if key in OF_LINKS[:8] and key not in form.order]
    said = dict(zip(form.order, args, strict=False))
    said |= {key: one for key, one in named.items() if key in OF_LINKS}
    turns = not {**said, **form.fixed}.get("sigma")
    if other or (turns and not isinstance(said.get("theta"), ScriptError) and said.get("theta")):
        raise ValueError(f"{(other or ['theta'])[0]} can't be given for this link")
    return said


def _matlab_link(form: LinkForm, args: Args, named: Named) -> Named:
    row = [args[0]] if args and not isinstance(args[0], str) else []
    said = _pairs([*args[len(row) :], *(x for pair in named.items() for x in pair)], OF_LINKS)
    said = {
        key: one for key, one in said.items() if not (isinstance(one, np.ndarray) and not one.size)
    }
    if row and isinstance(row[0], ScriptError):
        return dict.fromkeys(("a", "alpha", "d", "theta"), row[0])
    if row:
        if not form.rows:
            raise ValueError("expected names and values")
        return {**_row_of(form, row[0]), **said}
    kind = {**said, **form.fixed}.get("sigma")
    if "theta" in said and ("d" in said or kind == 0):
        raise ValueError(
            "theta belongs to a prismatic joint and d to a revolute one; expected only one of them"
        )
    if "d" in said and kind == 1:
        raise ValueError("d can't be given for a prismatic joint")
    if kind is None and args and "theta" not in said and "d" not in said:
        raise ValueError("expected d for a revolute joint or theta for a prismatic one")
    return {"sigma": int("theta" in said), **said}


def _old_link(form: LinkForm, args: list[Value], _: Named) -> Named:
    word = args[1] if len(args) > 1 else "standard"
    return {**(_row_of(form, args[0]) if args else {}), "mdh": str(word)[:1].lower() == "m"}


def _row_of(form: LinkForm, row: Value) -> Named:
    numbers = np.ravel(np.array(row, float)).tolist() if elements(row) else []
    if len(numbers) < 4 or 6 < len(numbers) < 15 or len(numbers) > 20:
        raise ValueError(f"expected a row of 4 to 6 or 15 to 20 numbers, got {len(numbers)}")
    if len(numbers) <= 6:
        return dict(zip(form.order, numbers, strict=False))
    said = dict(zip((*form.order[:5], *DYN), numbers, strict=False))
    found = {key: one for key, one in said.items() if key in OF_LINKS}
    found |= {"r": [said[key] for key in DYN[1:4]], "I": [said[key] for key in DYN[4:10]]}
    return {"G": 1.0, **found, **({"Tc": [said["Tc"], said["Tc-"]]} if "Tc-" in said else {})}


def _pairs(values: Sequence[Value], names: tuple[str, ...]) -> Named:
    """Return names and values one after the other, as in MATLAB."""
    found: Named = {}
    waiting = list(values)
    while waiting:
        word = waiting.pop(0)
        if isinstance(word, ScriptError):
            raise word
        if word in FLAGS:
            found |= FLAGS[word]
        elif not isinstance(word, str) or word not in (*names, *PASSED_OVER):
            raise ValueError(f"{str(word)[:30]!r} is not a known option")
        elif word in ("fast", "nofast"):
            continue
        elif not waiting:
            raise ValueError(f"{word!r} has no value")
        else:
            found[word] = waiting.pop(0)
    return found


def _robot(name: str, form: RobotForm, says: Callable[..., Named]) -> Maker:
    def make(script: Evaluator, call: Call, thing: Thing | None) -> Thing:
        args, named, line = call.args, call.named, call.line
        made = thing or Thing(form, line)
        with _told(name, line):
            said = says(form, args, named)
        eye = np.eye(4) if form.upwards else Pose4(np.eye(4))
        held = args[0] if args else named.get("links", [])
        try:
            with _told(name, line):
                links: Value = _links_in(script, form, held, said)
        except ScriptError as error:
            links = error.alone()
        made.said |= {"base": eye, "tool": eye, "line": line, "upwards": form.upwards,
                      **_composed(held), "links": links, **said}  # fmt: skip
        script.made.append(made)
        return made

    return Maker(make, robot=True)


def _composed(held: Value) -> Named:
    """Return the fields that a MATLAB robot takes over from its component robots."""
    parts = held if isinstance(held, list) else [held]
    said = [one.said for one in parts if isinstance(one, Thing) and "links" in one.said]
    if not said or len(said) != len(parts) or not said[0]["upwards"]:
        return {}
    return {key: one for key, one in said[0].items() if key != "name"} | {"tool": said[-1]["tool"]}


def _links_in(
    script: Evaluator, form: RobotForm, held: Value, said: Mapping[str, Value]
) -> list[Thing]:
    script.known(held)
    if isinstance(held, np.ndarray) and form.row is not None:
        rows = np.atleast_2d(held)
        links = [Thing(form.row, 0) for _ in rows]
        for link, row in zip(links, rows, strict=True):
            link.said = {**_row_of(form.row, row), "mdh": bool(said.get("mdh"))}
        return links
    found: list[Thing] = []
    for number, one in enumerate(held if isinstance(held, list | tuple) else [held], 1):
        if isinstance(one, ScriptError):
            raise one
        if one is None:
            raise ValueError(f"link {number} of the list was left out")
        if isinstance(one, Cells):
            found += _links_in(script, form, one, said)
        elif isinstance(one, Thing) and "links" in one.said:
            found += script.known(one.said["links"])
        elif isinstance(one, Thing) and isinstance(one.form, LinkForm):
            found.append(one.copy() if form.values else one)
        else:
            raise ValueError(f"entry {number} of the list is not a link")
    return found


def _python_robot(_: RobotForm, args: Args, named: Named) -> Named:
    if len(args) > 1:
        raise ValueError("expected one list of links")
    return {key: one for key, one in named.items() if key in OF_ROBOTS}


def _matlab_robot(form: RobotForm, args: Args, named: Named) -> Named:
    if form.words:
        return dict(zip(form.words, args[1:], strict=False))
    return _pairs([*args[1:], *(x for pair in named.items() for x in pair)], OF_ROBOTS)


def _payload(script: Evaluator, call: Call, thing: Thing | None) -> None:
    """Replace the mass of the last link by a point mass, as the toolboxes do."""
    robot, mass, *at = call.args if thing is None else [thing, *call.args]
    p = at[0] if at else call.named.get("p", np.zeros(3))
    links = script.known(script.known(robot).said["links"])
    links[-1].said |= {"m": mass, "r": p}


MAKERS_PYTHON = {
    **{name: _link(name, form, _python_link) for name, form in PYTHON_LINKS.items()},
    "DHRobot": _robot("DHRobot", PYTHON_ROBOT, _python_robot),
    "SerialLink": _robot("SerialLink", PYTHON_ROBOT, _python_robot),
    "payload": Maker(_payload),
}
MAKERS_MATLAB = {
    **{name: _link(name, form, _matlab_link) for name, form in MATLAB_LINKS.items()},
    "SerialLink": _robot("SerialLink", SERIAL, _matlab_robot),
    "link": _link("link", OLD_LINK, _old_link),
    "robot": _robot("robot", OLD_ROBOT, _matlab_robot),
    "payload": Maker(_payload),
    **body_tree.MAKERS,
}
IN_PYTHON = Language(PYTHON, PYTHON_HANDED, CONSTANTS, MAKERS_PYTHON, python_statements, ".py")
OF_MATLAB = Language(MATLAB, MATLAB_HANDED, IN_MATLAB, MAKERS_MATLAB, statements, ".m")


# robots out of what was made


def script_robots(script: Script) -> list[tuple[str, Thing | list[Thing]]]:
    """Return the robots of a script with their names; its links if it makes no robots.

    Raises:
        ScriptError: There is none, or it is not known whether there is.
    """
    for named in _places(script):
        seen: dict[Any, tuple[str, Any]] = {}
        for name, one in named:
            seen.setdefault(tuple(map(id, one)) if isinstance(one, list) else id(one), (name, one))
        found = list(seen.values())
        missed = [one.said["links"] for _, one in found if isinstance(one, Thing) and not one.form]
        if missed and len(missed) == len(found):
            raise missed[0]
        if found:
            return found
    faults = [*script.lost.values(), *script.faults]
    if faults:
        raise faults[0]
    words = ", ".join((*PYTHON_LINKS, "Link", "link", "rigidBodyTree"))
    raise ScriptError(0, f"contains no links of the Robotics Toolbox; expected calls of {words}")


def _places(script: Script) -> Iterator[Iterable[tuple[str, Any]]]:
    """Yield candidates for the robots of a script, the likeliest first: names and objects."""
    own = list(script.frame.names.items())
    yield _robots(script, own)
    unused = [(name, one) for name, one in own if isinstance(one, Class | Function)
              and not (script.made and isinstance(one, Function))]  # fmt: skip
    tried = [(name, script.tried(name, one)) for name, one in unused]
    yield _robots(script, tried)
    yield _robots(script, [pair for one in script.frames[1:] for pair in one.names.items()])
    if not script.lost:
        yield [("", one) for one in script.made if _is_robot(one)]
        yield _bare_links(script) if not script.faults else []
    for (_, one), (name, why) in zip(unused, tried, strict=True):
        if isinstance(one, Class) and isinstance(why, ScriptError) and _makes(script, one):
            script.faults.append(ScriptError(why.line, f"class {name}: {why.message}"))


def _makes(script: Evaluator, held: Class) -> bool:
    """Return whether the functions of a class name classes of a toolbox."""
    nodes = [one.node for one in held.names.values() if isinstance(one, Function)]
    words = (getattr(x, "id", getattr(x, "attr", "")) for one in nodes for x in ast.walk(one))
    return any(word in script.language.makers for word in words)


def _is_robot(one: Thing) -> bool:
    return "links" in one.said or isinstance(one.form, body_tree.Tree)


def _robots(
    script: Evaluator, named: Iterable[tuple[str, Value]], depth: int = 0
) -> Iterator[tuple[str, Thing]]:
    for name, value in named:
        inner = value.said if isinstance(value, Thing) else value
        if isinstance(value, ScriptError):
            if name in script.lost or any(value is one for one in script.missed):
                yield name, Thing(None, value.line, {"links": value})
        elif isinstance(value, Thing) and _is_robot(value):
            yield name, value
        elif depth < 3 and not isinstance(getattr(value, "form", None), Module):
            inner = inner.values() if isinstance(inner, dict) else inner
            if not isinstance(inner, str | np.ndarray) and isinstance(inner, Iterable):
                yield from _robots(script, [(name, one) for one in inner], depth + 1)


def _bare_links(script: Evaluator) -> Iterator[tuple[str, Value]]:
    links = [one for one in script.made if isinstance(one.form, LinkForm)]
    for name, value in script.names.items():
        if isinstance(value, list) and any(
            isinstance(one, Thing) and isinstance(one.form, LinkForm) for one in value
        ):
            if all(isinstance(one, Thing | ScriptError | None) for one in value):
                yield name, value
        elif isinstance(value, Thing) and links == [value]:
            yield name, [value]


def made_robot(script: Evaluator, held: Thing | list[Thing], name: str) -> Robot:
    """Return a robot of a script as a value, with a default name.

    Raises:
        ScriptError: Something that it depends on is not known, or it can't be made.
    """
    eye: Named = {"base": np.eye(4), "tool": np.eye(4), "line": 0}
    thing = held if isinstance(held, Thing) else Thing(SERIAL, 0, {**eye, "links": held})
    tree = isinstance(thing.form, body_tree.Tree)
    with _told("", thing.said.get("line", thing.line)):
        return (body_tree.tree_robot if tree else _serial)(script, thing, name)


def _serial(script: Evaluator, thing: Thing, name: str) -> Robot:
    said = script.known(thing).said
    links = [script.known(one) for one in script.known(said["links"])]
    if not links or None in links:
        raise ScriptError(
            said["line"],
            ("a link of its list is missing") if links else "the robot has no links",
        )
    joints = [_joint(script, k, link) for k, link in enumerate(links)]
    if len({joint.convention for joint in joints}) > 1:
        raise ScriptError(
            said["line"], "the robot has links of both conventions, standard and modified"
        )
    if "offset" in said:
        numbers = np.ravel(script.known(said["offset"])).astype(float)
        joints = [replace(j, offset=x) for j, x in zip(joints, numbers.tolist(), strict=True)]
    if "qlim" in said:
        rows = np.atleast_2d(np.array(script.known(said["qlim"]), float))
        rows = rows if said.get("upwards") else rows.T
        joints = [
            replace(j, limits=(a, b)) for j, (a, b) in zip(joints, rows.tolist(), strict=True)
        ]
    base, tool = (_pose(script.known(said[key])) for key in ("base", "tool"))
    flips = [script.known(link.said.get("flip", False)) for link in links]
    if any(flips):
        turned = [_flipped(j) if flip else j for j, flip in zip(joints, flips, strict=True)]
        made, base, tool = to_dh(turned, base, tool, joints[0].convention)
        joints = list(made)
    robot = Robot(tuple(joints), name=_text(said.get("name")) or name)
    fall = said.get("gravity")
    if fall is not None and np.size(script.known(fall)) == 3:
        numbers = np.ravel(np.array(fall, float))
        robot = robot.replace(gravity=-numbers if said.get("upwards") else numbers)
    return robot.replace(manufacturer=_text(said.get("manufacturer")), base=base, tool=tool)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""


def _pose(value: Value) -> Array:
    if value is None or (isinstance(value, np.ndarray) and not value.size):
        return np.eye(4)
    return np.array(pose_rows(Pose4(value).matrix, "base or tool"))


HALF = np.diag([1.0, -1.0, -1.0, 1.0])


def _flipped(joint: Joint) -> Joint:
    """Return the reversed joint: its axis is between two half turns about x."""
    before, after = link_sides(joint)
    return Joint(
        kind=joint.kind, convention="general", before=pose_rows(before @ HALF, "before"),
        after=pose_rows(HALF @ after, "after"), offset=-joint.offset, limits=joint.limits,
        inertia=joint.inertia, motor=joint.motor,
    )  # fmt: skip


def _joint(script: Evaluator, k: int, link: Thing) -> Joint:
    said = {
        key: script.known(one) for key, one in link.said.items() if key in (*OF_LINKS, "jointtype")
    }
    try:
        # A list may contain itself: elements are counted before NumPy looks for them.
        said = {
            key: one for key, one in said.items()
            if one is not None and elements(one) and np.size(one)
        }  # fmt: skip
        if not isinstance(link.form, LinkForm):
            raise ArgumentError("is not a link of the toolbox")
        return _joint_of(said, link.form.gear)
    except FAULTS as error:
        raise ScriptError(link.line, f"link {k + 1}: {error}") from error


def _joint_of(said: Mapping[str, Value], gear: float) -> Joint:
    slides = said.get("jointtype", "P" if said.get("sigma") else "R") == "P"
    kind: Kind = "prismatic" if slides else "revolute"
    convention: Convention = "modified" if said.get("mdh") else "standard"
    a, alpha, d, theta, offset = (_number(said, x) for x in ("a", "alpha", "d", "theta", "offset"))
    lower, upper = np.ravel(np.array(said["qlim"], float)) if "qlim" in said else NO_LIMITS
    bounds = (-inf if np.isnan(lower) else float(lower), inf if np.isnan(upper) else float(upper))
    return Joint(a, alpha, 0.0 if slides else d, theta if slides else 0.0, kind,
                 convention=convention, offset=offset, limits=bounds, inertia=_inertia(said),
                 motor=_motor(said, gear))  # fmt: skip


def _number(said: Mapping[str, Value], key: str, usual: float = 0.0) -> float:
    value = said.get(key, usual)
    if np.size(value) != 1 or isinstance(value, str):
        raise ArgumentError(f"{key}: expected a number")
    return float(np.ravel(value)[0])


def _inertia(said: Mapping[str, Value]) -> Inertia | None:
    if not {"m", "I", "r"} & set(said):
        return None
    rows = np.squeeze(np.array(said.get("I", np.zeros(6)), float))
    rows = np.diag(rows) if rows.size == 3 else rows.reshape(3, 3) if rows.size == 9 else rows
    if rows.shape == (3, 3):
        if np.abs(rows - rows.T).max() > 1e-8 * max(1.0, np.abs(rows).max()):
            raise ArgumentError("I: the inertia matrix is not symmetric")
        rows = rows[[0, 1, 2, 0, 1, 0], [0, 1, 2, 1, 2, 2]]
    if rows.shape != (6,):
        raise ArgumentError(f"I: expected 3, 6 or 9 numbers, got {rows.size}")
    centre = np.ravel(np.array(said.get("r", np.zeros(3)), float))
    return Inertia(_number(said, "m"), tuple(centre.tolist()), tuple(rows.tolist()))


def _motor(said: Mapping[str, Value], gear: float) -> Motor | None:
    if not {"Jm", "G", "B", "Tc"} & set(said):
        return None
    dry = np.ravel(np.array(said.get("Tc", 0.0), float)).tolist()
    forward, backward = dry if len(dry) == 2 else (dry[0], -dry[0])
    return Motor(
        _number(said, "Jm"), _number(said, "G", gear), _number(said, "B"), (forward, backward)
    )
