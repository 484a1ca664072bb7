"""The two triples of joints on which closed solutions rest, of all kinds, on their own."""

from itertools import product

import numpy as np
import pytest

from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.position import place
from rvs.engine.inverse.structure import in_plane
from rvs.engine.inverse.subproblems import three_turns, two_trig_equations
from rvs.engine.screws import exp3

KINDS = ["".join(kinds) for kinds in product("RP", repeat=3)]


def has(found: list[tuple[float, ...]], values: np.ndarray, turns: np.ndarray) -> bool:
    away = np.array(found).reshape(-1, len(values)) - values
    around = (away + np.pi) % (2 * np.pi) - np.pi
    return bool((np.abs(np.where(turns, around, away)).max(axis=1) < 1e-6).any())


@pytest.mark.parametrize("kinds", [kinds for kinds in KINDS if "R" in kinds])
def test_three_joints_in_a_plane(kinds: str) -> None:
    rng = np.random.default_rng(1)
    turns = np.array([kind == "R" for kind in kinds])
    for _ in range(5):
        frame = exp3(rng.normal(size=3))
        flat = np.column_stack([rng.normal(size=(3, 2)), np.zeros(3)])
        flat /= np.linalg.norm(flat, axis=1)[:, None]
        upright = np.outer(rng.choice([-1, 1], 3), [0, 0, 1])
        h = np.where(turns[:, None], upright, flat) @ frame.T
        axes = Axes(h, rng.normal(size=(3, 3)), turns)
        values = rng.uniform(-2, 2, 3)
        X = axes.product(values.tolist())
        found = in_plane(axes, frame[:, 2], X)
        assert has(found, values, turns)
        for one in found:
            np.testing.assert_allclose(axes.product(one), X, atol=1e-9)


@pytest.mark.parametrize("special", ["none", "ab parallel", "bc parallel", "ab meet", "level"])
@pytest.mark.parametrize("kinds", KINDS)
def test_three_joints_bring_a_point_to_a_place(kinds: str, special: str) -> None:
    rng = np.random.default_rng(2)
    turns = np.array([kind == "R" for kind in kinds])
    parallel = {"ab parallel": (0, 1), "bc parallel": (1, 2)}.get(special, ())
    if parallel and not turns[list(parallel)].all():
        pytest.skip("slides that are parallel have a choice")
    for _ in range(5):
        h, p = rng.normal(size=(2, 3, 3))
        if parallel:
            h[parallel[1]] = h[parallel[0]]
        if special == "ab meet":
            p[1] = p[0]
        if special == "level":
            h[1] = np.cross(h[0], h[1])
        axes = Axes(h / np.linalg.norm(h, axis=1)[:, None], p, turns)
        values, point = rng.uniform(-2, 2, 3), rng.normal(size=3)

        def carried(joints: tuple[float, ...], axes: Axes = axes, w: np.ndarray = point):
            return (axes.product(joints) @ [*w, 1.0])[:3]

        goal = carried(tuple(values))
        found = place(axes, point, goal)
        assert has(found, values, turns)
        assert len(found) <= 4
        for one in found:
            np.testing.assert_allclose(carried(one), goal, atol=1e-5)


def test_three_turns_make_a_rotation_in_two_ways() -> None:
    rng = np.random.default_rng(3)
    for _ in range(10):
        h = rng.normal(size=(3, 3))
        h /= np.linalg.norm(h, axis=1)[:, None]
        values = rng.uniform(-3, 3, 3)
        R = np.linalg.multi_dot([exp3(axis * angle) for axis, angle in zip(h, values, strict=True)])
        found = three_turns(h, R)
        assert len(found) == 2
        assert has(found, values, np.ones(3, dtype=bool))


@pytest.mark.parametrize("rank", [(2, 2), (1, 2), (2, 1), (1, 1)])
def test_two_equations_in_two_angles(rank: tuple[int, int]) -> None:
    rng = np.random.default_rng(4)
    for _ in range(10):
        left, right = rng.normal(size=(2, 2, 2))
        if rank[0] == 1:
            left = np.outer(left[0], left[1])
        if rank[1] == 1:
            right = np.outer(right[0], right[1])
        x, y = rng.uniform(-3, 3, 2)
        rest = -left @ [np.cos(x), np.sin(x)] - right @ [np.cos(y), np.sin(y)]
        found = two_trig_equations(left, right, rest)
        assert has(found, np.array([x, y]), np.ones(2, dtype=bool))
        assert len(found) <= 4
