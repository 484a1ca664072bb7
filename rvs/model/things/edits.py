"""Edits of the objects around the robots, and of the targets.

Locked objects cannot be moved, changed or removed: such an edit reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from math import degrees, prod, radians
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_one, pose_rows
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.fields.edit import edit
from rvs.model.annotations.edits import with_changed_id
from rvs.model.document import Document
from rvs.model.members import added, changed, fresh_id, without
from rvs.model.things.thing import TargetFrame, Thing, bounds

Side = Literal["least", "middle", "greatest"]

AXES = "xyz"
SIDES: tuple[Side, ...] = ("least", "middle", "greatest")
MOST_COPIES = 1000
# Of positions in m and of angles in degrees; what is below the last is no turn at all.
DECIMALS, ANGLE_DECIMALS, NOTHING = 9, 6, 1e-12
LONGEST_MOVE = 1e4


@edit("Add {thing}", adds="things")
def add_thing(document: Document, thing: Thing) -> Document:
    """Add an object; its id gets a number if it is taken."""
    return added(document, "things", thing)


@edit("Change {thing_id}")
def change_thing(document: Document, /, thing_id: str, **changes: Any) -> Document:
    """Change fields of one object, such as ``sizes``, ``color`` or ``place``.

    Raises:
        ArgumentError: No such object, one that is locked, or a value it refuses.
    """
    return change_things(document, (thing_id,), **changes)


@edit("Change {ids:/objects}")
def change_things(document: Document, /, ids: Sequence[str], **changes: Any) -> Document:
    """Change fields of several objects alike; for locked ones only ``locked``, ``hidden``.

    Raises:
        ArgumentError: No such object, one that is locked, or a value it refuses.
    """
    if "id" in changes:
        raise ArgumentError("id: use rename_thing to change it")
    if "place" in changes:
        changes["place"] = pose_rows(changes["place"], "place")
    if set(changes) - {"locked", "hidden"}:
        _check_free(document, ids)
    return _each(document, ids, lambda thing: replace(thing, **changes))


@edit("Rename {thing_id}")
def rename_thing(document: Document, thing_id: str, name: str) -> Document:
    """Change an object's id; notes, measurements and collision pairs follow it.

    Raises:
        ArgumentError: No such object, or a taken or invalid id.
    """
    _check_new(document, thing_id, name)
    things = tuple(replace(t, id=name) if t.id == thing_id else t for t in document.things)
    return replace(document, things=things, **with_changed_id(document, thing_id, name))


@edit("Remove {ids:/objects}")
def remove_things(document: Document, ids: Sequence[str]) -> Document:
    """Remove objects.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """
    gone = {document.thing(one).id for one in ids}
    _check_free(document, ids)
    return replace(document, things=tuple(t for t in document.things if t.id not in gone))


@edit("Duplicate {ids:/objects}", adds="things", several=True)
def duplicate_things(
    document: Document, ids: Sequence[str], shifts: Sequence[ArrayLike]
) -> Document:
    """Copy objects; copies of a group form a new group, and none is locked.

    Args:
        document: The document.
        ids: The objects.
        shifts: Displacement of each copy from the objects (3,), m.

    Raises:
        ArgumentError: No such object, a shift that is not a length, or too many copies.
    """
    if not 1 <= len(shifts) <= MOST_COPIES:
        raise ArgumentError(f"copies: expected 1 to {MOST_COPIES}, got {len(shifts)}")
    taken, made = set(document.ids), []
    groups = {thing.group for thing in document.things}
    for shift in [_shift(one, "step") for one in shifts]:
        renamed: dict[str, str] = {"": ""}
        for thing in _chosen(document, ids):
            if thing.group not in renamed:
                renamed[thing.group] = _numbered(thing.group, groups)
                groups.add(renamed[thing.group])
            free = _numbered(thing.id, taken)
            taken.add(free)
            moved = _moved(thing, shift)
            made.append(replace(moved, id=free, group=renamed[thing.group], locked=False))
    return replace(document, things=(*document.things, *made))


def grid_shifts(counts: Sequence[int], steps: ArrayLike) -> list[Array]:
    """Return the shifts (3,) to the copies of an array of rows, columns, layers; not the first.

    Args:
        counts: Numbers along each direction, including the original (k,).
        steps: Distance to the next along each direction (k, 3), m.

    Raises:
        ArgumentError: A count below 1, or more copies than a cell may get at once.
    """
    if min(counts) < 1 or prod(counts) > MOST_COPIES + 1:
        raise ArgumentError(f"copies: expected 1 to {MOST_COPIES}, got {prod(counts) - 1}")
    ways = np.asarray(steps, float)
    places = [np.array(place[::-1]) for place in np.ndindex(*reversed(counts))]
    return [np.asarray(place @ ways) for place in places[1:]]


@edit("Move {ids:/objects}")
def move_things(document: Document, ids: Sequence[str], motion: ArrayLike) -> Document:
    """Move objects by a motion in the world (4, 4).

    Raises:
        ArgumentError: No such object, one that is locked, or not a rigid motion.
    """
    carry = np.asarray(pose_rows(motion, "motion"))
    _check_free(document, ids)
    return _each(document, ids, lambda thing: _placed(thing, carry @ np.asarray(thing.place)))


@edit("Align {ids:/objects}")
def align_things(document: Document, ids: Sequence[str], axis: str, side: Side) -> Document:
    """Move objects along one axis until their boxes have equal ends or centres.

    The common position is the end or the centre of their total extent.  A group stays together.

    Args:
        document: The document.
        ids: The objects.
        axis: ``"x"``, ``"y"`` or ``"z"`` of the world.
        side: The end of their boxes, or their centres.

    Raises:
        ArgumentError: No such object, axis or side, or one that is locked.
    """
    check_choice(axis, "axis", tuple(AXES))
    check_choice(side, "side", SIDES)
    _check_free(document, ids)
    k, units = AXES.index(axis), _units(_chosen(document, ids))
    if not units:
        return document
    whole = _hull([thing for unit in units for thing in unit])
    for unit in units:
        shift = np.zeros(3)
        shift[k] = _mark(whole[:, k], side) - _mark(_hull(unit)[:, k], side)
        document = _shifted(document, unit, shift)
    return document


@edit("Spread {ids:/objects}")
def spread_things(document: Document, ids: Sequence[str], axis: str) -> Document:
    """Move objects along one axis to equal gaps between their boxes; the outer ones stay.

    Raises:
        ArgumentError: No such object or axis, or one that is locked.
    """
    check_choice(axis, "axis", tuple(AXES))
    _check_free(document, ids)
    k = AXES.index(axis)
    units = sorted(_units(_chosen(document, ids)), key=lambda unit: float(_hull(unit)[:, k].mean()))
    boxes = [_hull(unit)[:, k] for unit in units]
    if len(units) < 3:
        return document
    room = boxes[-1][1] - boxes[0][0] - sum(float(box[1] - box[0]) for box in boxes)
    gap, at = room / (len(units) - 1), float(boxes[0][0])
    for unit, box in zip(units, boxes, strict=True):
        shift = np.zeros(3)
        shift[k] = at - box[0]
        document = _shifted(document, unit, shift)
        at += float(box[1] - box[0]) + gap
    return document


@edit("Place {ids:/objects} on the floor")
def drop_things(document: Document, ids: Sequence[str]) -> Document:
    """Lower or lift objects until they are on the floor; a group stays together.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """
    _check_free(document, ids)
    for unit in _units(_chosen(document, ids)):
        document = _shifted(document, unit, np.array([0.0, 0.0, -_hull(unit)[0, 2]]))
    return document


@edit("Place {ids:/objects} on {other_id}")
def stack_things(document: Document, ids: Sequence[str], other_id: str) -> Document:
    """Put objects on another object; those not above it move to its centre.

    Raises:
        ArgumentError: No such object, one that is locked, or one on itself.
    """
    if other_id in ids:
        raise ArgumentError(f"{other_id} can't be on itself")
    _check_free(document, ids)
    low, high = bounds(document.thing(other_id))
    for unit in _units(_chosen(document, ids)):
        box = _hull(unit)
        shift = np.zeros(3)
        if (box[0, :2] >= high[:2]).any() or (box[1, :2] <= low[:2]).any():
            shift[:2] = ((low + high) / 2 - box.mean(axis=0))[:2]
        shift[2] = high[2] - box[0, 2]
        document = _shifted(document, unit, shift)
    return document


@edit("Group {ids:/objects}")
def group_things(document: Document, ids: Sequence[str], name: str = "group") -> Document:
    """Make one group of objects, with a new name.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """
    others = {thing.group for thing in document.things if thing.id not in set(ids)}
    return change_things(document, ids, group=fresh_id(name, others))


@edit("Ungroup {ids:/objects}")
def ungroup_things(document: Document, ids: Sequence[str]) -> Document:
    """Remove objects from their groups.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """
    return change_things(document, ids, group="")


def with_group(document: Document, ids: Sequence[str]) -> tuple[str, ...]:
    """Return objects together with all others in their groups, in the document's order."""
    chosen = _chosen(document, ids)
    wanted, groups = {one.id for one in chosen}, {one.group for one in chosen if one.group}
    return tuple(t.id for t in document.things if t.id in wanted or t.group in groups)


@edit("Store place {target}", adds="targets")
def add_target(document: Document, target: TargetFrame) -> Document:
    """Add a target; its id gets a number if it is taken."""
    return added(document, "targets", target)


@edit("Move {target_id}")
def change_target(document: Document, target_id: str, place: ArrayLike) -> Document:
    """Move a target.

    Raises:
        ArgumentError: There is no such id, or not a rigid motion.
    """
    rows = pose_rows(place, "place")
    place = pose_rows(tidy(np.array(rows)), "place")
    return changed(document, "targets", target_id, place=place)


@edit("Rename {target_id}")
def rename_target(document: Document, target_id: str, name: str) -> Document:
    """Change a target's id; steps taught there follow it.

    Raises:
        ArgumentError: There is no such id, or the new one is taken or invalid.
    """
    _check_new(document, target_id, name)
    programs = tuple(
        replace(
            one,
            steps=tuple(
                replace(step, place=name) if step.place == target_id else step for step in one.steps
            ),
        )
        for one in document.programs
    )
    old = document.target(target_id)
    targets = tuple(replace(t, id=name) if t is old else t for t in document.targets)
    return replace(document, targets=targets, programs=programs)


@edit("Remove {target_id}")
def remove_target(document: Document, target_id: str) -> Document:
    """Remove a target.

    Raises:
        ArgumentError: There is no such id.
    """
    return without(document, "targets", target_id)


def _each(document: Document, ids: Iterable[str], change: Callable[[Thing], Thing]) -> Document:
    wanted = {document.thing(one).id for one in ids}
    things = tuple(change(t) if t.id in wanted else t for t in document.things)
    return replace(document, things=things)


def _chosen(document: Document, ids: Iterable[str]) -> list[Thing]:
    return [document.thing(one) for one in dict.fromkeys(ids)]


def _check_free(document: Document, ids: Iterable[str]) -> None:
    held = [thing.id for thing in _chosen(document, ids) if thing.locked]
    if held:
        verb, it = ("is", "it") if len(held) == 1 else ("are", "them")
        raise ArgumentError(f"{', '.join(held[:5])} {verb} locked; unlock {it} first")


def _check_new(document: Document, old: str, name: str) -> None:
    if name != old and name in document.ids:
        raise ArgumentError(f"id: {name!r} is already used; choose another name")


def _numbered(name: str, taken: set[str]) -> str:
    """Return a free name with the next number after that of another."""
    head, _, tail = name.rpartition(" ")
    if not (head and tail.isdecimal()):
        return fresh_id(name, taken)
    return next(one for k in count(int(tail) + 1) if (one := f"{head} {k}") not in taken)


def _units(things: Sequence[Thing]) -> list[list[Thing]]:
    """Return objects that move as one: those of a group, or a single one."""
    units: dict[tuple[str, str], list[Thing]] = {}
    for thing in things:
        key = ("group", thing.group) if thing.group else ("thing", thing.id)
        units.setdefault(key, []).append(thing)
    return list(units.values())


def _hull(things: Sequence[Thing]) -> Array:
    boxes = np.array([bounds(thing) for thing in things])
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _mark(ends: Array, side: Side) -> float:
    low, high = ends.tolist()
    return float({"least": low, "middle": (low + high) / 2, "greatest": high}[side])


def _shift(values: ArrayLike, name: str) -> Array:
    shift = check_one(values, name, 3)
    if not (np.isfinite(shift).all() and np.abs(shift).max() <= LONGEST_MOVE):
        raise ArgumentError(f"{name}: expected three lengths of at most {LONGEST_MOVE:g} m")
    return shift


def _moved(thing: Thing, shift: Array) -> Thing:
    place = np.array(thing.place)
    place[:3, 3] += shift
    return _placed(thing, place)


def _placed(thing: Thing, place: Array) -> Thing:
    return replace(thing, place=pose_rows(tidy(place), "place"))


def tidy(place: Array) -> Array:
    """Return a pose (4, 4) without rounding errors: whole nanometres, round angles if they fit."""
    found = np.array(place)
    found[:3, 3] = np.round(found[:3, 3], DECIMALS) + 0.0
    turns = [radians(round(degrees(turn), ANGLE_DECIMALS)) for turn in to_rpy(found[:3, :3])]
    round_ones = from_rpy(turns)
    if np.abs(round_ones - found[:3, :3]).max() < NOTHING:
        found[:3, :3] = round_ones if any(turns) else np.eye(3)
    return found


def _shifted(document: Document, things: Sequence[Thing], shift: Array) -> Document:
    if not np.abs(shift).max() > 0.0:
        return document
    return _each(document, [thing.id for thing in things], lambda thing: _moved(thing, shift))


@edit("Add an environment", adds="things", several=True)
def add_environment(
    document: Document, things: Sequence[Thing], targets: Sequence[TargetFrame] = ()
) -> Document:
    """Add objects and targets; taken ids and groups get a number."""
    taken = set(document.ids)
    groups = {thing.group for thing in document.things if thing.group}
    renamed: dict[str, str] = {"": ""}
    new_things = []
    for thing in things:
        if thing.group not in renamed:
            renamed[thing.group] = fresh_id(thing.group, groups)
        free = fresh_id(thing.id, taken)
        taken.add(free)
        new_things.append(replace(thing, id=free, group=renamed[thing.group]))
    new_targets = []
    for target in targets:
        free = fresh_id(target.id, taken)
        taken.add(free)
        new_targets.append(replace(target, id=free))
    return replace(
        document,
        things=(*document.things, *new_things),
        targets=(*document.targets, *new_targets),
    )
