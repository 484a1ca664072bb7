"""Edited end-effectors, payload models and library parts that are in no file yet."""

from __future__ import annotations

import json

from rvs.bodies.editing import Subject, body_of
from rvs.engine.errors import RvsError
from rvs.files.bodies.body import parse_body
from rvs.files.bodies.write import body_text, part_text
from rvs.files.text.errors import FileErrors
from rvs.model.body.values import Body
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.scripting.fields import put_item
from rvs.ui.commands import own_bodies
from rvs.ui.desk import Desk
from rvs.ui.saving.drafts import Draft
from rvs.words import tr


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
            reason = own_bodies.save(self._desk, placed, subject, subject.name)
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
            made = own_bodies.carrying(session.state.document.robot(robot_id), subject, body)
            put = call_of(put_item, "robots", made)
            session.edit(tr("Recover {words}", subject.words.lower()), put)
        except RvsError as error:
            self._desk.messages.fail(f"{subject.words}: {error}")

    def _unsaved(self) -> list[tuple[PlacedRobot, Subject]]:
        """Return the bodies that no file contains; searched again once a robot has changed."""
        state: State = self._desk.session.state
        robots = state.document.robots
        if self._seen is None or self._seen[0] is not robots:
            found = [(one, subject) for one in robots for subject in own_bodies.unsaved(one)]
            self._seen = (robots, found)
        return self._seen[1]
