"""Links that are pulled with a spring while the robot moves by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.state import State
from rvs.scene.camera import axes, ray
from rvs.scene.items import Item, Line, Points
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.work.live_simulation import LiveSimulation

WIDTH, DOT = 2.5, 9.0


class PullTool(ViewTool):
    """Takes the links of the robot that moves; the spring is drawn as a line."""

    def __init__(self, desk: Desk, live: LiveSimulation) -> None:
        super().__init__(desk)
        self._desk, self._live = desk, live
        self._plane: tuple[Array, Array] | None = None
        # before the others: while the robot moves, nothing else takes its links
        desk.viewport.tools.insert(0, self)
        desk.viewport.extras.append(self.items)

    def take(self, view: Viewport, at: QPointF) -> bool:
        """Take hold of the link under the pointer."""
        live = self._live
        hit = view.pointer.hit(at) if live.running and live.placed is not None else None
        if hit is None or live.placed is None or hit.owner[:1] != (live.placed.id,):
            return False
        link = _link(hit.owner, live.placed.robot.n)
        if link == 0:
            return False
        from rvs.study.simulate.pull import Pull

        state = self._desk.session.state
        pose = world_frames(live.placed, state.postures[live.placed.id])[link]
        live.pull = Pull(link, pose[:3, :3].T @ (hit.point - pose[:3, 3]), hit.point)
        self._plane = (hit.point, axes(view.camera)[2])
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:  # noqa: ARG002
        """Let the hand follow the pointer, in the plane across the view in which it began."""
        if self._live.pull is None or self._plane is None:
            return
        point, normal = self._plane
        origin, direction = ray(view.camera, at.x(), at.y(), view.width(), view.height())
        along = float(direction @ normal)
        if abs(along) > 1e-9:
            goal = origin + float((point - origin) @ normal) / along * direction
            self._live.pull = replace(self._live.pull, goal=goal)
            self._desk.viewport.redraw()

    def let_go(self) -> None:
        """Let the link go."""
        self._live.pull = None
        self._desk.viewport.redraw()

    def cancel(self) -> bool:
        """Let the link go; tell whether there was one."""
        held, self._live.pull = self._live.pull is not None, None
        return held

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the spring between the link and the hand."""
        live, pull = self._live, self._live.pull
        if pull is None or live.placed is None or live.placed.id not in state.postures:
            return ()
        pose = world_frames(live.placed, state.postures[live.placed.id])[pull.link]
        ends = np.array([pose[:3, :3] @ pull.point + pose[:3, 3], pull.goal])
        color = rgba(SCENE[state.view.background].select)
        return (
            Line(ends, color, WIDTH, layer="overlay", depth="on top"),
            Points(ends, color, DOT, layer="overlay", depth="on top"),
        )


def _link(owner: tuple[object, ...], n: int) -> int:
    """The number of a link that something belongs to; what the tool carries is the last one's."""
    if len(owner) > 2 and owner[1] == "link":
        return int(str(owner[2]))
    return n if len(owner) > 1 and owner[1] != "frame" else 0
