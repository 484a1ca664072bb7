"""Unsaved changes, the files for each of them, and their name in the title."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from rvs.files.library import SUFFIXES
from rvs.files.placed_robot import on_disk
from rvs.files.robots.jconfig import posture_target
from rvs.files.storage.locations import is_bundled
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, filed_as
from rvs.model.motions.kept import KeptMotion
from rvs.model.unsaved import Piece, lost_with, motion_words
from rvs.model.unsaved import unsaved as unsaved_pieces
from rvs.ui.desk import Desk
from rvs.ui.saving.drafts import Draft
from rvs.value_class import dataclass
from rvs.words import plural, tr

MOST_NAMED = 3
# What the files of a robot keep of it.
OWN = ("robot", "postures")
NEW_CELL = "New cell"


@dataclass(frozen=True)
class Home:
    """Destination of unsaved work.

    Attributes:
        kind: A file of a robot, of its postures alone, of the cell, of a motion, or of something in
            a panel.
        words: Displayed name of the pieces.
        path: The file, or None if a name is required.
        robot: The robot, or None.
        draft: Work in a panel, or None.
        motion: The motion, or None.
    """

    kind: Literal["robot", "postures", "cell", "motion", "draft"]
    words: tuple[str, ...]
    path: Path | None = None
    robot: PlacedRobot | None = None
    draft: Draft | None = None
    motion: KeptMotion | None = None


def unsaved(desk: Desk) -> bool:
    """Return whether closing would lose work; views and playing are not work."""
    return bool(pieces(desk)) or bool(desk.drafts.unsaved)


def pieces(desk: Desk) -> tuple[Piece, ...]:
    """Return all unsaved work of the document."""
    session = desk.session
    in_cell = desk.cell_file.path is not None
    return unsaved_pieces(session.state.document, session.saved, on_disk, in_cell)


def at_stake(desk: Desk, placed: PlacedRobot, own: bool = False) -> tuple[Piece, ...]:
    """Return the losses if a robot were replaced.

    Args:
        desk: The desk.
        placed: The robot.
        own: Only the parts in its own files: the cell stores the rest.
    """
    session = desk.session
    found = lost_with(session.state.document, session.saved, on_disk, placed.id)
    return tuple(piece for piece in found if piece.keeper in OWN) if own else found


def behind(desk: Desk) -> list[PlacedRobot]:
    """Return the robots of the cell whose own files are older."""
    document = desk.session.state.document
    found = unsaved_pieces(document, Document(), on_disk, in_cell=False)
    owners = {piece.owner for piece in found if piece.keeper in OWN}
    return [one for one in document.robots if one.id in owners and own_file(one) is not None]


def homes(desk: Desk, wanted: Iterable[Piece] | None = None) -> list[Home]:
    """Return the destinations of all unsaved work, or of some of it, drafts last.

    A cell with a file stores everything.  Otherwise a robot with a file is saved to it, and the
    content that no robot's file can store is saved in a new cell; a motion gets its own file if it
    would be the only content there.
    """
    some = tuple(wanted) if wanted is not None else pieces(desk)
    if desk.cell_file.path is not None:
        found = [_cell(desk, some)] if some else []
    else:
        found = _without_cell(desk, some)
    if wanted is None:
        for one in desk.drafts.unsaved:
            found.append(Home("draft", (one.words,), draft=one))
    return found


def name(desk: Desk, inside: bool = False) -> str:
    """Return the title's name of the robot or cell that Save saves, or its form in a sentence."""
    state, path = desk.session.state, desk.cell_file.path
    if path is not None:
        return path.name
    robots, placed = state.document.robots, current_robot(state)
    goes_to_cell = any(home.kind == "cell" for home in _without_cell(desk, pieces(desk)))
    if placed is not None and len(robots) == 1 and not goes_to_cell:
        return filed_as(state.document, placed)
    names = [filed_as(state.document, one) for one in robots]
    if not names:
        new = tr("the new cell") if inside else tr(NEW_CELL)
        return new if goes_to_cell else ""
    if len(names) <= MOST_NAMED:
        said = "the new cell with {robots}" if inside else "New cell with {robots}"
        return tr(said, listed(names))
    said = "the new cell with {n} robots" if inside else "New cell with {n} robots"
    return plural(said, said, len(names))


def title(desk: Desk) -> str:
    """Return the name with a star and the unsaved work, if that is not all of it."""
    own, found = name(desk), homes(desk)
    if not found:
        return own
    words = [word for home in found for word in home.words if word != own]
    if not words:
        return f"*{own}"
    shown = words[:MOST_NAMED]
    left = len(words) - len(shown)
    more = [plural("{n} more", "{n} more", left)] if left else []
    return f"*{own} ({listed([*shown, *more])})"


def listed(words: list[str]) -> str:
    """Return words as an enumeration: ``a, b and c``."""
    return tr("{list} and {last}", ", ".join(words[:-1]), words[-1]) if words[1:] else words[0]


def own_file(placed: PlacedRobot) -> Path | None:
    """Return the file to which a robot can be saved without a question, or None."""
    path = Path(placed.origin)
    writable = len(path.parts) > 1 and path.suffix.lower() == SUFFIXES["arch"]
    return path if writable and not is_bundled(path) else None


def _cell(desk: Desk, some: Iterable[Piece]) -> Home:
    path = desk.cell_file.path
    words = tuple(piece.words for piece in some)
    return Home("cell", words, None if path is None or is_bundled(path) else path)


def _motions(document: Document, made: Iterable[Piece]) -> list[Home]:
    """Return the destination of each motion without a file."""
    by_words = {motion_words(one): one for one in document.motions}
    return [Home("motion", (one.words,), motion=by_words[one.words]) for one in made]


def _without_cell(desk: Desk, some: tuple[Piece, ...]) -> list[Home]:
    document = desk.session.state.document
    found: list[Home] = []
    rest = [piece for piece in some if piece.keeper == "cell"]
    new: list[Home] = []
    for placed in document.robots:
        own = [piece for piece in some if piece.owner == placed.id and piece.keeper in OWN]
        words = tuple(piece.words for piece in own)
        if not own:
            continue
        if own_file(placed) is not None:
            found.append(Home("robot", words, own_file(placed), placed))
        elif placed.origin and all(piece.keeper == "postures" for piece in own):
            found.append(Home("postures", words, posture_target(placed), placed))
        else:
            new.append(Home("robot", words, None, placed))
    made = [piece for piece in some if piece.keeper == "motion"]
    if len(document.robots) == 1 and not rest:
        return [*found, *new, *_motions(document, made)]
    kept = [word for home in new for word in home.words]
    kept += [piece.words for piece in (*rest, *made)]
    return [*found, replace(_cell(desk, ()), words=tuple(kept))] if kept else found
