"""Unsaved work, kept for the next start after a crash.

Every running program has a slot in ``recovery/`` of the user's folder: a cell file with a block
about its origin, and a lock held by its process.  A slot with a free lock is a leftover.

Exact motions, stored as bytes next to a recovery slot.
"""

from __future__ import annotations

import io
import json
import logging
import secrets
import shutil
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell, read_cell
from rvs.files.cells.salvage import keepable, salvaged
from rvs.files.cells.write import cell_text
from rvs.files.library import SUFFIXES
from rvs.files.storage.atomic import FileLock, remove_unfinished, write_bytes, write_text
from rvs.files.storage.locations import user_folder
from rvs.files.storage.recent import recent_files
from rvs.files.text.blocks import BlockForm, named_groups
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.keys import Flag, Key, Text, key_wants, names, read_keys
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, parse
from rvs.model.array_value import block
from rvs.model.folders import cache_folder, config_folder
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.value_class import dataclass

BLOCK = "recovery"
KEYS = (
    Key("file", Text(empty=True), 'cell that it came from, or `""`', 'file = "bench.rvs"',
        required=True),
    Key("dirty", Flag(), "the document differs from the file", "dirty = yes", False, required=True),
    Key("time", Text(), "time of writing", 'time = "2030-01-02T12:00:00+00:00"', required=True),
    Key("check", Text(), "SHA-256 sum of the text below", 'check = "…"', required=True),
    Key("known", Text(empty=True), "SHA-256 sum of that cell's text at the last reading or saving",
        'known = "…"', ""),
)  # fmt: skip
DRAFT = "draft"
DRAFT_KEYS = (
    Key("text", Text(), "text of a panel that is not in a cell", 'text = "…"', required=True),
)
SUFFIX = ".rvs"
LOCK_SUFFIX = ".lock"
MOTIONS_SUFFIX = ".motions"
DAMAGED_SUFFIX = ".damaged"
ATTEMPTS = 10

log = logging.getLogger(__name__)

BLOCKS = ("times", "rows", "speeds", "accelerations", "pushes")
HEAD = "motions"


class Autosave:
    """Times of writing: soon after an edit, later after a pose or view change, never during one.

    It has no clock: it receives the time, in s, of any clock that runs forwards.
    """

    def __init__(
        self, state: State, dirty: bool = False, interval: float = 2.0, quiet_interval: float = 10.0
    ) -> None:
        """Start with a state that need not be written.

        Args:
            state: The state as opened.
            dirty: The document is not saved.
            interval: Least time between two writes, in s.
            quiet_interval: Likewise if the document is unchanged since the last write.
        """
        self.interval = interval
        self.quiet_interval = quiet_interval
        self._written = (state, dirty)
        self._at: float | None = None

    def due(self, now: float, state: State, dirty: bool = False, moving: bool = False) -> bool:
        """Return whether to write the state now; continuous poses wait until all motion ends."""
        old, was_dirty = self._written
        edited = state.document is not old.document or dirty != was_dirty
        posed = state.postures != old.postures or state.view != old.view
        if not (edited or (posed and not moving)):
            return False
        if self._at is None or now < self._at:
            return True
        return now - self._at >= (self.interval if edited else self.quiet_interval)

    def written(self, now: float, state: State, dirty: bool = False) -> None:
        """Record that a state was written, or that writing it failed, at a time."""
        self._written = (state, dirty)
        self._at = now


def recovery_folder() -> Path:
    """Return the folder of the slots."""
    return user_folder() / "recovery"


class Slot:
    """Folder in which a running program stores unsaved work."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path = path
        self._lock = lock
        self._motions: tuple[KeptMotion, ...] = ()

    @classmethod
    def open(cls, folder: Path | None = None) -> Slot:
        """Open a slot for this program.

        Raises:
            OSError: The folder can't be written, or its disk has no locks.
        """
        home = folder or recovery_folder()
        home.mkdir(parents=True, exist_ok=True)
        for _ in range(ATTEMPTS):
            path = home / (secrets.token_hex(8) + SUFFIX)
            # Another start may look at the new lock in this very moment.
            lock = FileLock.take(path.with_suffix(LOCK_SUFFIX))
            if lock is not None:
                return cls(path, lock)
        raise OSError(f"{home}: it could not be locked")

    def write(
        self,
        cell: Cell,
        dirty: bool,
        when: datetime | None = None,
        drafts: Mapping[str, str] | None = None,
    ) -> tuple[str, ...]:
        """Store a cell, atomically, after reading it back: unreadable parts are omitted.

        Args:
            cell: The current state, and its original file.
            dirty: It is not saved.
            when: The time, if it is not that of the computer.
            drafts: Texts in panels, by name.

        Returns:
            The omitted parts and the reasons, one sentence each.

        Raises:
            OSError: It can't be written.
        """
        kept, lost = keepable(cell)
        self._write_motions(kept)
        write_text(self.path, slot_text(kept, dirty, when or datetime.now(UTC), drafts))
        return lost

    def clear(self) -> None:
        """Empty the slot, since everything is saved."""
        _remove(self.path)
        self._motions = ()

    def _write_motions(self, cell: Cell) -> None:
        """Write the motions that no file contains next to the slot, as they may be long."""
        motions = tuple(one for one in cell.document.motions if not one.file)
        if motions == self._motions:
            return
        beside = self.path.with_suffix(MOTIONS_SUFFIX)
        if motions:
            write_bytes(beside, packed(motions))
        else:
            beside.unlink(missing_ok=True)
        self._motions = motions

    def close(self) -> None:
        """Remove the slot at a clean exit."""
        self.clear()
        self._lock.release()


def slot_text(
    cell: Cell, dirty: bool, when: datetime, drafts: Mapping[str, str] | None = None
) -> str:
    """Return the contents of a slot: every robot inline, because its files can change."""
    body = cell_text(replace(cell, text="", path=None))
    file = _sayable(str(cell.path.absolute())) if cell.path else ""
    said = {
        "file": file,
        "dirty": dirty,
        "time": when.isoformat(),
        "check": _check(body),
        "known": _check(cell.text) if file and cell.text else "",
    }
    texts = (
        BlockForm(DRAFT, name, tuple(key_wants(DRAFT_KEYS, {"text": text})))
        for name, text in (drafts or {}).items()
    )
    head = BlockForm(BLOCK, entries=(*key_wants(KEYS, said), *texts))
    return "\n".join([*head.lines(), body])


def _sayable(path: str) -> str:
    """Return a path as a text, or nothing if it is invalid, so that saving can go on."""
    return path if not any("\ud800" <= letter <= "\udfff" for letter in path) else ""


def _check(body: str) -> str:
    return sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Leftover:
    """Work left by a program that ended without saving; it is offered to one program at a time.

    Attributes:
        path: The slot.
        cell: The saved state: document, postures, view and trajectories.  Its path is the original
            file, its text the current text of this file.
        dirty: The document was not saved.
        time: Time of writing.
        drafts: Texts in panels, by name.
        lost: Unreadable parts, and the reasons.
        problem: Reason why the motions stored next to it can't be read, or empty.
    """

    path: Path
    cell: Cell
    dirty: bool
    time: datetime
    drafts: Mapping[str, str]
    lost: tuple[str, ...]
    problem: str
    _lock: FileLock = field(repr=False, compare=False)

    def discard(self) -> None:
        """Delete the slot: it was restored and stored in a slot or file, or is not needed."""
        _remove(self.path)
        self._lock.release()

    def release(self) -> None:
        """Release the slot for a later start."""
        self._lock.release()


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Leftovers found at start-up, latest first, and a sentence about all unreadable ones."""

    found: tuple[Leftover, ...] = ()
    problems: tuple[str, ...] = ()


def leftovers(folder: Path | None = None) -> Leftovers:
    """Return the work left by ended programs; that of running ones is not changed.

    A slot that is wholly or partly unreadable is kept under another suffix, which is reported once.
    """
    home = folder or recovery_folder()
    found, problems = [], []
    for path in sorted(home.glob(f"*{SUFFIX}")):
        try:
            leftover = _leftover(path)
        except (RvsError, OSError) as error:
            reason = str(error.errors[0]) if isinstance(error, FileErrors) else str(error)
            log.warning("not recovered: %s", reason)
            problems.append(f"unsaved work could not be recovered: {reason}")
            continue
        if leftover is None:
            continue
        found.append(leftover)
        problems += [leftover.problem] if leftover.problem else []
        if leftover.lost:
            whole = path.with_suffix(DAMAGED_SUFFIX)
            problems.append(
                f"only a part of the unsaved work could be recovered; {whole} contains all of "
                f"it, but these parts can't be read: {'; '.join(leftover.lost)}"
            )
    found.sort(key=lambda leftover: leftover.time, reverse=True)
    return Leftovers(tuple(found), tuple(problems))


def _leftover(path: Path) -> Leftover | None:
    """Return the contents of a slot; None if a program holds it."""
    lock = FileLock.take(path.with_suffix(LOCK_SUFFIX))
    if lock is None:
        return None
    leftover = None
    try:
        if path.exists():
            leftover = _read_slot(path, lock)
    except FileErrors as failure:
        aside = path.with_suffix(DAMAGED_SUFFIX)
        path.replace(aside)
        # They name the file where it lies now.
        raise FileErrors(
            [FileError(str(aside), one.line, one.column, one.message) for one in failure.errors]
        ) from failure
    finally:
        if leftover is None:
            lock.release()
    return leftover


def _read_slot(path: Path, lock: FileLock) -> Leftover:
    # The program wrote it: no size is too large.
    source = read_source(path, path.stat().st_size)
    head = _head(source)
    said, time, drafts = _read_head(source, head)
    body = source.text[head.end :].removeprefix("\n")
    cell, lost = salvaged(Source(str(path), body))
    if lost:
        shutil.copyfile(path, path.with_suffix(DAMAGED_SUFFIX))
    origin = Path(said["file"]) if said["file"] else None
    restored = replace(cell, path=origin, text=_text_now(origin, body, said["known"]), warnings=())
    motions, problem = _motions_beside(path)
    restored = replace(restored, document=replace(restored.document, motions=motions))
    return Leftover(path, restored, said["dirty"], time, drafts, lost, problem, lock)


def _motions_beside(path: Path) -> tuple[tuple[KeptMotion, ...], str]:
    """Return the motions stored next to a slot, and the reason for unreadable ones or nothing."""
    beside = path.with_suffix(MOTIONS_SUFFIX)
    try:
        return (unpacked(beside.read_bytes()) if beside.exists() else ()), ""
    except (RvsError, OSError) as error:
        return (), f"motions could not be recovered: {beside}: {error}"


def _remove(path: Path) -> None:
    for one in (path, path.with_suffix(MOTIONS_SUFFIX)):
        one.unlink(missing_ok=True)


def _head(source: Source) -> Group:
    """Return the block with the origin of a slot; the rest may have any errors."""
    end = source.text.find("\n}\n")
    start = Source(source.path, source.text[: end + 3] if end >= 0 else source.text)
    groups = parse(start, sys.maxsize).root.groups
    head = next((group for group in groups if group.key == BLOCK), None)
    if head is None:
        raise whole_file(source.path, f"has no block '{BLOCK}'")
    return head


def _read_head(source: Source, head: Group) -> tuple[dict[str, Any], datetime, dict[str, str]]:
    findings = Findings(source)
    fields = Fields(findings, head, names(KEYS), (DRAFT,))
    said = read_keys(fields, KEYS)
    time = datetime.min.replace(tzinfo=UTC)
    try:
        time = datetime.fromisoformat(said["time"]).astimezone(UTC)
    except (ValueError, OverflowError):
        fields.error("time", "'time': expected a date and a time")
    if said["check"] != _check(source.text[head.end :].removeprefix("\n")):
        # Where the text is cut off, that is the better thing to say.
        parse(source, sys.maxsize)
        fields.error(
            "check", "'check': the file is damaged: its text differs from the text that was written"
        )
    drafts = {
        group.label: read_keys(Fields(findings, group, names(DRAFT_KEYS)), DRAFT_KEYS)["text"]
        for group in named_groups(findings, head, DRAFT)
    }
    findings.check()
    return said, time, drafts


def _text_now(origin: Path | None, body: str, known: str) -> str:
    """Return the text whose comments and layout a save must preserve.

    If another program has changed the file since, it is a text that was never read, so that a save
    keeps that version separately.
    """
    if origin is None:
        return body
    try:
        now = read_cell(origin).text
    except FileErrors:
        return body
    return now if known in ("", _check(now)) else body


def packed(motions: Sequence[KeptMotion]) -> bytes:
    """Return motions as bytes."""
    arrays: dict[str, Any] = {HEAD: np.array(json.dumps([_said(one) for one in motions]))}
    for k, motion in enumerate(motions):
        for name in BLOCKS:
            rows = getattr(motion.trajectory, name)
            if rows is not None:
                arrays[f"{k} {name}"] = rows.array
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def unpacked(data: bytes) -> tuple[KeptMotion, ...]:
    """Return the motions in bytes.

    Raises:
        RvsError: They are damaged.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            said = json.loads(str(arrays[HEAD]))
            return tuple(_motion(arrays, k, one) for k, one in enumerate(said))
    except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise RvsError(f"the motions are damaged: {error}") from error


def _said(motion: KeptMotion) -> dict[str, Any]:
    return {
        "name": motion.name,
        "robot": motion.robot_id,
        "openings": list(motion.trajectory.openings),
        "grips": [(one.take, one.release) for one in motion.trajectory.grips],
        "assumed": motion.trajectory.assumed,
        "repeat": motion.repeat,
        "marks": list(motion.marks),
        "simulated": motion.simulated,
    }


def _motion(arrays: Any, k: int, said: dict[str, Any]) -> KeptMotion:
    found = {name: arrays[f"{k} {name}"] for name in BLOCKS if f"{k} {name}" in arrays}
    openings = tuple((float(time), float(wide)) for time, wide in said["openings"])
    grips = tuple(Grip(float(take), float(release)) for take, release in said.get("grips", ()))
    blocks: dict[str, Any] = {key: block(one) for key, one in found.items()}
    more: dict[str, Any] = {"grips": grips, "assumed": tuple(map(str, said.get("assumed", ())))}
    rows = JointTrajectory(said["robot"], openings=openings, **more, **blocks)
    marks = tuple(map(float, said["marks"]))
    return KeptMotion(said["name"], rows, said["repeat"], marks, bool(said["simulated"]))


def remove_leftovers() -> None:
    """Remove the unfinished files of killed programs from the user's folders."""
    gone = remove_unfinished(_folders())
    if gone:
        log.info("%d unfinished files of killed programs were removed", gone)


def _folders() -> Iterator[Path]:
    home = user_folder()
    yield from (home, *(home / name for name in SUFFIXES), home / "links" / "tools")
    yield from (recovery_folder(), config_folder(), cache_folder())
    yield from (path.parent for path in recent_files())
