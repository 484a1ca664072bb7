"""STEP files read: solids, axes, masses and robots, against the robots that were written."""

from math import pi

import numpy as np
import pytest

from rvs.bodies.masses import Weighing, link_bulks
from rvs.engine.descriptions.comparison import robot_difference
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.export.models.write import write_model
from rvs.files.bodies.models import usable_model
from rvs.files.budget import within_budget
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors

pytest.importorskip("OCP")

from ..export.test_step import state_of

DENSITY = 2700.0
# The axes of the SCARA as it was drawn: shoulder, elbow, quill, wrist.
KINDS = "RRPR"


@pytest.fixture(scope="module")
def scara(tmp_path_factory):
    """The file, its content, and the robot with its posture as zeros."""
    from rvs.scripting.cad import cad

    path = tmp_path_factory.mktemp("cad") / "scara.step"
    state = state_of("scara")
    write_model(path, state)
    (placed,) = state.document.robots
    return cad(path), placed.robot, np.array(state.postures[placed.id])


def axes_of(robot, q):
    from rvs.engine.chain import chain_frames, joint_axes

    z, points = joint_axes(robot.chain, chain_frames(robot.chain, q))
    return points, z


def picks(model, robot, q) -> list[str]:
    """SOLID:AXIS of a round face on the axis of each joint, as somebody would click it."""
    found = []
    for kind, point, z in zip(KINDS, *axes_of(robot, q), strict=True):
        for k, solid in enumerate(model.file.solids, 1):
            for number, row in enumerate(solid.axes, 1):
                aside = np.linalg.norm(np.cross(row[:3] - point, z))
                if aside < 1e-9 and abs(row[3:6] @ z) > 1 - 1e-12:
                    sign = "" if row[3:6] @ z > 0 else "-"
                    found.append(f"{kind} {sign}{k}:{number}")
                    break
            else:
                continue
            break
    return found


def test_a_robot_comes_back_from_its_round_faces(scara):
    model, robot, q = scara
    joints = picks(model, robot, q)
    assert len(joints) == 4
    made = model.robot(joints, name="again").robot
    # The last frame is free: the tools differ by a constant.
    dq = np.random.default_rng(5).uniform(-0.5, 0.5, (20, 4))
    one, other = fkine(robot, q + dq), fkine(made, dq)
    between = np.linalg.inv(other[0]) @ one[0]
    assert other @ between == pytest.approx(one, abs=1e-9)
    assert made.name == "again"


def test_no_rounding_errors_are_left_in_the_table(scara):
    model, robot, q = scara
    made = model.robot(picks(model, robot, q)).robot
    # where the axis of the quill is does not matter, so the second length is that to the wrist
    assert sorted(abs(one.a) for one in made.joints) == sorted(abs(one.a) for one in robot.joints)
    assert {one.alpha for one in made.joints} <= {0.0, pi, -pi}
    numbers = [made.base[:3, 3], made.tool[:3, 3], *(joint.inertia.com for joint in made.joints)]
    for value in np.abs(np.concatenate(numbers)):
        assert value == 0.0 or value > 1e-9


def test_masses_and_inertias_are_exact_for_the_material(scara):
    model, robot, q = scara
    made = model.robot(picks(model, robot, q), material="aluminium").robot
    body = usable_model(load_robot("scara"))
    densities = tuple((one, DENSITY) for one in ("paint", "plastic", "matte", "rubber", "metal",
                                                 "brushed", "glass"))  # fmt: skip
    bulks = link_bulks(robot, body, Weighing(densities, fill=1.0))
    weights = [made.base_inertia, *(joint.inertia for joint in made.joints)]
    for weight, bulk in zip(weights, bulks, strict=True):
        assert weight.mass == pytest.approx(bulk.volume, rel=1e-9)
        values = np.linalg.eigvalsh(bulk.moments)
        xx, yy, zz, xy, yz, xz = weight.moments
        again = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert again == pytest.approx(values, rel=1e-7)


def test_solids_have_their_names_colours_parts_and_places(scara):
    model, *_ = scara
    solids = model.file.solids
    assert [one[-1] for one in model.file.parts] == ["base", *(f"link {k}" for k in (1, 2, 3, 4))]
    assert solids[0].name == "foot"
    assert all(one.color.startswith("#") for one in solids)
    for one in solids:
        corners = one.triangles
        volume = np.linalg.det(corners).sum() / 6
        # Facets of round faces lie inside, those of holes outside.
        assert volume == pytest.approx(one.bulk.volume, rel=0.03)
        assert len(one.owners) == len(corners)
        assert one.owners.max(initial=-1) < len(one.axes)


def test_a_written_robot_is_read_back_the_same(scara, tmp_path):
    from rvs.cli import main
    from rvs.files.robots.readers import read_robot_file

    model, robot, q = scara
    made = model.robot(picks(model, robot, q)).robot
    target = tmp_path / "again.arch"
    words = [word for one in picks(model, robot, q) for word in ("--joint", one)]
    assert main(["cad", str(model.file.path), *words, "-o", str(target)]) == 0
    read = read_robot_file(target)
    assert robot_difference(made, read.robot) < 1e-12
    body = usable_model(read)
    assert sum(len(link.parts) for link in body.links) == len(model.file.solids)


def test_what_is_picked_wrongly_is_refused(scara):
    model, *_ = scara
    for joints, links, words in [
        ([], {}, "expected at least one"),
        (["X 1:1"], {}, "expected R or P"),
        (["R 99:1"], {}, "the file has solids 1 to 33"),
        (["R 1:99"], {}, "solid 1 has 4 axes"),
        (["R 0 0 0 0 0 0"], {}, "expected R or P"),
        (["R 1:1"], {}, "the file has 5 parts, but the robot has 2 links"),
        (["R 1:1"], {2: "1"}, "expected a link from 0 to 1"),
        (["R 1:1"], {1: "nose"}, "no solid or part 'nose'"),
        (["R 1:1"], {1: "40-50"}, "the file has solids 1 to 33"),
    ]:
        with pytest.raises(ArgumentError, match=words):
            model.robot(joints, links)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a STEP file"),
        (b"solid of facets" * 40, "is not a STEP file"),
        (b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('',(0.,0.,0.));\nENDSEC;\n"
         b"END-ISO-10303-21;\n", "is not a STEP file|contains no solids|no shape that OpenCascade"),
    ],
)  # fmt: skip
def test_a_file_without_solids_is_refused(data, words, tmp_path):
    from rvs.scripting.cad import cad

    path = tmp_path / "bad.step"
    path.write_bytes(data)
    with within_budget(), pytest.raises(FileErrors, match=words):
        cad(path)


def test_a_file_that_makes_opencascade_crash_is_refused(scara, tmp_path, monkeypatch):
    from rvs.files.cad import step
    from rvs.scripting.cad import cad

    path = tmp_path / "crash.step"
    path.write_bytes(b"ISO-10303-21;")
    monkeypatch.setattr(step, "ASK", "import os; os.abort()")
    with pytest.raises(FileErrors, match="makes OpenCascade end early"):
        cad(path)
    monkeypatch.setattr(step, "ASK", "import threading; threading.Event().wait()")
    monkeypatch.setattr(step, "PATIENCE", 0.2)
    with within_budget(), pytest.raises(FileErrors, match="more than 0 s"):
        cad(path.with_name("crash.step"))
    with pytest.raises(FileErrors, match="does not exist"):
        cad(tmp_path / "none.step")


def test_lines_are_given_in_numbers_too(scara):
    model, *_ = scara
    given = {1: "2-33"}
    made = model.robot(["R 0 0 100 0 0 2"], given, tool="0 0 300 1 0 0").robot
    assert made.n == 1
    assert fkine(made, [pi / 2])[:3, 3] == pytest.approx([0, 0, 0.3])
    assert fkine(made, [pi / 2])[:3, 2] == pytest.approx([0, 1, 0])


def test_a_click_means_the_round_face_or_the_nearest_rim(scara):
    model, *_ = scara
    for solid in model.file.solids:
        for k in np.flatnonzero(solid.owners >= 0)[::40].tolist():
            assert solid.axis_at(solid.triangles[k].mean(axis=0)) == solid.owners[k]
    column = next(one for one in model.file.solids if one.name == "column")
    top = column.triangles[column.owners < 0].reshape(-1, 3)
    point = top[np.argmax(top[:, 2])]
    corner = column.axes[column.axis_at(point)]
    near = column.axes[np.argmin(np.linalg.norm((column.axes[:, :3] - point)[:, :2], axis=1))]
    assert corner == pytest.approx(near)


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_is_read_or_refused(scara, seed, tmp_path):
    """Each in its own process, within its bounds of memory and time."""
    from rvs.files.formats import check_file

    model, *_ = scara
    generator = np.random.default_rng(seed)
    data = bytearray(model.file.path.read_bytes()[: 200_000 * (seed + 1)])
    for place in generator.integers(1000, len(data), 40):
        data[place] = int(generator.integers(32, 127))
    path = tmp_path / "damaged.step"
    path.write_bytes(bytes(data))
    report = check_file(path)
    assert all(str(path) in str(one) for one in report.errors)
