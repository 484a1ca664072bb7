"""Masses of links from their bodies, against sums by hand and published ones."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np
import pytest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.masses import FILL, Weighing, densities_of, link_bulks, part_bulk, weighed
from rvs.bodies.robot_body import made_body
from rvs.engine.dynamics import fdyn, inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.files.bodies.body import parse_body
from rvs.files.bodies.write import body_text
from rvs.files.library import load_robot, names
from rvs.files.placed_robot import placed_robot
from rvs.geometry.bulk import EMPTY, inside
from rvs.geometry.shapes import SHAPES
from rvs.model.array_value import Block
from rvs.model.body.fit import fit
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.mesh_file import MeshFile, Surface
from rvs.model.robots.masses import bulk_of, impossible, inertia_of

ARM = Robot((Joint(a=1.0), Joint(a=0.5)))
BODY = parse_body("""
unit = m
base { part "foot" { shape = box  x = 0.2  y = 0.2  z = 0.1 } }
link 1 {
 part "bar" { shape = box  x = 1  y = 0.1  z = 0.2  material = brushed }
 part "knob" { shape = sphere  radius = 0.1  move = [ shift 0.5 0 0 ]  density = brass }
}
link 2 {
 density = 1000
 part "pin" { shape = cylinder  radius = 0.1  height = 0.5  move = [ shift 0 0.3 0 ]  mirror = y }
}
""").body
SOLID = Weighing(fill=1.0)


def test_a_link_weighs_what_its_parts_weigh() -> None:
    base, first, second = link_bulks(ARM, BODY, SOLID)
    assert base.volume == pytest.approx(0.004 * 2700)
    knob = 8500 * 4 / 3 * pi * 0.001
    assert first.volume == pytest.approx(0.02 * 7850 + knob)
    assert first.center == pytest.approx([0.5 * knob / first.volume, 0, 0.1 * 157 / first.volume])
    pin = 1000 * pi * 0.01 * 0.5
    assert second.volume == pytest.approx(2 * pin)
    found = weighed(ARM, BODY, SOLID).joints[1].inertia
    assert found is not None
    assert found.com == pytest.approx((0.0, 0.0, 0.25))
    across = pin * (3 * 0.01 + 0.25) / 6
    assert found.moments == pytest.approx(
        (across + 2 * pin * 0.09, across, pin * 0.01 + 2 * pin * 0.09, 0, 0, 0), abs=1e-12
    )


def test_hollow_links_are_lighter_and_other_substances_heavier() -> None:
    solid = link_bulks(ARM, BODY, SOLID)
    for one, hollow in zip(solid, link_bulks(ARM, BODY, Weighing()), strict=True):
        assert hollow.volume == pytest.approx(FILL * one.volume)
    steel = Weighing(densities_of({"paint": "steel"}), 1.0)
    # Only the foot is painted and says nothing else.
    ratios = [a.volume / b.volume for a, b in zip(link_bulks(ARM, BODY, steel), solid, strict=True)]
    assert ratios == pytest.approx([7850 / 2700, 1.0, 1.0])


def test_known_masses_and_totals_scale_the_rest() -> None:
    total = link_bulks(ARM, BODY, Weighing(total=50.0))
    assert sum(one.volume for one in total) == pytest.approx(50.0)
    both = link_bulks(ARM, BODY, Weighing(total=50.0, known=((2, 9.0),)))
    assert both[2].volume == pytest.approx(9.0)
    assert sum(one.volume for one in both) == pytest.approx(50.0)
    assert both[0].volume / both[1].volume == pytest.approx(total[0].volume / total[1].volume)
    # Scaled with its density: the shape of the ellipsoid stays.
    assert both[2].moments / 9.0 == pytest.approx(total[2].moments / total[2].volume)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fill": 0.0}, "fill: expected a number above 0"),
        ({"fill": 1.5}, "a fraction from 0 to 1"),
        ({"total": -3.0}, "total: expected a number above 0"),
        ({"known": ((1, float("nan")),)}, "link 1: expected"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(changes, words) -> None:
    with pytest.raises(ArgumentError, match=words):
        Weighing(**changes)


def test_masses_that_the_body_cannot_have_are_refused() -> None:
    with pytest.raises(ArgumentError, match="links 1 to 2"):
        weighed(ARM, BODY, Weighing(known=((3, 1.0),)))
    with pytest.raises(ArgumentError, match="of which -1 kg remain"):
        weighed(ARM, BODY, Weighing(total=4.0, known=((1, 5.0),)))
    bare = replace(BODY, links=(BODY.links[0], replace(BODY.links[1], parts=()), BODY.links[2]))
    with pytest.raises(ArgumentError, match="no parts"):
        weighed(ARM, bare, Weighing(known=((1, 1.0),)))
    with pytest.raises(ArgumentError, match="'tin' is unknown"):
        densities_of({"paint": "tin"})


def test_links_whose_mass_is_known_can_be_left_alone() -> None:
    own = Inertia(3.0, (0.1, 0.0, 0.0))
    robot = ARM.replace(joints=(replace(ARM.joints[0], inertia=own), ARM.joints[1]))
    kept = weighed(robot, BODY, replace(SOLID, keep=True))
    assert kept.joints[0].inertia is own
    assert kept.joints[1].inertia == weighed(ARM, BODY, SOLID).joints[1].inertia
    assert weighed(robot, BODY, SOLID).joints[0].inertia != own


def test_a_body_file_keeps_how_it_says_densities() -> None:
    text = 'link 1 { part "a" { shape = sphere  radius = 0.1  density = steel } }\n'
    read = parse_body(text)
    assert read.body.links[0].parts[0].density == 7850
    assert body_text(read.body, read.text) == text
    part = replace(read.body.links[0].parts[0], density=1234.0)
    other = replace(read.body, links=(replace(read.body.links[0], parts=(part,)),))
    assert "density = 1234" in body_text(other, read.text)
    assert parse_body(body_text(other)).body.links[0].parts[0].density == 1234.0


@pytest.mark.parametrize("name", ["panda", "iiwa7", "scara"])
def test_full_models_fill_what_their_meshes_enclose(name) -> None:
    """Mirrored, turned and repeated parts too; the meshes have flat sides, so they are smaller."""
    placed = placed_robot(load_robot(name), name)
    made = made_body(placed.body, placed.robot)
    meshes, exact = ([EMPTY] * (placed.robot.n + 1) for _ in range(2))
    for mesh, pose, (place, _) in zip(made.meshes, made.poses, made.places, strict=True):
        meshes[place] = meshes[place] + inside(mesh).bulk.moved(pose)
    for part in fit(placed.body, placed.robot).parts:
        exact[part.place] = exact[part.place] + part_bulk(part)
    for rough, smooth in zip(meshes, exact, strict=True):
        assert 0.95 * smooth.volume < rough.volume < smooth.volume
        size = np.sqrt(np.trace(smooth.second) / smooth.volume)
        assert rough.center == pytest.approx(smooth.center, abs=0.01 * size)
        spread = np.abs(rough.second / rough.volume - smooth.second / smooth.volume).max()
        assert spread < 0.03 * size**2


@pytest.mark.parametrize("name", ["ur5e", "stanford", "scara", "cartesian", "rediestro"])
def test_any_robot_has_dynamics_from_its_automatic_body(name) -> None:
    robot = load_robot(name).robot
    heavy = weighed(robot, automatic_body(robot))
    assert not any(impossible(joint.inertia) for joint in heavy.joints)
    assert np.linalg.eigvalsh(inertia(heavy, heavy.home)).min() > 0.0
    q, _ = fdyn(heavy, [0.0, 0.05], None, heavy.home, np.zeros(heavy.n))
    assert np.isfinite(q).all()


def test_the_puma_weighs_about_what_armstrong_found() -> None:
    """The diagonal of the inertia matrix, from the full model and the published 54.4 kg."""
    placed = placed_robot(load_robot("puma560"), "puma560")
    found = weighed(placed.robot, placed.body, Weighing(total=54.4))
    for q in (np.zeros(6), np.radians([0, 90, -90, 0, 0, 0]), placed.robot.home):
        ratio = np.diag(inertia(found, q)) / np.diag(inertia(placed.robot, q))
        assert (ratio > 1 / 1.5).all()
        assert (ratio < 1.5).all()
        bare, armstrong = (_without_rotors(one) for one in (found, placed.robot))
        arm = (np.diag(inertia(bare, q)) / np.diag(inertia(armstrong, q)))[:3]
        assert (arm > 1 / 1.5).all()
        assert (arm < 1.5).all()


def _without_rotors(robot: Robot) -> Robot:
    return robot.replace(joints=tuple(replace(one, motor=None) for one in robot.joints))


def test_links_are_bodies_and_back() -> None:
    link = Inertia(2.0, (0.1, -0.2, 0.3), (0.5, 0.4, 0.3, 0.01, -0.02, 0.03))
    there = inertia_of(bulk_of(link))
    assert there.com == pytest.approx(link.com)
    assert there.moments == pytest.approx(link.moments)


def test_the_table_of_the_guide_holds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "guide" / "dynamics.md").read_text("utf-8")
    placed = placed_robot(load_robot("puma560"), "puma560")
    found = weighed(placed.robot, placed.body, Weighing(total=54.4))
    for words, robot in (
        ("Armstrong, with rotors", placed.robot),
        ("from the body, with rotors", found),
        ("Armstrong, without rotors", _without_rotors(placed.robot)),
        ("from the body, without rotors", _without_rotors(found)),
    ):
        row = next(line for line in page.splitlines() if line.startswith(f"| {words} |"))
        printed = [float(cell) for cell in row.strip("| ").split("|")[1:]]
        assert printed == pytest.approx(np.diag(inertia(robot, np.zeros(6))), rel=0.02)


def test_bundled_masses_are_those_of_bodies_but_for_what_was_measured() -> None:
    """The PUMA's are published like this, docs/errata.md; so is one link of the Panda."""
    found = {}
    for name in names():
        for link, joint in enumerate(load_robot(name).robot.joints, 1):
            if joint.inertia is not None and impossible(joint.inertia):
                found.setdefault(name, []).append(link)
    measured = {"puma560": [1, 3], "puma560-modified": [1], "travpuma": [2, 4], "panda": [4]}
    assert found == measured


def test_a_closed_mesh_file_of_several_colours_fills_what_it_encloses() -> None:
    cube = SHAPES["box"].mesh({"x": 0.2, "y": 0.4, "z": 0.6})
    triangles = cube.corners[cube.triangles]
    box = (-0.1, -0.2, 0.0, 0.1, 0.2, 0.6)
    surface = Surface(
        Block(cube.vertices + 3.0), Block(triangles), paints=(("#ff0000", 5), ("#00ff00", 7))
    )
    part = Part("cube", "mesh", (("scale", 0.1),), mesh=MeshFile("cube.stl", box, surface))
    body = Body(links=(LinkBody(1, (part,)), LinkBody(2)))
    found = link_bulks(ARM, body, SOLID)[1]
    assert found.volume == pytest.approx(2700 * 0.048e-3)
    assert found.center == pytest.approx([0.3, 0.3, 0.33])
