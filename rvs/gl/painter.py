"""One scene drawn through one camera, in the correct order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from rvs.bodies.solid import Bodies, Outlined, Solid, Solids, count, one_by_one
from rvs.gl.card.arena import Arena
from rvs.gl.card.multidraw import Batch
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Programs
from rvs.gl.frame import Frame
from rvs.gl.ground import Ground, floor_of, ground_runs, seen_from_above
from rvs.gl.labels import LabelPainter
from rvs.gl.lines import LinePainter, PointPainter
from rvs.gl.outlines import OutlinePainter, outlined_groups
from rvs.gl.regions import RegionPainter, Stencil
from rvs.gl.shadows import ShadePainter, Shadows, shadows_of
from rvs.gl.solids import (
    BELOW,
    BOTH,
    NO_FLOOR,
    Fading,
    SolidPainter,
    far_first,
    tinted,
)
from rvs.gl.stages import (
    Run,
    Spot,
    Stage,
    Stages,
    changes,
    same_bodies,
    solid_stages,
    with_flat,
)
from rvs.model.refs import Ref
from rvs.model.views.view import Camera
from rvs.scene.annotate.floor import fading
from rvs.scene.items import FAINT, Item, Line, Points, Region, Scene
from rvs.value_class import dataclass

# From this number of triangles on, a picture of bodies that rest takes less time than to draw them.
WORTH_KEEPING = 12_000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A scene prepared for drawing.

    Attributes:
        scene: The scene.
        bodies: Its solids, and groups of them.
        firsts: Number of the first solid of each body, and the total number.
        spots: Positions of transparent solids in the lists of the stages, by their numbers.
        view: Camera and height that it was prepared for; None if it is valid for all.
        stages: Its items in the order in which they are drawn.
        drawn: Batches of solids of each stage: resting bodies, other bodies, bodies seen through.
        glass: Batches of transparent solids of each stage by their owners, the farthest first.
        moving: Numbers of the bodies that have moved since all were at rest.
        resting: Opaque bodies that have not moved, if a separate picture of them is worthwhile.
        outlined: Lines around solids.
        masks: Batches of the solids inside each line.
        ground: The first runs of the first stage, which are on the floor.
        shadows: Shadows directly behind these runs.
    """

    scene: Scene
    bodies: tuple[Bodies, ...]
    firsts: list[int]
    spots: dict[int, Spot]
    view: tuple[Camera, int] | None
    stages: Stages
    drawn: list[tuple[Batch, Batch, Batch]]
    glass: list[dict[Ref, Batch]]
    moving: frozenset[int]
    resting: tuple[Solid, ...]
    outlined: list[Outlined]
    masks: list[Batch]
    ground: list[Run]
    shadows: Shadows


class ScenePainter:
    """A painter of successive scenes that stores their common parts on the graphics card."""

    def __init__(self, programs: Programs, arena: Arena) -> None:
        self._stencil = Stencil()
        self._last: Prepared | None = None
        self._rested = True
        self._solids = SolidPainter(programs.solid, programs.quick, programs.sunk, arena)
        self._lines = LinePainter(programs.line)
        self._points = PointPainter(programs.point)
        self._regions = RegionPainter(programs.region, self._stencil)
        self._shades = ShadePainter(programs, self._stencil)
        self._labels = LabelPainter(programs.label, programs.line)
        self._outlines = OutlinePainter(programs, self._solids)
        self._painters = (
            *(self._solids, self._lines, self._points, self._regions, self._shades),
            *(self._labels, self._outlines),
        )

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return sum(painter.draw_calls for painter in self._painters)

    def sort(self, scene: Scene, frame: Frame) -> Prepared:
        """Sort the items of a scene and send its solids to the graphics card."""
        self._stencil.reset()
        self._solids.begin(frame.quick)
        return self._sorted(scene, frame)

    def load(
        self, ready: Prepared, frame: Frame, on_ground: bool = False, kept: bool = False
    ) -> None:
        """Draw silhouettes of outlined solids, and send everything else to the graphics card.

        Args:
            ready: The items.
            frame: The picture.
            on_ground: The output of ``draw_floor`` will be there.
            kept: It is already there.
        """
        self._outlines.prepare(ready.masks, frame)
        shadows = ready.shadows
        apart = (*shadows.moving, *(shadows.resting if kept else ())) if on_ground else ()
        self._load_flat(ready.stages, frame, apart)
        groups = [group for stage in ready.stages for group in (stage.labels, stage.top_labels)]
        self._labels.load(groups, frame)
        if frame.quick and on_ground:
            self._shades.settle(shadows.moving)

    def draw_shades(self, ready: Prepared, frame: Frame) -> None:
        """Draw the darkness of moving shadows on an existing floor."""
        self._shades.prepare(ready.shadows.moving, frame)

    def draw_floor(self, ready: Prepared) -> None:
        """Draw the items on the floor."""
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT)
        GL.glEnable(GL.GL_BLEND)
        GL.glDepthMask(False)
        self._draw_runs(ready.ground)

    def draw_resting(self, ready: Prepared) -> None:
        """Draw the resting bodies on the floor, and resting shadows."""
        if ready.resting:
            self._draw_solids([ready.drawn[0][0]], [], NO_FLOOR)
        self._regions.draw(ready.shadows.resting)
        # Its numbers are no concern of the pictures that it is copied into.
        GL.glStencilMask(0xFF)
        GL.glClear(GL.GL_STENCIL_BUFFER_BIT)

    def ground_key(self, ready: Prepared) -> tuple[object, ...]:
        """Return all arguments of ``draw_floor`` and ``draw_resting``."""
        items = (*(item for run in ready.ground for item in run.items), *ready.shadows.resting)
        if not ready.resting:
            return items
        return (*items, *ready.resting, *self._solids.meshes(ready.drawn[0][0]))

    def draw(self, ready: Prepared, frame: Frame, on: Ground | None = None) -> None:
        """Draw all items; depth and stencil must be clear, blending set up.

        Args:
            ready: The items.
            frame: The picture they were prepared for.
            on: Floor and resting bodies, if already drawn; solids end at the floor.
        """
        for number, (stage, batches) in enumerate(zip(ready.stages, ready.drawn, strict=True)):
            if not stage:
                continue
            if number and stage.flat_labels():
                GL.glEnable(GL.GL_BLEND)
                GL.glDepthMask(False)
                self._draw_labels(number)
                continue
            if number:
                GL.glDepthMask(True)
                GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
            kept = bool(on) and not number
            resting, bodies, seen_through = batches
            if kept and ready.resting:
                # What of them is above the floor is there.
                resting = self._solids.below([resting])
            floor = floor_of(ready.ground) if kept else None
            if on and kept:
                on.bind()
            self._draw_solids([resting, bodies], seen_through, fading(floor) if floor else None)
            runs = stage.runs
            if not number:
                if not kept:
                    self._draw_runs(ready.ground)
                    self._draw_sunk_tints(ready, frame)
                runs = runs[len(ready.ground) :]
            if kept and on and len(ready.shadows):
                self._shades.draw(ready.shadows.moving, on if ready.shadows.resting else None)
                runs = [replace(runs[0], items=runs[0].items[len(ready.shadows) :]), *runs[1:]]
            self._draw_runs(runs)
            self._draw_glass(list(ready.glass[number].values()), stage.runs)
            if not number:
                self._outlines.draw(ready.outlined, frame)
            self._draw_labels(number)

    def sunk_glass(self, ready: Prepared) -> bool:
        """Return whether a transparent item extends below the floor."""
        return bool(self._solids.below(ready.glass[0].values()))

    def _sorted(self, scene: Scene, frame: Frame) -> Prepared:
        """Sort the items and send the solids, unless the last picture was of the same scene."""
        view = (frame.camera, frame.height)
        last = self._last
        if last is not None and last.scene is scene and last.view in (None, view):
            self._solids.keep(frame)
            made = last
        else:
            moved = self._moved(last, scene, frame) if last and last.view in (None, view) else None
            made = moved or self._anew(scene, frame)
        self._last = made
        # A picture that took its time was of what rests.
        self._rested = not frame.quick
        return made

    def foresee(self) -> bool:
        """Request the meshes for the next quick picture; return whether some are still missing."""
        return self._solids.foresee()

    def _moved(self, last: Prepared, scene: Scene, frame: Frame) -> Prepared | None:
        """Update the solids if only their poses have changed; return None otherwise."""
        bodies = _bodies_of(scene)
        other = changes(last.bodies, bodies)
        if other is None or not self._still_split(last, other, frame):
            return None
        if not self._solids.move({last.firsts[k]: bodies[k] for k in other}, frame):
            return None
        _exchange(last, bodies, other)
        glass = _in_order(last, frame)
        if glass is None:
            return None
        all_stages = with_flat(last.stages, _flat_of(scene))
        ground = ground_runs(all_stages[0])
        return replace(
            last, scene=scene, bodies=bodies, stages=all_stages, glass=glass,
            ground=ground, shadows=self._shadows(all_stages[0], ground, frame),
        )  # fmt: skip

    def _shadows(self, stage: Stage, ground: list[Run], frame: Frame) -> Shadows:
        before = self._last.shadows if self._last is not None and frame.quick else None
        return shadows_of(stage.runs[len(ground) :], before, self._rested)

    def _still_split(self, last: Prepared, other: Sequence[int], frame: Frame) -> bool:
        """Return whether nearly the same bodies move as before."""
        if not frame.quick or not other:
            return True
        return last.moving.issuperset(other) and not (
            self._rested and len(other) < len(last.moving)
        )

    def _anew(self, scene: Scene, frame: Frame) -> Prepared:
        bodies = _bodies_of(scene)
        solids = one_by_one(bodies)
        firsts = list(accumulate(map(count, bodies), initial=0))
        moving = self._moving_among(bodies, solids, frame)
        all_stages, spots = solid_stages(solids)
        rest = [k for k, (items, _) in enumerate(spots) if items is all_stages[0].bodies]
        going = {k for body in moving for k in range(firsts[body], firsts[body + 1])}
        resting = tuple(solids[k] for k in rest if k not in going)
        if not frame.quick or sum(len(one.mesh.triangles) for one in resting) < WORTH_KEEPING:
            resting = ()
        others = [solids[k] for k in rest if k in going] if resting else all_stages[0].bodies
        opaque = [(resting, others, all_stages[0].seen_through)]
        opaque += [((), stage.bodies, stage.seen_through) for stage in all_stages[1:]]
        glass = [far_first(stage.glass, frame) for stage in all_stages]
        outlined = outlined_groups(solids)
        batches: list[Sequence[Solid]] = [batch for group in opaque for batch in group]
        batches += [batch for groups in glass for batch in groups.values()]
        batches += [group for _, group in outlined]
        loaded = iter(self._solids.load(solids, batches, frame))
        drawn = [(next(loaded), next(loaded), next(loaded)) for _ in opaque]
        panes = [{owner: next(loaded) for owner in groups} for groups in glass]
        fixed = not any(stage.follows_view() for stage in all_stages)
        clear = {
            k: (items, place)
            for k, (items, place) in enumerate(spots)
            if any(items is stage.glass for stage in all_stages)
        }
        all_stages = with_flat(all_stages, _flat_of(scene))
        ground = ground_runs(all_stages[0])
        return Prepared(
            scene, bodies, firsts, clear, None if fixed else (frame.camera, frame.height),
            all_stages, drawn, panes, moving, resting, [line for line, _ in outlined],
            list(loaded), ground, self._shadows(all_stages[0], ground, frame),
        )  # fmt: skip

    def _moving_among(
        self, bodies: Sequence[Bodies], solids: Sequence[Solid], frame: Frame
    ) -> frozenset[int]:
        """Return the bodies that have moved since all were at rest: those new in this picture."""
        last = self._last
        if last is None or not frame.quick:
            return frozenset()
        known = set(map(id, last.bodies))
        found = frozenset(k for k, body in enumerate(bodies) if id(body) not in known)
        if not self._rested:
            before = {id(last.bodies[k]) for k in last.moving}
            return found.union(k for k, body in enumerate(bodies) if id(body) in before)
        came = sum(count(bodies[k]) for k in found)
        if 2 * came < len(solids) or same_bodies(one_by_one(last.bodies), solids):
            return found
        # Where most is new, it is unknown yet what of it moves.
        return frozenset()

    def release(self) -> None:
        """Free everything but programs and arena."""
        for painter in self._painters:
            painter.release()

    def _load_flat(self, all_stages: Stages, frame: Frame, apart: Sequence[Region]) -> None:
        """Send lines, points and regions, except regions that are drawn separately."""
        left_out = set(map(id, apart))

        def every(kind: type) -> list[Any]:
            runs = (run for stage in all_stages for run in stage.runs if run.kind is kind)
            return [item for run in runs for item in run.items]

        self._lines.load(every(Line), frame)
        self._points.load(every(Points))
        regions = every(Region)
        if left_out:
            regions = [region for region in regions if id(region) not in left_out]
        self._regions.load(regions, frame)

    def _draw_solids(
        self, opaque: Sequence[Batch], seen_through: Batch, floor: Fading | None
    ) -> None:
        """Draw the opaque solids, possibly on an existing floor.

        Solids visible through bodies are drawn faintly first, on both sides, and then normally.
        """
        self._solids.stand_on(floor)
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDepthMask(True)
        GL.glDisable(GL.GL_BLEND)
        for batch in opaque:
            self._solids.draw(batch)
        if seen_through:
            GL.glEnable(GL.GL_BLEND)
            GL.glDepthMask(False)
            GL.glDepthFunc(GL.GL_GREATER)
            self._stencil.once()
            self._solids.stand_on(None)
            self._solids.draw(seen_through, FAINT)
            self._solids.stand_on(floor)
            self._stencil.off()
            GL.glDepthFunc(GL.GL_LEQUAL)
            GL.glDepthMask(True)
            GL.glDisable(GL.GL_BLEND)
            self._solids.draw(seen_through)
        GL.glEnable(GL.GL_BLEND)
        GL.glDepthMask(False)
        GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDisable(GL.GL_CULL_FACE)
        self._solids.stand_on(None)

    def _draw_runs(self, runs: list[Run], kinds: tuple[type, ...] = (Line, Points, Region)) -> None:
        for run in runs:
            if run.kind not in kinds:
                continue
            draw = self._drawing(run.kind)
            draw(run.items, 1.0, False)
            if run.depth == "hidden":
                GL.glDepthFunc(GL.GL_GREATER)
                draw(run.items, FAINT, True)
                GL.glDepthFunc(GL.GL_LEQUAL)

    def _drawing(self, kind: type) -> Callable[[list[Any], float, bool], None]:
        if kind is Line:
            return self._lines.draw
        painter = self._points if kind is Points else self._regions
        return lambda items, opacity, _: painter.draw(items, opacity)

    def _draw_sunk_tints(self, ready: Prepared, frame: Frame) -> None:
        """Draw tints of bodies below the floor over it."""
        floor = floor_of(ready.ground)
        if floor is None or not seen_from_above(frame):
            return
        sunk = tinted(self._solids.below(ready.drawn[0]))
        if not sunk:
            return
        GL.glEnable(GL.GL_CULL_FACE)
        # How much shows through changes within large faces too.
        self._solids.begin(quick=False)
        self._solids.end_at_floor(BELOW, fading(floor))
        # Not pushed back, and so before the bodies: triangles cut off differ a little in depth.
        self._stencil.once()
        self._solids.draw(sunk, 0.0)
        self._solids.end_at_floor(BOTH)
        self._solids.begin(frame.quick)
        self._stencil.off()
        GL.glDisable(GL.GL_CULL_FACE)

    def _draw_depth(self, batch: Batch) -> None:
        """Draw solids into the depth buffer only, so that they hide objects behind them."""
        GL.glDepthMask(True)
        GL.glColorMask(False, False, False, False)
        self._solids.draw(batch)
        GL.glDepthMask(False)
        GL.glColorMask(True, True, True, True)

    def _draw_glass(self, groups: list[Batch], runs: list[Run]) -> None:
        """Draw transparent objects, farthest first, showing only the nearest surface of each.

        Lines and points in front of them would be tinted too, and are drawn again there.
        """
        if not groups:
            return
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
        for group in groups:
            self._draw_depth(group)
            self._stencil.once(glass=True)
            self._solids.draw(group)
            self._stencil.off()
        GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDisable(GL.GL_CULL_FACE)
        self._stencil.on_glass()
        self._draw_runs([run for run in runs if run.depth != "hidden"], (Line, Points))
        self._stencil.off()

    def _draw_labels(self, stage: int) -> None:
        """Draw the labels of a stage: first those hidden by bodies, then those always visible."""
        self._labels.draw(2 * stage)
        GL.glDisable(GL.GL_DEPTH_TEST)
        self._labels.draw(2 * stage + 1)
        GL.glEnable(GL.GL_DEPTH_TEST)


def _bodies_of(scene: Scene) -> tuple[Bodies, ...]:
    return tuple(entry for entry in scene.entries if isinstance(entry, (Solid, Solids)))


def _flat_of(scene: Scene) -> Iterator[Item]:
    return (entry for entry in scene.entries if not isinstance(entry, (Solid, Solids)))


def _exchange(last: Prepared, bodies: Sequence[Bodies], other: Iterable[int]) -> None:
    """Replace the transparent solids of some bodies in the lists of the stages."""
    if not last.spots:
        return
    for body in other:
        for k, solid in enumerate(one_by_one([bodies[body]]), last.firsts[body]):
            if k in last.spots:
                items, place = last.spots[k]
                items[place] = solid


def _in_order(last: Prepared, frame: Frame) -> list[dict[Ref, Batch]] | None:
    """Return batches of glass in their current order; None if their owners have changed."""
    found: list[dict[Ref, Batch]] = []
    for stage, batches in zip(last.stages, last.glass, strict=True):
        groups = far_first(stage.glass, frame)
        if groups.keys() != batches.keys():
            return None
        found.append({owner: batches[owner] for owner in groups})
    return found
