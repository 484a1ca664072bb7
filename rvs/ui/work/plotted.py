"""Plotted quantity of the loaded motion, and the external force on the tool in its torques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from rvs.bodies.dynamic import NO_FORCE, Force, dynamic_robot, own_axes
from rvs.model.plots.kinds import KINDS, Options, plots_of
from rvs.model.plots.plot import Plot
from rvs.model.robots.masses import unweighed
from rvs.ui.settings import Settings
from rvs.ui.work.playback import Playback
from rvs.words import tr


class ToolPush(QObject):
    """A force on the tool point along the axes of the cell, in N.

    Attributes:
        changed: Reports every change of the force or its visibility.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._force = NO_FORCE
        self._shown: frozenset[str] = frozenset()

    @property
    def force(self) -> Force:
        """The force (x, y, z)."""
        return self._force

    @property
    def shown(self) -> bool:
        """Return whether torques are displayed, so that the view shows the force."""
        return bool(self._shown)

    def take(self, force: Force) -> None:
        """Set the force."""
        if force != self._force:
            self._force = force
            self.changed.emit()

    def show(self, panel: str, shown: bool) -> None:
        """Record whether a panel displays torques."""
        panels = self._shown | {panel} if shown else self._shown - {panel}
        if panels != self._shown:
            self._shown = panels
            self.changed.emit()


NOTHING = "Nothing to plot for this robot (its joints have no limits, for example)."
Make = Callable[[], tuple[Plot, ...]]


class Plotted(QObject):
    """The choice of the plotted quantity of the active robot's motion.

    Attributes:
        changed: The selection, the offers or the plotted quantity have changed.
        offers: Additional quantities: their names, and functions that make the plots.
        row: Index of the plotted quantity in ``words``.
        joint: The joint plotted alone, from 0, or None for all.
    """

    changed = Signal()

    def __init__(self, settings: Settings, playback: Playback, push: ToolPush) -> None:
        super().__init__()
        self._settings, self._playback, self._push = settings, playback, push
        push.changed.connect(self.changed)
        self.offers: list[tuple[str, Make, str]] = []
        self.row = 0
        self.joint: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Names of all plottable quantities."""
        own = (kind.words for kind in KINDS.values())
        return (*own, *(words for words, *_ in self.offers))

    @property
    def kind(self) -> str | None:
        """Plotted quantity of the trajectory; None for an additional one, on the cell's time."""
        return list(KINDS)[self.row] if self.row < len(KINDS) else None

    @property
    def of_joints(self) -> bool:
        """Return whether each joint has its curve."""
        return self.kind is not None and KINDS[self.kind].of_joints

    @property
    def alone(self) -> bool:
        """Return whether each joint has separate plots, whose curves are not joints."""
        return self.kind is not None and KINDS[self.kind].alone

    def offer(self, words: str, make: Make, none: str) -> None:
        """Add a plottable quantity.

        Args:
            words: Its name.
            make: Returns its plots on the time line of the cell; none while they are not known.
            none: Message while there are none.
        """
        self.offers.append((words, make, none))
        self.changed.emit()

    def choose(self, row: int, joint: int | None) -> None:
        """Plot another quantity."""
        if (row, joint) != (self.row, self.joint):
            self.row, self.joint = row, joint
            self.changed.emit()

    def options(self, points: int) -> Options | None:
        """Return the options of plots with about this number of points per curve, or None."""
        loaded, preferences = self._playback.loaded, self._settings.preferences
        if loaded is None:
            return None
        length = loaded.placed.unit if preferences.length == "robot" else preferences.length
        now, carrier, force = self._playback.placed, None, None
        if now is not None and self.masses:
            carrier, force = dynamic_robot(now), own_axes(now, self._push.force)
        units = (preferences.angle, length)
        return Options(units, self.joint, points, loaded.placed.place, carrier, force)

    @property
    def masses(self) -> bool:
        """Return whether the plot requires the masses of the robot's links."""
        return self.kind is not None and KINDS[self.kind].masses

    @property
    def missing(self) -> str:
        """Missing properties of the active robot for the plot, in a sentence; or nothing."""
        placed = self._playback.placed
        if placed is None or self.kind is None or not self.masses or not unweighed(placed.robot):
            return ""
        return tr(
            "{words} require the masses of all links; some are not known.", KINDS[self.kind].words
        )

    @property
    def none(self) -> str:
        """Message if there is nothing to plot."""
        return NOTHING if self.kind is not None else self.offers[self.row - len(KINDS)][2]

    @property
    def note(self) -> str:
        """Note on paper about a motion made here: its version."""
        loaded = self._playback.loaded
        return self._playback.words(loaded) if loaded is not None and loaded.made else ""

    def plots(self, points: int) -> tuple[Plot, ...]:
        """Return the plots with about this number of points per curve, each on its own time."""
        loaded, options = self._playback.loaded, self.options(points)
        if loaded is None or options is None or self.missing:
            return ()
        if self.kind is None:
            return self.offers[self.row - len(KINDS)][1]()
        found = plots_of(self.kind, loaded.placed.robot, loaded.trajectory, options)
        if not loaded.free:
            return found
        # what is beyond limits is along the time; limits themselves are across
        return tuple(
            replace(plot, bands=tuple(band for band in plot.bands if band.side == "y"))
            for plot in found
        )
