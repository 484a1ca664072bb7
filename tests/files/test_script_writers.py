"""Scripts that compute by themselves: run by Python, they give what RVS computes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.engine.descriptions.comparison import (
    plain_torques,
    pose_difference,
    random_states,
    tool_poses,
    torque_difference,
)
from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.errors import RvsError
from rvs.engine.jacobians import jacobian
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.convert import convert
from rvs.files.library import find_robot, load_robot
from rvs.files.robots.arch import Architecture
from rvs.files.writers import WRITERS, writer_of
from tests.programs import python

SCRIPTS = [(".py", "numpy"), (".py", "pinocchio"), (".m", "rigidbodytree")]
RUN_NUMPY = """
import json, sys, runpy
import numpy as np
made = runpy.run_path(sys.argv[1])
rows = np.array(json.load(sys.stdin))
print(json.dumps({
    "poses": [made["fkine"](q).tolist() for q in rows[0]],
    "jacobian": made["jacobian"](rows[0][0]).tolist(),
    "torques": [made["torques"](*row).tolist() for row in zip(*rows)],
}))
"""


def states(robot: Robot, count: int = 20) -> Any:
    slides = [not joint.turns for joint in robot.joints]
    return np.array(random_states([joint.limits for joint in robot.joints], slides, count))


@pytest.mark.parametrize("name", ["puma560", "stanford", "panda", "scara"])
@pytest.mark.parametrize(("suffix", "kind"), SCRIPTS)
def test_its_numbers_come_back(tmp_path: Path, name: str, suffix: str, kind: str) -> None:
    done = convert(find_robot(name), tmp_path / f"robot{suffix}", kind=kind)
    source = load_robot(name).robot
    assert done.error <= 1e-15
    assert done.torque_error is None or done.torque_error <= 1e-14
    for old, new in zip(source.joints, done.robot.joints, strict=True):
        assert (new.limits, new.rate, new.effort) == (old.limits, old.rate, old.effort)
        assert (new.name, new.kind) == (old.name or new.name, old.kind)


ARM = Robot(
    (
        Joint(0.1, 0.3, 0.5, 0.2, offset=0.7, rate=2.0, effort=90.0, limits=(-1.0, 2.0),
              inertia=Inertia(3.0, (0.1, 0.2, -0.3), (0.2, 0.3, 0.4, 0.01, -0.02, 0.03)),
              motor=Motor(1e-3, -40.0, 2e-3, (0.1, -0.1)), name="it's one"),
        Joint(0.2, -1.1, 0.4, 0.6, "prismatic", offset=0.1, limits=(0.0, 0.8),
              inertia=Inertia(2.0, (0.05, 0.0, 0.1), (0.1, 0.1, 0.05, 0.0, 0.01, 0.0))),
        Joint(0.3, 0.4, -0.2, inertia=Inertia(1.0, (0.0, 0.1, 0.0), (0.02,) * 3 + (0.0,) * 3)),
    ),
    base_rows=((1, 0, 0, 0.3), (0, 0, -1, 0.1), (0, 1, 0, 0.2), (0, 0, 0, 1)),
    tool_rows=((0, -1, 0, 0.1), (1, 0, 0, 0), (0, 0, 1, 0.3), (0, 0, 0, 1)),
    gravity=(0.3, 0.1, -9.7),
    name='an "arm"',
)  # fmt: skip


def test_the_numpy_script_computes_the_same(tmp_path: Path) -> None:
    script, given = tmp_path / "arm.py", states(ARM)
    writer_of(script, "numpy").write(script, Architecture(ARM))
    runner = tmp_path / "run.py"
    runner.write_text(RUN_NUMPY.replace("sys.stdin", "open(sys.argv[2])"), encoding="utf-8")
    (tmp_path / "q.json").write_text(json.dumps(given.tolist()), encoding="utf-8")
    done = python(runner, script, tmp_path / "q.json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    q, qd, qdd = given
    assert pose_difference(tool_poses(ARM, q), np.array(found["poses"])) <= 1e-14
    np.testing.assert_allclose(found["jacobian"], jacobian(ARM, q[0]), atol=1e-14)
    assert torque_difference(rne(ARM, q, qd, qdd), np.array(found["torques"])) <= 1e-12


def test_the_pinocchio_script_builds_the_same(tmp_path: Path) -> None:
    pinocchio: Any = pytest.importorskip("pinocchio")
    script = tmp_path / "arm.py"
    writer_of(script, "pinocchio").write(script, Architecture(ARM))
    made: dict[str, Any] = {}
    exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), made)
    model, data = made["model"], made["data"]
    frame = model.getFrameId("tool")
    poses, torques, given = [], [], states(ARM)
    armature, damping = model.armature.copy(), model.damping.copy()
    assert armature[0] == pytest.approx(1.6)
    assert damping[0] == pytest.approx(3.2)
    model.armature = 0 * armature
    for q, qd, qdd in zip(*given, strict=True):
        torques.append(pinocchio.rnea(model, data, q, qd, qdd).copy())
        pinocchio.framesForwardKinematics(model, data, q)
        poses.append(data.oMf[frame].homogeneous.copy())
    assert pose_difference(tool_poses(ARM, given[0]), np.array(poses)) <= 1e-14
    assert torque_difference(plain_torques(ARM, *given), np.array(torques)) <= 1e-12
    assert model.name == 'an "arm"'
    assert list(model.names)[1:] == ["it's one", "joint2", "joint3"]
    np.testing.assert_array_equal(model.lowerPositionLimit, [-1.0, 0.0, -np.inf])
    np.testing.assert_array_equal(model.velocityLimit, [2.0, np.inf, np.inf])


def test_without_masses_there_are_no_torques(tmp_path: Path) -> None:
    path = tmp_path / "bare.py"
    writer_of(path, "numpy").write(path, Architecture(Robot((Joint(a=0.5),), name="bare")))
    text = path.read_text(encoding="utf-8")
    assert "MASSES" not in text
    assert "def torques" not in text
    assert load_robot(path).robot.joints[0].inertia is None


def test_every_kind_has_a_name_of_its_own() -> None:
    named = [(suffix, one.name) for one in WRITERS for suffix in one.suffixes]
    assert len(set(named)) == len(named)
    with pytest.raises(RvsError, match=r"--as numpy: \.m files are written as toolbox, rigidbody"):
        writer_of(Path("x.m"), "numpy")


def test_a_table_for_latex(tmp_path: Path) -> None:
    path = tmp_path / "puma.tex"
    convert(find_robot("puma560"), path)
    text = path.read_text(encoding="utf-8")
    assert r"2 & R & $0.4318$ & $0$ & $0$ & $\theta_{2}$ & $-45^{\circ}$ & $225^{\circ}$ \\" in text
    robot = Robot((Joint(0.0705, np.pi / 2, 0.2, np.pi / 3, "prismatic", convention="modified"),))
    writer_of(path).write(path, Architecture(robot))
    assert r"1 & P & $70.5$ & $90$ & $b_{1}$ & $60$ \\" in path.read_text(encoding="utf-8")
    assert load_robot(path).robot.joints[0].convention == "modified"
