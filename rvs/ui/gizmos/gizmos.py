"""The gizmos of the window, of which the one that the pointer can take is drawn."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from rvs.engine.arrays import Array
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.robots.placing import stand
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.items import Item
from rvs.ui.bind import Binding
from rvs.ui.gizmos.gizmo_target import GizmoTarget
from rvs.ui.gizmos.part_target import PartTarget
from rvs.ui.gizmos.thing_target import ThingTarget
from rvs.ui.gizmos.tool_target import ToolTarget
from rvs.ui.settings import Settings
from rvs.ui.view.viewports import Viewports


class Gizmos(QObject):
    """The gizmo of the tool, and those that stand in for it."""

    def __init__(
        self, session: Session, binding: Binding, settings: Settings, viewports: Viewports
    ) -> None:
        super().__init__(viewports)
        view = viewports.active
        self.tool, self.base = ToolTarget(session, settings), BaseTarget(session)
        self.things, self.part = ThingTarget(session), PartTarget()
        self._pointer = view.pointer
        self._pointer.target = self.tool
        self._pointer.thing_step = lambda: self.things.steps[0]
        view.extras.append(self._items)
        for target in (self.tool, self.base, self.things, self.part):
            target.setParent(self)
            target.changed.connect(view.redraw)
        binding.follow(lambda s: (s.document, s.postures, s.selection), self.tool.follow, calm=True)
        binding.follow(lambda s: (s.document, s.active), self.base.follow)
        binding.follow(lambda s: (s.document, s.selection), self._follow_things)

    @property
    def active(self) -> GizmoTarget:
        """The one that the pointer can take."""
        return self._pointer.target or self.tool

    def use(self, target: GizmoTarget, shown: bool) -> None:
        """Let a gizmo stand in for that of the tool, or give way to it."""
        target.show(shown)
        if shown or self.active is target:
            self._pointer.target = target if shown else self.tool

    def want_things(self, wanted: bool) -> None:
        """Show the gizmo of things whenever some are chosen that can be moved, or no longer."""
        self.things.wanted = wanted
        self._follow_things(self.things.session.state)

    def _follow_things(self, state: State) -> None:
        self.things.follow(state)
        self.use(self.things, self.things.wanted and self.things.free(state))

    def _items(self, state: State) -> tuple[Item, ...]:
        # What is only tried in the view can't be dragged.
        held = self.things.session.state.document is state.document
        return self.active.items(state) if held else ()


class BaseTarget(GizmoTarget):
    """Where the active robot stands; it stands in for the tool's target while it is shown."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def follow(self, state: State) -> None:
        """Go to the base of the active robot."""
        placed = current_robot(state)
        self.pose = np.array(placed.place) if placed else None
        self.changed.emit()

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Let the robot stand at a pose in the world (4, 4)."""
        placed = current_robot(self._session.state)
        if placed is not None:
            name = f"Move the base of {self._session.called(placed)}"
            self._session.edit(name, call_of(stand, placed.id, pose), merge)
