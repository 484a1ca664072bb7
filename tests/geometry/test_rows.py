"""Vectors in rows."""

import numpy as np
import pytest

from rvs.geometry.rows import across, crossed, distinct, lengths, products, units

ONE, TWO = np.random.default_rng(4).normal(size=(2, 20, 3))


def test_products_are_those_of_numpy() -> None:
    assert np.allclose(crossed(ONE, TWO), np.cross(ONE, TWO), atol=1e-15)
    assert np.allclose(products(ONE, TWO), np.einsum("ij,ij->i", ONE, TWO), atol=1e-15)
    assert np.allclose(lengths(ONE), np.linalg.norm(ONE, axis=1))
    assert np.allclose(units(ONE) * lengths(ONE)[:, None], ONE)


def test_triangles_of_any_size_have_unit_normals() -> None:
    corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    points = np.concatenate([corners, 1e-9 * corners])
    found = units(across(points, np.array([[0, 1, 2], [3, 5, 4], [0, 0, 1]])))
    assert found.tolist() == [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("count", [0, 1, 50])
def test_distinct_rows_are_in_their_order(count: int) -> None:
    rows = np.random.default_rng(count).integers(-1, 2, (count, 3)) * 0.5
    rows[::3] *= -1.0
    found, place = distinct(rows)
    assert np.array_equal(found, np.unique(rows, axis=0))
    assert np.array_equal(found[place], rows)
