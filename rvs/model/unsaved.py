"""The list of the user's work, and its differences from the saved work.

The title, the question before closing, replacement, saving and recovery are all based on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import numpy as np

from rvs.engine.errors import RvsError
from rvs.model.body.values import Body, same_body
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.motions.grips import Grips
from rvs.model.motions.kept import KeptMotion
from rvs.model.programs.program import Program
from rvs.model.programs.run import DT, run_program
from rvs.value_class import dataclass

# What keeps a piece: the files of a robot, only a cell, or a cell as well as a file of its own; a
# look at things is nothing to keep.
Keeper = Literal["robot", "postures", "cell", "motion", "look"]
OnDisk = Callable[[PlacedRobot], PlacedRobot | None]

# Which part of the list each field of a robot belongs to, and what keeps it.
ROBOT_FIELDS: Mapping[str, tuple[str, Keeper]] = {
    "id": ("robots in the cell", "cell"),
    "robot": ("{}", "robot"),
    "unit": ("{}", "robot"),
    "parameters": ("parameters of {}", "robot"),
    "end_effector": ("{}", "robot"),
    "effector": ("{}", "robot"),
    "origin": ("{}", "robot"),
    "imported": ("{}", "robot"),
    "body": ("full model of {}", "robot"),
    "full": ("full model of {}", "robot"),
    "display": ("drawing of {}", "robot"),
    "named": ("postures of {}", "postures"),
    "place": ("place of {}", "cell"),
    "color": ("colour of {}", "cell"),
    "payload": ("payload of {}", "cell"),
    "grips": ("grips of {}", "cell"),
    "start": ("start of {}", "cell"),
    "opening": ("", "look"),
    "hidden": ("", "look"),
}
# How each part of a document but the robots is called: one item of it, and several.
DOCUMENT_FIELDS: Mapping[str, tuple[str, str]] = {
    "programs": ("program {}", "{} programs"),
    "figures": ("figure {}", "{} figures"),
    "things": ("object {}", "{} objects"),
    "targets": ("place {}", "{} named places"),
    "notes": ("{}", "{} notes"),
    "measures": ("{}", "{} measurements"),
    "bookmarks": ("bookmark {}", "{} bookmarks"),
    "collision": ("rules for collisions", ""),
    "motions": ("motion {}", "{} motions"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of unsaved work.

    Attributes:
        words: Displayed name.
        keeper: The kind of file that can store it.
        owner: Id of its robot, or empty.
    """

    words: str
    keeper: Keeper
    owner: str = ""


def unsaved(
    document: Document, saved: Document, on_disk: OnDisk, in_cell: bool
) -> tuple[Piece, ...]:
    """Return all unsaved work.

    Args:
        document: The user's work.
        saved: The document as it was opened or saved last.
        on_disk: Function that returns a robot as stored in its own file, or None.
        in_cell: A cell file stores the document, so that the robots' files are irrelevant.
    """
    before = {placed.id: placed for placed in saved.robots}
    pieces: list[Piece] = []
    for placed in document.robots:
        kept = [before[placed.id]] if placed.id in before else []
        disk = None if in_cell else on_disk(placed)
        pieces += _of_robot(document, placed, [*kept, *([disk] if disk else [])], bool(kept))
    if _other_robots(document, saved, in_cell):
        pieces.append(Piece(ROBOT_FIELDS["id"][0], "cell"))
    around = (*_around(document, saved), *_motions(document, saved, in_cell))
    return (*dict.fromkeys(pieces), *around)


def lost_with(
    document: Document, saved: Document, on_disk: OnDisk, robot_id: str
) -> tuple[Piece, ...]:
    """Return the losses with a robot: work stored neither in its own file nor in the cell's."""
    pieces = unsaved(document, saved, on_disk, in_cell=False)
    return tuple(piece for piece in pieces if piece.owner == robot_id)


def _of_robot(
    document: Document, placed: PlacedRobot, kept: list[PlacedRobot], old: bool
) -> Iterator[Piece]:
    # What no file keeps differs from a robot without anything of its own.
    bare = PlacedRobot(placed.id, placed.robot)
    for field, (words, keeper) in ROBOT_FIELDS.items():
        if field == "id" or keeper == "look":
            continue
        own = keeper == "robot" and words == "{}"
        if field == "place" and not old and len(document.robots) > 1:
            # That it came is said; where it stands goes with it.
            continue
        against = kept if kept or own else [bare]
        if any(_same(document, field, placed, other) for other in against):
            continue
        yield Piece(words.format(called(document, placed)), keeper, placed.id)


def _same(document: Document, field: str, placed: PlacedRobot, other: PlacedRobot) -> bool:
    """Return whether another robot has the same value in a field."""
    if field in ("effector", "full", "origin", "imported"):
        # They follow from the end-effector's name, the model, and where it came from or was saved.
        return True
    value, wanted = getattr(placed, field), getattr(other, field)
    if value is wanted or value == wanted:
        return field != "robot" or _remarks(placed) == _remarks(other)
    if field == "body":
        return _same_body(value, wanted)
    if field != "grips":
        return False
    # Running the program makes them; another motion does without them.
    return follows_program(document, placed if placed.grips else other)


def _remarks(placed: PlacedRobot) -> tuple[str, str, str]:
    robot = placed.robot
    return robot.manufacturer, robot.comment, robot.source


@derived(size=16)
def _same_body(one: Body | None, other: Body | None) -> bool:
    return same_body(one, other)


def follows_program(document: Document, placed: PlacedRobot) -> bool:
    """Return whether a robot's grips are those that a program makes in every run."""
    own = (one for one in document.programs if one.robot_id == placed.id)
    return any(_alike(placed.grips, _grips(placed, program)) for program in own)


def _alike(one: Grips, other: Grips) -> bool:
    """Return whether grips are at the same times within the rounding of files."""
    times, others = ([(grip.take, grip.release) for grip in grips] for grips in (one, other))
    return len(times) == len(others) and bool(np.allclose(times, others, rtol=0.0, atol=DT))


@derived(size=16)
def _grips(placed: PlacedRobot, program: Program) -> Grips:
    try:
        return run_program(placed.robot, program).trajectory.grips
    except RvsError:
        return ()


def _other_robots(document: Document, saved: Document, in_cell: bool) -> bool:
    """Return whether robots were added, removed or renamed; without a cell, one may differ."""
    if not in_cell and len(document.robots) < 2:
        return False
    return [placed.id for placed in document.robots] != [placed.id for placed in saved.robots]


def _around(document: Document, saved: Document) -> Iterator[Piece]:
    for field, (one, several) in DOCUMENT_FIELDS.items():
        now, before = getattr(document, field), getattr(saved, field)
        if now == before or field == "motions":
            continue
        if not isinstance(now, tuple):
            yield Piece(one, "cell")
            continue
        changed = _changed(now, before)
        if len(changed) == 1:
            (item,) = changed
            yield Piece(_titled(one, _name(item)), "cell", getattr(item, "robot_id", ""))
        else:
            # Of several that go, or stand in another order, all are meant.
            words = several.format(len(changed) or "the")
            owners = {getattr(item, "robot_id", "") for item in changed}
            yield Piece(words, "cell", owners.pop() if len(owners) == 1 else "")


def _motions(document: Document, saved: Document, in_cell: bool) -> Iterator[Piece]:
    """Return motions that are in no file; those removed from the cell no longer count either."""
    if in_cell:
        found = _changed(document.motions, saved.motions)
    else:
        found = [one for one in document.motions if not one.file]
    for one in found:
        yield Piece(motion_words(one), "motion", one.robot_id)


def motion_words(motion: KeptMotion) -> str:
    """Return the name of a motion in lists of unsaved work."""
    return _titled(DOCUMENT_FIELDS["motions"][0], motion.name)


def _changed(now: tuple[Any, ...], before: tuple[Any, ...]) -> list[Any]:
    """Return the items that are new, different or removed."""
    old = {_name(item): item for item in before}
    new = {_name(item): item for item in now}
    names = dict.fromkeys((*new, *old))
    return [new.get(n, old.get(n)) for n in names if new.get(n) != old.get(n)]


def _titled(words: str, name: str) -> str:
    """Put a name into words, avoiding "program program 2" for one with such a name."""
    kind = words.removesuffix("{}")
    return name if f"{name} ".startswith(kind) else words.format(name)


def _name(item: Any) -> str:
    return str(getattr(item, "name", "") or getattr(item, "id", ""))
