from math import sqrt

import numpy as np
import pytest

from rvs.model.appearance.colors import SKELETON, rgba
from rvs.model.appearance.materials import MATERIALS
from rvs.scene.light import shade, studio, to_linear, to_srgb

MIRRORS_KEY = np.array([-0.33, -0.87, 0.37]) / np.linalg.norm([-0.33, -0.87, 0.37])
UP, FRONT = np.array([0.0, 0.0, 1.0]), np.array([0.0, -1.0, 0.0])


def directions(count, seed):
    found = np.random.default_rng(seed).normal(size=(count, 3))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


@pytest.mark.parametrize("name", MATERIALS)
def test_every_color_is_finite_and_within_bounds(name):
    base = np.random.default_rng(3).random((500, 3))
    colors = shade(directions(500, 1), directions(500, 2), base, MATERIALS[name])
    assert ((colors >= 0) & (colors <= 1)).all()


def test_nothing_bright_clips():
    white = np.full(3, 0.95)
    for name in ("paint", "plastic", "matte", "metal"):
        colors = shade(directions(3000, 1), FRONT, white, MATERIALS[name])
        assert colors.max() < 0.995


def test_known_values():
    """Numbers of the reference picture, so that no constant changes unseen."""
    seen = [
        shade(UP, FRONT, rgba("#8FA3B8")[:3], MATERIALS["paint"]),
        shade(FRONT, FRONT, rgba("#34495E")[:3], MATERIALS["plastic"]),
        shade(MIRRORS_KEY, FRONT, rgba("#34495E")[:3], MATERIALS["plastic"]),
        shade(np.array([1, -1, 1]) / sqrt(3), FRONT, rgba("#C3C7CC")[:3], MATERIALS["brushed"]),
    ]
    assert np.allclose(seen, KNOWN, atol=1e-6)


def test_the_studio_turns_with_the_camera():
    turn = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1.0]])
    n, v = directions(50, 1), directions(50, 2)
    base, material = np.array([0.5, 0.4, 0.3]), MATERIALS["plastic"]
    fixed = shade(n, v, base, material, (1.0, 0.0))
    turned = shade(n @ turn.T, v @ turn.T, base, material, turn[:, 0])
    assert np.allclose(fixed, turned)
    assert np.allclose(studio(turn[:, 0], turn[:, 0]), [1, 0, 0])


def test_a_normal_that_looks_away_is_mirrored():
    n, v = directions(50, 1), directions(50, 2)
    args = (v, np.array([0.5, 0.4, 0.3]), MATERIALS["paint"])
    mirrored = n - 2.0 * (n * v).sum(axis=1, keepdims=True) * v
    assert np.allclose(shade(n, *args), shade(mirrored, *args))


def test_nothing_jumps_at_the_silhouette():
    n, v = directions(50, 1), directions(50, 2)
    edge = n - (n * v).sum(axis=1, keepdims=True) * v
    edge /= np.linalg.norm(edge, axis=1, keepdims=True)
    args = (v, np.array([0.5, 0.4, 0.3]), MATERIALS["paint"])
    before, beyond = shade(edge + 1e-4 * v, *args), shade(edge - 1e-4 * v, *args)
    assert np.allclose(before, beyond, atol=2e-3)


def test_brighter_paint_is_brighter():
    n, v = directions(100, 1), directions(100, 2)
    dark, bright = (shade(n, v, np.full(3, b), MATERIALS["matte"]) for b in (0.3, 0.6))
    assert (bright > dark).all()


def test_encoding_and_back():
    values = np.linspace(0, 1, 101)
    assert np.allclose(to_srgb(to_linear(values)), values, atol=1e-6)


def test_the_skeleton_names_known_materials():
    assert {material for _, material in SKELETON.values()} <= set(MATERIALS)


KNOWN = [
    [0.6341276, 0.7130815, 0.7972611],
    [0.2257974, 0.2902891, 0.359535],
    [0.5184079, 0.5545823, 0.6005674],
    [0.7037129, 0.7259805, 0.7563311],
]
