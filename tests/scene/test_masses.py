"""Centres of mass and inertia ellipsoids in the view."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.effectors import carried_load, payload_solids
from rvs.bodies.robot_body import shown_body
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import frames
from rvs.files.bodies.effectors import equipped
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.refs import link_ref
from rvs.model.robots.payloads import Payload
from rvs.scene.annotate.ellipsoids import inertia_ellipsoid, mass_items
from rvs.scene.items import Line, Points

PUMA = placed_robot(load_robot("puma560"), "puma")
Q = (0.3, 0.4, -1.2, 0.5, 0.7, 0.1)


def test_an_ellipsoid_has_the_moments_of_its_link() -> None:
    radii = np.array([0.1, 0.2, 0.3])
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    own = np.diag([3.0 / 5.0 * (np.sum(radii**2) - r**2) for r in radii])
    tensor = turn @ own @ turn.T
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))
    found, axes = inertia_ellipsoid(Inertia(3.0, (0, 0, 0), tuple(tensor[i] for i in pairs)))
    assert np.sort(found) == pytest.approx(radii)
    # its matrix is that of the one it was made from
    assert axes @ np.diag(found**2) @ axes.T == pytest.approx(turn @ np.diag(radii**2) @ turn.T)


def test_centres_are_where_the_links_are() -> None:
    items = mass_items(PUMA, Q, "light")
    dots = [item for item in items if isinstance(item, Points)]
    world = frames(PUMA.robot, np.array(Q))
    heavy = [k for k, joint in enumerate(PUMA.robot.joints) if joint.inertia.mass > 0]
    assert heavy == [1, 2, 3, 4, 5]
    # Joints count from 0, the links that follow them from 1.
    owners = [link_ref(PUMA.id, k + 1) for k in heavy for _ in range(2)]
    assert [dot.owner for dot in dots] == owners
    for k, dot in zip(heavy, dots[::2], strict=True):
        centre = world[k + 1] @ [*PUMA.robot.joints[k].inertia.com, 1.0]
        assert dot.at[0] == pytest.approx(centre[:3], abs=1e-12)
    lines = [item for item in items if isinstance(item, Line)]
    assert len(lines) == 15
    for line in lines:
        assert np.isfinite(line.points).all()


def test_no_masses_no_marks() -> None:
    assert mass_items(placed_robot(load_robot("scara"), "arm"), (0.0, 0.0, 0.0, 0.0), "dark") == ()


def test_tool_and_payload_have_theirs_where_they_are_drawn() -> None:
    payload = Payload("sphere", (0.1, 0.1, 0.1), 2.0)
    robot = equipped(replace(PUMA, payload=payload, end_effector="gripper"))
    body = shown_body(robot, "full")
    load = carried_load(robot, body)
    items = mass_items(robot, Q, "light", load)
    dots = [item for item in items if isinstance(item, Points)]
    assert len(dots) == 2 * 7
    (solid,) = payload_solids(robot, body, Q)
    assert dots[-1].at[0] == pytest.approx(solid.pose[:3, 3], abs=1e-9)
    assert dots[-1].owner == solid.owner
    last = frames(PUMA.robot, np.array(Q))[-1]
    assert dots[-3].at[0] == pytest.approx((last @ [*load.tool.center, 1.0])[:3], abs=1e-9)
    scara = placed_robot(load_robot("scara"), "arm")
    bare = carried_load(scara, shown_body(scara, "full"))
    assert mass_items(scara, (0.0, 0.0, 0.0, 0.0), "dark", bare) == ()
