"""Payloads: their inertia, and a robot that carries them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.dynamics import gravload, inertia, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import from_rpy, pose
from rvs.model.robots.payloads import KINDS, Payload, grasp, loaded

ARM = Robot(
    (
        Joint(a=0.5, inertia=Inertia(2.0, (-0.25, 0, 0), (0, 0.04, 0.04, 0, 0, 0))),
        Joint(a=0.4, alpha=1.2, inertia=Inertia(1, (-0.2, 0.01, 0), (0.01, 0.02, 0.02, 0, 0, 0))),
    ),
    gravity=(0.0, -9.81, 0.0),
)  # fmt: skip


def test_moments_of_a_box_and_a_cylinder() -> None:
    box = Payload("box", (0.3, 0.2, 0.1), 12.0)
    assert np.allclose(box.moments, (0.05, 0.1, 0.13))
    rod = Payload("cylinder", (0.2, 0.2, 0.6), 4.0)
    assert np.allclose(rod.moments, (4 * (3 * 0.01 + 0.36) / 12,) * 2 + (0.02,))


@given(
    st.sampled_from(KINDS),
    st.lists(st.floats(-0.5, 0.5), min_size=3, max_size=3),
    st.lists(st.floats(-3.0, 3.0), min_size=3, max_size=3),
    st.lists(st.floats(-2.0, 2.0), min_size=2, max_size=2),
)
def test_the_dynamics_feel_a_third_body(kind, place, turns, q) -> None:
    """Carrying it is the same as a further, locked link that is nothing but the payload."""
    payload, at = Payload.standard(kind), pose(from_rpy(turns), place)
    heavy = loaded(ARM, payload, at)
    turned = at[:3, :3] @ np.diag(payload.moments) @ at[:3, :3].T
    # The further link's frame is the last one: all that matters is where its mass is.
    body = Inertia(
        payload.mass,
        tuple(at[:3, 3]),
        (*np.diag(turned), turned[0, 1], turned[1, 2], turned[0, 2]),
    )
    three = ARM.replace(joints=(*ARM.joints, Joint(inertia=body)))
    qd, qdd = [0.3, -0.7], [1.1, 0.4]
    torques = rne(three, [*q, 0.0], [*qd, 0.0], [*qdd, 0.0])[:2]
    assert np.allclose(rne(heavy, q, qd, qdd), torques, atol=1e-12)
    assert np.allclose(inertia(heavy, q), inertia(three, [*q, 0.0])[:2, :2], atol=1e-12)


def test_it_hangs_on_the_tool_unless_said_otherwise() -> None:
    payload = Payload("sphere", (0.1, 0.1, 0.1), 3.0)
    armed = ARM.replace(tool=pose(p=[0.2, 0.0, 0.0]))
    lever = gravload(loaded(armed, payload), [0.0, 0.0]) - gravload(armed, [0.0, 0.0])
    assert np.allclose(lever, [3 * 9.81 * 1.1, 3 * 9.81 * 0.6])


def test_nothing_and_the_weightless_change_nothing() -> None:
    assert loaded(ARM, None) is ARM
    assert loaded(ARM, Payload("box", (1.0, 1.0, 1.0), 0.0)) is ARM


def test_what_is_held_by_its_face_hangs_below_the_tip() -> None:
    box = Payload("box", (0.1, 0.1, 0.3), 1.0)
    assert np.allclose(grasp(box, np.eye(4), by_face=True)[:3, 3], [0, 0, 0.15])
    assert np.allclose(grasp(box, np.eye(4), by_face=False), np.eye(4))


@pytest.mark.parametrize(
    "fields",
    [("", (1, 1, 1), 1), ("box", (1, 1, 0), 1), ("box", (1, 1), 1), ("box", (1, 1, 1), -1)],
)
def test_what_is_no_payload(fields) -> None:
    with pytest.raises(ArgumentError):
        Payload(*fields)
