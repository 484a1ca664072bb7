"""Common fixtures of all tests: reproducible random values, a separate home, robots and checks."""

from __future__ import annotations

import faulthandler
import gc
import linecache
import os
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import pi
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from rvs.allocator import NEW_OBJECTS, give_back, keep_all
from rvs.engine.robot import Robot
from rvs.geometry.mesh import Mesh
from rvs.model.derived import forget_all
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State, fit_postures
from rvs.model.views.view import View
from rvs.ui.qt_names import keep_names
from tests.examples import everyday

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=everyday(50),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("search", parent=settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


CLOCK = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    # The real one, before what a test prints is caught.
    config.stash[CLOCK] = os.dup(2)
    # Files and windows end with a look for garbage, and give back what is free.
    keep_all()
    gc.set_threshold(NEW_OBJECTS)
    # Nothing that tests write has to outlive the machine; a disk takes long to promise that.
    os.fsync = lambda descriptor: None
    # As the program does: else PySide keeps the lines of every module that a test imports, 50 MB.
    keep_names()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The nightly search looks for counterexamples in these.
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("property")


def pytest_collection_finish() -> None:
    # What is there from now on stays; looking through it for garbage takes longer than many tests.
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def _between_files() -> None:
    """Forget what belongs to the robots of the file before, as a window does that is closed.

    At its end pytest still holds what its last test had.
    """
    forget_all()
    # The lines of all files that were looked at, 50 MB; a failure reads those that it shows.
    linecache.clearcache()
    gc.collect()
    give_back()
    # As after collection: the garbage of each window is looked for when it has been closed.
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item) -> None:
    """Start the clock again that pytest stops at a failure: its end can wait for ever too."""
    seconds = float(node.config.getini("faulthandler_timeout"))
    if seconds:
        faulthandler.dump_traceback_later(seconds, file=node.config.stash[CLOCK], exit=True)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Name homes that nobody had; pytest would look through all of the others for each of them."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tests away from the folders of whoever runs them."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("RVS_HOME", str(home))
    return home


@pytest.fixture
def project_root() -> Path:
    """Return the folder of the checkout."""
    return Path(__file__).resolve().parent.parent


HALF = pi / 2


def archetypes() -> dict[str, Robot]:
    """One robot of each kind that people draw."""
    return {
        "puma": Robot.from_dh(
            [0, 0.4318, 0.0203, 0, 0, 0],
            [HALF, 0, -HALF, HALF, -HALF, 0],
            [0.672, 0, 0.15, 0.4318, 0, 0],
            np.zeros(6),
            limits=np.tile([-2.5, 2.5], (6, 1)),
        ),
        "modified puma": Robot.from_dh(
            [0, 0, 0.4318, 0.0203, 0, 0],
            [0, -HALF, 0, -HALF, HALF, -HALF],
            [0.672, 0, 0.15, 0.4318, 0, 0],
            np.zeros(6),
            convention="modified",
        ),
        "scara": Robot.from_dh(
            [0.3, 0.25, 0, 0], [0, pi, 0, 0], [0.4, 0, 0, 0], np.zeros(4), "RRPR",
            limits=[[-2, 2], [-2, 2], [0, 0.2], [-3, 3]],
        ),
        "cartesian": Robot.from_dh(
            [0, 0, 0], [-HALF, -HALF, 0], np.zeros(3), [-HALF, -HALF, 0], "PPP",
            limits=[[0, 1], [0, 1], [0, 1]],
        ),
        "cylindrical": Robot.from_dh(
            [0, 0, 0], [0, -HALF, 0], np.zeros(3), np.zeros(3), "RPP",
            limits=[[-3, 3], [0, 1], [0.2, 1]],
        ),
        "stanford": Robot.from_dh(
            [0, 0, 0.02, 0, 0, 0],
            [-HALF, HALF, 0, -HALF, HALF, 0],
            [0.412, 0.154, 0, 0, 0, 0.1],
            [0, 0, -HALF, 0, 0, 0],
            "RRPRRR",
            limits=[[-3, 3], [-3, 3], [0.3, 1.27], [-3, 3], [-1.5, 1.5], [-3, 3]],
        ),
        "on a track": Robot.from_dh(
            [0, 0, 0.43, 0.02], [HALF, HALF, 0, -HALF], [0, 0.67, 0, 0.15], np.zeros(4), "PRRR",
            limits=[[0, 2], [-3, 3], [-3, 3], [-3, 3]],
            base=[[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]],
        ),
        "screw": Robot.from_dh([0.3, 0.2], [0, HALF], [0.5, 0.1], [0, 0], "RH"),
        "planar": Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0]),
        "point": Robot.from_dh([0.0], [0.0], [0.0], [0.0]),
        "with tool": Robot.from_dh(
            [0.5, 0.4], [0, 0], [0.3, 0], [0, 0],
            tool=[[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0.4], [0, 0, 0, 1]],
        ),
    }  # fmt: skip


ARCHETYPES = archetypes()


@pytest.fixture(params=list(ARCHETYPES))
def robot(request: pytest.FixtureRequest) -> Robot:
    return ARCHETYPES[request.param]


@pytest.fixture
def puma() -> Robot:
    return ARCHETYPES["puma"]


@pytest.fixture
def state_of():
    """Make a state of robots, in given or home postures."""

    def make(*robots: Robot, q=None, **view) -> State:
        placed = tuple(
            PlacedRobot(
                f"r{k}", r, place=((1, 0, 0, 2.0 * k), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
            )
            for k, r in enumerate(robots)
        )
        document = Document(placed)
        postures = {} if q is None else {"r0": tuple(float(v) for v in q)}
        return State(document, fit_postures(document, postures), View(**view))

    return make


@pytest.fixture
def assert_body():
    """Check that a mesh is a closed body with sound faces and normals."""
    return check_body


def check_body(mesh: Mesh) -> None:
    edges: Counter[tuple[int, int]] = Counter()
    sizes = np.diff(mesh.starts)
    assert (sizes >= 3).all()
    for k in range(len(sizes)):
        face = mesh.corners[mesh.starts[k] : mesh.starts[k + 1]]
        edges.update(zip(face.tolist(), np.roll(face, -1).tolist(), strict=True))
        check_face(mesh, k, face)
    assert max(edges.values()) == 1
    assert all((b, a) in edges for a, b in edges)
    assert set(mesh.corners.tolist()) == set(range(len(mesh.vertices)))
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0)


def check_face(mesh: Mesh, k: int, face: np.ndarray) -> None:
    """Flat, convex, turning left about its normal, which its corners' normals follow."""
    points = mesh.vertices[face]
    size = np.ptp(points, axis=0).max()
    normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    normal /= np.linalg.norm(normal)
    assert np.ptp(points @ normal) < 1e-6 * size
    steps = np.roll(points, -1, axis=0) - points
    turns = np.cross(steps, np.roll(steps, -1, axis=0)) @ normal
    assert (turns > -1e-9 * size**2).all()
    corner_normals = mesh.normals[mesh.starts[k] : mesh.starts[k + 1]]
    assert (corner_normals @ normal > 0.5).all()
