"""Pieces of an automatic body as the parts of a ``Body``, which the editor can go on from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rvs.bodies.autobody.parts import Cluster, Piece
from rvs.engine.arrays import Array
from rvs.engine.joint import Joint
from rvs.engine.transforms import to_rpy
from rvs.model.body.values import ROBOT_COLOR, LinkBody, Move, Part, PartGroup, Repeat

# role -> (colour, material)
LOOKS = {
    "main": (ROBOT_COLOR, "paint"),
    "panel": (ROBOT_COLOR, "matte"),
    "dark": ("#2E3238", "plastic"),
    "metal": ("#C3C7CC", "brushed"),
    "steel": ("#AEB5BD", "paint"),
    "base": ("#3A4048", "paint"),
}
DIGITS = 9


def link_body(link: int, pieces: Iterable[Piece], joint: Joint | None) -> LinkBody:
    """Return the parts of one link, 0 for the base, which has no joint."""
    names: Counter[str] = Counter()
    groups: dict[int, PartGroup] = {}
    parts = []
    for piece in pieces:
        group = ""
        if piece.group is not None:
            group = groups.setdefault(id(piece.group), _group(names, piece.group)).id
        parts.append(_part(names, piece, group))
    drawn = () if joint is None else drawn_for(joint)
    return LinkBody(link, tuple(parts), tuple(groups.values()), drawn_for=drawn)


def drawn_for(joint: Joint) -> tuple[tuple[str, float], ...]:
    """Return the entries of a joint's row that the shape of its link depends on."""
    entries = [("a", joint.a), ("alpha", joint.alpha)]
    entries.append(("d", joint.d) if joint.turns else ("theta", joint.theta))
    return tuple(entries)


def moves(place: Array) -> tuple[Move, ...]:
    """Return a pose as a shift and turns about z, y and x, without those that do nothing."""
    shift = tuple(round(float(x), DIGITS) for x in place[:3, 3])
    found = [Move("shift", shift)] if any(shift) else []
    turns = zip("zyx", to_rpy(place[:3, :3]).tolist(), strict=True)
    found += [Move("turn", (value,), axis) for axis, value in turns if abs(value) > 1e-9]  # type: ignore[arg-type]
    return tuple(found)


def _group(names: Counter[str], cluster: Cluster) -> PartGroup:
    return PartGroup(_fresh(names, cluster.name), moves(cluster.pose))


def _part(names: Counter[str], piece: Piece, group: str) -> Part:
    color, material = LOOKS[piece.role]
    sizes = tuple((name, value) for name, value in piece.sizes.items())
    ring = (Repeat("ring", float(piece.ring)),) if piece.ring > 1 else ()
    name = _fresh(names, piece.name)
    return Part(name, piece.shape, sizes, moves(piece.pose), "", ring, group, color, material)


def _fresh(names: Counter[str], wanted: str) -> str:
    names[wanted] += 1
    return wanted if names[wanted] == 1 else f"{wanted} {names[wanted]}"
