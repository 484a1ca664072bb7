"""Workspaces in a cell: against both postures of a planar arm, and what makes them out of date."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.collision.check import check_of
from rvs.collision.workspace import collides_of, completed, search
from rvs.commands.robots import placed_alone
from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.model.document import Document
from rvs.model.robots.table import set_joint
from rvs.model.state import NO_POSTURES, State, fit_postures
from rvs.model.things.thing import Thing
from rvs.model.views.view import View, WorkspaceView
from rvs.model.workspace_result import Found, found_now


def cell(things: tuple[Thing, ...] = (), **wanted) -> State:
    placed = placed_alone(load_robot("planar-2r"), None)
    document = Document((placed,), things=things)
    view = View(mode="body", workspace=WorkspaceView(True, placed.id, **wanted))
    return State(document, fit_postures(document, NO_POSTURES), view)


def block(x: float = 1.2) -> Thing:
    place = np.eye(4)
    place[:3, 3] = x, 0.0, -0.5
    sizes = (("length", 0.4), ("width", 0.6), ("height", 1.0))
    return Thing("block", "box", sizes, place=tuple(map(tuple, place.tolist())))


def last(state: State) -> Found:
    *_, found = (
        step
        for step in search(state, state.document.robots[0], levels=1)
        if isinstance(step, Found)
    )
    return found


def both(x: float, y: float) -> list[tuple[float, float]]:
    """Both postures of an arm with two links of 1 m."""
    bend = np.arccos(np.clip((x * x + y * y - 2.0) / 2.0, -1.0, 1.0))
    way = np.arctan2(y, x)
    return [(float(way - q2 / 2.0), float(q2)) for q2 in (bend, -bend)]


def test_what_is_left_is_what_one_of_both_postures_reaches():
    """A planar 2R arm reaches every point in two ways, which closed forms give."""
    state = cell((block(),), collisions=True)
    found = last(state)
    assert found.clear is not None
    assert 0.2 < found.clear.share < 0.95
    placed = state.document.robots[0]
    robot, check = placed.robot, check_of(state.document, "body")
    wrong = 0
    for k in range(0, len(found.clear.points), 23):
        free = any(not check.colliding({placed.id: q}) for q in both(*found.clear.points[k, :2]))
        wrong += free != bool(found.clear.free[k])
    assert wrong == 0
    some = np.flatnonzero(found.clear.free)[:5]
    tips = fkine(robot, found.clear.postures[some])[:, :3, 3]
    assert np.allclose(tips, found.clear.points[some], atol=1e-5)
    assert found.measure == pytest.approx(4 * np.pi * found.clear.share, rel=1e-3)
    assert found.error > found.workspace.error


def test_bodies_that_stand_still_do_not_count():
    """A block around the base touches it in every posture, and takes nothing by that alone."""
    state = cell(
        (
            block(1.2),
            replace(
                block(-0.05), id="foot", sizes=(("length", 0.1), ("width", 0.1), ("height", 0.45))
            ),
        )
    )
    collides = collides_of(state.document, state.postures, "body", state.document.robots[0].id)
    assert collides(np.array([0.0, 0.1]))
    assert not collides(np.array([np.pi, 0.1]))


def test_a_found_workspace_is_up_to_date_until_what_it_depends_on_changes():
    state = cell((block(),), collisions=True)
    state = replace(state, found=last(state))
    assert found_now(state) is state.found
    assert completed(state) is state
    name = state.document.robots[0].id
    moved = replace(state, document=replace(state.document, things=(block(1.0),)))
    assert found_now(moved) is None
    longer = replace(state, document=set_joint(state.document, name, 0, a=1.5))
    assert found_now(longer) is None
    wanted = state.view.workspace
    for other in ({"collisions": False}, {"limits": False}, {"on": False}, {"robot": "nobody"}):
        view = replace(state.view, workspace=replace(wanted, **other))
        assert found_now(replace(state, view=view)) is None
    posed = replace(state, postures={name: (1.0, 1.0)})
    assert found_now(posed) is state.found
