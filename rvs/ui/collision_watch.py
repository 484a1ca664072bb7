"""Checks the cell for collision while it changes, and whole motions in the background."""

from __future__ import annotations

import logging
from collections.abc import Generator
from time import perf_counter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from rvs.bodies.solid import Solid
from rvs.collision.check import CellCheck, Near, check_state, hits
from rvs.collision.motion import check_motion
from rvs.collision.words import pair_words
from rvs.model.appearance.colors import SCENE
from rvs.model.numbers.quantities import shown_short
from rvs.model.plots.clearance_plot import clearance_plot
from rvs.model.plots.plot import Plot
from rvs.model.refs import Ref
from rvs.model.state import State
from rvs.scene.annotate.collisions import hit_items, way_items
from rvs.scene.build import build_scene
from rvs.scene.items import Item, Scene
from rvs.study.passage import Passage
from rvs.ui.jobs import Job, Jobs
from rvs.ui.widgets.hits import Hits

if TYPE_CHECKING:
    from rvs.ui.desk import Desk

log = logging.getLogger(__name__)

# What takes no longer than this is done with every change, in s; the rest beside the window.
QUICK = 0.003
PAUSE_MS, EDIT_MS, MOTION_MS = 80, 150, 400
RANGE = 0.1
SHARE = 0.01


class CollisionWatch(QObject):
    """What collides now, and what of the loaded motion does.

    ``changed`` follows what is near now, ``passed`` the check of the motion and its progress.

    Attributes:
        near: Pairs that are near now, collisions first, and the nearest pair in any case.
        check: What the pairs belong to, or None before the first check.
        passage: The loaded motion as it was checked, or None.
        progress: How much of the motion is checked, 0 to 1; None while none is.
        trouble: Why the motion could not be checked, or empty.
        chosen: The pair whose way is shown; the nearest one if empty.
        open: The panel is seen, so that the nearest pair is shown however far it is.
    """

    changed = Signal()
    passed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self.near: tuple[Near, ...] = ()
        self.check: CellCheck | None = None
        self.passage: Passage[Ref] | None = None
        self.progress: float | None = None
        self.trouble = ""
        self.chosen: tuple[Ref, Ref] | None = None
        self.open = False
        self._live = False
        self._cost = 0.0
        self._now, self._motions = Jobs(), Jobs()
        self._job: Job | None = None
        self._motion_job: Job | None = None
        self._seen: tuple[object, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._checked: tuple[object, ...] = ()
        self._pause = self._timer(PAUSE_MS, self._update_beside)
        self._edit = self._timer(EDIT_MS, self.update)
        self._rest = self._timer(MOTION_MS, self.check_motion)
        desk.viewport.extras.append(self.items)
        desk.plotted.offer("Clearance", self._plots)
        self.passed.connect(desk.plotted.changed)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.view.mode, s.motion, s.playhead), self._follow
        )

    def _timer(self, pause: int, run: Any) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=pause)
        timer.timeout.connect(run)
        return timer

    @property
    def live(self) -> bool:
        """Whether the cell is checked while it changes."""
        return self._live

    def set_live(self, live: bool) -> None:
        """Check the cell while it changes, or stop."""
        self._live = live
        if live:
            self.update()
            self._follow_motion(self._session.state)
        else:
            self._stop()
            self.near = ()
            self._show()

    def update(self) -> None:
        """Check the cell now."""
        if not self._live:
            return
        state, start = self._session.state, perf_counter()
        check = check_state(state)
        built = perf_counter()
        near = check.near(state.postures, self._range(state), motion=state.motion, t=state.playhead)
        self._cost = perf_counter() - (start if check is self.check else built)
        self._take((check, near))

    def release(self) -> None:
        """End all work; the window closes."""
        self._stop()
        self._now.close()
        self._motions.close()

    def choose(self, pair: tuple[Ref, Ref] | None) -> None:
        """Show the way between a pair; between the nearest one with None."""
        if pair != self.chosen:
            self.chosen = pair
            self._seen = ()
            self._desk.viewport.redraw()

    def set_open(self, seen: bool) -> None:
        """Note whether the panel is seen."""
        self.open, self._seen = seen, ()
        self._desk.viewport.redraw()

    @property
    def hits(self) -> Hits:
        """When the motion collides, as time lines show it."""
        passage, document = self.passage, self._session.state.document
        if passage is None:
            return Hits()
        each = [
            (one.start, one.end, f"{pair_words(document, one.a, one.b)} collide")
            for one in passage.collisions
        ]
        return Hits(tuple(each), tuple(passage.spans))

    def _plots(self) -> tuple[Plot, ...]:
        passage = self.passage
        if passage is None or not len(passage.times):
            return ()
        return (clearance_plot(passage, self._desk.units[0]),)

    # -- the motion ---------------------------------------------------------------------------

    def check_motion(self) -> None:
        """Check the loaded motion from its start to its end, beside the window."""
        state = self._session.state
        self.cancel_motion()
        if state.motion is None:
            return
        motion, document, mode = state.motion, state.document, state.view.mode
        postures = state.postures

        def work() -> Generator[Any, None, Passage[Ref]]:
            return (yield from check_motion(document, postures, mode, motion))

        self._checked = (state.document, state.view.mode, state.motion)
        self.progress = 0.0
        # Methods of an object of this thread: anything else might be called in the other one.
        self._motion_job = self._motions.start(work)
        self._motion_job.progressed.connect(self._progress)
        self._motion_job.done.connect(self._passed)
        self._motion_job.failed.connect(self._gave_up)
        self.passed.emit()

    def cancel_motion(self) -> None:
        """Stop checking the motion and forget what was found."""
        self._rest.stop()
        if self._motion_job is not None:
            self._motion_job.cancel()
        self._motion_job, self.progress, self.passage, self.trouble = None, None, None, ""
        self._checked = ()
        self.passed.emit()

    def _progress(self, share: float) -> None:
        if self.sender() is self._motion_job and share - (self.progress or 0.0) >= SHARE:
            self.progress = share
            self.passed.emit()

    def _passed(self, passage: Passage[Ref]) -> None:
        if self.sender() is self._motion_job:
            self.passage, self.progress, self._motion_job = passage, None, None
            self.passed.emit()

    def _gave_up(self, error: Exception) -> None:
        if self.sender() is self._motion_job:
            log.warning("the motion was not checked: %s", error, exc_info=error)
            self.trouble, self.progress, self._motion_job = str(error), None, None
            self.passed.emit()

    def _follow_motion(self, state: State) -> None:
        """Let go of what was found of another motion or another cell; look anew where it is on."""
        now = (state.document, state.view.mode, state.motion)
        if self._checked and any(a is not b for a, b in zip(now, self._checked, strict=True)):
            self.cancel_motion()
        if self._live and state.motion is not None and not self._checked:
            self._rest.start()

    # -- now ----------------------------------------------------------------------------------

    def _range(self, state: State) -> float:
        return max(state.document.collision.margin, RANGE)

    def _follow(self, state: State) -> None:
        self._follow_motion(state)
        if not self._live:
            return
        if self.check is None or state.document is not self.check.document:
            # While something is dragged the cell becomes another with every move.
            if not self._edit.isActive():
                self._edit.start()
        elif self._cost <= QUICK:
            self.update()
        elif not self._pause.isActive():
            self._pause.start()

    def _update_beside(self) -> None:
        """Check the cell beside the window: the last check took too long for a frame."""
        state = self._session.state
        check = check_state(state)
        poses = check.poses(state.postures, state.motion, state.playhead)
        reach = self._range(state)

        def work() -> Generator[Any, None, tuple[CellCheck, tuple[Near, ...], float]]:
            yield
            start = perf_counter()
            near = check.checker.near(poses, reach, nearest=True)
            return check, near, perf_counter() - start

        if self._job is not None:
            self._job.cancel()
        self._job = self._now.start(work)
        self._job.done.connect(self._take_beside)

    def _take_beside(self, found: tuple[CellCheck, tuple[Near, ...], float]) -> None:
        if self._live:
            self._cost = found[2]
            self._take(found[:2])

    def _take(self, found: tuple[CellCheck, tuple[Near, ...]]) -> None:
        self.check, self.near = found
        self._show()

    def _stop(self) -> None:
        self._pause.stop()
        self._edit.stop()
        self._rest.stop()
        if self._job is not None:
            self._job.cancel()

    def _show(self) -> None:
        self._seen = ()
        self.changed.emit()
        self._desk.viewport.redraw()

    # -- the view -----------------------------------------------------------------------------

    def items(self, state: State) -> tuple[Item, ...]:
        """Return what is seen of collisions in the view."""
        if not self._live or not self.near:
            return ()
        scene = build_scene(state)
        seen = (self.near, scene, state.view.background)
        if len(self._seen) != len(seen) or any(
            a is not b for a, b in zip(seen, self._seen, strict=True)
        ):
            self._seen, self._items = seen, self._made(state, scene)
        return self._items

    def _made(self, state: State, scene: Scene) -> tuple[Item, ...]:
        background = state.view.background
        colors = SCENE[background]
        refs = {ref for one in hits(self.near) for ref in (one.a, one.b)}
        solids = [item for item in scene.items if isinstance(item, Solid)]
        made = hit_items(solids, tuple(refs), colors.limit, colors.halo) if refs else ()
        told = next((one for one in self.near if (one.a, one.b) == self.chosen), self.near[0])
        margin = state.document.collision.margin
        if self.open or told.clearance.distance <= margin:
            unit = self._desk.units[0]
            made += way_items(told, background, lambda value: shown_short(value, unit))
        return made
