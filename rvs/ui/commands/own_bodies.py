"""The user's own end-effectors, payload models and library parts: new, edited, saved, unsaved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from rvs.bodies.editing import Subject, body_of, with_body
from rvs.bodies.effectors import model_payload
from rvs.bodies.masses import weighable
from rvs.engine.errors import RvsError
from rvs.files.bodies.body import parse_body
from rvs.files.bodies.composites import composites
from rvs.files.bodies.effectors import effector_body, effector_names, found_payload, payload_names
from rvs.files.bodies.write import body_text, part_text, save_part
from rvs.files.library import files_of, own_path
from rvs.files.storage.locations import is_bundled
from rvs.files.text.errors import FileErrors
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.body.values import Body, BodyKind, Composite, in_order
from rvs.model.calls import call_of
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.members import fresh_id
from rvs.model.robots.payloads import KINDS
from rvs.model.state import State
from rvs.scripting.fields import put_item
from rvs.ui.commands.bodies import write
from rvs.ui.commands.tool_edits import at_its_tip
from rvs.ui.desk import Desk
from rvs.ui.saving.drafts import Draft
from rvs.words import tr

FOLDERS = {"tool": "links/tools", "payload": "links/payloads", "part": "links/parts"}
BEGUN = {
    "tool": """kind = tool
constants { start = 0 size = 1 tip_x = 0 tip_z = "start + 0.09 * size" tip_tilt = 0 }
tool { group "tool" { move = [ shift 0 0 "start" ]
 part "flange" { shape = cylinder-fillet radius = "0.0315 * size" height = "0.02 * size"
  bottom = 0 top = "0.003 * size" color = #C3C7CC material = brushed }
 part "stem" { shape = truncated-cone bottom = "0.02 * size" top = "0.008 * size"
  height = "0.07 * size" move = [ shift 0 0 "0.02 * size" ] } } }""",
    "payload": """kind = payload
constants { mass = 0.5 }
base { part "block" { shape = rounded-box x = 0.08 y = 0.06 z = 0.05 fillet = 0.004 } }""",
}


def known(kind: BodyKind) -> tuple[str, ...]:
    """Return the used names of end-effectors, payloads or library parts."""
    if kind == "tool":
        return effector_names()
    return payload_names() if kind == "payload" else (*PART_SHAPES, *files_of(FOLDERS["part"]))


def begin(desk: Desk, placed: PlacedRobot, kind: BodyKind, name: str) -> str:
    """Give a robot a new end-effector or payload model; return the reason for a failure.

    A new end-effector is a copy of the robot's current one, if there is one.
    """
    name = name.strip()
    try:
        own_path(FOLDERS[kind], name)
    except RvsError as error:
        return str(error)
    if name in known(kind):
        return tr("there is already a {kind} {name!r}", kind, name)
    body = parse_body(BEGUN[kind], name).body
    if kind == "tool" and placed.effector is not None:
        body = replace(weighable(placed.effector), name=name)
    state = desk.session.state

    made = at_its_tip(state, placed, carrying(placed, Subject(kind, name), body))
    return desk.attempt(call_of(put_item, "robots", made), tr("New {kind} {name}", kind, name))


def change(placed: PlacedRobot, subject: Subject, body: Body) -> tuple[PlacedRobot, Subject]:
    """Return a robot with a changed body, and the new name of the body.

    Bundled bodies stay unchanged for all robots: the first change makes a copy.
    """
    name = subject.name
    if subject.kind in ("tool", "payload"):
        path = files_of(FOLDERS[subject.kind]).get(name)
        if path is not None and is_bundled(path):
            name = fresh_id(name, known(subject.kind))
            body = weighable(body)
        return carrying(placed, Subject(subject.kind, name), body), Subject(subject.kind, name)
    return with_body(placed, subject, body), subject


def save(desk: Desk, placed: PlacedRobot, subject: Subject, name: str) -> str:
    """Write a body to the user's library under a name; return the reason for a failure."""
    name, body = name.strip(), body_of(placed, subject)
    if body is None:
        return tr("there is no {words}", subject.words.lower())
    try:
        path = own_path(FOLDERS[subject.kind], name)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(placed, subject, body, path)
    except (RvsError, OSError) as error:
        return str(error)
    saved = replace(body, name=name, origin=str(path))

    def settled(one: PlacedRobot) -> PlacedRobot:
        if subject.kind == "part" and one.body is not None:
            # Another tuple of the same parts is checked again for contents that no file has.
            return replace(one, body=replace(one.body, library=(*one.body.library,)))
        if body_of(one, subject) is body:
            return carrying(one, Subject(subject.kind, name), saved)
        return one

    desk.session.amend(
        lambda document: replace(document, robots=tuple(map(settled, document.robots)))
    )
    desk.say(tr("Saved {path}", path))
    return ""


def unsaved(placed: PlacedRobot) -> list[Subject]:
    """Return the bodies of a robot or its model that are in no file."""
    found = []
    own = effector_body(placed.end_effector)
    if placed.effector is not None and not _same(placed.effector, own):
        found.append(Subject("tool", placed.end_effector))
    payload = placed.payload
    if payload is not None and payload.body is not None and payload.kind not in KINDS:
        filed = found_payload(payload.kind)
        if not _same(payload.body, filed.body if filed else None):
            found.append(Subject("payload", payload.kind))
    return found + (_unfiled(placed.body.library) if placed.body else [])


@derived(size=8)
def _unfiled(library: tuple[Composite, ...]) -> list[Subject]:
    filed = composites() if library else {}
    return [Subject("part", one.name) for one in library if one != filed.get(one.name)]


def _same(one: Body, other: Body | None) -> bool:
    return one is other or (other is not None and in_order(one) == in_order(other))


def _write(placed: PlacedRobot, subject: Subject, body: Body, path: Path) -> None:
    if subject.kind != "part":
        write(body, path)
        return
    assert placed.body is not None
    composite: Composite | None = placed.body.composite(subject.name)
    assert composite is not None
    save_part(path, replace(composite, name=path.stem), placed.body.library)


def carrying(placed: PlacedRobot, subject: Subject, body: Body) -> PlacedRobot:
    """Return a robot with an end-effector or payload model under a name."""
    body = replace(body, name=subject.name)
    if subject.kind == "tool":
        return replace(placed, end_effector=subject.name, effector=body)
    mass = placed.payload.mass if placed.payload and placed.payload.body else None
    return replace(placed, payload=model_payload(body, mass))


class OwnBodiesDraft(Draft):
    """Lists them with the unsaved work."""

    named = True

    def __init__(self, desk: Desk) -> None:
        super().__init__("own_bodies", "", self._as_files, self._save, self._bring_back)
        self._desk = desk
        self._seen: tuple[object, list[tuple[PlacedRobot, Subject]]] | None = None

    @property
    def words(self) -> str:
        """Displayed name."""
        return ", ".join(dict.fromkeys(subject.words.lower() for _, subject in self._unsaved()))

    def _as_files(self) -> str:
        """Return all bodies as the text of files."""
        found = []
        for placed, subject in self._unsaved():
            body = body_of(placed, subject)
            assert body is not None
            if subject.kind == "part":
                assert placed.body is not None
                composite = placed.body.composite(subject.name)
                assert composite is not None
                text = part_text(composite, placed.body.library)
            else:
                text = body_text(body)
            found.append([placed.id, subject.kind, subject.name, text])
        return json.dumps(found) if found else ""

    def _save(self) -> bool:
        """Write each to the user's library under its name; return whether all is saved."""
        for placed, subject in self._unsaved():
            reason = save(self._desk, placed, subject, subject.name)
            if reason:
                self._desk.messages.fail(f"{subject.words}: {reason}")
                return False
        self._seen = None
        return True

    def _bring_back(self, text: str) -> None:
        """Restore the bodies of the robots.

        Library parts are restored with the model that uses them.
        """
        for robot_id, kind, name, said in json.loads(text):
            if kind == "part":
                continue
            try:
                body = parse_body(said, name, trusted=True).body
            except FileErrors as error:
                self._desk.messages.fail(f"{name}: {error}")
                continue
            self._restore(robot_id, Subject(kind, name), body)

    def _restore(self, robot_id: str, subject: Subject, body: Body) -> None:
        session = self._desk.session
        try:
            made = carrying(session.state.document.robot(robot_id), subject, body)
            put = call_of(put_item, "robots", made)
            session.edit(tr("Recover {words}", subject.words.lower()), put)
        except RvsError as error:
            self._desk.messages.fail(f"{subject.words}: {error}")

    def _unsaved(self) -> list[tuple[PlacedRobot, Subject]]:
        """Return the bodies that no file contains; searched again once a robot has changed."""
        state: State = self._desk.session.state
        robots = state.document.robots
        if self._seen is None or self._seen[0] is not robots:
            found = [(one, subject) for one in robots for subject in unsaved(one)]
            self._seen = (robots, found)
        return self._seen[1]
