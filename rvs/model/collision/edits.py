"""The edits of the rules for collision checks."""

from __future__ import annotations

from dataclasses import replace

from rvs.fields.edit import edit
from rvs.model.collision.rules import pair_of
from rvs.model.document import Document
from rvs.model.refs import Ref


@edit("Check a pair for collision")
def switch_pair(document: Document, a: Ref, b: Ref, check: bool | None) -> Document:
    """Check a pair of bodies, ignore it, or with None apply the rules again.

    Raises:
        ArgumentError: The two are the same body.
    """
    pair, rules = pair_of(a, b), document.collision
    ignored, checked = (
        tuple(one for one in pairs if one != pair) for pairs in (rules.ignored, rules.checked)
    )
    if check is True:
        checked = (*checked, pair)
    elif check is False:
        ignored = (*ignored, pair)
    return replace(document, collision=replace(rules, ignored=ignored, checked=checked))


@edit("Check for collision")
def set_collision(
    document: Document, floor: bool | None = None, margin: float | None = None
) -> Document:
    """Change whether the floor is checked, or the minimum distance.

    Args:
        document: The document.
        floor: Check the floor too; None leaves it unchanged.
        margin: Pairs closer than this are reported, m; None leaves it unchanged.

    Raises:
        ArgumentError: A margin that is not a length.
    """
    rules = document.collision
    new = replace(
        rules,
        floor=rules.floor if floor is None else floor,
        margin=rules.margin if margin is None else margin,
    )
    return document if new == rules else replace(document, collision=new)
