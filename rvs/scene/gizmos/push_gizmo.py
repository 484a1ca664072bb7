"""The arrow of a force on the tool, which is longer for a larger force."""

from __future__ import annotations

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.numbers.quantities import significant
from rvs.model.refs import Ref
from rvs.model.views.view import Camera, View
from rvs.scene.annotate.arrows import along, arrow_mesh
from rvs.scene.camera import axes
from rvs.scene.items import Item, Label
from rvs.value_class import dataclass

HANDLE: Ref = ("push", "force")
# In parts of the robot's reach: the arrow of no force, and how much longer that of one measure is.
STUB, LENGTH = 0.07, 0.15
# In parts of the stub.
SHAFT, HEAD, HEAD_LENGTH = 0.07, 0.2, 0.5
# In parts of the measure: the smallest force that a drag leaves, and the step of one with Ctrl.
FINEST, STEP = 0.001, 0.1
# The measure in parts of the robot's weight.
PART = 0.25


@dataclass(frozen=True, slots=True)
class PushScale:
    """Scale of drawn forces.

    Attributes:
        stub: Length of the arrow of a zero force, in m.
        length: Additional length of the arrow of the reference force, in m.
        measure: The reference force, typical of the robot, in N.
    """

    stub: float
    length: float
    measure: float

    def arrow(self, force: Array, camera: Camera) -> Array:
        """Return the arrow of a force (3,) from the tool point to its tip (3,), in m.

        The arrow of a zero force is across the view, where no hand hides it.
        """
        size = float(np.linalg.norm(force))
        way = force / size if size > 0.0 else axes(camera)[0]
        found: Array = (self.stub + size * self.length / self.measure) * way
        return found

    def force(self, arrow: Array, snap: bool = False) -> Array:
        """Return the force (3,), in N, of an arrow (3,); zero if it is no longer than the stub."""
        size = float(np.linalg.norm(arrow))
        if size <= self.stub:
            return np.zeros(3)
        step = self.measure * (STEP if snap else FINEST)
        whole = (size - self.stub) / self.length * self.measure * arrow / size
        # rounded once more, for numbers that are written as short as they are meant
        found: Array = np.round(np.round(whole / step) * step, 9) + 0.0
        return found


def push_scale(reach: float, weight: float) -> PushScale:
    """Return the scale of forces on a robot.

    Args:
        reach: Reach of the robot, in m.
        weight: Weight of all its links, in N; a fifth of it, rounded to 1, 2 or 5, is the reference
            force.
    """
    fifth = max(weight, 1e-3) / 5.0
    power = 10.0 ** float(np.floor(np.log10(fifth)))
    return PushScale(
        STUB * reach, LENGTH * reach, power * max(k for k in (1, 2, 5) if k * power <= fifth)
    )


def push_items(
    at: Array, force: Array, scale: PushScale, view: View, lit: bool
) -> tuple[Item, ...]:
    """Return the arrow of a force (3,) at a tool point (3,), and its size next to it.

    The arrow of a zero force can be dragged, and shows its size only under the pointer.
    """
    colors, arrow = SCENE[view.background], scale.arrow(force, view.camera)
    length, size = float(np.linalg.norm(arrow)), float(np.linalg.norm(force))
    head = min(HEAD_LENGTH * scale.stub, length)
    mesh = arrow_mesh(length, SHAFT * scale.stub, HEAD * scale.stub, head)
    color = rgba(colors.hover if lit else colors.limit if size else colors.select)
    solid = Solid(mesh, along(at, arrow), color, "annotation", HANDLE, layer="overlay")
    if not size and not lit:
        return (solid,)
    x, y, z = arrow.tolist()
    ink, halo = rgba(colors.limit if size else colors.select), rgba(colors.halo)
    words = f"{significant(size, 3)} N"
    name = Label(words, at + arrow, ink, halo, away=(x, y, z), layer="overlay", owner=HANDLE)
    return solid, name
