"""Blocks, joint trajectories, glides, and motions made of motions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.array_value import block
from rvs.model.motions.motion import Glide, JointTrajectory
from rvs.model.motions.tracks import Later, Together
from rvs.model.session import Session

finite = st.floats(-1e6, 1e6)
tables = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(finite, min_size=n, max_size=n), min_size=1, max_size=12)
)


def q(motion, t, robot="arm"):
    return motion.at(t)[robot]


def test_a_block_is_what_it_holds():
    table = np.arange(6.0).reshape(2, 3)
    one = block(table)
    table[0, 0] = 9.0
    assert one == block([[0, 1, 2], [3, 4, 5]])
    assert hash(one) == hash(block([[0, 1, 2], [3, 4, 5]]))
    assert one != block([0, 1, 2, 3, 4, 5])
    assert one != block([[0, 1, 2], [3, 4, 6]])
    assert block([0.0]) == block([-0.0])
    assert one != "block"
    with pytest.raises(ValueError, match="read-only"):
        one.array[0, 0] = 1.0


def test_a_block_copies_a_view_of_what_can_change():
    table = np.zeros((4, 2))
    view = table[:2]
    view.setflags(write=False)
    kept = block(view)
    table[:] = 7.0
    assert not kept.array.any()


def test_a_block_takes_over_what_nobody_can_write_to():
    table = np.zeros((4, 2))
    table.setflags(write=False)
    assert block(table).array is table


@pytest.mark.parametrize("values", [[np.nan], [np.inf, 1], "abc", [[1], [1, 2]]])
def test_a_block_refuses_what_is_no_finite_table(values):
    with pytest.raises(ArgumentError):
        block(values)


@pytest.mark.property
@given(tables, st.floats(1e-3, 10.0))
def test_rows_are_exact_at_their_times(rows, dt):
    trajectory = JointTrajectory.evenly("arm", rows, dt)
    for time, row in zip(trajectory.keys, rows, strict=True):
        assert q(trajectory, float(time)) == tuple(row)


@pytest.mark.property
@given(tables, st.floats(-5, 100.0))
def test_between_rows_joints_stay_between(rows, t):
    trajectory = JointTrajectory.evenly("arm", rows, 1.0)
    here = min(max(t, 0.0), trajectory.duration)
    two = np.array([rows[int(np.floor(here))], rows[int(np.ceil(here))]])
    value, slack = np.array(q(trajectory, t)), 1e-9 * (1 + np.abs(two).max())
    assert (value >= two.min(axis=0) - slack).all()
    assert (value <= two.max(axis=0) + slack).all()


def test_between_rows_joints_move_evenly():
    trajectory = JointTrajectory("arm", block([0.0, 1.0, 3.0]), block([[0, 5], [2, 5], [4, 1]]))
    assert q(trajectory, 0.25) == (0.5, 5.0)
    assert q(trajectory, 2.0) == (3.0, 3.0)
    assert q(trajectory, -1.0) == (0.0, 5.0)
    assert q(trajectory, 99.0) == (4.0, 1.0)
    assert (trajectory.n, trajectory.duration, trajectory.dt) == (2, 3.0, None)


def test_even_rows_know_their_step():
    assert JointTrajectory.evenly("arm", np.zeros((500, 2)), 0.02).dt == pytest.approx(0.02)
    assert JointTrajectory.evenly("arm", [[1.0]], 0.02).dt is None
    assert JointTrajectory.evenly("arm", [[1.0]], 0.02).duration == 0.0


@pytest.mark.parametrize(
    ("times", "rows", "said"),
    [
        ([0.0, 1.0], [[1.0]], "1 times"),
        ([0.1], [[1.0]], "0 or more"),
        ([0.0, 1.0, 1.0], [[1.0]] * 3, "increasing"),
        ([0.0], [1.0], "shape"),
    ],
)
def test_trajectories_refuse_what_does_not_belong_together(times, rows, said):
    with pytest.raises(ArgumentError, match=said):
        JointTrajectory("arm", block(times), block(rows))


@pytest.mark.parametrize("dt", [0.0, -1.0, np.inf, np.nan])
def test_trajectories_refuse_steps_that_are_none(dt):
    with pytest.raises(ArgumentError, match="dt"):
        JointTrajectory.evenly("arm", [[1.0]], dt)


def test_equal_trajectories_are_equal():
    rows = np.random.default_rng(1).normal(size=(50, 3))
    assert JointTrajectory.evenly("arm", rows, 0.1) == JointTrajectory.evenly("arm", rows, 0.1)
    assert JointTrajectory.evenly("arm", rows, 0.1) != JointTrajectory.evenly("arm", rows, 0.2)
    assert JointTrajectory.evenly("arm", rows, 0.1) != JointTrajectory.evenly("leg", rows, 0.1)


def test_a_glide_has_exact_ends_and_its_scaling_between():
    glide = Glide("arm", (0.1, 1.0), (0.7, -1.0), 2.0, "cubic")
    assert q(glide, 0.0) == (0.1, 1.0)
    assert q(glide, 2.0) == (0.7, -1.0)
    assert q(glide, 0.5) == pytest.approx((0.1 + 0.6 * 5 / 32, 1.0 - 2.0 * 5 / 32))
    assert glide.keys.tolist() == [0.0, 2.0]
    assert q(Glide("arm", (0.0,), (1.0,), 0.0), 0.0) == (1.0,)


@pytest.mark.parametrize(
    ("end", "duration", "scaling", "said"),
    [
        ((1.0, 2.0), 1.0, "cubic", "1 values"),
        ((1.0,), -1.0, "cubic", "duration"),
        ((1.0,), 1.0, "quintik", "quintic"),
    ],
)
def test_a_glide_refuses(end, duration, scaling, said):
    with pytest.raises(ArgumentError, match=said):
        Glide("arm", (0.0,), end, duration, scaling)


def test_tracks_side_by_side():
    fast = JointTrajectory.evenly("arm", [[0.0], [1.0]], 1.0)
    slow = Glide("leg", (0.0, 0.0), (1.0, 2.0), 4.0)
    motion = Together((fast, slow))
    assert motion.duration == 4.0
    assert motion.keys.tolist() == [0.0, 1.0, 4.0]
    assert q(motion, 3.0) == (1.0,)
    assert q(motion, 2.0, "leg") == (0.5, 1.0)
    assert Together(()).duration == 0.0
    assert not Together(()).at(1.0)
    with pytest.raises(ArgumentError, match="arm"):
        Together((fast, Later(fast, 1.0)))


def test_postures_of_a_motion_cannot_be_changed():
    postures = Glide("arm", (0.0,), (1.0,), 1.0).at(0.5)
    with pytest.raises(TypeError):
        postures["arm"] = (2.0,)
    assert postures == {"arm": (0.5,)}


def test_a_session_takes_a_motion_from_its_beginning_without_undo():
    session = Session()
    session.play({}, 3.0)
    motion = Glide("arm", (0.0,), (1.0,), 1.0)
    session.load_motion(motion)
    assert session.state.motion is motion
    assert session.state.playhead == 0.0
    assert session.undo_label is None
    assert not session.dirty
    session.load_motion(None)
    assert session.state.motion is None
