"""Collision settings of a cell file: the floor, the margin, and pairs set by hand."""

from __future__ import annotations

from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.text.blocks import BlockForm, single_group
from rvs.files.text.fields import Fields, flat
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Seq
from rvs.files.text.keys import Flag, Key, Kind, Number, defaults_of, key_wants, names, read_keys
from rvs.files.text.syntax import Group
from rvs.model.bounds import Bounds
from rvs.model.collision.rules import (
    LARGEST_MARGIN,
    MOST_PAIRS,
    CollisionRules,
    Pair,
    pair_of,
    ref_text,
    text_ref,
)

COLLISION = "collision"


class Pairs(Kind):
    """Pairs of bodies."""

    def read(self, fields: Fields, key: str, default: Any) -> tuple[Pair, ...]:
        """Return the value of a key, or the default; record errors."""
        node = fields.node(key)
        if node is None:
            return default  # type: ignore[no-any-return]
        words = list(flat(node))
        if node.kind != "list" or len(words) % 2 or len(words) > 2 * MOST_PAIRS:
            fields.error(key, f"'{key}': expected a list of pairs such as [ a/link/3, b/thing ]")
            return ()
        found: dict[Pair, None] = {}
        for one, other in zip(words[::2], words[1::2], strict=True):
            try:
                pair = pair_of(text_ref(one.text), text_ref(other.text))
            except ArgumentError as error:
                fields.findings.error(one.start, f"'{key}': {error}")
                continue
            if pair in found:
                fields.findings.error(one.start, f"'{key}': the pair appears twice")
            found[pair] = None
        return tuple(found)

    def form(self, value: Any) -> Form | None:
        """Return the text of pairs."""
        pairs = (Seq(tuple(Name(ref_text(ref), quoted=True) for ref in pair)) for pair in value)
        return Seq(tuple(pairs)) if value else None

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "list of pairs"


COLLISION_KEYS = defaults_of(
    CollisionRules(),
    Key("floor", Flag(), "include the floor", "floor = no"),
    Key("margin", Number("m", Bounds(0.0, LARGEST_MARGIN)), "report pairs closer than this",
        "margin = 0.05"),
    Key("ignore", Pairs(), "pairs that are not checked",
        'ignore = [ [ "left/tool", "bin/thing" ] ]',
        field="ignored"),
    Key("check", Pairs(), "pairs to check although the rules exclude them",
        'check = [ [ "left/link/0", "table/thing" ] ]', field="checked"),
)  # fmt: skip


def read_collision(findings: Findings, root: Group) -> CollisionRules:
    """Return the collision settings of a cell; the defaults if the file has none."""
    group = single_group(findings, root, COLLISION)
    if group is None:
        return CollisionRules()
    fields = Fields(findings, group, names(COLLISION_KEYS))
    said = read_keys(fields, COLLISION_KEYS)
    both = [pair for pair in said["checked"] if pair in said["ignored"]]
    for a, b in both:
        fields.error(
            "check",
            f"'check': the pair {ref_text(a)} and {ref_text(b)} is also in "
            "'ignore'; expected only one of them",
        )
    return CollisionRules(**(said | {"checked": ()} if both else said))


def collision_form(rules: CollisionRules) -> BlockForm:
    """Return the block of the collision settings of a cell."""
    return BlockForm(COLLISION, entries=tuple(key_wants(COLLISION_KEYS, rules)), optional=True)
