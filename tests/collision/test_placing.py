"""Collisions at other places against the check of the whole cell with the robot or work there."""

from types import MappingProxyType

import numpy as np

from rvs.collision.best_place import PlaceCheck
from rvs.collision.check import check_of
from rvs.collision.words import pair_words
from rvs.engine.transforms import pose, rotz
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.robots.placing import stand
from rvs.model.things.edits import move_things
from rvs.model.things.thing import Thing

ROBOT = load_robot("puma560").robot
HOME = MappingProxyType({"arm": tuple(ROBOT.home.tolist())})


def cell() -> Document:
    boxes = (
        Thing("crate", "box", (("length", 0.4), ("width", 0.3), ("height", 0.7)),
              place=pose(np.eye(3), [0.6, 0.0, 0.0]).tolist()),
        Thing("post", "box", (("length", 0.1), ("width", 0.1), ("height", 1.2)),
              place=pose(np.eye(3), [-0.5, 0.5, 0.0]).tolist()),
    )  # fmt: skip
    return Document((PlacedRobot("arm", ROBOT),), things=boxes)


def test_a_moved_robot_collides_as_the_document_with_the_robot_there() -> None:
    document, rng = cell(), np.random.default_rng(0)
    check = PlaceCheck(document, HOME, "skeleton", "arm")
    hits = 0
    for _ in range(12):
        place = pose(rotz(rng.uniform(-3, 3)), [*rng.uniform(-0.6, 0.6, 2), 0.0])
        moved = check_of(stand(document, "arm", place), "skeleton")
        for q in rng.uniform(*ROBOT.limits.T, (4, 6)):
            pairs = moved.colliding(MappingProxyType({"arm": tuple(q.tolist())}))
            found = check.meets(place, q)
            assert bool(found) == bool(pairs)
            assert not found or found in [pair_words(document, *pair) for pair in pairs]
            hits += bool(found)
    assert 5 < hits < 43


def test_moved_work_collides_as_the_document_with_the_work_there() -> None:
    document, rng = cell(), np.random.default_rng(1)
    check = PlaceCheck(document, HOME, "skeleton", "arm", ["crate"])
    hits = 0
    for _ in range(8):
        motion = pose(np.eye(3), [*rng.uniform(-0.3, 0.3, 2), 0.0])
        moved = check_of(move_things(document, ["crate"], motion), "skeleton")
        for q in rng.uniform(*ROBOT.limits.T, (4, 6)):
            pairs = moved.colliding(MappingProxyType({"arm": tuple(q.tolist())}))
            assert bool(check.meets(motion, q)) == bool(pairs)
            hits += bool(pairs)
    assert 3 < hits < 29


def test_work_must_not_be_moved_into_what_stands_around() -> None:
    document = cell()
    check = PlaceCheck(document, HOME, "skeleton", "arm", ["crate"])
    into = pose(np.eye(3), [-1.1, 0.5, 0.0])
    assert check.meets(into, ROBOT.home) == "crate – post"
    assert not check.meets(np.eye(4), ROBOT.home)


def test_objects_that_may_be_touched_and_a_margin_count() -> None:
    document = cell()
    place = pose(np.eye(3), [0.6, 0.0, 0.0])
    assert "crate" in PlaceCheck(document, HOME, "skeleton", "arm").meets(place, ROBOT.home)
    free = PlaceCheck(document, HOME, "skeleton", "arm", touching=["crate"])
    assert not free.meets(place, ROBOT.home)
    least = PlaceCheck(document, HOME, "skeleton", "arm").least(np.eye(4), ROBOT.home[None])
    for margin, hit in ((0.5 * least, False), (1.5 * least, True)):
        near = PlaceCheck(document, HOME, "skeleton", "arm", margin=margin)
        assert bool(near.meets(np.eye(4), ROBOT.home)) == hit
    assert 0.0 < least < 1.0
