"""Bodies in the scene: whose they are, how they move, what they cost, which one is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.autobody import automatic_body
from rvs.bodies.robot_body import START, body_solids, made_body
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.files.bodies.models import full_model
from rvs.files.library import load_robot
from rvs.geometry.surfaces import volume
from rvs.model.body.values import TOOL, Body, LinkBody, Move, Part, Repeat
from rvs.model.document import Document, PlacedRobot, change_robot, set_joint
from rvs.model.state import State, fit_postures
from rvs.model.views.view import Display, View
from rvs.scene.build import build_scene, robot_parts, robot_solids, shown_body
from rvs.scene.items import Region

HOME = (0.0,) * 6


@pytest.fixture(scope="module")
def placed():
    architecture = load_robot("puma560")
    body = full_model(architecture)
    return PlacedRobot("puma", architecture.robot, end_effector="none", full=True, body=body)


def ball(**more):
    return Part("ball", "sphere", (("radius", 0.02),), **more)


def test_parts_belong_to_their_links_and_keep_their_looks(puma):
    body = Body(
        links=(
            LinkBody(3, (ball(color="red", material="metal"),)),
            LinkBody(6, (replace(ball(), id="plain"),)),
            LinkBody(TOOL, (ball(color="#11223380"),)),
        )
    )
    placed = PlacedRobot("r", puma, color="#102030")
    solids = body_solids(placed, body, HOME)
    assert [s.owner for s in solids] == [
        ("r", "link", 3, "part", "ball"),
        ("r", "link", 6, "part", "plain"),
        ("r", "tool", "part", "ball"),
    ]
    assert [s.material for s in solids] == ["metal", "paint", "paint"]
    assert solids[0].color == (1.0, 0.0, 0.0, 1.0)
    assert solids[1].color == pytest.approx((16 / 255, 32 / 255, 48 / 255, 1.0))
    assert solids[2].color[3] == pytest.approx(128 / 255)
    assert np.allclose(solids[1].pose, solids[2].pose)


def test_parts_move_rigidly_with_the_frames_of_their_links(placed):
    rng = np.random.default_rng(5)
    robot = placed.robot
    here = body_solids(placed, placed.body, HOME)
    frames = world_frames(placed, HOME)
    for _ in range(3):
        q = tuple(rng.uniform(-2.0, 2.0, 6).tolist())
        there, now = body_solids(placed, placed.body, q), world_frames(placed, q)
        for one, other in zip(here, there, strict=True):
            assert one.mesh is other.mesh
            link = one.owner[2] if one.owner[1] == "link" else robot.n
            before = np.linalg.inv(frames[link]) @ one.pose
            assert np.allclose(np.linalg.inv(now[link]) @ other.pose, before, atol=1e-12)


def test_a_thousand_equal_things_cost_one_mesh(puma):
    grid = (Repeat("row", 10, (0.1, 0.0, 0.0)), Repeat("row", 10, (0.0, 0.1, 0.0)))
    parts = tuple(
        replace(ball(repeats=grid), id=str(k), moves=(Move("shift", (0.0, 0.0, 0.1 * k)),))
        for k in range(10)
    )
    body = Body(links=(LinkBody(0, parts), LinkBody(6)))
    solids = body_solids(PlacedRobot("r", puma), body, HOME)
    assert len(solids) == 1000
    assert len({id(s.mesh) for s in solids}) == 1
    other = body_solids(PlacedRobot("s", puma), replace(body, comment="another"), HOME)
    assert other[0].mesh is solids[0].mesh


def test_a_body_is_made_once_and_moved_by_poses_alone(placed):
    made = made_body(placed.body, placed.robot)
    assert made_body(placed.body, placed.robot) is made
    assert sum(len(mesh.triangles) for mesh in made.meshes) < 40_000
    assert all(volume(mesh) > 0 for mesh in set(made.meshes))


@pytest.mark.parametrize("mode", ["skeleton", "body", "full"])
def test_modes(placed, mode):
    owners = {s.owner for s in robot_solids(placed, HOME, "", mode)}
    parts = {owner[4] for owner in owners if len(owner) == 5}
    wanted = {
        "skeleton": set(),
        "body": {p.id for link in automatic_body(placed.robot).links for p in link.parts},
        "full": {p.id for link in placed.body.links for p in link.parts},
    }[mode]
    assert parts == wanted
    assert {owner[2] for owner in owners} >= set(range(6))


@pytest.mark.parametrize("mode", ["skeleton", "body", "full"])
def test_a_robot_s_own_mode_goes_ahead_of_the_view_s(placed, mode):
    own = replace(placed, display=Display(mode))
    for view in ("skeleton", "body", "full"):
        assert shown_body(own, view) is shown_body(placed, mode)
        solids = robot_solids(own, HOME, "", view)
        assert [s.mesh for s in solids] == [s.mesh for s in robot_solids(placed, HOME, "", mode)]


def test_two_robots_of_one_cell_are_drawn_each_its_own_way(placed):
    thin = replace(placed, id="thin", display=Display("skeleton", frames=False, shadow=False))
    usual = replace(placed, id="usual")
    rest = {"thin": HOME, "usual": HOME}
    items = build_scene(State(Document((thin, usual)), rest, View(mode="full"))).items
    parts = {"thin": set(), "usual": set()}
    for item in items:
        if isinstance(item, Solid) and item.layer == "body":
            parts[item.owner[0]].add(len(item.owner))
    assert parts == {"thin": {3}, "usual": {5}}
    framed = {i.owner[0] for i in items if isinstance(i, Solid) and i.layer == "annotation"}
    assert framed == {"usual"}


def test_a_robot_without_a_shadow_casts_none(placed):
    def regions(shown, shadow=True):
        state = State(Document((shown,)), {"puma": HOME}, View(shadow=shadow))
        return sum(isinstance(item, Region) for item in build_scene(state).items)

    bare = replace(placed, display=Display(shadow=False))
    assert regions(bare) == regions(placed, shadow=False) < regions(placed)


def test_the_full_model_gives_way_when_it_does_not_fit(placed):
    document = Document((placed,))
    assert shown_body(placed, "full") is placed.body
    stretched = set_joint(document, "puma", 3, d=0.6).robots[0]
    assert shown_body(stretched, "full") is stretched.body
    short = set_joint(document, "puma", 3, d=0.01).robots[0]
    assert shown_body(short, "full") == automatic_body(short.robot)
    assert shown_body(replace(placed, body=None), "full") == automatic_body(placed.robot)


def test_b4_stretches_the_forearm_without_a_gap(placed):
    """The forearm reaches from the elbow to the wrist for any length."""
    document = Document((placed,))
    for b4 in (0.4318, 0.6, 0.8):
        longer = set_joint(document, "puma", 3, d=b4).robots[0]
        solids = body_solids(longer, longer.body, HOME)
        frames = world_frames(longer, HOME)
        along = (frames[4][:3, 3] - frames[3][:3, 3]) / b4
        reach = [
            (s.mesh.vertices @ s.pose[:3, :3].T + s.pose[:3, 3] - frames[3][:3, 3]) @ along
            for s in solids
            if s.owner[2] in (3, 4)
        ]
        spans = sorted((float(r.min()), float(r.max())) for r in reach)
        end = spans[0][0]
        assert end <= 0.0
        for low, high in spans:
            assert low <= max(end, 0.0) + 1e-6
            end = max(end, high)
        assert end >= b4


def test_the_scene_follows_the_mode_and_bodies_cast_shadows(placed):
    document = Document((placed,))
    postures = fit_postures(document, {})
    states = {m: State(document, postures, View(mode=m)) for m in ("skeleton", "full")}
    scenes = {mode: build_scene(state) for mode, state in states.items()}
    counts = {m: sum(isinstance(i, Solid) for i in s.items) for m, s in scenes.items()}
    assert counts["full"] > counts["skeleton"]
    assert build_scene(states["full"]) is scenes["full"]
    turned = change_robot(document, "puma", color="#102030")
    assert build_scene(replace(states["full"], document=turned)) is not scenes["full"]


def test_sizes_follow_units():
    robot = load_robot("planar2r").robot
    part = Part("p", "cylinder", (("radius", "a1 / 10"), ("height", 0.1)),
                (Move("turn", ("90",), "x"),))  # fmt: skip
    for unit in ("m", "mm", "in"):
        solid = body_solids(
            PlacedRobot("r", robot), Body(unit=unit, links=(LinkBody(0, (part,)), LinkBody(2))),
            (0.0, 0.0),
        )[0]  # fmt: skip
        radius = abs(solid.mesh.vertices[:, 0]).max()
        assert radius == pytest.approx(robot.joints[0].a / 10)
        base = world_frames(PlacedRobot("r", robot), (0.0, 0.0))[0]
        local = np.linalg.inv(base) @ solid.pose
        assert local[:3, 2] == pytest.approx([0.0, -1.0, 0.0])


@pytest.mark.parametrize("mode", ["skeleton", "body", "full"])
def test_a_robot_that_moves_keeps_its_looks(placed, mode):
    """Who draws it knows it by them."""
    robot = replace(placed, end_effector="gripper")
    here, there = (robot_parts(robot, q, "", mode, None, START) for q in (HOME, (0.4,) * 6))
    assert [part.looks for part in here] == [part.looks for part in there]
    assert all(a.looks is b.looks for a, b in zip(here, there, strict=True))
    solids = robot_solids(robot, HOME, "", mode)
    assert solids == tuple(solid for part in here for solid in part)
    poses = np.concatenate([part.poses for part in here])
    assert (np.array([solid.pose for solid in solids]) == poses).all()
    assert not any(part.poses.flags.writeable for part in here)
