"""The pages about the engine tell the truth: what they name is there, what is there they name."""

import ast
import importlib
import inspect
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import rvs.engine

DOCS = Path(__file__).parent.parent.parent / "docs"

TOOLBOX = """
accel cinertia coriolis ctraj diff2tr drivebot eul2tr fdyn fkine friction ftrans gravload ikine
ikine560 inertia ishomog itorque jacob0 jacobn jtraj link maniplty nofriction oa2tr perturb
plot puma560 puma560akb qinterp quaternion rne robot rotvec rotx roty rotz rpy2tr rtdemo showlink
stanford tr2diff tr2eul tr2jac tr2rot tr2rpy transl trinterp trnorm twolink unit dh dyn q2tr
plotopt lineopt shadowopt demo1 demo2 demo3 demo4 demo5 demo6"""
QUATERNION = ["*", "/", "^", "inv", "norm", "unit", "plot"]
ROBOOP = """robotType_inv_kin kine kine_pd inv_kin inv_kin_rhino inv_kin_puma inv_kin_schilling
jacobian jacobian_dot jacobian_DLS_inv dTdqi torque torque_novelocity delta_torque dq_torque
dqp_torque G C inertia acceleration dtau_dq dtau_dqp get_q set_q get_qp set_qp get_qpp set_qpp
get_available_q get_available_qp get_available_qpp get_available_dof get_dof get_DH get_fix error
w wp vp a f n F N f_nv n_nv p pp z0 R dw dwp dvp da df dn dF dN dp gravity"""
MODERN_ROBOTICS = """RotInv VecToso3 so3ToVec AxisAng3 MatrixExp3 MatrixLog3 DistanceToSO3 TestIfSO3
ProjectToSO3 RpToTrans TransToRp TransInv VecTose3 se3ToVec Adjoint ScrewToAxis AxisAng6 MatrixExp6
MatrixLog6 DistanceToSE3 TestIfSE3 ProjectToSE3 FKinBody FKinSpace JacobianBody JacobianSpace
IKinBody IKinSpace ad InverseDynamics MassMatrix VelQuadraticForces GravityForces EndEffectorForces
ForwardDynamics EulerStep InverseDynamicsTrajectory ForwardDynamicsTrajectory CubicTimeScaling
QuinticTimeScaling JointTrajectory ScrewTrajectory CartesianTrajectory ComputedTorque
SimulateControl"""


def sections(page: str, level: str = "## ") -> dict[str, str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    parts = re.split(rf"^{level}", text, flags=re.MULTILINE)[1:]
    return {part.split("\n", 1)[0].strip(): part for part in parts}


def rows(section: str) -> list[tuple[list[str], list[str], str]]:
    """Their names, our names and the difference, row by row."""
    table = [line for line in section.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert all(len(row) == 3 for row in cells)
    return [(names(theirs), names(ours), difference) for theirs, ours, difference in cells]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


LIBRARIES = {
    "Robotics Toolbox 7.1": [
        *TOOLBOX.split(),
        "robot *",
        *(f"quaternion {word}" for word in QUATERNION),
    ],
    "ROBOOP, class Robot": [*ROBOOP.split(), "Robot(filename, robotName)"],
    "Modern Robotics": MODERN_ROBOTICS.split(),
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_no_function_of_a_library_is_missing(library: str) -> None:
    there = [name for theirs, _, _ in rows(sections("equivalents.md")[library]) for name in theirs]
    assert [name for name in LIBRARIES[library] if name not in there] == []
    assert len(there) == len(set(there))


def follow(name: str) -> Any:
    """Return the object that a name on the page refers to."""
    if name.startswith(("arch/", "examples/")):
        assert (DOCS.parent / name).is_file(), name
        return name
    if name == "rvs":
        return importlib.import_module("rvs.cli").main
    room, *path = name.split(".")
    value: Any = importlib.import_module(f"rvs.engine.{room}")
    for part in path:
        value = getattr(value, part)
    return value


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_name_of_ours_is_there(library: str) -> None:
    for theirs, ours, difference in rows(sections("equivalents.md")[library]):
        assert ours, theirs
        assert difference, theirs
        for name in ours:
            assert follow(name) is not None


API = sections("api.md")


def promised(room: str) -> ast.Module:
    return ast.parse("\n".join(re.findall(r"```python\n(.*?)```", API[room], re.DOTALL)))


def parameters(node: ast.FunctionDef) -> list[tuple[str, bool, bool]]:
    """Name, whether by keyword only, whether it may be left out."""
    a = node.args
    plain = [*a.posonlyargs, *a.args]
    required = len(plain) - len(a.defaults)
    found = [(arg.arg, False, i >= required) for i, arg in enumerate(plain)]
    pairs = zip(a.kwonlyargs, a.kw_defaults, strict=True)
    found += [(arg.arg, True, default is not None) for arg, default in pairs]
    return [*found, *([(a.kwarg.arg, True, False)] if a.kwarg else [])]


def real_parameters(function: Any) -> list[tuple[str, bool, bool]]:
    plain = getattr(function, "__func__", function)
    by_keyword = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    return [
        (p.name, p.kind in by_keyword, p.default is not p.empty)
        for p in inspect.signature(plain).parameters.values()
    ]


def test_signatures_are_as_written_by_the_tool(project_root: Path) -> None:
    tool = runpy.run_path(str(project_root / "tools" / "api.py"))
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert page == tool["text"](), "run python tools/api.py"


@pytest.mark.parametrize("room", API)
def test_signatures(room: str) -> None:
    module = importlib.import_module(room)
    for node in promised(room).body:
        value = getattr(module, node.name)
        if isinstance(node, ast.FunctionDef):
            assert parameters(node) == real_parameters(value), node.name
            continue
        fields = inspect.get_annotations(value)
        for member in node.body:
            if isinstance(member, ast.FunctionDef):
                real = inspect.getattr_static(value, member.name)
                assert parameters(member) == real_parameters(real), f"{node.name}.{member.name}"
            elif isinstance(member, ast.AnnAssign):
                assert member.target.id in fields or hasattr(value, member.target.id)


@pytest.mark.parametrize("room", rvs.engine.ROOMS)
def test_every_public_name_is_promised(room: str) -> None:
    module = importlib.import_module(f"rvs.engine.{room}")
    there = {node.name for node in promised(f"rvs.engine.{room}").body}
    callables = {
        name
        for name in module.__all__
        if inspect.isroutine(getattr(module, name)) or inspect.isclass(getattr(module, name))
    }
    assert callables == there


def test_every_name_can_be_had_from_the_engine() -> None:
    for room in rvs.engine.ROOMS:
        module = importlib.import_module(f"rvs.engine.{room}")
        for name in module.__all__:
            if (room, name) != ("transforms", "inverse"):
                assert getattr(rvs.engine, name) is getattr(module, name)
    assert rvs.engine.inverse is importlib.import_module("rvs.engine.inverse")
    assert "fkine" in dir(rvs.engine)
    everything: dict[str, Any] = {}
    exec("from rvs.engine import *", everything)
    assert everything["fkine"] is rvs.engine.kinematics.fkine
    with pytest.raises(AttributeError, match="no attribute 'fkin'"):
        rvs.engine.fkin  # noqa: B018
