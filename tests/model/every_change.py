"""A change of everything that a document can hold: each field of it and of its robots.

A new field has to be added here, as it has to be to the list of what is not saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rvs.engine.robot import IDENTITY
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.array_value import block
from rvs.model.body.edits import add_part
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.collision.edits import set_collision
from rvs.model.document import Document, change_robot, remove_robot, set_joint
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion, keep_motion
from rvs.model.motions.motion import JointTrajectory
from rvs.model.programs.program import Program, Step
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.robots.parameter_edits import add_parameter
from rvs.model.robots.payloads import Payload
from rvs.model.robots.placing import rename_robot
from rvs.model.things.thing import TargetFrame, Thing
from rvs.model.views.view import Bookmark, Camera, Display

Edit = Callable[[Document, str], Document]
ELSEWHERE = (*IDENTITY[:2], (0.0, 0.0, 1.0, 0.4), IDENTITY[3])


def _of_robot(**changes: object) -> Edit:
    return lambda document, robot: change_robot(document, robot, **changes)


def _body(document: Document, robot: str) -> Document:
    ball = Part("ball", "sphere", (("radius", 0.05),))
    body = document.robot(robot).body or Body(links=(LinkBody(1),))
    return change_robot(document, robot, body=add_part(body, body.links[-1].link, ball), full=True)


def _named(document: Document, robot: str) -> Document:
    placed = document.robot(robot)
    mine = NamedPosture("mine", (0.25,) * placed.robot.n)
    return change_robot(document, robot, named=(*placed.named, mine))


def _more(field: str, make: Callable[[Document, str], object]) -> Edit:
    def edit(document: Document, robot: str) -> Document:
        return replace(document, **{field: (*getattr(document, field), make(document, robot))})

    return edit


def _motion(document: Document, robot: str) -> KeptMotion:
    n = document.robot(robot).robot.n
    q = [[0.1 / 3] * n, [0.2] * n, [0.4] * n]
    held = {"openings": ((0.0, 0.1), (0.5, 0.02)), "grips": (Grip(0.25, 0.5), Grip(0.75))}
    rows = replace(JointTrajectory.evenly(robot, q, 0.5), speeds=block(q), **held)
    return KeptMotion("weld (as fast as possible)", rows, "loop", (0.5, 1.0), simulated=True)


def _program(document: Document, robot: str) -> Program:
    q = (0.1,) * document.robot(robot).robot.n
    return Program("weld", robot, (Step(q),))


ROBOT_CHANGES: Mapping[str, Edit] = {
    "id": lambda document, robot: rename_robot(document, robot, "other"),
    "robot": lambda document, robot: set_joint(document, robot, 1, a=0.5),
    "unit": _of_robot(unit="mm"),
    "parameters": lambda document, robot: add_parameter(document, robot, "L1", 0.4),
    "end_effector": _of_robot(end_effector="none", effector=None),
    "body": _body,
    "named": _named,
    "place": _of_robot(place=ELSEWHERE),
    "color": _of_robot(color="#E2681C"),
    "payload": _of_robot(payload=Payload("box", (0.1, 0.1, 0.1), 1.0)),
    "grips": _of_robot(payload=Payload("box", (0.1, 0.1, 0.1), 1.0), grips=(Grip(0.5, 1.0),)),
    "start": _of_robot(start=2.5),
    "opening": _of_robot(opening=0.25),
    "hidden": _of_robot(hidden=True),
    "display": _of_robot(display=Display("skeleton")),
}
# What follows from another field, and is never changed alone.
FOLLOWING = {"effector": "end_effector", "full": "body", "origin": "robot", "imported": "robot"}
DOCUMENT_CHANGES: Mapping[str, Edit] = {
    "robots": remove_robot,
    "programs": _more("programs", _program),
    "figures": _more("figures", lambda *_: NamedFigure("reach", style="lines", width=84.0)),
    "things": _more("things", lambda *_: Thing("bench", "table")),
    "targets": _more("targets", lambda *_: TargetFrame("pick", ELSEWHERE)),
    "notes": _more("notes", lambda *_: Note("note", "grease")),
    "measures": _more(
        "measures",
        lambda *_: Measure("measurement", Anchor((), (0.0, 0.0, 0.0)), Anchor((), (1.0, 0.0, 0.0))),
    ),
    "bookmarks": _more("bookmarks", lambda *_: Bookmark("top", Camera())),
    "collision": lambda document, _: set_collision(document, True, 0.03),
    "motions": lambda document, robot: keep_motion(document, _motion(document, robot)),
}
