"""The subject of the body editor, and its changes, each of them one step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from rvs.bodies.editing import (
    ROBOT,
    Subject,
    body_of,
    mesh_part,
    on_surface,
    sample_part,
    subjects,
    with_size,
)
from rvs.bodies.effectors import carried
from rvs.bodies.robot_body import shown_body
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.geometry.shape import Shape
from rvs.model.body.edits import (
    add_group,
    add_part,
    change_group,
    change_part,
    duplicate_part,
    extracted,
    mirror_part,
    remove_group,
    remove_part,
    resized,
)
from rvs.model.body.fit import Misfit, fit
from rvs.model.body.values import Body, Composite, Move, Part, PartGroup, Place, Size
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.mesh_file import MeshFile
from rvs.model.robots.body_parameters import bound
from rvs.scene.camera import eye
from rvs.scripting.fields import put_item
from rvs.ui.commands import own_bodies
from rvs.ui.commands.tool_edits import at_its_tip
from rvs.ui.desk import Desk
from rvs.ui.widgets.lists.body_tree import Spot
from rvs.words import tr

Item = Part | PartGroup


class BodyWork:
    """Edits one body of the current robot."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._session = desk, desk.session
        self.subject: Subject = ROBOT
        self.spot = Spot()

    @property
    def placed(self) -> PlacedRobot | None:
        """The robot."""
        return current_robot(self._session.state)

    @property
    def body(self) -> Body | None:
        """The edited body."""
        placed = self.placed
        return body_of(placed, self.subject) if placed else None

    @property
    def item(self) -> Item | None:
        """The selected part or group."""
        return self.item_at(self.spot)

    def item_at(self, spot: Spot) -> Item | None:
        """Return the part or group at a position in the tree, or None if there is none."""
        body = self.body
        if body is None or not spot.name or spot.constants:
            return None
        link = body.link(spot.place)
        items: tuple[Item, ...] = link.groups if spot.group else link.parts
        return next((one for one in items if one.id == spot.name), None)

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """Misfits of the body with the robot."""
        placed, body = self.placed, self.body
        return fit(body, placed.robot).misfits if placed and body else ()

    def _new_misfits(self, changed: Body, placed: PlacedRobot) -> list[Misfit]:
        """Return new misfits of a changed body."""
        if self.subject == ROBOT:
            changed = bound(changed, placed.parameters, placed.robot)
        before = set(map(str, self.misfits))
        return [one for one in fit(changed, placed.robot).misfits if str(one) not in before]

    def keep_subject(self) -> None:
        """Return to the full model if the robot no longer has the edited body."""
        placed = self.placed
        if placed is None or self.subject not in subjects(placed):
            self.subject, self.spot = ROBOT, Spot()

    # -- parts --------------------------------------------------------------------------------

    def add(self, shape: Shape | Composite) -> None:
        """Put a new part on the surface of the selected link, towards the viewer."""
        place, made, body = self.spot.place, sample_part(shape), self.body
        composite = shape if isinstance(shape, Composite) else None
        if body is None:
            return
        made = replace(made, moves=on_surface(body, self._frame_robot(), place, made, self._way()))
        self._put_part(made, composite)

    def add_mesh(self, mesh: MeshFile, scale: float) -> None:
        """Put the surface of a file on the selected link, with coincident origins.

        Args:
            mesh: The file.
            scale: Metres per unit of the mesh.
        """
        if self.body is not None:
            self._put_part(mesh_part(mesh, scale))

    def change_mesh(self, mesh: MeshFile, scale: float) -> None:
        """Replace the surface of the selected part with a file; arguments as ``add_mesh``."""
        if isinstance(self.item, Part):
            sizes = resized(self.item, scale=scale).sizes
            self.change(tr("Change {id}", self.item.id), replace(self.item, mesh=mesh, sizes=sizes))

    def _put_part(self, made: Part, composite: Composite | None = None) -> None:
        place, body = self.spot.place, self.body
        known = {part.id for part in body.link(place).parts} if body else set()
        if self.edit(tr("Add {id}", made.id), lambda old: add_part(old, place, made, composite)):
            parts = self.body.link(place).parts if self.body else ()
            new = [part.id for part in parts if part.id not in known]
            self.spot = Spot(place, new[-1] if new else "")

    def duplicate(self) -> None:
        """Put a copy of the selected part after it."""
        body, spot = self.body, self.spot
        if body is not None and spot.name and not spot.group:
            changed, copy = duplicate_part(body, spot.place, spot.name)
            if self.edit(tr("Duplicate {name}", spot.name), lambda _: changed):
                self.spot = Spot(spot.place, copy)

    def mirror(self) -> None:
        """Mirror the selection across y = 0 of its link, or remove the copy."""
        spot, item = self.spot, self.item
        if isinstance(item, PartGroup):
            axes = set(item.mirror) ^ {"y"}
            mirror = "".join(sorted(axes))
            change = partial(change_group, place=spot.place, group_id=spot.name, mirror=mirror)
            self.edit(tr("Mirror {name}", spot.name), lambda body: change(body))
        elif item is not None:
            self.edit(
                tr("Mirror {name}", spot.name),
                lambda body: mirror_part(body, spot.place, spot.name, "y"),
            )

    def remove(self) -> None:
        """Remove the selected part, or the selected group with its parts."""
        spot = self.spot
        if spot.name:
            gone = remove_group if spot.group else remove_part
            self.spot = Spot(spot.place)
            self.edit(
                tr("Remove {name}", spot.name), lambda body: gone(body, spot.place, spot.name)
            )

    def group(self) -> None:
        """Put the selected part into a new group; without a part the group is empty."""
        spot, item, body = self.spot, self.item, self.body
        if body is None:
            return
        known = {group.id for group in body.link(spot.place).groups}

        def grouped(old: Body) -> Body:
            made = add_group(old, spot.place, PartGroup("group"))
            new = next(one.id for one in made.link(spot.place).groups if one.id not in known)
            if isinstance(item, Part):
                made = change_part(made, spot.place, item.id, group=new)
            return made

        if self.edit("New group", grouped) and self.body is not None:
            new = [one.id for one in self.body.link(spot.place).groups if one.id not in known]
            self.spot = Spot(spot.place, new[-1], group=True)

    def take_out(self, name: str) -> str:
        """Make the selection a library part; return the reason for a failure."""
        spot, body = self.spot, self.body
        if body is None or not spot.name:
            return "choose a part or a group first"
        part, group = ("", spot.name) if spot.group else (spot.name, "")
        if name in own_bodies.known("part"):
            return tr("there is already a shape or library part {name!r}", name)
        try:
            changed = extracted(body, spot.place, part, group, name)
        except RvsError as error:
            return str(error)
        self.spot = Spot(spot.place, spot.name)
        self.edit(tr("Make library part {name}", name), lambda _: changed)
        return ""

    # -- values -------------------------------------------------------------------------------

    def change(self, label: str, item: Item) -> None:
        """Change fields of the selection.

        Raises:
            RvsError: It would not fit the robot; the message gives the reason.
        """
        spot, body, placed = self.spot, self.body, self.placed
        if body is None or placed is None:
            return
        fields = {name: getattr(item, name) for name in item.__slots__ if name != "id"}
        edited = change_group if spot.group else change_part
        changed = edited(body, spot.place, spot.name, **fields)
        for one in self._new_misfits(changed, placed):
            if spot.group or one.part == spot.name:
                raise RvsError(one.message)
        self.edit(label, lambda _: changed)

    def rename(self, name: str) -> None:
        """Rename the selection.

        Raises:
            RvsError: The name is invalid, or in use.
        """
        spot, body = self.spot, self.body
        if body is not None:
            edited = change_group if spot.group else change_part
            changed = edited(body, spot.place, spot.name, id=name.strip())
            self.spot = replace(spot, name=name.strip())
            self.edit(tr("Rename {name}", spot.name), lambda _: changed)

    def drag(self, moves: tuple[Move, ...], merge: object) -> None:
        """Move the selected part by the gizmo; a drag is one step."""
        spot = self.spot
        change = partial(change_part, place=spot.place, part_id=spot.name, moves=moves)
        self.edit(
            tr("Move {name}", spot.name), lambda body: change(body), merge or ("part", spot.name)
        )

    def set_constants(self, label: str, constants: tuple[tuple[str, Size], ...]) -> None:
        """Replace the constants of the body.

        Raises:
            RvsError: A size of the body would have no value; the message names it.
        """
        body, placed = self.body, self.placed
        if body is None or placed is None:
            return
        changed, own = replace(body, constants=constants), dict(constants)
        if self.subject == ROBOT:
            for name, value in body.constants:
                if name in placed.parameters and own.get(name) != value:
                    raise RvsError(tr("{name} is a parameter of the robot; change it there", name))
        for one in self._new_misfits(changed, placed):
            raise RvsError(str(one))
        self.edit(label, lambda _: changed)

    def add_size(self, name: str) -> None:
        """Add a size to the library part.

        Raises:
            RvsError: The name is invalid, or in use.
        """
        placed = self.placed
        if placed is not None and placed.body is not None and name:
            body = with_size(placed.body, self.subject.name, name)
            self._put(tr("Add size {name}", name), replace(placed, body=body))

    def edit(self, label: str, change: Callable[[Body], Body], merge: object = None) -> bool:
        """Change the body as one step; errors become messages."""
        placed, body = self.placed, self.body
        if placed is None or body is None:
            return False
        try:
            changed, self.subject = own_bodies.change(placed, self.subject, change(body))
            changed = at_its_tip(self._session.state, placed, changed)
        except RvsError as error:
            self._desk.messages.fail(str(error))
            return False
        self._put(label, changed, merge)
        return True

    def _put(self, label: str, changed: PlacedRobot, merge: object = None) -> None:
        self._session.edit(label, call_of(put_item, "robots", changed), merge)
        if merge is None:
            self._session.settle()

    # -- where --------------------------------------------------------------------------------

    def _frame_robot(self) -> PlacedRobot:
        placed = self.placed
        assert placed is not None
        return placed

    def _way(self) -> Array:
        """Return the direction from the selected link to the eye, in the link's frame (3,)."""
        placed, state = self._frame_robot(), self._session.state
        frames = world_frames(placed, state.postures[placed.id])
        place: Place = self.spot.place
        frame = frames[place if self.subject.kind == "robot" and isinstance(place, int) else -1]
        if self.subject.kind == "tool":
            body = shown_body(placed, state.view.mode)
            frame = frame @ carried(placed, body, placed.opening).root
        way: Array = frame[:3, :3].T @ (eye(state.view.camera) - frame[:3, 3])
        return way / max(float(np.linalg.norm(way)), 1e-9)
