"""One scene drawn through one camera, in the order that makes the picture right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from OpenGL import GL

from rvs.bodies.solid import Solid
from rvs.gl.card.arena import Arena
from rvs.gl.card.multidraw import Batch
from rvs.gl.card.programs import Programs
from rvs.gl.frame import Frame
from rvs.gl.ground import ground_runs
from rvs.gl.labels import LabelPainter
from rvs.gl.lines import LinePainter
from rvs.gl.outlines import Groups, OutlinePainter, outlined_groups
from rvs.gl.points import PointPainter
from rvs.gl.regions import RegionPainter
from rvs.gl.solids import SolidPainter, far_first
from rvs.gl.stages import Run, Spot, Stages, changes, stages
from rvs.gl.stencil import Stencil
from rvs.model.views.view import Camera
from rvs.scene.drawing_constants import FAINT
from rvs.scene.items import Line, Points, Region, Scene


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was made of a scene.

    Attributes:
        scene: The scene.
        spots: Where each of its items is in the lists of the stages.
        view: Camera and height that it was made for; None if it holds for all.
        stages: Its items in the order in which they are drawn.
        drawn: Batches of solids of each stage: bodies, seen through, glass.
        marked: Which items have a line around them.
        outlined: These solids, those with equal lines together.
        masks: Their batches.
        ground: The first runs of the first stage, which lie on the floor.
    """

    scene: Scene
    spots: list[Spot]
    view: tuple[Camera, int] | None
    stages: Stages
    drawn: list[list[Batch]]
    marked: list[int]
    outlined: Groups
    masks: list[Batch]
    ground: list[Run]


class ScenePainter:
    """Draws one scene after another, keeping what they share on the graphics card."""

    def __init__(self, programs: Programs, arena: Arena) -> None:
        self._stencil = Stencil()
        self._last: Prepared | None = None
        self._solids = SolidPainter(programs.solid, programs.quick, arena)
        self._lines = LinePainter(programs.line)
        self._points = PointPainter(programs.point)
        self._regions = RegionPainter(programs.region, self._stencil)
        self._labels = LabelPainter(programs.label, programs.line)
        self._outlines = OutlinePainter(programs, self._solids)
        self._painters = (
            *(self._solids, self._lines, self._points, self._regions, self._labels),
            self._outlines,
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

    def load(self, ready: Prepared, frame: Frame) -> None:
        """Draw silhouettes that get a line, and send everything else to the graphics card."""
        self._outlines.prepare(ready.outlined, ready.masks, frame)
        # The rest is for this processor, while others may draw the masks already.
        self._load_flat(ready.stages, frame)
        groups = [group for stage in ready.stages for group in (stage.labels, stage.top_labels)]
        self._labels.load(groups, frame)
        if frame.quick:
            self._outlines.read_masks(frame)

    def draw_ground(self, ready: Prepared) -> None:
        """Draw what lies on the floor alone."""
        GL.glEnable(GL.GL_BLEND)
        GL.glDepthMask(False)
        self._draw_runs(ready.ground)

    def draw(self, ready: Prepared, frame: Frame, on_ground: bool = False) -> None:
        """Draw all items; depth and stencil must be clear, blending set up.

        Args:
            ready: The items.
            frame: The picture they were prepared for.
            on_ground: What lies on the floor is there already; solids end at it.
        """
        for number, (stage, batches) in enumerate(zip(ready.stages, ready.drawn, strict=True)):
            if not stage:
                continue
            if number:
                GL.glDepthMask(True)
                GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
            ground = len(ready.ground) if on_ground and not number else 0
            if ground:
                self._solids.stand_on_ground(True)
            self._draw_solids(batches[0], batches[1])
            if ground:
                self._solids.stand_on_ground(False)
            self._draw_runs(stage.runs[ground:])
            self._draw_glass(batches[2:], stage.runs)
            if not number:
                self._outlines.draw(ready.outlined, frame)
            self._draw_labels(number, frame)

    def _sorted(self, scene: Scene, frame: Frame) -> Prepared:
        """Sort the items and send the solids, unless the last picture was of the same scene."""
        view = (frame.camera, frame.height)
        last = self._last
        if last is not None and last.scene is scene and last.view in (None, view):
            self._solids.keep(frame)
            return last
        made = self._moved(scene, frame) if last and last.view in (None, view) else None
        self._last = made = made or self._anew(scene, frame)
        return made

    def lowest(self, ready: Prepared) -> float:
        """Return how low the opaque bodies of the first stage reach, in m; 0 if there are none."""
        return self._solids.lowest(len(ready.stages[0].bodies))

    def _moved(self, scene: Scene, frame: Frame) -> Prepared | None:
        """Take over the last picture where only places have changed; None if more has."""
        last = self._last
        if last is None or any(stage.glass for stage in last.stages):
            return None
        before, after = last.scene.items, scene.items
        other = changes(before, after)
        if other is None:
            return None
        old, new = (
            [item for k in other if isinstance(item := items[k], Solid)]
            for items in (before, after)
        )
        if not self._solids.move(old, new, frame):
            return None
        for k in other:
            items, place = last.spots[k]
            items[place] = after[k]
        outlined = outlined_groups(after[k] for k in last.marked)
        ground = ground_runs(last.stages[0])
        return replace(last, scene=scene, outlined=outlined, ground=ground)

    def _anew(self, scene: Scene, frame: Frame) -> Prepared:
        all_stages, spots = stages(scene.items)
        batches = [
            [stage.bodies, stage.seen_through, *far_first(stage.glass, frame)]
            for stage in all_stages
        ]
        items = scene.items
        marked = [k for k, item in enumerate(items) if isinstance(item, Solid) and item.outline]
        outlined = outlined_groups(items[k] for k in marked)
        every = [batch for group in batches for batch in group]
        every += [solids for _, solids in outlined]
        loaded = iter(self._solids.load(every, frame))
        drawn = [[next(loaded) for _ in group] for group in batches]
        fixed = not any(stage.follows_view() for stage in all_stages)
        return Prepared(
            scene, spots, None if fixed else (frame.camera, frame.height), all_stages, drawn,
            marked, outlined, list(loaded), ground_runs(all_stages[0]),
        )  # fmt: skip

    def release(self) -> None:
        """Free everything but programs and arena."""
        for painter in self._painters:
            painter.release()

    def _load_flat(self, all_stages: Stages, frame: Frame) -> None:
        def every(kind: type) -> list[Any]:
            runs = (run for stage in all_stages for run in stage.runs if run.kind is kind)
            return [item for run in runs for item in run.items]

        self._lines.load(every(Line), frame)
        self._points.load(every(Points))
        self._regions.load(every(Region), frame)

    def _draw_solids(self, bodies: Batch, seen_through: Batch) -> None:
        """Draw the opaque; what is seen through bodies comes faintly before it comes as it is."""
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDepthMask(True)
        GL.glDisable(GL.GL_BLEND)
        self._solids.draw(bodies)
        if seen_through:
            GL.glEnable(GL.GL_BLEND)
            GL.glDepthMask(False)
            GL.glDepthFunc(GL.GL_GREATER)
            self._stencil.once()
            self._solids.draw(seen_through, FAINT)
            self._stencil.off()
            GL.glDepthFunc(GL.GL_LEQUAL)
            GL.glDepthMask(True)
            GL.glDisable(GL.GL_BLEND)
            self._solids.draw(seen_through)
        GL.glEnable(GL.GL_BLEND)
        GL.glDepthMask(False)
        GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDisable(GL.GL_CULL_FACE)

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

    def _draw_glass(self, groups: list[Batch], runs: list[Run]) -> None:
        """Draw transparent things, far to near, each with its nearest surface alone.

        Lines and points in front of them would be tinted too, and are drawn once more there.
        """
        if not groups:
            return
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
        for group in groups:
            GL.glDepthMask(True)
            GL.glColorMask(False, False, False, False)
            self._solids.draw(group)
            GL.glDepthMask(False)
            GL.glColorMask(True, True, True, True)
            self._stencil.once(glass=True)
            self._solids.draw(group)
            self._stencil.off()
        GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
        GL.glDisable(GL.GL_CULL_FACE)
        self._stencil.on_glass()
        self._draw_runs([run for run in runs if run.depth != "hidden"], (Line, Points))
        self._stencil.off()

    def _draw_labels(self, stage: int, frame: Frame) -> None:
        """Draw the labels of a stage: those that bodies hide, then those that nothing hides."""
        self._labels.draw(2 * stage, frame)
        GL.glDisable(GL.GL_DEPTH_TEST)
        self._labels.draw(2 * stage + 1, frame)
        GL.glEnable(GL.GL_DEPTH_TEST)
