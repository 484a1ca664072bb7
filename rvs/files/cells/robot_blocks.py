"""Blocks of a robot in a cell file: its payload, the times of its grips, and its postures.

A robot defined in the cell itself has all of them there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as fields_of
from dataclasses import replace
from math import isfinite
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.bodies.effectors import found_payload, payload_names
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import (
    BLOCK,
    own_postures,
    posture_forms,
    posture_keys,
    read_own,
    read_posture_blocks,
)
from rvs.files.text.blocks import BlockForm
from rvs.files.text.errors import FileErrors, nearest
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.forms import Form, Num, Seq, Want
from rvs.files.text.keys import Choice, Flag, Key, Kind, Number, Numbers, Text, key_wants, read_keys
from rvs.model.bounds import TIME, Bounds
from rvs.model.document import PlacedRobot
from rvs.model.motions.grips import MOST_GRIPS, Grip, Grips, check_grips
from rvs.model.robots.named_posture import NamedPostures
from rvs.model.robots.payloads import HEAVIEST, KINDS, SIZES, Payload
from rvs.value_class import dataclass

PAYLOAD = "payload"


@dataclass(frozen=True)
class Times(Kind):
    """Times at which the payload is gripped and released, alternately."""

    def read(self, fields: Fields, key: str, default: Any) -> Grips:
        """Return the value of a key, or the default; record errors."""
        times = fields.numbers(key, tuple(range(1, 2 * MOST_GRIPS + 1)), TIME)
        if times is None:
            return default  # type: ignore[no-any-return]
        try:
            grips = tuple(Grip(*times[k : k + 2]) for k in range(0, len(times), 2))
            check_grips(grips)
        except ArgumentError as error:
            fields.error(key, f"'{key}': {error}")
            return ()
        return grips

    def form(self, value: Any) -> Form | None:
        """Return the text of the times."""
        return Seq(tuple(map(Num, _times(value)))) if value else None

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "list of times, s"


def _times(grips: Grips) -> Iterator[float]:
    for grip in grips:
        yield grip.take
        if isfinite(grip.release):
            yield grip.release


USUAL = {one.name: one.default for one in fields_of(PlacedRobot)}
STATE_KEYS = (
    Key("opening", Number(bounds=Bounds(0.0, 1.0)), "opening of the gripper", "opening = 1",
        USUAL["opening"]),
    Key("start", Number("s", TIME), "start of the motion on the time line of the cell",
        "start = 2.5", 0.0),
    Key("hidden", Flag(), "hidden", "hidden = yes", False),
)  # fmt: skip
GRIP_KEYS = (
    Key("grips", Times(),
        "times along its own motion at which it alternately grips and releases; a last "
        "grip without a release lasts to the end", "grips = [ 1.5, 4 ]", (),
        usual="held throughout"),
)  # fmt: skip


CARRIED = Text(
    bare=True, said=", ".join(f"`{kind}`" for kind in KINDS) + " or a model in `links/payloads`"
)


def payload_keys(usual: Payload | None = None) -> tuple[Key, ...]:
    """Return the keys of a payload, with the defaults of its kind."""
    usual = usual or Payload.standard(KINDS[0])
    return (
        Key("payload", CARRIED, "payload", "payload = box", usual.kind, "kind",
            required=True, usual="none"),
        Key("payload_size", Numbers(3, "m", SIZES),
            "edges of a box; diameter, diameter and length of a round payload",
            "payload_size = [ 0.1, 0.1, 0.2 ]", usual.sizes, "sizes", usual="default of the kind"),
        Key("payload_mass", Number("kg", HEAVIEST), "its mass", "payload_mass = 2.5", usual.mass,
            "mass", usual="default of the kind"),
    )  # fmt: skip


LOAD_KEYS = (*STATE_KEYS, *payload_keys(), *GRIP_KEYS)


def read_load(fields: Fields, placed: PlacedRobot) -> PlacedRobot:
    """Return a robot with the load in its block; record errors."""
    payload = None
    if PAYLOAD in fields:
        payload = _payload(fields)
    elif any(key.name in fields for key in payload_keys()):
        fields.warn(PAYLOAD, "'payload' is missing: sizes and mass have no effect")
    said = read_keys(fields, (*STATE_KEYS, *GRIP_KEYS))
    return replace(placed, payload=payload, **said)


def _payload(fields: Fields) -> Payload:
    kind = fields.word(PAYLOAD, KINDS[0])
    usual = found_payload(kind)
    if usual is None:
        guess = nearest(kind, payload_names())
        fields.warn(PAYLOAD, f"'payload': there is no payload {shorten(kind)}{guess}")
    usual = usual or replace(Payload.standard(KINDS[0]), kind=kind)
    return replace(usual, **read_keys(fields, payload_keys(usual)))


def load_wants(placed: PlacedRobot) -> list[Want]:
    """Return the intended values of the keys of a robot's load."""
    payload = placed.payload
    carried = payload_keys(found_payload(payload.kind) if payload else None)
    return [
        *key_wants(STATE_KEYS, placed),
        *key_wants(carried, payload),
        *key_wants(GRIP_KEYS, placed),
    ]


NO_POSTURES = "none"
POSTURES_KEY = Key(
    "postures",
    Choice((NO_POSTURES,)),
    '`none`: no named postures; otherwise blocks `posture "NAME" { … }` as in posture files',
    "postures = none",
    "",
    usual="postures of the robot's file",
)


def read_cell_postures(fields: Fields, placed: PlacedRobot, referred: bool) -> NamedPostures:
    """Return the named postures in a robot's block.

    Args:
        fields: The keys of the block.
        placed: The robot.
        referred: The block refers to the robot's own file.
    """
    none = POSTURES_KEY.kind.read(fields, POSTURES_KEY.name, "")
    if any(inner.key == BLOCK for inner in fields.group.groups):
        keys = posture_keys(Architecture(placed.robot, placed.unit), placed.unit)
        return read_posture_blocks(fields.findings, fields.group, keys)
    if none or not referred:
        return ()
    try:
        return read_own(placed).postures
    except FileErrors as failure:
        fields.warn("file", f"'file': its postures can't be used: {failure.errors[0]}")
        return ()


def cell_posture_entries(placed: PlacedRobot, refers: bool) -> list[Want | BlockForm]:
    """Return the contents of a robot's block about its named postures.

    Args:
        placed: The robot.
        refers: The block refers to the robot's own file, whose contents need not be repeated.
    """
    own = own_postures(placed) if refers else ()
    said = () if placed.named == own else placed.named
    keys = posture_keys(Architecture(placed.robot, placed.unit), placed.unit)
    key = POSTURES_KEY.want(NO_POSTURES if own and not placed.named else "")
    return [key, *posture_forms(said, keys)]
