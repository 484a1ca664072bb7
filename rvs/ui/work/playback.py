"""Plays the motions loaded for the robots: the player of the model on the clock of the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import Grips
from rvs.model.motions.kept import drop_motion, keep_motion, kept_motion
from rvs.model.motions.motion import Motion
from rvs.model.motions.player import Player, Repeat, time_of
from rvs.model.motions.tracks import held_in, on_one_line
from rvs.model.robots.placing import renamed
from rvs.model.session import Session
from rvs.model.state import Posture, Postures, State
from rvs.scripting.loaded import Loaded
from rvs.ui.bind import Binding, Calm
from rvs.ui.defer import defer
from rvs.ui.work.clock import Clock
from rvs.words import tr

# Whatever moves robots by itself runs under this name, so that only one thing does.
MOTION = "motion"
# How many versions of tracks undo and redo find again.
VERSIONS = 32


class Playback(QObject):
    """Playback of a track for each robot, all on one time line.

    ``changed`` reports other tracks, another active robot, speed, mode, direction, play and pause;
    ``moved`` reports the time, thirty times a second while it plays.

    Attributes:
        tracks: The loaded motions of the robots, by their ids, in the order of loading.
        player: Plays all tracks, or None while there is none.
        kept: A motion stored for comparison, or None.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, session: Session, binding: Binding, clock: Clock) -> None:
        super().__init__()
        self._session, self._binding, self._clock = session, binding, clock
        self.tracks: dict[str, Loaded] = {}
        self.player: Player | None = None
        self.kept: Loaded | None = None
        self._speed = 1.0
        self._showing = False
        self._shown: dict[str, Posture] = {}
        self._starts: tuple[float, ...] = ()
        self._moved = Calm(self, self.moved.emit, lambda: self.playing)
        self._known = session.state
        self._renamed: list[dict[str, str]] = []
        # Tracks of robots that an edit took away, for the undo that brings those back.
        self._left: dict[str, Loaded] = {}
        # What is played by undo and redo, with its tracks.
        self._versions: deque[tuple[Motion | None, dict[str, Loaded]]] = deque(maxlen=VERSIONS)
        binding.follow(lambda s: (s.document, s.postures, s.motion, s.active), self._watch)

    @property
    def loaded(self) -> Loaded | None:
        """Motion loaded for the active robot, or None."""
        placed = current_robot(self._session.state)
        return self.tracks.get(placed.id) if placed else None

    @property
    def placed(self) -> PlacedRobot | None:
        """The current active robot, if it has a loaded motion; or None."""
        placed = current_robot(self._session.state)
        return placed if placed and placed.id in self.tracks else None

    @property
    def time(self) -> float:
        """Current time on the time line, in s."""
        return self.player.time if self.player else 0.0

    @property
    def duration(self) -> float:
        """Length of the time line, in s."""
        return self.player.duration if self.player else 0.0

    @property
    def begins(self) -> float:
        """Start of the active robot's track, in s."""
        placed = current_robot(self._session.state)
        return placed.start if placed and placed.id in self.tracks else 0.0

    @property
    def own_time(self) -> float:
        """Current time in the track of the active robot, in s."""
        whole = self.loaded.played.duration if self.loaded else 0.0
        return min(max(self.time - self.begins, 0.0), whole)

    @property
    def playing(self) -> bool:
        """Return whether the motion is playing."""
        return self.player is not None and self.player.playing

    @property
    def free(self) -> bool:
        """Return whether the loaded motion ignores limits and bodies."""
        return any(loaded.free for loaded in self.tracks.values())

    def file_of(self, loaded: Loaded) -> Path | None:
        """Return the file that contains a track, or None."""
        document = self._session.state.document
        kept = kept_motion(document, loaded.name) if loaded.made else None
        return Path(kept.file) if kept is not None and kept.file else loaded.path

    def words(self, loaded: Loaded) -> str:
        """Return the displayed name of a track, with a note if it is in no file."""
        return (
            loaded.name
            if not loaded.made or self.file_of(loaded)
            else tr("{name}, not saved", loaded.name)
        )

    @property
    def grips(self) -> Grips:
        """Periods in which the active robot holds its payload, in the time of its track."""
        placed = current_robot(self._session.state)
        carries = placed is not None and placed.payload and placed.id in self.tracks
        return held_in(placed, self.tracks[placed.id].played) if placed and carries else ()

    def load(self, loaded: Loaded, move: bool = True) -> None:
        """Load a track for its robot in place of its previous one; those of other robots stay.

        Args:
            loaded: The track.
            move: Go to its first row, which is a step that can be undone, and to the start of the
                time line.
        """
        self.pause()
        self._catch_up()
        robot_id, session = loaded.placed.id, self._session
        alone = not set(self.tracks) - {robot_id}
        with self._own_step():
            session.settle()
            if move:
                start = loaded.trajectory.posture(0.0)
                session.pose(robot_id, start, tr("Go to the start of {name}", loaded.name))
        self._left.pop(robot_id, None)
        self.tracks[robot_id] = loaded
        self._line_up(0.0)
        if self.player is not None and alone:
            self.player.repeat = loaded.repeat
        if move and self.player is not None and not alone:
            self._show(self.player.postures)
        self.changed.emit()
        self.moved.emit()

    def renew(self, loaded: Loaded) -> None:
        """Load another version of a track, at the same time and pace.

        The robot follows only if its posture is that of the motion.
        """
        robot_id = loaded.placed.id
        follows = self._session.state.postures.get(robot_id) == self._shown.get(robot_id)
        self.tracks[robot_id] = loaded
        self._line_up(self.time)
        if follows:
            self.seek(self.time)
        self.changed.emit()
        self.moved.emit()

    def make(
        self,
        loaded: Loaded,
        label: str,
        time: float = 0.0,
        instead: Loaded | None = None,
        change: Callable[[Document], Document] = lambda document: document,
    ) -> Loaded:
        """Load a motion made here as a step that can be undone; the document stores it.

        Args:
            loaded: The track; if its name is used already, it gets a number.
            label: Name of the step.
            time: Its initial time on the time line, in s.
            instead: Its source; a source that was made here and is in no file is removed.
            change: An additional edit of the document.

        Returns:
            The track with its name.
        """
        self.pause()
        self._versions.append((self.player.motion if self.player else None, dict(self.tracks)))
        after = keep_motion(self._without(instead), loaded.as_kept)
        made = replace(loaded, name=after.motions[-1].name, made=True)
        self.tracks[made.placed.id] = made

        def take(motion: Motion | None, playhead: float) -> None:
            if motion is not None:
                self._versions.append((motion, dict(self.tracks)))
                self._session.change_motion(label, motion, playhead, lambda _: change(after))

        self._line_up(time, take)
        self.seek(time)
        self.changed.emit()
        self.moved.emit()
        return made

    def unload(self) -> None:
        """Unload the motion of the active robot, which keeps its posture."""
        loaded = self.loaded
        if loaded is not None:
            self.drop([loaded.placed.id])

    def unload_all(self) -> None:
        """Unload all motions; the robots keep their postures."""
        self.drop(list(self.tracks))

    def drop(self, robot_ids: list[str]) -> None:
        """Unload the tracks of robots; the others continue."""
        gone = [robot_id for robot_id in robot_ids if self.tracks.pop(robot_id, None)]
        if not gone:
            return
        if not self.tracks:
            self.pause()
        self._line_up(self.time)
        self.changed.emit()
        self.moved.emit()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Play from here."""
        if self.player is None:
            return
        self._session.settle()
        self.player.play()
        self._clock.run(MOTION, self._step)
        self.changed.emit()

    def pause(self) -> None:
        """Stop here."""
        if self.player is not None and self.player.playing:
            self.player.pause()
            self._clock.stop(MOTION)
            self._catch_up_panels()
            self.changed.emit()

    def seek(self, time: float) -> None:
        """Go to a time on the time line in s; playing continues from there."""
        self._go(lambda player: player.seek(time))

    def seek_own(self, time: float) -> None:
        """Go to a time in the track of the active robot, in s."""
        self.seek(self.begins + time)

    def step(self, rows: int) -> None:
        """Stop, and move by a number of rows, forwards or backwards."""
        self.pause()
        self._go(lambda player: player.step(rows))

    def step_key(self, direction: int) -> None:
        """Stop at the next keyframe of the active robot (1) or the previous one (-1)."""
        if self.loaded is None:
            return
        self.pause()
        keys = self.begins + np.array(self.loaded.keys)
        ahead = keys[keys > self.time + 1e-9] if direction > 0 else keys[keys < self.time - 1e-9]
        if len(ahead):
            self.seek(float(ahead[0] if direction > 0 else ahead[-1]))

    def to_start(self) -> None:
        """Go to the first row."""
        self.seek(0.0)

    def to_end(self) -> None:
        """Go to the last row."""
        self.seek(self.duration)

    def reverse(self) -> None:
        """Reverse the direction."""
        if self.player is not None:
            self.player.reverse()
            self.changed.emit()

    def set_speed(self, speed: float) -> None:
        """Set the speed factor of this trajectory and later ones."""
        self._speed = speed
        if self.player is not None:
            self.player.speed = speed
            self.changed.emit()

    def set_repeat(self, repeat: Repeat) -> None:
        """Set the behaviour at the end."""
        if self.player is not None:
            self.player.repeat = repeat
            self.changed.emit()

    def realign(self) -> None:
        """Set the start of every track to that of its robot, if it has changed."""
        if self._starts != self._wanted_starts(self._session.state.document):
            self._line_up(self.time)
            self.seek(self.time)
            self.changed.emit()

    def find_place(self) -> None:
        """Go to the first time at which the robots have their current postures; nothing moves."""
        self._catch_up()
        postures = self._session.state.postures
        pairs = zip(self.tracks.items(), self._starts, strict=True)
        stands = [(one.trajectory, postures[key], start) for (key, one), start in pairs]
        time = time_of(stands)
        if time is not None and time != self.time:
            self._line_up(time)
            self.changed.emit()
            self.moved.emit()

    # -- parts --------------------------------------------------------------------------------

    def _without(self, instead: Loaded | None) -> Document:
        """Return the document without a motion that is replaced by another one."""
        document = self._session.state.document
        old = kept_motion(document, instead.name) if instead and instead.made else None
        return document if old is None or old.file else drop_motion(document, old.name)

    def _line_up(
        self, time: float, take: Callable[[Motion | None, float], None] | None = None
    ) -> None:
        """Play the existing tracks, each from its start, at one of their times."""
        document = self._session.state.document
        self._starts = self._wanted_starts(document)
        pairs = zip(self.tracks.values(), self._starts, strict=True)
        motion = on_one_line([(loaded.played, start) for loaded, start in pairs])
        self._play(motion, time)
        with self._own_step():
            (take or self._session.load_motion)(motion, self.time)
        self._note()

    def _play(self, motion: Motion | None, time: float) -> None:
        """Make a player for a motion that continues as the old one did."""
        old, self.player = self.player, None
        if motion is not None:
            self.player = Player(motion, old.repeat if old else "once", self._speed)
            self.player.seek(time)
            if old is not None:
                self.player.forward, self.player.playing = old.forward, old.playing

    def _adopt(self) -> None:
        """Play the motions restored by an undo or a redo."""
        motion, player = self._session.state.motion, self.player
        known = [tracks for one, tracks in self._versions if one is motion]
        if not known or motion is (player.motion if player is not None else None):
            return
        share = self.time / self.duration if self.duration else 0.0
        self.pause()
        self.tracks = dict(known[-1])
        self._starts = self._wanted_starts(self._session.state.document)
        self._play(motion, share * motion.duration if motion is not None else 0.0)
        self.changed.emit()
        self.moved.emit()

    def _wanted_starts(self, document: Document) -> tuple[float, ...]:
        starts = {placed.id: placed.start for placed in document.robots}
        return tuple(starts.get(robot_id, 0.0) for robot_id in self.tracks)

    def _stand_as_shown(self) -> bool:
        postures = self._session.state.postures
        return all(postures.get(robot_id) == q for robot_id, q in self._shown.items())

    def _note(self) -> None:
        """Store the postures of the robots, to detect other changes of them."""
        postures = self._session.state.postures
        self._shown = {one: postures[one] for one in self.tracks if one in postures}

    def _go(self, move: Callable[[Player], Postures]) -> None:
        if self.player is not None:
            self._show(move(self.player))
            self._catch_up_panels()

    def _step(self, seconds: float) -> bool:
        player = self.player
        if player is None or not player.playing:
            return False
        forward = player.forward
        self._show(player.advance(seconds))
        if not player.playing:
            self._catch_up_panels()
        if not player.playing or player.forward != forward:
            self.changed.emit()
        return player.playing

    def _show(self, postures: Postures) -> None:
        with self._own_step():
            self._session.play(postures, self.time)
        self._note()
        self._moved()

    def _catch_up_panels(self) -> None:
        """Let panels show the exact time."""
        self._binding.catch_up()
        self._moved.catch_up()

    @contextmanager
    def _own_step(self) -> Iterator[None]:
        self._showing = True
        try:
            yield
        finally:
            self._showing = False

    def _watch(self, state: State) -> None:
        """Stop if another action moves a robot, and follow changes of the robots."""
        before, self._known = self._known, state
        if self._showing:
            return
        if state.motion is not before.motion:
            defer(self, self._adopt)
        if self.tracks:
            self._renamed.append(renamed(before.document, state.document))
            if not self._stand_as_shown():
                self.pause()
            moved = self._starts != self._wanted_starts(state.document)
            if moved or not all(self._fits(one, state) for one in self.tracks.values()):
                # A listener must not change the session.
                defer(self, self._catch_up)
        if self._session.deed.kind == "open":
            self._left.clear()
        elif self._left and self._session.deed.kind == "travel":
            defer(self, self._take_up)
        if state.active != before.active:
            self.changed.emit()
            self.moved.emit()

    def _catch_up(self) -> None:
        """Remove tracks of missing robots, unless they have been restored; shift the others."""
        self._adopt()
        state, robots = self._session.state, _robots(self._session.state)
        for names in self._renamed:
            self.tracks = {names.get(key, key): one for key, one in self.tracks.items()}
        self._renamed.clear()
        for key, one in self.tracks.items():
            if key != one.placed.id and key in robots:
                self.tracks[key] = one.of(robots[key])
                self._starts = ()
        gone = [key for key, one in self.tracks.items() if not self._fits(one, state)]
        self._left |= {key: self.tracks[key] for key in gone}
        self.drop(gone)
        self.realign()

    def _take_up(self) -> None:
        """Reload the motions of robots restored by an undo or a redo."""
        self._catch_up()
        there = self._session.state.document
        back = {
            key: one
            for key, one in self._left.items()
            if key not in self.tracks and _moves(one, there)
        }
        if back:
            self._left = {key: one for key, one in self._left.items() if key not in back}
            self.tracks |= back
            self._line_up(self.time)
            self.find_place()
            self.changed.emit()
            self.moved.emit()

    def _fits(self, loaded: Loaded, state: State) -> bool:
        same = self.player is not None and state.motion is self.player.motion
        return same and _moves(loaded, state.document)


def _moves(loaded: Loaded, document: Document) -> bool:
    """Return whether a document has the robot of a track, and the motion if it was made here."""
    if loaded.made and kept_motion(document, loaded.name) is None:
        return False
    robots = (placed for placed in document.robots if placed.id == loaded.placed.id)
    return any(placed.robot.n == loaded.trajectory.n for placed in robots)


def _robots(state: State) -> Mapping[str, PlacedRobot]:
    return {placed.id: placed for placed in state.document.robots}
