"""Arrows for the motion that is lost at a singularity: where they are and which way they point."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.scene.annotate.ellipsoids import lost_items
from rvs.scene.items import Label, Line

PUMA = placed_robot(load_robot("puma560"), "puma")
STRETCHED = (0.3, 0.5, float(np.arctan2(0.0203, 0.4318) - np.pi / 2), 0.4, 0.9, 0.1)
WRIST = (0.3, 0.5, -2.2, 0.4, 0.0, 0.1)


def test_nothing_where_no_singularity_is_near() -> None:
    assert lost_items(PUMA, (0.3, 0.8, -2.4, 0.4, 0.9, 0.1), "light") == ()


def test_a_stretched_arm_loses_the_motion_along_its_arrows() -> None:
    items = lost_items(PUMA, STRETCHED, "light")
    arrows = [item for item in items if isinstance(item, Solid)]
    assert len(arrows) == 2
    tool = fkine(PUMA.robot, np.array(STRETCHED))[:3, 3]
    for arrow in arrows:
        assert np.allclose(arrow.pose[:3, 3], tool)
    assert np.allclose(arrows[0].pose[:3, 2], -arrows[1].pose[:3, 2])
    J = jacobian(PUMA.robot, np.array(STRETCHED))
    along = arrows[0].pose[:3, 2]
    # the arm joints alone can't make it
    assert np.abs(along @ J[3:, :3]).max() < 0.02
    assert [item.text for item in items if isinstance(item, Label)] == ["lost"]


def test_a_turn_has_a_ring_about_its_axis() -> None:
    turned = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    place = pose(turned, [1.0, 2.0, 0.0])
    placed = replace(PUMA, place=tuple(map(tuple, place.tolist())))
    axis, ring = (item for item in lost_items(placed, WRIST, "dark") if isinstance(item, Line))
    tool = place @ fkine(PUMA.robot, np.array(WRIST))
    middle, ends = axis.points.mean(axis=0), axis.points[1] - axis.points[0]
    normal = ends / np.linalg.norm(ends)
    assert np.allclose(middle, tool[:3, 3])
    assert np.abs((ring.points - middle) @ normal).max() < 1e-12
    assert np.ptp(np.linalg.norm(ring.points - middle, axis=1)) < 1e-12
    # the motion that no joint makes: its turn is about that axis
    lost = np.linalg.svd(jacobian(PUMA.robot, np.array(WRIST)))[0][:3, -1]
    assert abs(turned @ lost @ normal) == pytest.approx(np.linalg.norm(lost), abs=1e-9)
