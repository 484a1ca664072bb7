"""What a robot of a cell carries, when it holds it, and when its motion begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

from rvs.engine.errors import ArgumentError
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.model.document import LATEST, PlacedRobot
from rvs.model.motions.grips import Grip, Grips, check_grips
from rvs.model.robots.payloads import KINDS, PAYLOADS, Payload

OPENING, PAYLOAD, SIZE, MASS, GRIPS = "opening", "payload", "payload_size", "payload_mass", "grips"
START, HIDDEN = "start", "hidden"
LOAD_KEYS = (OPENING, START, HIDDEN, PAYLOAD, SIZE, MASS, GRIPS)
MAX_TIMES = 2000
LONGEST = (0.0, LATEST)
SIZES = (1e-6, 1e4)
HEAVIEST = (0.0, 1e6)


def read_load(fields: Fields, placed: PlacedRobot) -> PlacedRobot:
    """Return a robot with what its block says that it carries; notes what is wrong."""
    opening = fields.number(OPENING, placed.opening, bounds=(0.0, 1.0))
    start = fields.number(START, placed.start, bounds=LONGEST)
    payload = _payload(fields)
    if payload is None and any(key in fields for key in (SIZE, MASS, GRIPS)):
        fields.warn(PAYLOAD, "'payload' is missing: sizes, mass and grips are of no use")
    hidden = fields.flag(HIDDEN)
    grips = _grips(fields)
    return replace(
        placed, opening=opening, start=start, hidden=hidden, payload=payload, grips=grips
    )


def _payload(fields: Fields) -> Payload | None:
    if PAYLOAD not in fields:
        return None
    kind = fields.choice(PAYLOAD, KINDS[0], KINDS)
    usual = PAYLOADS[kind]
    sizes = fields.numbers(SIZE, (3,), SIZES) or list(usual.sizes)
    mass = fields.number(MASS, usual.mass, bounds=HEAVIEST)
    return Payload(kind, (sizes[0], sizes[1], sizes[2]), mass)


def _grips(fields: Fields) -> Grips:
    times = fields.numbers(GRIPS, tuple(range(1, MAX_TIMES + 1)), LONGEST) or []
    try:
        grips = tuple(Grip(*times[k : k + 2]) for k in range(0, len(times), 2))
        check_grips(grips)
    except ArgumentError as error:
        fields.error(GRIPS, f"'grips': {error}")
        return ()
    return grips


def load_wants(placed: PlacedRobot) -> list[Want]:
    """Return what the keys of a robot's load should say."""
    payload = placed.payload
    standard = PlacedRobot(placed.id, placed.robot)
    always = [
        Want(OPENING, Num(placed.opening), placed.opening == standard.opening),
        Want(START, Num(placed.start), placed.start == standard.start),
        Want(HIDDEN, Name("yes" if placed.hidden else "no"), not placed.hidden),
    ]
    if payload is None:
        return [*always, *(Want(key, None) for key in LOAD_KEYS[len(always) :])]
    usual = PAYLOADS[payload.kind]
    times = tuple(map(Num, _times(placed.grips)))
    return [
        *always,
        Want(PAYLOAD, Name(payload.kind)),
        Want(SIZE, Seq(tuple(map(Num, payload.sizes))), payload.sizes == usual.sizes),
        Want(MASS, Num(payload.mass), payload.mass == usual.mass),
        Want(GRIPS, Seq(times) if times else None),
    ]


def _times(grips: Grips) -> Iterator[float]:
    for grip in grips:
        yield grip.take
        if isfinite(grip.release):
            yield grip.release
