"""Whatever edits come one after another: after each the cell is saved, opened and says the same."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell, TrajectoryLink, parse_cell, read_cell
from rvs.files.cells.salvage import keepable
from rvs.files.cells.session_file import HeldCell
from rvs.files.cells.write import cell_text
from rvs.files.motions.jtraj import read_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.storage.recovery import packed, unpacked
from rvs.files.text.source import encoded
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.document import Document, change_robot
from rvs.model.motions.grips import Grip
from rvs.model.motions.kept import KeptMotion
from rvs.model.robots.payloads import KINDS, Payload
from rvs.model.session import Session
from rvs.model.state import State, fit_postures
from rvs.model.views.view import Camera, Section, View

from ..model import random_edits

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "search"
STEPS, SAVED_EVERY = (1000, 50) if THOROUGH else (60, 20)
BODY = Body(links=(LinkBody(0, (Part("p", "sphere", (("radius", "a1 + 1"),)),)),))
Change = Callable[[Document], Document]


def of_robot(rng: Random, now: Document) -> dict[str, Any]:
    """Return fields of a robot that edits of the table leave alone."""
    grips = tuple(Grip(2.0 * k, 2.0 * k + 1.0) for k in range(rng.randint(0, 3)))
    sizes = tuple(rng.uniform(0.01, 0.2) for _ in range(3))
    carried = Payload(rng.choice(KINDS), (sizes[0], sizes[1], sizes[2]), rng.uniform(0.0, 5.0))
    every = {
        "payload": rng.choice([None, carried]),
        "grips": grips,
        "body": rng.choice([None, BODY]),
        "end_effector": rng.choice(["hand", "none", "a tool", ""]),
        "opening": rng.choice([0.0, 0.5, 2.0]),
        "unit": rng.choice(["mm", "m", "in"]),
        "id": rng.choice(["same", "", "a b", "\0", "x" * 300]),
    }
    name = rng.choice(list(every))
    return {name: every[name]}


def random_change(rng: Random, now: Document) -> Change:
    """Return an edit, a robot in the place of another one, or what no edit does alone."""
    kind = rng.randrange(8)
    if kind == 0 and now.robots:
        chosen = random_edits.robot_id(rng, now)
        changes = of_robot(rng, now)
        return lambda document: change_robot(document, chosen, **changes)
    if kind == 1 and now.robots:
        old, new = rng.choice(now.robots), random_edits.placed(rng)
        robots = tuple(new if one is old else one for one in now.robots)
        return lambda document: replace(document, robots=robots)
    return random_edits.random_edit(rng, now)[1]


def link(rng: Random, now: Document) -> TrajectoryLink:
    robots = ["", *(one.id for one in now.robots)]
    return TrajectoryLink(f"motion {rng.random()}", "scara-flower", rng.choice(robots))


def view(rng: Random, now: Document) -> View:
    robots = ["", "gone", *(one.id for one in now.robots)]
    shown = View(Camera(azimuth=rng.uniform(-9.0, 9.0)), section=Section(rng.random() < 0.5))
    return replace(shown, workspace=replace(shown.workspace, robot=rng.choice(robots)))


def said(cell: Cell) -> tuple[object, ...]:
    document = replace(cell.document, motions=())
    postures = dict(fit_postures(document, cell.postures))
    return document, postures, cell.view, cell.panes, cell.trajectories


def check(held: HeldCell) -> None:
    """Hold what is read back from the bytes of a new text against what is true."""
    present = held.present()
    text = cell_text(replace(present, text="", path=None))
    assert said(parse_cell(encoded("cell", text).text)) == said(present)
    motions = present.document.motions
    for motion, back in zip(motions, unpacked(packed(motions)), strict=True):
        assert everything(back) == everything(replace(motion, file=""))


def everything(motion: KeptMotion) -> tuple[object, ...]:
    """Return a motion with the facts that a comparison of motions ignores."""
    return motion, motion.trajectory.assumed


def check_files(document: Document) -> None:
    """Hold the files of motions against what is true."""
    for motion in document.motions:
        placed, rows = document.robot(motion.robot_id), motion.trajectory
        found = read_jtraj(Path(motion.file), Architecture(placed.robot, placed.unit))
        back = found.trajectory
        assert (back.grips, back.openings) == (rows.grips, rows.openings), motion
        assert found.repeat == motion.repeat, motion
        assert np.allclose(back.rows.array, rows.rows.array, rtol=1e-9, atol=1e-9), motion
        for name in ("speeds", "accelerations", "pushes"):
            wanted, read = getattr(rows, name), getattr(back, name)
            assert (wanted is None) == (read is None), (name, motion)
            assert wanted is None or np.allclose(read.array, wanted.array, atol=1e-9), name


@pytest.mark.property
@settings(max_examples=100 if THOROUGH else 4)
@given(seed=st.integers(0, 2**32 - 1))
def test_after_each_edit_a_cell_says_what_is_true(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng, session = Random(seed), Session(State())
    held = HeldCell(session)
    path: Path = tmp_path_factory.mktemp("cells") / "cell.rvs"
    for turn in range(STEPS):
        now = session.state.document
        try:
            session.edit(f"{turn}", random_change(rng, now))
        except RvsError:
            continue
        if rng.random() < 0.1:
            held.trajectories = (*held.trajectories[-3:], link(rng, session.state.document))
        if rng.random() < 0.1:
            session.show(view(rng, session.state.document))
        if rng.random() < 0.1:
            session.travel(rng.randint(max(len(session.history) - 3, 0), len(session.steps)))
        check(held)
        if turn % SAVED_EVERY == 0:
            saved = held.save(path)
            assert said(read_cell(path)) == said(saved) == said(held.present())
            check_files(session.state.document)
            kept, lost = keepable(held.present())
            assert not lost
            assert kept == held.present()
