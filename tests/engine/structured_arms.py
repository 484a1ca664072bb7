"""Random arms with a triple of joints that makes a closed solution, anywhere in the chain."""

import numpy as np
from hypothesis import strategies as st
from robots import TWISTS, floats, poses

from rvs.engine.robot import Robot

RIGHT = np.pi / 2
tilts = st.sampled_from([RIGHT, -RIGHT]) | floats(0.4, 2.6)
sides = st.sampled_from([0.0, 0.0]) | floats(0.1, 1)
lengths = floats(0.2, 1) | floats(-1, -0.2)
# Kinds of three joints in one plane, and the twists between them.
PLANES = {
    "RRR": (0.0, 0.0),
    "RRP": (0.0, RIGHT),
    "PRR": (RIGHT, 0.0),
    "RPR": (RIGHT, -RIGHT),
    "RPP": (RIGHT, RIGHT),
}


@st.composite
def structured_arms(draw: st.DrawFn, triple: str) -> tuple[Robot, np.ndarray]:
    """An arm of 3 to 6 joints with axes that meet or joints in a plane, and a posture."""
    n = draw(st.integers(3, 6))
    first = draw(st.integers(0, n - 3))

    def column(values: st.SearchStrategy[float]) -> list[float]:
        return draw(st.lists(values, min_size=n, max_size=n))

    a, alpha, d = column(sides), column(TWISTS), column(sides)
    kinds = column(st.sampled_from("RRRP" if triple == "meeting" else "R"))
    for i in (first, first + 1):
        a[i] = 0.0 if triple == "meeting" else draw(lengths)
        alpha[i] = draw(tilts)
    if triple == "meeting":
        d[first + 1] = 0.0
        kinds[first : first + 3] = "RRR"
    else:
        pattern = draw(st.sampled_from(sorted(PLANES)))
        kinds[first : first + 3] = pattern
        alpha[first : first + 2] = PLANES[pattern]
        if pattern == "RRR":
            alpha[first] = draw(st.sampled_from([0.0, np.pi]))
    robot = Robot.from_dh(
        a,
        alpha,
        d,
        0,
        "".join(kinds),
        offset=column(floats(-1, 1)),
        base=draw(poses),
        tool=draw(poses),
    )
    return robot, np.array(column(floats(-3, 3)))
