"""Shadows of what rests, which are kept with the floor, and shadows of what moves.

Shadows that are united count as one area, the darkest where they overlap.  Those of what moves are
drawn over the kept ones from the floor as it is without any: of both the darker one stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rvs.gl.stacks import Stack, stacks
from rvs.gl.stages import Run
from rvs.scene.items import Region
from rvs.value_class import dataclass

# From so many polygons on shadows that rest are kept.
WORTH_KEEPING = 100


@dataclass(frozen=True, slots=True)
class Shadows:
    """United areas right behind the floor.

    Attributes:
        parts: Stacks of regions that are united.
        moved: Places in ``parts`` of those that have moved since all rested.
        resting: Regions of the others, if they are worth keeping.
        moving: Regions of all that are not kept.
    """

    parts: tuple[Stack, ...] = ()
    moved: frozenset[int] = frozenset()
    resting: tuple[Region, ...] = ()
    moving: tuple[Region, ...] = ()

    def __len__(self) -> int:
        return sum(map(len, self.parts))


def shadows_of(runs: Sequence[Run], before: Shadows | None, rested: bool) -> Shadows:
    """Sort the shadows of a picture.

    Args:
        runs: Runs that follow the floor; shadows are at the beginning of the first one.
        before: Those of the picture before; None lets all of them move.
        rested: Nothing moved in it.
    """
    regions = _united(runs[0]) if runs else ()
    if not regions:
        return Shadows()
    parts = tuple(stacks(regions))
    if before is None:
        return Shadows(parts, moving=regions)
    moved = _moved(parts, before, rested)
    kept = [part for k, part in enumerate(parts) if k not in moved]
    if sum(len(part[0].starts) - 1 for part in kept) < WORTH_KEEPING:
        return Shadows(parts, moved, moving=regions)
    going = tuple(region for k in sorted(moved) for region in parts[k])
    return Shadows(parts, moved, tuple(region for part in kept for region in part), going)


def _moved(parts: Sequence[Stack], before: Shadows, rested: bool) -> frozenset[int]:
    if len(parts) != len(before.parts):
        # Others came or went; what moves is seen in the next picture.
        return frozenset()
    pairs = zip(parts, before.parts, strict=True)
    found = frozenset(k for k, (new, old) in enumerate(pairs) if new[0] is not old[0])
    return found if rested else found | before.moved


def _united(run: Run) -> tuple[Region, ...]:
    """Regions at the beginning of a run that are united, and those nested in them."""
    if run.kind is not Region or run.depth != "tested":
        return ()
    first = run.items[0]
    if not isinstance(first, Region) or not first.united:
        return ()
    return tuple(
        item
        for item in takewhile(lambda one: isinstance(one, Region) and one.united, run.items)
        if isinstance(item, Region)
    )
