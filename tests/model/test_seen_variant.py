"""The variant that a view shows: robots, postures and motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.robots.parameter_edits import (
    add_parameter,
    keep_variant,
    remove_variant,
    rename_variant,
    set_expression,
    set_parameter,
)
from rvs.model.robots.parameters import Parameters, Variant
from rvs.model.robots.seen_variant import (
    in_variant,
    other_variants,
    renamed_variants,
    variant_fault,
    variant_names,
    wanted_variant,
    with_variants,
)
from rvs.model.state import State
from rvs.model.views.panes import Pane, Panes
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene, scene_points

ARM = Robot((Joint(a=0.5), Joint(a=0.4)))


def design() -> Document:
    """A planar arm that is 0.9 m long, with variants of 0.9 m and of 1.4 m."""
    document = Document((PlacedRobot("arm", ARM), PlacedRobot("other", ARM)))
    document = add_parameter(document, "arm", "L1", 0.5)
    document = set_expression(document, "arm", 0, "a", "L1")
    document = keep_variant(document, "arm", "as it is")
    document = set_parameter(document, "arm", "L1", 1.0)
    document = keep_variant(document, "arm", "long")
    return set_parameter(document, "arm", "L1", 0.5)


def state_of(document: Document, name: str) -> State:
    postures = {one.id: (0.2, 0.3) for one in document.robots}
    return State(document, postures, View(variant=name))


def test_a_view_shows_the_robot_in_its_variant_and_changes_nothing() -> None:
    state = state_of(design(), "long")
    seen = in_variant(state)
    robot = seen.document.robot("arm").robot
    # the tool of a planar arm of 1.0 m and 0.4 m
    wanted = [np.cos(0.2) + 0.4 * np.cos(0.5), np.sin(0.2) + 0.4 * np.sin(0.5)]
    assert fkine(robot, np.array(seen.postures["arm"]))[:2, 3] == pytest.approx(wanted)
    assert seen.document.robots[1] is state.document.robots[1]
    assert state.document.robot("arm").robot.joints[0].a == 0.5
    assert in_variant(seen) is seen
    assert in_variant(state).document is seen.document


def test_the_scene_and_its_extent_are_those_of_the_variant() -> None:
    document = design()
    plain, long = state_of(document, ""), state_of(document, "long")
    wide = [float(np.ptp(scene_points(one)[:, 0])) for one in (plain, long)]
    assert wide[1] - wide[0] == pytest.approx(0.5 * np.cos(0.2), abs=0.1)
    assert build_scene(long) is build_scene(replace(long))
    assert build_scene(long) is not build_scene(plain)


def test_names_and_those_that_differ_from_the_current_state() -> None:
    document = design()
    assert variant_names(document) == ("as it is", "long")
    assert other_variants(document) == ("long",)
    assert in_variant(state_of(document, "as it is")).document is document


def test_names_that_changed_are_found_unless_another_robot_has_them() -> None:
    before = design()
    after = rename_variant(before, "arm", "long", "wide")
    assert renamed_variants(before, after) == {"long": "wide"}
    assert renamed_variants(after, before) == {"wide": "long"}
    assert renamed_variants(before, remove_variant(after, "arm", "wide")) == {}
    assert renamed_variants(before, set_parameter(before, "arm", "L1", 0.7)) == {}
    both = replace(before, robots=(*before.robots, replace(before.robot("arm"), id="twin")))
    one = rename_variant(both, "arm", "long", "wide")
    assert renamed_variants(both, one) == {}
    assert renamed_variants(one, rename_variant(one, "twin", "long", "far")) == {"long": "far"}
    state = replace(state_of(before, "long"), panes=Panes("two", 0, (Pane(Camera(), "full", "x"),)))
    seen = with_variants(state, {"long": "wide"})
    assert (seen.view.variant, seen.panes.others[0].variant) == ("wide", "x")


def test_a_variant_of_other_joints_starts_at_home_without_the_motion() -> None:
    variant = Variant("one joint", joints=(Joint(a=0.7, theta=0.1),))
    document = change_robot(design(), "arm", parameters=Parameters(variants=(variant,)))
    state = replace(state_of(document, "one joint"), motion=object())
    seen = in_variant(state)
    assert seen.postures == {"arm": (0.1,), "other": (0.2, 0.3)}
    assert in_variant(state).postures is seen.postures
    assert seen.motion is None
    assert in_variant(replace(state_of(design(), "long"), motion=state.motion)).motion
    build_scene(seen)


def test_a_variant_that_cannot_be_shown_is_named() -> None:
    document = design()
    assert variant_fault(document, "long") == variant_fault(document, "") == ""
    assert "there is no variant 'wide'" in variant_fault(document, "wide")
    assert "expected one of none" in variant_fault(Document(), "wide")
    with pytest.raises(ArgumentError, match="variant: there is no variant 'wide'; expected one of"):
        wanted_variant(state_of(document, "wide"))
    tight = set_parameter(document, "arm", "L1", most=0.8)
    assert "L1" in variant_fault(tight, "long")
    assert in_variant(state_of(tight, "long")).document is tight
