"""Colours of a workspace at every point, and their legend."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.model.appearance.colors import Rgba, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.model.views.workspace import WorkspaceColors
from rvs.model.workspace_result import SAMPLED, Found
from rvs.scene.annotate.ramp import RAMP, ends, legend_items
from rvs.scene.items import Item
from rvs.scene.workspaces.density import smooth_values
from rvs.scene.workspaces.samples import served
from rvs.study.workspace.workspace import Workspace
from rvs.value_class import dataclass

PLAIN = "#3F7FBF"
TITLES: dict[WorkspaceColors, str] = {
    "conditioning": "1/κF",
    "manipulability": "manipulability",
    "postures": "postures",
    "service": "orientations",
}
LEGEND: Ref = ("workspace", "legend")
# Below this, ranges are told as powers of ten.
TENTH = 0.1


@dataclass(frozen=True, eq=False)
class Tints:
    """Colours of a workspace.

    Attributes:
        found: The workspace.
        colors: Their meaning.
        ends: Ends of their ranges, one more than there are colours.
    """

    found: Found
    colors: WorkspaceColors
    ends: Array

    @property
    def ramp(self) -> tuple[str, ...]:
        """The colours, from poor to good."""
        return RAMP if len(self.ends) > 1 else (PLAIN,)

    def paint(self, alpha: float) -> tuple[Rgba, ...]:
        """Return the colours with an opacity."""
        return tuple(rgba(color, alpha) for color in self.ramp)

    def classes(self, coordinates: Array) -> Integers:
        """Return the number of the colour (m,) at points with coordinates u, v and s (m, 3)."""
        values = self.values(coordinates)
        if values is None:
            return np.zeros(len(coordinates), dtype=np.int64)
        return np.asarray(np.searchsorted(self.ends[1:-1], values))

    def values(self, coordinates: Array) -> Array | None:
        """Return the values of the colours at points (m,), or None without a meaning."""
        area, service = self.found.workspace, self.found.service
        if len(self.ends) < 2:
            return None
        if service is not None and self.colors in SAMPLED:
            known = service.share if self.colors == "service" else service.postures
            return served(area, service, known, coordinates)
        return smooth_values(area, _cell_values(area, self.colors), coordinates)


@derived(size=8)
def tints(found: Found, colors: WorkspaceColors) -> Tints:
    """Return the colours of a workspace; a single one without a meaning."""
    if colors in SAMPLED:
        if found.service is None:
            return Tints(found, colors, np.zeros(1))
        most = 1.0 if colors == "service" else float(found.service.postures.max(initial=1.0))
    elif colors == "plain":
        return Tints(found, colors, np.zeros(1))
    else:
        most = float(_cell_values(found.workspace, colors).max(initial=0.0)) or 1.0
    return Tints(found, colors, ends(most))


def legend(
    found: Found,
    colors: WorkspaceColors,
    background: Background,
    above: int = 0,
    opacity: float = 1.0,
) -> tuple[Item, ...]:
    """Return the meaning of each colour; nothing if there is none.

    Args:
        found: The workspace.
        colors: Their meaning.
        background: Colours of the scene.
        above: Number of lines left free below the legend, for another one.
        opacity: Opacity of the coloured items.
    """
    tinted = tints(found, colors)
    if len(tinted.ends) < 2:
        return ()
    words = tuple(f"{low:.2f}–{high:.2f}" for low, high in pairwise(tinted.ends))
    if float(tinted.ends[-1]) < TENTH:
        words = tuple(f"{low:.1e}–{high:.1e}" for low, high in pairwise(tinted.ends))
    return legend_items(TITLES[colors], words, background, LEGEND, above, opacity)


def _cell_values(area: Workspace, colors: WorkspaceColors) -> Array:
    return area.manipulability if colors == "manipulability" else area.conditioning
