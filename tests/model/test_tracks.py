"""Several motions on one time line."""

from math import pi

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import Grip
from rvs.model.motions.motion import Glide
from rvs.model.motions.tracks import Later, Together, on_one_line, part_of
from rvs.model.robots.payloads import Payload
from rvs.model.state import State
from rvs.scene.build import build_scene

A, B = Glide("a", (0.0,), (2.0,), 1.0), Glide("b", (1.0,), (3.0,), 2.0)


def test_a_later_motion_rests_until_it_begins() -> None:
    late = Later(B, 1.5)
    assert late.duration == 3.5
    assert late.keys.tolist() == [0.0, 1.5, 3.5]
    postures = [late.at(t)["b"] for t in (0.0, 1.5, 2.5, 3.5, 9.0)]
    assert postures == [(1.0,), (1.0,), (2.0,), (3.0,), (3.0,)]


@pytest.mark.parametrize("start", [-0.1, np.inf, np.nan])
def test_a_start_lies_on_the_time_line(start: float) -> None:
    with pytest.raises(ArgumentError, match="start"):
        Later(A, start)


def test_one_motion_that_begins_at_once_stays_itself() -> None:
    assert on_one_line([]) is None
    assert on_one_line([(A, 0.0)]) is A
    assert on_one_line([(A, 2.0)]) == Later(A, 2.0)
    both = on_one_line([(A, 0.0), (B, 0.5)])
    assert isinstance(both, Together)
    assert both.duration == 2.5
    assert dict(both.at(1.5)) == {"a": (2.0,), "b": (2.0,)}
    with pytest.raises(ArgumentError, match="move a"):
        on_one_line([(A, 0.0), (A, 3.0)])


def test_the_part_of_a_robot() -> None:
    both = Together((A, Later(B, 0.5)))
    assert part_of(both, "a") == (A, 0.0)
    assert part_of(both, "b") == (B, 0.5)
    assert part_of(Later(both, 1.0), "b") == (B, 1.5)
    assert part_of(A, "b") == (A, 0.0)


def test_a_payload_is_taken_in_the_time_of_its_own_robot() -> None:
    """A track that begins later takes its payload later, at the same place."""
    arm = Robot((Joint(a=1.0, limits=(-pi, pi)),))
    carrier = PlacedRobot("b", arm, payload=Payload.standard("box"), grips=(Grip(1.0),))
    document = Document((PlacedRobot("a", arm), carrier))

    def boxes(motion: object, t: float) -> list[list[float]]:
        state = State(document, motion.at(t), playhead=t, motion=motion)  # type: ignore[attr-defined]
        return [
            np.round(item.pose, 9).tolist()
            for item in build_scene(state).items
            if item.owner[:1] == ("b",) and "payload" in item.owner
        ]

    at_once, later = Together((A, B)), Together((A, Later(B, 3.0)))
    for t in (0.0, 0.5, 1.5):
        assert boxes(at_once, t)
        assert boxes(later, t + 3.0) == boxes(at_once, t)
    assert boxes(later, 1.5) == boxes(at_once, 0.0)
