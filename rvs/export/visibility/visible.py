"""What is seen of each patch: its outline without the outlines of all that hide it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection, OpType
from numpy.typing import NDArray

from rvs.export.visibility.order import Order
from rvs.export.visibility.patches import Patches

# What is seen of a patch but covers less, in square units, is left out.
SPECK = 1e-3


def visible(
    patches: Patches, order: Order, which: Sequence[int], hides: NDArray[np.bool_]
) -> dict[int, CrossSection]:
    """Return what is seen of patches; those of which nothing is seen are left out.

    Args:
        patches: All patches.
        order: Who hides whom.
        which: The patches wanted.
        hides: Whether each patch hides what is behind it (p,); glass does not.
    """
    rows = order.by_hidden(len(patches))
    found: dict[int, CrossSection] = {}
    for patch in which:
        outline = patches.outlines[patch]
        away = []
        for nearer, part in rows[patch]:
            if hides[nearer]:
                away.append(patches.outlines[nearer] if part is None else part)
        left = CrossSection.batch_boolean([outline, *away], OpType.Subtract) if away else outline
        if left.area() > SPECK:
            found[patch] = left
    return found
