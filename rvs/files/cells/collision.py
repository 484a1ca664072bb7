"""What a cell file says about collision: the floor, the margin, and pairs switched by hand."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.files.text.edit import Editor
from rvs.files.text.fields import NO, YES, Fields, flat
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.syntax import Group
from rvs.model.collision.rules import (
    LARGEST_MARGIN,
    CollisionRules,
    Pair,
    pair_of,
    ref_text,
    text_ref,
)

COLLISION = "collision"
KEYS = ("floor", "margin", "ignore", "check")
MOST_PAIRS = 100_000
INDENT = " "


def read_collision(findings: Findings, root: Group) -> CollisionRules:
    """Return how a cell is checked for collision; in the usual way if the file says nothing."""
    blocks = [group for group in root.groups if group.key == COLLISION]
    for second in blocks[1:]:
        findings.error(second.start, "a second collision block; a cell has one")
    return _read(findings, blocks[0]) if blocks else CollisionRules()


def _read(findings: Findings, group: Group) -> CollisionRules:
    start = CollisionRules()
    fields = Fields(findings, group, KEYS)
    floor = fields.flag("floor", start.floor)
    margin = fields.number("margin", start.margin, bounds=(0.0, LARGEST_MARGIN))
    ignored, checked = _pairs(fields, "ignore"), _pairs(fields, "check")
    both = [pair for pair in checked if pair in ignored]
    for a, b in both:
        fields.error("check", f"'check': {ref_text(a)} and {ref_text(b)} are ignored too")
    return CollisionRules(ignored, () if both else checked, floor, margin)


def _pairs(fields: Fields, key: str) -> tuple[Pair, ...]:
    node = fields.node(key)
    if node is None:
        return ()
    words = list(flat(node))
    if node.kind != "list" or len(words) % 2 or len(words) > 2 * MOST_PAIRS:
        fields.error(key, f"'{key}': expected a list of pairs such as [ a/link/3, b/thing ]")
        return ()
    found: list[Pair] = []
    for one, other in zip(words[::2], words[1::2], strict=True):
        try:
            pair = pair_of(text_ref(one.text), text_ref(other.text))
        except ArgumentError as error:
            fields.findings.error(one.start, f"'{key}': {error}")
            continue
        if pair in found:
            fields.findings.error(one.start, f"'{key}': the pair is there twice")
        else:
            found.append(pair)
    return tuple(found)


def update_collision(editor: Editor, root: Group, old: CollisionRules, new: CollisionRules) -> None:
    """Make a file say how the cell is checked for collision now.

    Args:
        editor: Edits the file.
        root: Its blocks.
        old: What it says.
        new: What it shall say.
    """
    block = next((group for group in root.groups if group.key == COLLISION), None)
    if block is not None:
        if old != new:
            editor.update(block, _wants(new))
    elif new != CollisionRules():
        said = [INDENT + want.line() for want in _wants(new) if not want.default]
        editor.add_block(None, [f"{COLLISION} {{", *said, "}"])


def _wants(rules: CollisionRules) -> list[Want]:
    start = CollisionRules()
    floor = Name("yes", YES) if rules.floor else Name("no", NO)
    return [
        Want("floor", floor, rules.floor == start.floor),
        Want("margin", Num(rules.margin), rules.margin == start.margin),
        _list("ignore", rules.ignored),
        _list("check", rules.checked),
    ]


def _list(key: str, pairs: tuple[Pair, ...]) -> Want:
    rows = (Seq(tuple(Name(ref_text(ref), quoted=True) for ref in pair)) for pair in pairs)
    form = Seq(tuple(rows))
    return Want(key, form if pairs else None, not pairs)
