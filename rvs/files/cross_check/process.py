"""Lets another program read a description in a separate process and compute with it.

This module is independent of RVS's readers: its results are only that program's opinion.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

LARGEST_MEMORY = 4 << 30
Poses = Any
Torques = list[Any]
# Version, poses, torques, and what is counted in these beside masses.
Reading = tuple[str, Poses, Torques, str]
# Forces that MuJoCo adds to those of masses, which RVS does not count.
PASSIVE = {"spring": "springs", "fluid": "air or water", "gravcomp": "gravity compensation"}


class _UnknownError(Exception):
    """An item that the program does not find in the file."""


def serve() -> None:
    """Answer the job on standard input; write JSON to standard output."""
    job, out = json.loads(sys.stdin.buffer.read()), sys.stdout
    # Whatever prints must not come into the answer.
    sys.stdout = sys.stderr
    _keep_small()
    out.write(json.dumps(answered(job)))


def answered(job: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the ``version`` of a program, its ``poses`` and ``torques``, or a ``fault``.

    Args:
        job: Name of the ``module``, ``path`` of the file or its ``text``, names of ``root`` and
            ``tip`` and of the ``joints`` between them, and states as rows: ``postures``, and ``q``,
            ``qd`` and ``qdd``.  ``order`` contains the positions of the joints among ``count`` of
            the file, ``links`` the names of all bodies, ``packages`` the folders of the included
            packages, and ``gravity`` the gravity if the format can't express it.
    """
    try:
        version, poses, torques, counts = READINGS[job["module"]](job)
    except MemoryError:
        return {"fault": "it takes too much memory"}
    except Exception as error:
        # Another program's errors are of any kind.
        return {"fault": " ".join(str(error).split())[:240] or type(error).__name__}
    return {
        "version": version,
        "counts": counts,
        "poses": np.reshape(poses, (-1, 4, 4))[:, :3].reshape(-1, 12).tolist(),
        "torques": [np.asarray(row).tolist() for row in torques],
    }


def _rows(job: Mapping[str, Any], *keys: str) -> zip[Any]:
    return zip(*(job[key] for key in keys), strict=True)


def _between(ends: list[Any]) -> Any:
    """Return the poses of tips seen from roots, of pairs (m, 2, 4, 4) of both."""
    roots, tips = np.reshape(ends, (-1, 2, 4, 4)).swapaxes(0, 1)
    return np.linalg.inv(roots) @ tips


def by_mujoco(job: Mapping[str, Any]) -> Reading:
    """Read MJCF with MuJoCo."""
    import mujoco

    model = mujoco.MjModel.from_xml_path(job["path"])
    data = mujoco.MjData(model)
    joints = [_mujoco_id(model, "JOINT", name, k, model.njnt, job["count"])
              for name, k in _rows(job, "joints", "order")]  # fmt: skip
    ends = [_mujoco_id(model, "BODY", job[end], job["links"].index(job[end]), model.nbody,
                       len(job["links"])) for end in ("root", "tip")]  # fmt: skip
    rest = model.qpos0.copy()
    straight = model.jnt_type >= int(mujoco.mjtJoint.mjJNT_SLIDE)
    rest[model.jnt_qposadr[straight]] = 0.0
    places, dofs = model.jnt_qposadr[joints], model.jnt_dofadr[joints]

    poses, torques, counted = [], [], dict.fromkeys(PASSIVE, False)
    data.qpos[:] = rest
    for (values,) in _rows(job, "postures"):
        data.qpos[places] = values
        mujoco.mj_kinematics(model, data)
        made = np.zeros((2, 4, 4))
        made[:, :3, :3], made[:, :3, 3] = data.xmat[ends].reshape(2, 3, 3), data.xpos[ends]
        made[:, 3, 3] = 1.0
        poses.append(made)
    data.qvel[:], data.qacc[:] = 0.0, 0.0
    for data.qpos[places], data.qvel[dofs], data.qacc[dofs] in _rows(job, "q", "qd", "qdd"):
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        found = np.zeros(model.nv)
        mujoco.mj_rne(model, data, 1, found)
        for name in PASSIVE:
            force = getattr(data, f"qfrc_{name}")
            found -= force
            counted[name] = counted[name] or bool(force[dofs].any())
        torques.append(found[dofs])
    more = ", ".join(words for name, words in PASSIVE.items() if counted[name])
    return mujoco.__version__, _between(poses), torques, f"it counts {more}" if more else ""


def _mujoco_id(model: Any, kind: str, name: str, place: int, found: int, known: int) -> int:
    """Return the number of a joint or body: by its name, or by its position if it has none."""
    import mujoco

    number = mujoco.mj_name2id(model, int(getattr(mujoco.mjtObj, f"mjOBJ_{kind}")), name)
    if number >= 0:
        return int(number)
    if found != known:
        words = f"it finds {found} joints or bodies, but RVS finds {known}"
        raise _UnknownError(f"{words}, and none named {name[:60]!r}")
    return place


def by_pinocchio(job: Mapping[str, Any]) -> Reading:
    """Read the text of a URDF with Pinocchio."""
    import pinocchio

    model = pinocchio.buildModelFromXML(job["text"])
    model.gravity.linear = np.array(job["gravity"])
    for name in job["joints"]:
        if not model.existJointName(name):
            raise _UnknownError(f"it finds no joint {name[:60]!r}")
    joints = [model.joints[model.getJointId(name)] for name in job["joints"]]
    data, neutral = model.createData(), pinocchio.neutral(model)
    root, tip = (model.getFrameId(job[end], pinocchio.FrameType.BODY) for end in ("root", "tip"))
    if tip >= model.nframes:
        raise _UnknownError(f"it finds no link {job['tip'][:60]!r}")

    def placed(rows: Any) -> Any:
        postures = np.tile(neutral, (len(rows), 1))
        for joint, x in zip(joints, np.reshape(rows, (-1, len(joints))).T, strict=True):
            at = joint.idx_q
            if joint.nq == 2:
                postures[:, at], postures[:, at + 1] = np.cos(x), np.sin(x)
            else:
                postures[:, at] = x
        return postures

    poses, torques = [], []
    for posture in placed(job["postures"]):
        pinocchio.framesForwardKinematics(model, data, posture)
        start = data.oMf[root].homogeneous if root < model.nframes else np.eye(4)
        poses.append((start, data.oMf[tip].homogeneous))
    places = [joint.idx_v for joint in joints]
    rates = _rows(job, "qd", "qdd")
    for posture, (speeds, accelerations) in zip(placed(job["q"]), rates, strict=True):
        v, a = np.zeros((2, model.nv))
        v[places], a[places] = speeds, accelerations
        torques.append(pinocchio.rnea(model, data, posture, v, a)[places].copy())
    return pinocchio.__version__, _between(poses), torques, ""


def by_drake(job: Mapping[str, Any]) -> Reading:
    """Read SDF with Drake."""
    from importlib.metadata import version

    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import BodyIndex, MultibodyForces

    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    for name, folder in job["packages"].items():
        if not parser.package_map().Contains(name):
            parser.package_map().Add(name, folder)
    parser.AddModels(job["path"])
    plant.mutable_gravity_field().set_gravity_vector(np.array(job["gravity"]))

    def named(things: list[Any]) -> dict[str, Any]:
        """Return elements by their names, prefixed with the names of the enclosing models."""
        found = {}
        for one in things:
            model = plant.GetModelInstanceName(one.model_instance())
            found[f"{model}::{one.name()}".partition("::")[2]] = one
        return found

    joints = named([plant.get_joint(k) for k in plant.GetJointIndices()])
    for joint in joints.values():
        if joint.num_velocities() == 1:
            joint.set_default_damping_vector(np.zeros(1))
    plant.Finalize()
    bodies = named([plant.get_body(BodyIndex(k)) for k in range(plant.num_bodies())])
    bodies["world"] = plant.world_body()
    root, tip = (_found(bodies, job[end], "link") for end in ("root", "tip"))
    own = [_found(joints, name, "joint") for name in job["joints"]]
    places, dofs = [one.position_start() for one in own], [one.velocity_start() for one in own]
    context = plant.CreateDefaultContext()
    rest, still = plant.GetPositions(context).copy(), np.zeros((2, plant.num_velocities()))
    rest[[one.position_start() for one in joints.values() if one.num_positions() == 1]] = 0.0

    def stand(values: Any) -> None:
        rest[places] = values
        plant.SetPositions(context, rest)

    poses, torques = [], []
    for (values,) in _rows(job, "postures"):
        stand(values)
        ends = (plant.EvalBodyPoseInWorld(context, one).GetAsMatrix4() for one in (root, tip))
        poses.append(list(ends))
    for values, speeds, accelerations in _rows(job, "q", "qd", "qdd"):
        stand(values)
        still[:, dofs] = speeds, accelerations
        plant.SetVelocities(context, still[0])
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(context, forces)
        torques.append(plant.CalcInverseDynamics(context, still[1], forces)[dofs])
    return version("drake"), _between(poses), torques, ""


def by_toolbox(job: Mapping[str, Any]) -> Reading:
    """Run a script written by RVS for the Robotics Toolbox."""
    from importlib.metadata import version
    from runpy import run_path

    robot = run_path(job["path"])["robot"]
    for link in robot.links:
        # Torques are those without motors and friction.
        link.B, link.Tc, link.Jm = 0.0, [0.0, 0.0], 0.0
    poses = [robot.fkine(values).A for (values,) in _rows(job, "postures")]
    torques = [robot.rne(*map(np.array, row)) for row in _rows(job, "q", "qd", "qdd")]
    return version("roboticstoolbox-python"), poses, torques, ""


def _found(things: Mapping[str, Any], name: str, kind: str) -> Any:
    if name not in things:
        # Drake has a joint where its child is, as a joint of a model in the model.
        alike = [one for whole, one in things.items() if whole.endswith(f"::{name}")]
        if len(alike) == 1:
            return alike[0]
        raise _UnknownError(f"it finds no {kind} {name[:60]!r}")
    return things[name]


READINGS: Mapping[str, Callable[[Mapping[str, Any]], Reading]] = {
    "mujoco": by_mujoco,
    "pinocchio": by_pinocchio,
    "pydrake": by_drake,
    "roboticstoolbox": by_toolbox,
}


def _keep_small() -> None:
    """Limit the memory of this process if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, LARGEST_MEMORY))
