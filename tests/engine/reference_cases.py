"""Reads ``tests/reference`` and turns the robots of the three libraries into ours.

    for case in cases("rtb", "fkine"):
        close(fkine(case.robot, case.args["q"]), case)

``case.robot`` is there when the case names one.  Everything on which a library's robots differ from
ours on purpose is converted here: the sign of gravity and nothing else.
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.robot import Robot

FOLDER = Path(__file__).parent.parent / "reference"
FILES = {
    "mr": ("modern_robotics.json",),
    "rtb": ("rtb_kinematics.json", "rtb_dynamics.json"),
    "roboop": ("roboop_kinematics.json", "roboop_dynamics.json"),
}
# Rows of twists, wrenches and Jacobians: linear part first there, angular first here.
ANGULAR_FIRST = [3, 4, 5, 0, 1, 2]


@dataclass(frozen=True)
class Case:
    """One call of a library's function: what went in, what must come out, how closely."""

    library: str
    function: str
    number: int
    args: dict[str, Any]
    want: Any
    tol: float = 1e-9
    rel: float = 1e-9
    extra: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.library}-{self.function}-{self.number}"

    @property
    def robot(self) -> Robot:
        """The robot that the case names."""
        return robot(self.library, self.args["robot"])


@lru_cache
def data(library: str) -> dict[str, Any]:
    """Return everything that is stored of one library: ``"mr"``, ``"rtb"`` or ``"roboop"``."""
    merged: dict[str, Any] = {}
    for name in FILES[library]:
        merged |= json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return merged


def cases(library: str, *functions: str) -> list[Case]:
    """Return all cases of some functions of one library."""
    found = []
    for function in functions:
        for number, raw in enumerate(data(library)[function]):
            extra = {k: v for k, v in raw.items() if k not in ("args", "want", "tol", "rel")}
            tolerances = {k: raw[k] for k in ("tol", "rel") if k in raw}
            found.append(
                Case(library, function, number, raw["args"], raw["want"], extra=extra, **tolerances)
            )
    return found


def close(ours: Any, case: Case, want: Any = None) -> None:
    """Assert that a result agrees with what the case wants, or with ``want``."""
    expected = np.asarray(case.want if want is None else want, dtype=float)
    assert np.shape(ours) == expected.shape, f"{case}: {np.shape(ours)} is not {expected.shape}"
    np.testing.assert_allclose(ours, expected, atol=case.tol, rtol=case.rel, err_msg=str(case))


@lru_cache
def robot(library: str, name: str) -> Robot:
    """Return a library's robot as one of ours."""
    return {"mr": _from_mr, "rtb": _from_rtb, "roboop": _from_roboop}[library](name)


def _from_mr(name: str) -> Robot:
    raw = data("mr")["robots"][name]
    screws, _ = unit_screws(name)
    frames, inertias = raw.get("Mlist"), raw.get("Glist")
    return Robot.from_screws(raw["M"], screws, link_frames=frames, inertias=inertias, name=name)


def unit_screws(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a Modern Robotics robot's space screws made unit, and the factors taken out of them.

    The three-joint robot of its dynamics examples has a joint whose |omega| is the root of two: a
    posture of theirs times these factors is ours, and a torque of theirs is ours times them.
    """
    screws = np.array(data("mr")["robots"][name]["Slist"], dtype=float)
    angular = np.linalg.norm(screws[:3], axis=0)
    scale = np.where(angular > 1e-6, angular, np.linalg.norm(screws[3:], axis=0))
    return screws / scale, scale


def mr_robot_with_inertias(name: str) -> tuple[Robot, np.ndarray]:
    """Return a Modern Robotics robot, its links weighed, and the factors of ``unit_screws``."""
    return robot("mr", name), unit_screws(name)[1]


def _from_rtb(name: str) -> Robot:
    raw = data("rtb")["robots"][name]
    links = raw["links"]

    def column(key: str, missing: Any = 0.0) -> list[Any]:
        return [missing if link[key] in ([], None) else link[key] for link in links]

    prismatic = [link["sigma"] != 0 for link in links]
    return Robot.from_dh(
        column("a"),
        column("alpha"),
        column("d"),
        column("theta"),
        "".join("P" if p else "R" for p in prismatic),
        convention="modified" if raw["mdh"] else "standard",
        offset=column("offset"),
        limits=column("qlim", [-np.inf, np.inf]),
        mass=column("m"),
        com=column("r", [0.0] * 3),
        inertia=column("I", np.zeros((3, 3)).tolist()),
        motor_inertia=column("Jm"),
        gear=column("G", 1.0),
        viscous=column("B"),
        coulomb=column("Tc", [0.0, 0.0]),
        base=raw["base"],
        tool=raw["tool"],
        gravity=-np.array(raw["gravity"], dtype=float),
        name=raw["name"],
    )


def _from_roboop(name: str) -> Robot:
    raw = data("roboop")["robots"][name]
    convention = "standard" if raw["dh"] else "modified"
    return Robot.from_roboop(raw["initrobot"], convention=convention, name=name)
