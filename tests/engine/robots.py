"""Random robots and postures for property tests."""

import numpy as np
from hypothesis import strategies as st

from rvs.engine.robot import Robot
from rvs.engine.screws import exp6


def floats(low: float, high: float) -> st.SearchStrategy[float]:
    # Steps of a thousandth: exact zeros and right angles turn up, meaningless tiny numbers do not.
    return st.integers(round(low * 1000), round(high * 1000)).map(lambda k: k / 1000)


TWISTS = st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi]) | floats(-3, 3)
poses = st.lists(floats(-2, 2), min_size=6, max_size=6).map(exp6)


@st.composite
def robots(
    draw: st.DrawFn,
    kinds: str = "RPH",
    least: int = 1,
    most: int = 12,
    locks: bool = True,
    convention: str | None = None,
) -> Robot:
    """A robot of 1 to 12 joints of mixed kinds, standard or modified, on any base with any tool."""
    n = draw(st.integers(least, most))

    def column(values: st.SearchStrategy[float]) -> list[float]:
        return draw(st.lists(values, min_size=n, max_size=n))

    return Robot.from_dh(
        column(floats(-1, 1)),
        column(TWISTS),
        column(floats(-1, 1)),
        column(TWISTS),
        "".join(column(st.sampled_from(kinds))),
        pitch=column(floats(-0.3, 0.3)),
        convention=convention or draw(st.sampled_from(["standard", "modified"])),
        offset=column(floats(-1, 1)),
        locked=column(st.sampled_from([0.0, 0.0, 0.0, 1.0])) if locks else None,
        mass=column(floats(0, 5)),
        com=np.reshape(column(floats(-1, 1)) * 3, (n, 3)),
        inertia=np.outer(column(floats(0, 1)), [1, 1.2, 1.5, 0.1, 0.2, -0.1]),
        base=draw(poses),
        tool=draw(poses),
    )


@st.composite
def robots_and_postures(draw: st.DrawFn, **options: object) -> tuple[Robot, np.ndarray, np.ndarray]:
    """A robot with a posture and joint speeds."""
    robot = draw(robots(**options))
    values = st.lists(floats(-3, 3), min_size=robot.n, max_size=robot.n)
    return robot, np.array(draw(values)), np.array(draw(values))
