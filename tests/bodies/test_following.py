"""A model begun from the automatic body follows the lengths of the table."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.autobody.following import follow_again, following_body
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.files.bodies.write import save_body
from rvs.files.library import load_robot
from rvs.model.body.edits import change_part
from rvs.model.body.fit import fit
from rvs.model.body.names import followed
from rvs.model.body.values import Body, in_order


def lengthened(robot, row, field, by):
    joints = list(robot.joints)
    joints[row - 1] = replace(joints[row - 1], **{field: getattr(joints[row - 1], field) + by})
    return robot.replace(joints=tuple(joints))


def assert_equal(one: Body, other: Body, robot, within: float) -> None:
    first, second = fit(one, robot), fit(other, robot)
    assert first.ok, first.reason
    assert second.ok, second.reason
    for a, b in zip(first.parts, second.parts, strict=True):
        assert (a.place, a.id, a.shape) == (b.place, b.id, b.shape)
        assert a.poses == pytest.approx(b.poses, abs=within)
        for (name, size), (_, wanted) in zip(a.sizes, b.sizes, strict=True):
            assert np.allclose(size, wanted, atol=within), (a.id, name)


@pytest.mark.parametrize("name", ["puma560", "scara", "canadarm2", "stanford"])
def test_it_is_the_automatic_body_and_stays_so_when_a_length_changes(name):
    robot = load_robot(name).robot
    body = following_body(robot)
    assert_equal(body, automatic_body(robot), robot, 2e-8)
    follows = followed(body, robot.n)
    longest = max(range(robot.n), key=lambda i: abs(robot.joints[i].a))
    assert robot.joints[longest].a == 0.0 or (longest + 1, "a") in follows
    assert len(follows) >= robot.n
    for row, field in sorted(follows):
        longer = lengthened(robot, row, field, 4e-4)
        assert_equal(body, automatic_body(longer), longer, 2e-4)


def test_a_much_longer_arm_still_fits_and_reaches_its_joints():
    robot = load_robot("puma560").robot
    body = following_body(robot)
    longer = lengthened(robot, 2, "a", 0.2)
    assert fit(body, longer).ok
    assert not fit(automatic_body(robot), longer).ok
    arm = next(one for one in fit(body, longer).parts if (one.place, one.id) == (2, "arm"))
    assert dict(arm.sizes)["length"] == pytest.approx(robot.joints[1].a + 0.2, abs=1e-6)


def test_it_is_written_and_read_back(tmp_path):
    body = following_body(load_robot("puma560").robot)
    read = save_body(tmp_path / "automatic.body", body).body
    assert in_order(read) == in_order(body)


def test_a_frozen_model_is_made_to_follow_where_it_was_left_alone():
    robot = load_robot("puma560").robot
    frozen = automatic_body(robot)
    frozen = change_part(frozen, 2, "arm", color="SeaGreen")
    part = frozen.part(2, "panel")
    frozen = change_part(frozen, 2, "panel", sizes=(*part.sizes[:-1], ("sides", 20.0)))
    longer = lengthened(robot, 2, "a", 0.1)
    assert not fit(frozen, longer).ok
    body = follow_again(frozen, longer)
    assert fit(body, longer).ok
    assert body.part(2, "arm").color == "SeaGreen"
    assert isinstance(dict(body.part(2, "arm").sizes)["length"], str)
    assert body.part(2, "panel").sizes == frozen.part(2, "panel").sizes
    assert follow_again(body, longer) == body


def test_a_robot_of_screws_has_no_table_to_follow():
    robot = Robot((Joint(convention="general"), Joint(convention="general")))
    assert following_body(robot) == automatic_body(robot)
