"""Checks the cell for collision while it changes, and whole motions in the background."""

from __future__ import annotations

import logging
from collections.abc import Generator
from operator import is_
from time import perf_counter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from rvs.collision.check import CellCheck, Near, check_state
from rvs.collision.motion import Verdict, check_motion, collision_verdict
from rvs.collision.words import pair_words
from rvs.model.motions.motion import movers
from rvs.model.numbers.quantities import shown_short
from rvs.model.plots.clearance_plot import clearance_plot
from rvs.model.plots.plot import Plot
from rvs.model.refs import Ref
from rvs.model.state import State
from rvs.processes.worker import shared_worker, steps_in_background
from rvs.scene.annotate.collisions import hit_scene, way_items
from rvs.scene.items import Item, Scene
from rvs.study.passage import Passage
from rvs.ui.widgets.collision_stretches import Hits
from rvs.ui.work.jobs import Latest
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.ui.desk import Desk

log = logging.getLogger(__name__)

# What takes no longer than this is done with every change, in s; the rest beside the window, and so
# seldom that the window keeps most of the time.
QUICK = 0.002
PAUSE_MS, EDIT_MS, MOTION_MS, SHARE_OF_TIME = 80, 150, 400, 4.0
# A check that is not there after this is said to be under way.
LATE_MS = 400
RANGE = 0.1
UNCHECKED = "The motion has not been checked for collisions yet; see the Collision panel."
SHARE = 0.01
# While pictures follow each other the check of a motion steps aside for so long, s, told so often.
ASIDE, ASIDE_AGAIN = 0.25, 0.1


class CollisionWatch(QObject):
    """Current collisions, and those of the loaded motion.

    ``changed`` reports the near pairs, thirty times a second while a motion plays; ``passed`` the
    check of the motion and its progress. Results that do not apply to the current cell are
    discarded.

    Attributes:
        near: Current near pairs, with collisions first, and the nearest pair in any case.
        check: The check of the pairs, or None before the first check.
        late: The cell has changed, and its check is still running.
        passage: The checked motion, or None.
        progress: Checked fraction of the motion, 0 to 1; None while none is being checked.
        trouble: Reason why the motion could not be checked, or empty.
        chosen: The pair whose distance is shown; the nearest one if empty.
        open: The panel is visible, so that the nearest pair is shown at any distance.
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
        self.late = False
        self._live = self._started = False
        self._cost = self._aside = 0.0
        self._now, self._motion = Latest(desk.closing), Latest(desk.closing)
        self._seen: tuple[object, ...] = ()
        self._items: tuple[Item, ...] = ()
        self._about: tuple[object, ...] = ()
        self._checked: tuple[object, ...] = ()
        self._pause = self._timer(PAUSE_MS, self._check_beside)
        self._rest = self._timer(MOTION_MS, self.check_motion)
        self._patience = self._timer(LATE_MS, self._say_late)
        desk.viewport.veils.append(self.marked)
        desk.viewport.extras.append(self.items)
        desk.viewport.frame_drawn.connect(self._step_aside)
        desk.plotted.offer("Clearance", self._plots, UNCHECKED)
        self.passed.connect(desk.plotted.changed)
        desk.binding.follow(about_now, self._follow_motion)
        desk.binding.follow(about_now, self._follow, calm=True)
        desk.settings.changed.connect(self._obey)
        desk.playback.changed.connect(self._obey)
        desk.closing.connect(self._stop)

    def _timer(self, pause: int, run: Any) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=pause)
        timer.timeout.connect(run)
        return timer

    @property
    def live(self) -> bool:
        """Return whether the cell is checked during changes."""
        return self._live

    def start(self) -> None:
        """Start checking the cell, if the user has switched it on."""
        self._started = True
        self._obey()

    def set_live(self, live: bool) -> None:
        """Switch the check during changes on or off."""
        self._started = True
        self._desk.settings.change(collisions=live)
        self._obey()

    def _obey(self) -> None:
        wanted = self._desk.settings.preferences.collisions and not self._desk.playback.free
        live = self._started and wanted
        if live == self._live:
            return
        self._live = live
        if live:
            self._follow_motion(self._session.state)
            self._follow(self._session.state)
        else:
            self._stop()
            self.near, self.check, self._about = (), None, ()
        self._show()

    def choose(self, pair: tuple[Ref, Ref] | None) -> None:
        """Show the distance of a pair; of the nearest one with None."""
        if pair != self.chosen:
            self.chosen = pair
            self._seen = ()
            self._desk.viewport.redraw()

    def set_open(self, seen: bool) -> None:
        """Record whether the panel is visible."""
        self.open, self._seen = seen, ()
        self._desk.viewport.redraw()

    @property
    def hits(self) -> Hits:
        """Times of the motion's collisions, for time lines."""
        passage, document = self.passage, self._session.state.document
        if passage is None:
            return Hits()
        each = [
            (one.start, one.end, tr("{pair} collide", pair_words(document, one.a, one.b)))
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
        """Check the loaded motion from its start to its end, in the background."""
        state = self._session.state
        self.cancel_motion()
        if state.motion is None:
            return
        motion, document, mode = state.motion, state.document, state.view.mode
        postures = state.postures

        def work() -> Generator[Any, None, Passage[Ref]]:
            return steps_in_background(check_motion, document, postures, mode, motion, before=0.0)

        self._checked = about_motion(state)
        self.progress = 0.0
        self._motion.start(work, self._passed, self._gave_up, self._progress)
        self.passed.emit()

    def cancel_motion(self) -> None:
        """Stop checking the motion and discard the results."""
        self._rest.stop()
        self._motion.cancel()
        self.progress, self.passage, self.trouble = None, None, ""
        self._checked = ()
        self.passed.emit()

    def _step_aside(self) -> None:
        """Yield the processor to consecutive pictures."""
        now = perf_counter()
        if self.progress is not None and now - self._aside > ASIDE_AGAIN:
            self._aside = now
            shared_worker().throttle(ASIDE)

    def _progress(self, share: float) -> None:
        if share - (self.progress or 0.0) >= SHARE:
            self.progress = share
            self.passed.emit()

    def _passed(self, passage: Passage[Ref]) -> None:
        self.passage, self.progress = passage, None
        self.passed.emit()

    def _gave_up(self, error: Exception) -> None:
        log.warning("the motion was not checked: %s", error, exc_info=error)
        self.trouble, self.progress = str(error), None
        self.passed.emit()

    def _follow_motion(self, state: State) -> None:
        """Discard results of another motion or another cell; check again if it is switched on."""
        if self._checked and not same(self._checked, about_motion(state)):
            self.cancel_motion()
        if self._live and state.motion is not None and not self._checked:
            self._rest.start()

    def verdict(self) -> Verdict:
        """Return the known facts about collisions of the loaded motion."""
        unit = self._desk.units[0]
        return collision_verdict(
            self.passage, self.progress, lambda length: shown_short(length, unit)
        )

    # -- now ----------------------------------------------------------------------------------

    def _follow(self, state: State) -> None:
        if not self._live:
            return
        known = self.check is not None and self.check.document is state.document
        if known and self._cost <= QUICK:
            self._check_now(state)
        else:
            self._check_soon(EDIT_MS if not known else PAUSE_MS)

    def _check_soon(self, pause: int) -> None:
        """Check the cell in the background, after the running check."""
        if not self._patience.isActive():
            self._patience.start()
        if not self._now.busy and not self._pause.isActive():
            self._pause.start(max(pause, round(1e3 * SHARE_OF_TIME * self._cost)))

    def _check_now(self, state: State) -> None:
        start = perf_counter()
        check, near = checked(state)
        self._cost = perf_counter() - start
        self._take(state, check, near)

    def _check_beside(self) -> None:
        """Check the cell in the background: making its bodies takes too long for a frame."""
        state = self._session.state

        def work() -> Generator[Any, None, tuple[State, CellCheck, tuple[Near, ...], float]]:
            yield
            check = check_state(state)
            start = perf_counter()
            found = checked(state)
            return state, check, found[1], perf_counter() - start

        self._now.start(work, self._take_beside, self._lose_beside)

    def _take_beside(self, found: tuple[State, CellCheck, tuple[Near, ...], float]) -> None:
        state, check, near, self._cost = found
        now = self._session.state
        if not same(about_now(state), about_now(now)):
            # It has moved on meanwhile; of another cell even names may be wrong.
            self._check_soon(PAUSE_MS)
        if self._live and state.document is now.document:
            self._take(state, check, near)

    def _lose_beside(self, error: Exception) -> None:
        log.warning("the cell was not checked: %s", error, exc_info=error)

    def _say_late(self) -> None:
        other = self.check is None or self.check.document is not self._session.state.document
        self.late = self._live and other
        self.changed.emit()

    def _take(self, state: State, check: CellCheck, near: tuple[Near, ...]) -> None:
        self.check, self.near, self._about = check, near, about_now(state)
        if self.current:
            self._patience.stop()
            self.late = False
        self._show()

    @property
    def current(self) -> bool:
        """Return whether the near pairs are those of the current cell."""
        return bool(self._about) and same(self._about, about_now(self._session.state))

    def _stop(self) -> None:
        for timer in (self._pause, self._rest, self._patience):
            timer.stop()
        self._now.cancel()
        self.late = False

    def _show(self) -> None:
        self._seen = ()
        self.changed.emit()
        self._desk.viewport.redraw()

    # -- the view -----------------------------------------------------------------------------

    def marked(self, state: State, scene: Scene) -> Scene:
        """Return a scene with marked collisions."""
        here = self._is_of(state)
        return hit_scene(scene, self.near, state.view.background) if here else scene

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the distance line of the nearest or the selected pair, if it is switched on."""
        if not self._is_of(state) or not self.near:
            return ()
        seen = (self.near, state.document, state.view.background)
        if not (self._seen and all(map(is_, seen, self._seen))):
            self._seen, self._items = seen, self._way(state)
        return self._items

    def _is_of(self, state: State) -> bool:
        """Return whether the check is shown in a state, but not in a trial or a variant."""
        return self._live and state.document is self._session.state.document

    def _way(self, state: State) -> tuple[Item, ...]:
        told = next((one for one in self.near if (one.a, one.b) == self.chosen), self.near[0])
        if not self.open and told.clearance.distance > state.document.collision.margin:
            return ()
        unit = self._desk.units[0]
        return way_items(told, state.view.background, lambda value: shown_short(value, unit))


def checked(state: State) -> tuple[CellCheck, tuple[Near, ...]]:
    """Return the check of the cell of a state, and the near pairs."""
    check = check_state(state)
    reach = max(state.document.collision.margin, RANGE)
    return check, check.near(state.postures, reach, motion=state.motion, t=state.playhead)


def about_now(state: State) -> tuple[object, ...]:
    """Return the facts for a check of the current time."""
    return state.document, state.postures, state.view.mode, state.motion, state.playhead


def about_motion(state: State) -> tuple[object, ...]:
    """Return the facts for a check of the whole motion, with the poses of resting robots."""
    moved = movers(state.motion) if state.motion is not None else ()
    rest = (q for robot_id, q in state.postures.items() if robot_id not in moved)
    cell = state.document
    # Figures, notes and the like are none of its business.
    bodies = (*cell.robots, None, *cell.things, cell.collision)
    return *bodies, state.view.mode, state.motion, *rest


def same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Return whether two checks depend on the same objects."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, (tuple, float, str)) and a == b)
        for a, b in zip(one, other, strict=True)
    )
