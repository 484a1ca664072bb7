"""The force on the tool, pulled at its arrow in the view."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt

from rvs.bodies.dynamic import Force, dynamic_robot
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.current import current_robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import unweighed
from rvs.model.robots.ranges import reach
from rvs.model.state import State
from rvs.scene.camera import axes, ray
from rvs.scene.gizmos.push_gizmo import PushScale, push_items, push_scale
from rvs.scene.items import Item, Scene
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport

GRAVITY = 9.81


class PushTool(ViewTool):
    """Shows the arrow where torques are shown, and lets the mouse pull it.

    A drag moves its tip in the plane across the view; pulled back to the tool it is no force.
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
        """Return the arrow, or nothing where nobody shows torques."""
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
        """The robot on whose tool the force is, where it is to be seen."""
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
    """Where the pointer is in the plane across the view through a point (3,)."""
    origin, along = ray(view.camera, at.x(), at.y(), view.width(), view.height())
    normal = axes(view.camera)[2]
    found: Array = origin + float((point - origin) @ normal) / float(along @ normal) * along
    return found
