"""Speed and accuracy of distances: `python benchmarks/collision.py`.

A full PUMA 560, and ten of them, among a hundred things; random boxes, spheres and capsules against
an independent computation (`bodies.py`); python-fcl beside it where that is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable
from time import perf_counter

import numpy as np
from bodies import box_distance, capsule_distance, random_pose, separating_depth

from rvs.collision.check import check_of
from rvs.collision.shapes import cell_poses
from rvs.engine.arrays import Array
from rvs.engine.kernels import state
from rvs.engine.transforms import pose
from rvs.files.bodies.effectors import equipped
from rvs.files.bodies.models import full_model
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import Postures
from rvs.model.things.thing import Thing
from rvs.study.clearance import Clearance, clearance
from rvs.study.shapes import Shape, box, capsule, sphere

KINDS = ("box", "cylinder", "sphere", "table", "pallet", "bin", "shelf", "pedestal")
POSTURES = 200
MARGIN = 0.02


def placed_puma(index: int, x: float, y: float) -> PlacedRobot:
    """Return a PUMA 560 with its full model and its hand."""
    architecture = load_robot("puma560")
    placed = PlacedRobot(
        f"PUMA 560 {index + 1}",
        architecture.robot,
        place=_rows(x, y, 0.0),
        end_effector=architecture.end_effector,
        body=full_model(architecture),
    )
    return equipped(placed)


def cell(robots: int, things: int, nearest: float = 0.6) -> Document:
    """Return robots in a grid and things about them, none nearer to the first than a radius."""
    random = np.random.default_rng(0)
    placed = tuple(placed_puma(i, 2.5 * (i % 4), 2.5 * (i // 4)) for i in range(robots))
    around = []
    for k in range(things):
        angle, far = random.uniform(0.0, 2.0 * np.pi), random.uniform(nearest, 3.0)
        place = _rows(far * np.cos(angle), far * np.sin(angle), 0.0)
        around.append(Thing(f"thing {k}", KINDS[k % len(KINDS)], place=place))
    return Document(placed, things=tuple(around))


def postures(document: Document, count: int) -> list[Postures]:
    """Return random postures within the limits."""
    random = np.random.default_rng(1)
    low, high = np.array([joint.limits for joint in document.robots[0].robot.joints]).T
    return [
        {one.id: tuple(random.uniform(low, high).tolist()) for one in document.robots}
        for _ in range(count)
    ]


def rate(check: Callable[[Postures], object], given: list[Postures]) -> float:
    """Return how many postures a second are checked, the best of three rounds."""
    best = 0.0
    for _ in range(3):
        start = perf_counter()
        for one in given:
            check(one)
        best = max(best, len(given) / (perf_counter() - start))
    return best


def speed() -> None:
    """Print checks a second."""
    print(f"distances with {state()}")
    print("| cell | pairs | which collide | within 20 mm, nearest, depths | of them collide |")
    print("|---|---:|---:|---:|---:|")
    cells = (
        ("full PUMA alone", cell(1, 0)),
        ("full PUMA, 100 things", cell(1, 100, 1.1)),
        ("full PUMA, 100 things on top of it", cell(1, 100, 0.6)),
        ("10 full PUMAs, 100 things", cell(10, 100)),
    )
    for words, document in cells:
        check = check_of(document, "full")
        given = postures(document, POSTURES)
        which = rate(check.colliding, given)
        near = rate(lambda q, check=check: check.near(q, MARGIN), given)
        share = sum(bool(check.colliding(q)) for q in given) / len(given)
        count = len(check.bodies.checked)
        print(f"| {words} | {count} | {which:,.0f} /s | {near:,.0f} /s | {share:.0%} |")


def signed(found: Clearance) -> float:
    """Return the distance, or the depth below zero."""
    return found.distance - found.depth


def errors(count: int) -> dict[str, tuple[float, int]]:
    """Return the largest error of each pair of kinds, m, and how many of them met."""
    random = np.random.default_rng(2)
    worst: dict[str, tuple[float, int]] = {}

    def note(kind: str, error: float, met: bool) -> None:
        before, hits = worst.get(kind, (0.0, 0))
        worst[kind] = (max(before, error), hits + met)

    for _ in range(count):
        edges, places = random.uniform(0.01, 1.0, (2, 3)), [random_pose(random) for _ in range(2)]
        radii, lengths = random.uniform(0.02, 0.4, 2), random.uniform(0.02, 0.8, 2)
        found = clearance(box(*edges[0]), box(*edges[1]), *places)
        note("box, box", abs(found.distance - box_distance(edges, places)), found.colliding)
        if found.colliding:
            error = abs(found.depth - separating_depth(edges, places))
            note("box, box: depth", error, True)
        found = clearance(sphere(radii[0]), sphere(radii[1]), *places)
        apart = float(np.linalg.norm(places[0][:3, 3] - places[1][:3, 3]))
        note("sphere, sphere", abs(signed(found) - (apart - radii.sum())), found.colliding)
        found = clearance(capsule(radii[0], lengths[0]), capsule(radii[1], lengths[1]), *places)
        wanted = capsule_distance(lengths, places) - radii.sum()
        note("capsule, capsule", abs(signed(found) - wanted), found.colliding)
        found = clearance(box(*edges[0]), sphere(radii[0]), *places)
        wanted = _box_point(edges[0], places) - radii[0]
        note("box, sphere", abs(found.distance - max(wanted, 0.0)), found.colliding)
    return worst


def accuracy(count: int) -> None:
    """Print the largest errors."""
    print(f"\n{count} random pairs of each kind, sizes up to 1 m")
    print("| pair | largest error | of them meet |\n|---|---:|---:|")
    for kind, (error, met) in errors(count).items():
        print(f"| {kind} | {error:.1e} m | {met} |")


def beside_fcl(document: Document, given: list[Postures]) -> None:
    """Print what python-fcl does with the same bodies, triangle by triangle."""
    if importlib.util.find_spec("fcl") is None:
        print("\npython-fcl is not installed: python -m pip install python-fcl")
        return
    import fcl

    check = check_of(document, "full")
    objects = [
        fcl.CollisionObject(_fcl_mesh(fcl, shape), fcl.Transform()) for shape in check.bodies.shapes
    ]
    place = {ref: k for k, ref in enumerate(check.bodies.refs)}
    pairs = [(place[a], place[b]) for a, b in check.bodies.checked]
    start = perf_counter()
    for q in given:
        poses = cell_poses(document, q, "full", check.bodies.refs)
        for one, matrix in zip(objects, poses, strict=True):
            one.setTransform(fcl.Transform(matrix[:3, :3], matrix[:3, 3]))
        for a, b in pairs:
            fcl.collide(objects[a], objects[b], fcl.CollisionRequest(), fcl.CollisionResult())
    seconds = perf_counter() - start
    print(f"\npython-fcl, the same pairs as meshes of triangles: {len(given) / seconds:,.0f} /s")
    print(f"largest error of its box distances: {_fcl_error(fcl, 300):.1e} m")


def _fcl_mesh(fcl, shape: Shape):  # type: ignore[no-untyped-def]
    """The hulls of a shape's pieces as one mesh; balls and the floor as what they are."""
    if shape.ground:
        return fcl.Halfspace(np.array([0.0, 0.0, 1.0]), 0.0)
    if all(len(piece.points) == 1 for piece in shape.pieces):
        return fcl.Sphere(shape.pieces[0].radius)
    from scipy.spatial import ConvexHull

    points, triangles, start = [], [], 0
    for piece in shape.pieces:
        cloud = piece.points
        if len(cloud) < 4:
            continue
        hull = ConvexHull(cloud, qhull_options="QJ")
        points.append(cloud)
        triangles.append(hull.simplices + start)
        start += len(cloud)
    model = fcl.BVHModel()
    vertices, faces = np.concatenate(points), np.concatenate(triangles)
    model.beginModel(len(vertices), len(faces))
    model.addSubModel(vertices, faces)
    model.endModel()
    return model


def _fcl_error(fcl, count: int) -> float:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(3)
    worst = 0.0
    for _ in range(count):
        edges, places = random.uniform(0.01, 1.0, (2, 3)), [random_pose(random) for _ in range(2)]
        wanted = box_distance(edges, places)
        if wanted > 0.0:
            a, b = (
                fcl.CollisionObject(fcl.Box(*e), fcl.Transform(p[:3, :3], p[:3, 3]))
                for e, p in zip(edges, places, strict=True)
            )
            found = fcl.distance(a, b, fcl.DistanceRequest(), fcl.DistanceResult())
            worst = max(worst, abs(found - wanted))
    return worst


def _box_point(edges: Array, places: list[Array]) -> float:
    """Distance of a box from the origin of another frame."""
    A, B = places
    local = np.abs((B[:3, 3] - A[:3, 3]) @ A[:3, :3]) - edges / 2
    return float(np.linalg.norm(np.maximum(local, 0.0)))


def _rows(x: float, y: float, z: float) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, pose(p=[x, y, z]).tolist()))


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5000, help="random pairs of each kind")
    options = parser.parse_args()
    speed()
    accuracy(options.pairs)
    document = cell(1, 100, 1.1)
    beside_fcl(document, postures(document, 5))


if __name__ == "__main__":
    main()
