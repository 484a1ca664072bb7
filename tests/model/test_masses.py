"""Moments about other points, and those that no body can have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.model.robots.masses import about_frame, impossible, moved_to_center, unweighed

points = st.lists(
    st.tuples(*[st.floats(-1.0, 1.0)] * 3, st.floats(0.01, 5.0)), min_size=1, max_size=6
)


@given(points)
def test_no_heap_of_points_is_called_impossible(heap):
    masses = np.array([point[3] for point in heap])
    places = np.array([point[:3] for point in heap])
    com = masses @ places / masses.sum()
    about = (masses[:, None] * (places - com)).T @ (places - com)
    tensor = np.trace(about) * np.eye(3) - about
    link = Inertia(
        float(masses.sum()),
        tuple(com),
        (*np.diag(tensor), tensor[0, 1], tensor[1, 2], tensor[0, 2]),
    )
    assert impossible(link) == ""


@pytest.mark.parametrize(
    ("mass", "moments", "words"),
    [
        (-1.0, (0.0,) * 6, "below 0"),
        (0.0, (0.1, 0.1, 0.1, 0, 0, 0), "without mass"),
        (1.0, (0.1, 0.1, 0.3, 0, 0, 0), r"Izz, 0.3 kg m², is more than Ixx \+ Iyy"),
        (1.0, (-0.1, 0.1, 0.1, 0, 0, 0), "Ixx is below 0"),
        (1.0, (0.1, 0.1, 0.1, 0.2, 0, 0), "products"),
        (1.0, (0.1, 0.1, 0.15, 0.06, 0, 0), ""),
        (1.0, (0.1, 0.1, 0.1, 0.06, 0.05, 0.05), "principal axes"),
        (1.0, (0.1, 0.1, 0.2, 0, 0, 0), ""),
        (1.0, (0.1, 0.1, 0.2000000001, 0, 0, 0), ""),
    ],
)
def test_what_no_mass_distribution_can_have_is_told(mass, moments, words):
    import re

    found = impossible(Inertia(mass, moments=moments))
    assert re.search(words, found) if words else found == ""


def test_moments_about_the_link_frame_and_back():
    link = Inertia(2.0, (0.3, 0.0, 0.1), (0.1, 0.2, 0.25, 0.01, 0.0, -0.02))
    there = about_frame(link)
    assert there[1] == pytest.approx(0.2 + 2.0 * 0.1)
    assert there[5] == pytest.approx(-0.02 - 2.0 * 0.03)
    assert moved_to_center(2.0, link.com, there).moments == pytest.approx(link.moments)


def test_links_without_known_mass_are_named():
    robot = Robot((Joint(), Joint(inertia=Inertia(1.0)), Joint()))
    assert unweighed(robot) == (1, 3)
