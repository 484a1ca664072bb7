"""Places of robots against closed forms: annuli, boxes, intersections, and turned robots."""

from dataclasses import replace
from math import inf, pi

import numpy as np
import pytest

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine_all
from rvs.engine.inverse.batch import batch_postures, within_limits
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose, rotx, rotz
from rvs.files.library import load_robot
from rvs.study.placing import Wanted, evaluated, mounted, turned
from rvs.study.placing.conditions import Conditions, places_of

L1, L2 = 1.0, 0.6


def planar(lower: float = -inf, upper: float = inf) -> Robot:
    """A planar arm of two links with limits of its elbow."""
    return Robot.from_dh([L1, L2], 0, 0, 0, limits=[(-inf, inf), (lower, upper)])


def grid(across: float, count: int = 15) -> Array:
    """Places on the floor in a square."""
    x, y = np.meshgrid(*2 * [np.linspace(-across, across, count)])
    places = np.tile(np.eye(4), (x.size, 1, 1))
    places[:, 0, 3], places[:, 1, 3] = x.ravel(), y.ravel()
    return places


def fitting(wanted: Wanted, places: Array, turns: tuple[float, ...] = (0.0,)) -> Array:
    *_, fits = evaluated(wanted, places, turns)
    assert isinstance(fits, list)
    return np.array([fit.fits for fit in fits])


def at(*points: tuple[float, float]) -> Array:
    return np.array([pose(np.eye(3), [*point, 0.0]) for point in points])


def away(places: Array, target: Array) -> Array:
    return np.asarray(np.linalg.norm(places[:, :2, 3] - target[:2, 3], axis=1))


def test_places_of_a_planar_arm_make_an_annulus_about_the_target() -> None:
    targets, places = at((0.31, -0.23)), grid(2.1)
    found = fitting(Wanted(planar(), targets, task="position"), places)
    distance = away(places, targets[0])
    assert (found == ((distance > L1 - L2) & (distance < L1 + L2))).all()
    assert 20 < found.sum() < 200


def test_limits_of_the_elbow_narrow_the_annulus() -> None:
    low, high = 0.5, 2.0
    targets, places = at((0.0, 0.0)), grid(1.7)
    *_, fits = evaluated(Wanted(planar(low, high), targets, task="position"), places)
    assert isinstance(fits, list)
    least, most = (np.sqrt(L1**2 + L2**2 + 2 * L1 * L2 * np.cos(q)) for q in (high, low))
    distance = away(places, targets[0])
    assert [fit.fits for fit in fits] == ((distance > least) & (distance < most)).tolist()
    reached = (distance > L1 - L2) & (distance < L1 + L2)
    causes = np.array([fit.cause for fit in fits])
    assert (causes[~reached] == "reach").all()
    assert set(causes[reached].tolist()) == {"", "limits"}


def test_two_targets_leave_the_intersection_and_the_first_that_fails_is_named() -> None:
    targets, places = at((0.53, 0.0), (-0.6, 0.22)), grid(2.1)
    *_, fits = evaluated(Wanted(planar(), targets, task="position"), places)
    assert isinstance(fits, list)
    rings = [(d > L1 - L2) & (d < L1 + L2) for d in (away(places, one) for one in targets)]
    assert [fit.fits for fit in fits] == (rings[0] & rings[1]).tolist()
    for fit, first in zip(fits, rings[0], strict=True):
        assert fit.fits or fit.target == int(first)


def test_a_bound_of_the_condition_number_is_an_annulus_too() -> None:
    bound, targets, places = 1.6, at((0.0, 0.0)), grid(1.7)
    found = fitting(Wanted(planar(), targets, task="position", most=bound), places)
    distance = away(places, targets[0])
    cosine = (distance**2 - L1**2 - L2**2) / (2 * L1 * L2)
    with np.errstate(invalid="ignore"):
        # |J| |J^-1| / 2 of a 2 x 2 matrix is the sum of its squares over twice its determinant
        kappa = (distance**2 + L2**2) / (2 * L1 * L2 * np.sqrt(1 - cosine**2))
    assert (found == (np.nan_to_num(kappa, nan=inf) <= bound)).all()
    assert found.sum() > 10


def test_places_of_a_gantry_make_a_box() -> None:
    robot = load_robot("cartesian").robot
    low, high = robot.limits.T
    ends = fkine(robot, np.array([low, high]))
    target = pose(ends[0, :3, :3], [0.2, 0.1, float(ends[:, 2, 3].mean())])
    places = grid(2.0, 21)
    found = fitting(Wanted(robot, target[None]), places)
    need = target[:2, 3] - places[:, :2, 3]
    least, most = ends[:, :2, 3].min(axis=0), ends[:, :2, 3].max(axis=0)
    edge = 1e-6
    assert (found == ((need >= least - edge) & (need <= most + edge)).all(axis=1)).all()
    assert 0 < found.sum() < len(places)
    tilted = target.copy()
    tilted[:3, :3] = rotx(0.3) @ target[:3, :3]
    assert not fitting(Wanted(robot, tilted[None]), places[found]).any()


def test_a_scara_reaches_a_pose_from_an_annulus_whatever_its_turn() -> None:
    robot = Robot.from_dh(
        [0.4, 0.3, 0, 0], [0, pi, 0, 0], [0.5, 0, 0, 0], 0, "RRPR",
        limits=[(-inf, inf), (-inf, inf), (0.0, 0.3), (-inf, inf)],
    )  # fmt: skip
    targets = pose(rotz(0.7) @ rotx(pi), [0.1, 0.1, 0.3])[None]
    places = grid(0.9, 13)
    distance = away(places, targets[0])
    expected = (distance > 0.1) & (distance < 0.7)
    assert (fitting(Wanted(robot, targets), places) == expected).all()
    targets[0, 2, 3] = 0.15
    assert not fitting(Wanted(robot, targets), places).any()


@pytest.mark.parametrize("mount", ["floor", "ceiling", "wall"])
def test_all_turns_at_once_are_as_each_turn_alone(mount: str) -> None:
    usual, rng = load_robot("puma560").robot, np.random.default_rng(3)
    first = replace(usual.joints[0], limits=(0.9, 1.5))
    robot = usual.replace(joints=(first, *usual.joints[1:]))
    place = pose(mounted(mount), [0.1, 0.2, 0.4])  # type: ignore[arg-type]
    places = np.repeat(place[None], 4, axis=0)
    places[:, :2, 3] += [[0, 0], [0.05, 0], [0, 0.05], [0.4, 0.4]]
    turns = tuple(np.linspace(0.0, 2 * pi, 5, endpoint=False).tolist())
    q = rng.uniform(*robot.limits.T, (2, robot.n))
    wanted = Wanted(robot, turned(places[:1], turns[3]) @ fkine(robot, q))
    *_, together = evaluated(wanted, places, turns)
    alone = []
    for turn in turns:
        *_, fits = evaluated(wanted, turned(places, turn))
        assert isinstance(fits, list)
        alone.append([fit.condition for fit in fits])
    assert isinstance(together, list)
    least = np.min(alone, axis=0)
    assert [fit.condition for fit in together] == pytest.approx(least.tolist(), rel=1e-5)
    assert np.allclose(together[0].place, turned(places[:1], turns[3])[0])
    for fit in together:
        if fit.postures is not None:
            there = fit.place @ fkine(robot, fit.postures)
            assert np.abs(there - wanted.targets).max() < 1e-6


def test_work_moves_as_its_robot_would_the_other_way() -> None:
    robot = planar()
    targets, moves = at((0.3, 0.1)), grid(1.5, 9)
    found = fitting(Wanted(robot, targets, np.eye(4), task="position"), moves)
    there = np.linalg.norm((moves @ targets[0])[:, :2, 3], axis=1)
    assert (found == ((there > L1 - L2) & (there < L1 + L2))).all()


@pytest.mark.parametrize("name", ["puma560", "scara", "ur5", "rhino-xr3"])
def test_many_poses_have_the_postures_of_each(name: str) -> None:
    robot = load_robot(name).robot
    low, high = np.clip(robot.limits.T, -3.0, 3.0)
    T = fkine(robot, np.random.default_rng(1).uniform(low, high, (5, robot.n)))
    found = batch_postures(robot, T)
    assert np.abs(fkine(robot, found.q) - T[found.pose]).max() < 1e-6
    assert set(found.pose.tolist()) == set(range(5))
    for k in range(5):
        every = ikine_all(robot, T[k]).q
        mine = found.q[found.pose == k]
        gaps = np.abs(np.exp(1j * mine[:, None]) - np.exp(1j * every)).max(axis=2)
        assert gaps.min(axis=1).max() < 1e-4
        assert len(mine) == len(every) or not found.certain[k]


def test_postures_are_brought_within_the_limits_by_whole_turns() -> None:
    robot = Robot.from_dh([1, 1], 0, 0, 0, limits=[(3.0, 5.0), (-inf, inf)])
    q, inside = within_limits(robot, np.array([[-2.5, 7.0], [0.0, 0.0]]))
    assert q[0].tolist() == pytest.approx([2 * pi - 2.5, 7.0 - 2 * pi])
    assert inside.tolist() == [True, False]


def test_targets_too_far_apart_are_refused() -> None:
    targets = at((0.0, 0.0), (9.0, 0.0))
    with pytest.raises(ArgumentError, match="9 m apart"):
        places_of(Conditions(), planar(), targets, np.eye(4), None)


def test_the_grid_is_where_all_targets_can_be_in_reach() -> None:
    targets = at((0.0, 0.0), (1.0, 0.0))
    x, y, (places,) = places_of(Conditions(step=0.25), planar(), targets, np.eye(4), None)
    assert x[0] >= 1.0 - 1.6 * 1.05
    assert x[-1] <= 1.6 * 1.05
    assert np.allclose(np.diff(x), 0.25)
    assert len(places) == len(x) * len(y)
    with pytest.raises(ArgumentError, match="step"):
        places_of(Conditions(step=1e-4), planar(), targets, np.eye(4), None)
