"""Links pulled with a spring during the robot's motion.

The force on the tool, pulled at its arrow in the view.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt

from rvs.bodies.dynamic import Force, dynamic_robot
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.current import current_robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import unweighed
from rvs.model.robots.ranges import reach
from rvs.model.state import State
from rvs.scene.camera import axes, ray
from rvs.scene.gizmos.arrow_gizmos import PushScale, push_items, push_scale
from rvs.scene.items import Item, Line, Points, Scene
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.work.simulation import LiveSimulation

WIDTH, DOT = 2.5, 9.0

GRAVITY = 9.81


class PullTool(ViewTool):
    """Grabs the links of the moving robot; the spring is drawn as a line."""

    def __init__(self, desk: Desk, live: LiveSimulation) -> None:
        super().__init__(desk)
        self._desk, self._live = desk, live
        self._plane: tuple[Array, Array] | None = None
        # before the others: while the robot moves, nothing else takes its links
        desk.viewport.tools.insert(0, self)
        desk.viewport.extras.append(self.items)

    def take(self, view: Viewport, at: QPointF) -> bool:
        """Grab the link under the pointer."""
        live = self._live
        hit = view.pointer.hit(at) if live.running and live.placed is not None else None
        if hit is None or live.placed is None or hit.owner[:1] != (live.placed.id,):
            return False
        link = _link(hit.owner, live.placed.robot.n)
        if link == 0:
            return False
        from rvs.study.simulate.springs import Pull

        state = self._desk.session.state
        pose = world_frames(live.placed, state.postures[live.placed.id])[link]
        live.pull = Pull(link, pose[:3, :3].T @ (hit.point - pose[:3, 3]), hit.point)
        self._plane = (hit.point, axes(view.camera)[2])
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:  # noqa: ARG002
        """Move the hand with the pointer, in the plane of the view at the start."""
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
        """Release the link."""
        self._live.pull = None
        self._desk.viewport.redraw()

    def cancel(self) -> bool:
        """Release the link; return whether there was one."""
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
    """Return the number of a link of a body; objects on the tool belong to the last link."""
    if len(owner) > 2 and owner[1] == "link":
        return int(str(owner[2]))
    return n if len(owner) > 1 and owner[1] != "frame" else 0


class PushTool(ViewTool):
    """Shows the arrow while torques are displayed, for pulling with the mouse.

    A drag moves its tip parallel to the screen; at the tool, the force is zero.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk, self._push = desk, desk.push
        self._lit = False
        self._held: tuple[Array, Array, Force] | None = None
        desk.viewport.tools.append(self)
        desk.viewport.extras.append(self.items)
        desk.push.changed.connect(lambda: desk.viewport.redraw())

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the arrow, or nothing if no torques are shown."""
        placed = self._placed(state)
        if placed is None:
            return ()
        force = np.array(self._push.force)
        lit = self._lit or self._held is not None
        return push_items(_tool_point(placed, state), force, _scale(placed), state.view, lit)

    def hover(self, view: Viewport, at: QPointF) -> bool:
        lit = self._picked(view, at)
        if lit != self._lit:
            self._light(view, lit)
        return lit

    def leave(self) -> None:
        if self._lit:
            self._light(self._desk.viewport, False)

    def take(self, view: Viewport, at: QPointF) -> bool:
        placed = self._placed(view.seen) if self._picked(view, at) else None
        if placed is None:
            return False
        force = self._push.force
        tip = _tool_point(placed, view.seen) + _scale(placed).arrow(np.array(force), view.camera)
        # what lies between the tip and the pointer does not count
        self._held = tip, tip - _across(view, at, tip), force
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        placed = self._placed(view.seen)
        if self._held is None or placed is None:
            return
        tip, shift, _ = self._held
        arrow = _across(view, at, tip) + shift - _tool_point(placed, view.seen)
        x, y, z = _scale(placed).force(arrow, snap).tolist()
        self._push.take((x, y, z))

    def let_go(self) -> None:
        self._held = None
        self._desk.viewport.redraw()

    def click(self, view: Viewport, at: QPointF) -> bool:
        return self._picked(view, at)

    def cancel(self) -> bool:
        held, self._held = self._held, None
        if held is not None:
            self._push.take(held[2])
        return held is not None

    def _placed(self, state: State) -> PlacedRobot | None:
        """Return the robot with the force on its tool, while it is displayed."""
        placed = current_robot(state) if self._push.shown else None
        return None if placed is None or unweighed(placed.robot) else placed

    def _picked(self, view: Viewport, at: QPointF) -> bool:
        scene = Scene(self.items(view.seen), None)
        return pick(scene, view.camera, at.x(), at.y(), view.width(), view.height()) is not None

    def _light(self, view: Viewport, lit: bool) -> None:
        self._lit = lit
        view.setCursor(Qt.CursorShape.OpenHandCursor if lit else Qt.CursorShape.ArrowCursor)
        view.redraw()


def _tool_point(placed: PlacedRobot, state: State) -> Array:
    pose = world_frames(placed, state.postures[placed.id])[-1]
    return np.asarray((pose @ placed.robot.tool)[:3, 3])


@derived(size=4)
def _scale(placed: PlacedRobot) -> PushScale:
    joints = dynamic_robot(placed).joints
    mass = sum(joint.inertia.mass for joint in joints if joint.inertia is not None)
    return push_scale(reach(placed.robot), GRAVITY * mass)


def _across(view: Viewport, at: QPointF, point: Array) -> Array:
    """Return the position of the pointer in the plane through a point (3,) facing the view."""
    origin, along = ray(view.camera, at.x(), at.y(), view.width(), view.height())
    normal = axes(view.camera)[2]
    found: Array = origin + float((point - origin) @ normal) / float(along @ normal) * along
    return found
