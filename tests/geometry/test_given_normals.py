"""A coarser surface has normals of the one that it was made of."""

import numpy as np

from rvs.geometry.coarse import chosen_normals

POINTS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
TRIANGLE = np.array([[0, 1, 2]])
UP, LEANING, ASIDE = [0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [1.0, 0.0, 0.0]
RULES = np.array([0.6, 0.99, 0.01])
NONE = np.zeros((0, 4))


def test_a_corner_has_the_nearest_normal_of_its_vertex() -> None:
    normals = np.array([ASIDE, LEANING, UP, ASIDE, LEANING])
    found = chosen_normals(POINTS, TRIANGLE, np.array([0, 2, 4, 5]), normals, NONE, RULES)
    assert found.tolist() == [LEANING, UP, LEANING]


def test_where_all_turn_away_it_has_the_triangle_s() -> None:
    normals = np.array([ASIDE, ASIDE, LEANING])
    found = chosen_normals(POINTS, TRIANGLE, np.arange(4), normals, NONE, RULES)
    assert found.tolist() == [UP, UP, LEANING]


def test_what_lies_in_a_flat_face_is_flat() -> None:
    normals = np.array([LEANING] * 3)
    for place, flat in ((0.005, True), (-0.005, True), (0.02, False)):
        planes = np.array([[*ASIDE, 0.0], [*UP, place]])
        found = chosen_normals(POINTS, TRIANGLE, np.arange(4), normals, planes, RULES)
        assert found.tolist() == [UP if flat else LEANING] * 3
