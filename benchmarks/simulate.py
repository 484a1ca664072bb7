"""Ten seconds of a PUMA 560 that falls and of one that is driven, beside MuJoCo and Pinocchio."""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from peers import missing, pinocchio, puma

from rvs.engine import Robot
from rvs.engine.trajectory import jtraj
from rvs.study.simulate.laws import LAWS
from rvs.study.simulate.run import Run, along
from rvs.study.simulate.simulate import simulate

SECONDS, TURNS = 10.0, 3
STEP = 0.002
READY = np.radians([0, 90, -90, 0, 0, 0])


def ours(robot: Robot, law: str) -> float:
    """Return how long a run takes, the best of a few."""
    times = np.linspace(0, 5, 251)
    wanted = along(times, jtraj(np.zeros(6), READY, times)[0])
    start = np.zeros(6)
    return best(lambda: simulate(Run(robot, start, law=law, duration=SECONDS, wanted=wanted)))


def best(work: Any) -> float:
    """Return the shortest time of a few, in s."""
    found = []
    for _ in range(TURNS):
        begun = perf_counter()
        work()
        found.append(perf_counter() - begun)
    return min(found)


def pinocchio_fall(robot: Robot) -> float:
    """Return how long the same fall takes with ``aba`` of Pinocchio and DOP853 of SciPy."""
    import pinocchio as pin
    from scipy.integrate import solve_ivp

    model = pinocchio(robot)
    data, still = model.createData(), np.zeros(6)

    def slope(_: float, state: np.ndarray) -> np.ndarray:
        return np.concatenate([state[6:], pin.aba(model, data, state[:6], state[6:], still)])

    options = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
    t = np.linspace(0, SECONDS, 1001)
    return best(lambda: solve_ivp(slope, (0, SECONDS), np.zeros(12), t_eval=t, **options))


def mujoco_steps(law: str) -> float:
    """Return how long MuJoCo takes for steps of 2 ms by Runge and Kutta, with a PD law or none."""
    import mujoco

    from rvs.files.library import load_robot
    from rvs.files.trees.mjcf_write import save_mjcf

    with TemporaryDirectory() as folder:
        path = Path(folder) / "puma.xml"
        save_mjcf(path, load_robot("puma560"))
        model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.timestep = STEP
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    gains = (np.array([800, 800, 400, 40, 40, 40.0]), np.array([80, 80, 40, 4, 4, 4.0]))

    def work() -> None:
        mujoco.mj_resetData(model, data)
        for _ in range(round(SECONDS / STEP)):
            if law != "none":
                data.qfrc_applied[:] = gains[0] * (READY - data.qpos) - gains[1] * data.qvel
            mujoco.mj_step(model, data)

    return best(work)


def main() -> None:
    """Print how long ten seconds take."""
    logging.disable(logging.WARNING)
    robot = puma()
    fall = ours(robot, "none")
    print(f"fall, no friction: RVS {fall:.3f} s")
    if why := missing("pinocchio"):
        print(f"Pinocchio {why}")
    else:
        print(f"  Pinocchio's aba with SciPy's DOP853: {pinocchio_fall(robot):.3f} s")
    for law in LAWS:
        print(f"{law}: RVS {ours(robot, law):.3f} s")
    if why := missing("mujoco"):
        print(f"MuJoCo {why}")
        return
    for law in ("none", "pd"):
        print(f"MuJoCo, steps of 2 ms, {law}: {mujoco_steps(law):.3f} s")


if __name__ == "__main__":
    main()
