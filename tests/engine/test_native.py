"""The C++ kernels answer as the NumPy reference does, in every instruction set and every layout."""

import copy
import gc
import inspect
import pickle
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robots import floats, poses, robots

from rvs.engine import kernels
from rvs.engine.dynamics import accel, inertia, rne
from rvs.engine.dynamics.forward_dynamics import joint_accelerations
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.inverse import ikine
from rvs.engine.inverse.search import Problem, search, search_in_turn
from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.engine.robot import Joint, Motor, Robot
from tests.examples import examples

from ..programs import python

NATIVE = kernels.NATIVE
pytestmark = pytest.mark.skipif(NATIVE is None, reason="the kernels are not built or turned off")

SETS = NATIVE.instruction_sets() if NATIVE else []
FUNCTIONS = (fkine, frames, jacobian, rne, inertia, accel, joint_accelerations)
# sizes of batches around the numbers of lanes, and one that threads share
COUNTS = (0, 1, 2, 3, 5, 8, 11)
LARGE = 2500

ARM = Robot.from_dh(
    [0.3, 0.4, 0.2],
    [1.5, 0, 0.3],
    0.1,
    0,
    "RRP",
    mass=[3, 2, 1],
    com=np.full((3, 3), 0.1),
    viscous=0.2,
    coulomb=[[1, -2]] * 3,
)


@pytest.fixture(params=SETS)
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    before = NATIVE.instruction_set()
    NATIVE.use_instruction_set(request.param)
    yield request.param
    NATIVE.use_instruction_set(before)


@pytest.fixture
def thread_count() -> Iterator[None]:
    before = NATIVE.threads()
    yield
    NATIVE.use_threads(before)


def reference(function: Callable[..., Any]) -> Callable[..., Any]:
    return inspect.unwrap(function)


def assert_close(got: np.ndarray, wanted: np.ndarray, size: float = 1.0) -> None:
    """Equal to 1e-12 of the largest number, or of the size that the numbers are made of."""
    assert got.shape == wanted.shape
    assert got.dtype == float
    scale = max(np.abs(wanted).max(initial=0.0), size)
    assert np.abs(got - wanted).max(initial=0.0) <= 1e-12 * scale


@st.composite
def any_robots(draw: st.DrawFn) -> Robot:
    """Robots of all kinds, some with joints of the general convention, some with friction."""
    robot = draw(robots(most=16))
    joints = list(robot.joints)
    for i in draw(st.sets(st.integers(0, len(joints) - 1), max_size=2)):
        old = joints[i]
        joints[i] = Joint(
            kind=old.kind,
            pitch=old.pitch,
            offset=old.offset,
            locked=old.locked,
            convention="general",
            before=draw(poses),
            after=draw(poses),
            inertia=old.inertia,
        )
    return robot.replace(joints=tuple(joints), gravity=draw(st.tuples(*[floats(-10, 10)] * 3)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Robot, list[np.ndarray], np.ndarray]:
    """A robot, three joint vectors or tables, and wrenches for them."""
    robot = draw(any_robots())
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    count = draw(st.sampled_from([None, *COUNTS]))
    shapes = [(robot.n,) if count is None else (count, robot.n)] * 3
    if count is not None:
        single = draw(st.sampled_from([None, 1, 2]))
        if single is not None:
            shapes[single] = (robot.n,)
    wrench = rng.uniform(-5, 5, (6,) if count is None else (count, 6))
    return robot, [rng.uniform(-3, 3, shape) for shape in shapes], wrench


@pytest.mark.property
@given(cases())
def test_kinematics(instruction_set: str, case: tuple[Robot, list[np.ndarray], Any]) -> None:
    robot, (q, *_), _ = case
    assert_close(fkine(robot, q), reference(fkine)(robot, q))
    assert_close(frames(robot, q), reference(frames)(robot, q))


@pytest.mark.property
@given(cases(), st.data())
def test_jacobian(instruction_set: str, case: Any, data: st.DataObject) -> None:
    robot, (q, *_), _ = case
    frame = data.draw(st.sampled_from(["base", "tool", "space", *range(robot.n + 1)]))
    link = data.draw(st.none() | st.integers(1, robot.n))
    active = data.draw(st.booleans())
    got = jacobian(robot, q, frame, link=link, active=active)
    assert_close(got, reference(jacobian)(robot, q, frame, link, active))


@pytest.mark.property
@given(cases(), st.booleans(), st.booleans(), st.none() | st.tuples(*[floats(-9, 9)] * 3))
def test_dynamics(
    instruction_set: str, case: Any, friction: bool, motor: bool, gravity: tuple[float, ...] | None
) -> None:
    robot, (q, qd, qdd), wrench = case
    robot = with_motors(robot)
    size = magnitude(robot, q)
    options: dict[str, Any] = {"gravity": gravity, "wrench": wrench, "friction": friction}
    torques = rne(robot, q, qd, qdd, motor=motor, **options)
    assert_close(torques, reference(rne)(robot, q, qd, qdd, motor=motor, **options), size)
    assert_close(rne(robot, q, qd, qdd), reference(rne)(robot, q, qd, qdd), size)
    assert_close(inertia(robot, q), reference(inertia)(robot, q), size)


@pytest.mark.property
@given(cases(), st.booleans())
def test_accel_by_what_is_left_over(instruction_set: str, case: Any, friction: bool) -> None:
    robot, (q, qd, tau), wrench = case
    robot = with_motors(robot)
    free = np.array([not joint.locked for joint in robot.joints])
    options: dict[str, Any] = {"wrench": wrench, "friction": friction}
    try:
        qdd = accel(robot, q, qd, tau, **options)
    except RvsError as error:
        with pytest.raises(type(error), match=str(error).split(";")[0]):
            reference(accel)(robot, q, qd, tau, **options)
        return
    again = reference(rne)(robot, q, np.where(free, qd, 0.0), qdd, **options)
    wanted = np.broadcast_to(tau, again.shape)[..., free]
    # every acceleration has its share in the sums that make a torque
    size = magnitude(robot, q) * max(1.0, np.abs(qdd).max(initial=0.0))
    assert_close(again[..., free], wanted, size)
    assert not qdd[..., ~free].any()


@pytest.mark.property
@given(robots(least=3, most=8, locks=False), st.integers(0, 99), st.booleans())
def test_search_reaches_what_can_be_reached(
    instruction_set: str, robot: Robot, seed: int, limited: bool
) -> None:
    near = np.random.default_rng(seed).uniform(-1.5, 1.5, robot.n)
    if limited:
        joints = [replace(joint, limits=(-1.6, 1.6)) for joint in robot.joints]
        robot = robot.replace(joints=tuple(joints))
    targets = reference(fkine)(robot, np.stack([near, 0.9 * near, near]))
    rows = np.arange(6)
    moving = np.ones(robot.n, dtype=bool)
    problem = Problem(robot, targets[0], rows, moving, None, limited, np.ones(6), 1e-9, 100)
    outcome = search(problem, near + 0.05, 20)
    q, residuals, _ = search_in_turn(problem, targets, near + 0.05, 20)
    assert outcome.found == (len(q) > 0)
    if outcome.found:
        assert_close(q[0], outcome.q)
    assert (residuals <= 1e-9).all()
    for posture, target in zip(q, targets, strict=False):
        assert np.abs(reference(fkine)(robot, posture) - target).max() < 1e-8
        assert not limited or (np.abs(posture) <= 1.6).all()


def test_search_finds_nearly_all(instruction_set: str) -> None:
    # a PUMA without limits: random starts find every random pose
    turns = np.array([1, 0, -1, 1, -1, 0]) * np.pi / 2
    robot = Robot.from_dh([0, 0.4, 0.02, 0, 0, 0], turns, [0.6, 0.1, 0, 0.4, 0, 0.05], 0)
    poses = fkine(robot, np.random.default_rng(4).uniform(-np.pi, np.pi, (300, 6)))
    answer = ikine(robot, poses)
    assert answer.success.all()
    assert np.abs(fkine(robot, answer.q) - poses).max() < 1e-8


def with_motors(robot: Robot) -> Robot:
    """The robot with friction, and with rotors, so that some mass moves at every joint."""
    joints = [
        replace(joint, motor=Motor(0.01 + 0.01 * i, -2.0 - i, 0.1 * i, (0.5, -0.2 * i)))
        for i, joint in enumerate(robot.joints)
    ]
    return robot.replace(joints=tuple(joints))


def magnitude(robot: Robot, q: np.ndarray) -> float:
    """Return the size of terms in torques: masses far out, moving at the speeds of the tests."""
    reach = 1.0 + sum(np.linalg.norm(pose[:3, 3]) for pose in robot.chain.before)
    reach += sum(np.linalg.norm(pose[:3, 3]) for pose in robot.chain.after)
    reach += np.abs(q).sum(axis=-1).max(initial=0.0)
    mass = sum(joint.inertia.mass for joint in robot.joints if joint.inertia)
    return float((1.0 + mass) * reach**2)


@pytest.mark.parametrize("factor", [1e3, 1e5, 1e7, 1e9, 3e11])
def test_large_angles(instruction_set: str, factor: float) -> None:
    robot = Robot.from_dh([1, 1], [0.3, 0.4], 0, 0)
    q = factor * np.array([[1.0, 2.0], [0.1, 1e-7], [-3.0, 0.5]])
    assert_close(fkine(robot, q), reference(fkine)(robot, q))
    assert_close(fkine(robot, q[2]), reference(fkine)(robot, q[2]))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize(
    "far", [2.0**40, -1e17, 1e308, 10**400], ids=["2^40", "1e17", "1e308", "1e400"]
)
def test_joint_values_without_digits_are_refused(
    instruction_set: str, function: Callable[..., Any], far: float
) -> None:
    call = {name: GOOD[name] for name in inspect.signature(function).parameters}
    for q in ([0.0, far, 0.0], [[0.0] * 3, [0.0, 0.0, far]], [[0.0, far, 0.0]] * 20):
        for form in (function, reference(function)):
            with pytest.raises(ArgumentError, match="q: "):
                form(**{**call, "q": q})
    call["q"] = [0.5, np.nextafter(2.0**40, 0.0), 0.2]
    assert_close(function(**call), reference(function)(**call))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_empty_batches_are_checked_too(function: Callable[..., Any]) -> None:
    names = list(inspect.signature(function).parameters)
    good = {name: GOOD[name] for name in names}
    for empty in {"q", "qd", "qdd", "tau"} & set(names):
        for spoiled in set(names) - {empty, "robot", "frame", "link"}:
            bad = np.full(np.shape(good[spoiled]), np.nan)
            call = {**good, empty: np.zeros((0, 3)), spoiled: bad}
            told = outcome(function, **call)
            assert told == outcome(reference(function), **call)
            assert told[0] is ArgumentError, (empty, spoiled)


def test_angles_near_quarter_turns(instruction_set: str) -> None:
    robot = Robot.from_dh([1], [0], 0, 0)
    q = np.nextafter(np.arange(-400, 401) * np.pi / 4, 1e9)[:, None]
    sines = np.stack([np.sin(q[:, 0]), np.cos(q[:, 0])])
    got = fkine(robot, q)[:, [1, 0], [0, 0]].T
    assert np.abs(got - sines).max() < 4e-16


def test_long_robots(instruction_set: str) -> None:
    n = 40
    robot = Robot.from_dh(
        np.full(n, 0.1),
        np.linspace(-1, 1, n),
        0,
        0,
        mass=1,
        com=np.full((n, 3), 0.1),
        motor_inertia=1,
    )
    q, qd, qdd = np.random.default_rng(1).uniform(-3, 3, (3, 10, n))
    for rows in (slice(None), 3):
        assert_close(fkine(robot, q[rows]), reference(fkine)(robot, q[rows]))
        assert_close(jacobian(robot, q[rows]), reference(jacobian)(robot, q[rows]))
        assert_close(inertia(robot, q[rows]), reference(inertia)(robot, q[rows]), 1e3)
        torques = rne(robot, q[rows], qd[rows], qdd[rows])
        assert_close(torques, reference(rne)(robot, q[rows], qd[rows], qdd[rows]), 1e3)
        assert_close(accel(robot, q[rows], qd[rows], torques), qdd[rows], 1e4)


def test_no_number_of_threads_changes_anything(thread_count: None) -> None:
    q, qd, qdd = np.random.default_rng(2).uniform(-3, 3, (3, LARGE + 1, 3))
    calls = [(fkine, q), (frames, q), (jacobian, q), (inertia, q), (rne, q, qd, qdd)]
    results = []
    for count in (1, 2, 3, 7):
        NATIVE.use_threads(count)
        results.append([f(ARM, *values).tobytes() for f, *values in calls])
        results[-1].append(accel(ARM, q, qd, qdd).tobytes())
    assert results[1:] == results[:1] * 3


def layouts(values: np.ndarray) -> Iterator[Any]:
    yield values.tolist()
    yield tuple(values.tolist())
    yield np.repeat(values, 2)[::2]
    yield values.astype(">f8")
    yield values.astype(np.float32)
    yield np.frombuffer(b"x" + values.tobytes(), dtype=float, offset=1)
    yield np.ma.masked_array(values)
    yield [np.float64(value) for value in values]
    yield [str(value) for value in values]
    yield list(values.astype(object))
    yield values.astype(complex)


def test_layouts() -> None:
    q = np.array([0.5, -0.25, 2.0])
    for given_q in layouts(q):
        assert outcome(fkine, ARM, given_q) == outcome(reference(fkine), ARM, given_q)
    for whole in (np.array([1, 2, 3]), np.array([True, False, True]), [1, 2, 3], [True, False, 2]):
        assert_close(fkine(ARM, whole), reference(fkine)(ARM, whole))
    table = np.asfortranarray(np.arange(12.0).reshape(4, 3))
    assert_close(fkine(ARM, table), reference(fkine)(ARM, table))
    assert_close(fkine(ARM, table.tolist()), reference(fkine)(ARM, table))


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Return the result of a call: rounded numbers, or the type and the message of its error."""
    try:
        return (np.round(function(*args, **options), 9) + 0.0).tolist()
    except Exception as error:
        return type(error), str(error)


class Odd:
    """An object that breaks wherever it is touched."""

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise ValueError("odd")

    def __float__(self) -> float:
        raise TypeError("odd")


STRANGE: list[Any] = [
    *(None, True, 3, -1, 10**400, 0.5, np.nan, np.inf, 1j, "base", "zzz", b"x", object(), Odd()),
    *([], [1], [1, 2, "3"], [[1, 2], [3]], [np.nan] * 3, [10**400] * 3, [None] * 3, {}, {1, 2}),
    *(np.zeros(0), np.zeros((0, 3)), np.zeros((2, 2, 3)), np.zeros((1, 3)), np.zeros((2, 3))),
    *(
        np.array([np.inf, 0, 0]),
        np.array(["a", "b", "c"]),
        np.array(1.0),
        np.array([1, 2, object()]),
    ),
    *(np.zeros(3, dtype="datetime64[s]"), np.zeros(3, dtype=[("x", float)]), range(3), Robot, ARM),
    *(np.int64(1), np.bool_(True), np.zeros(3, dtype=np.longdouble), np.zeros((10**6, 0))),
]
GOOD: dict[str, Any] = {
    "robot": ARM,
    **dict.fromkeys(("q", "qd", "qdd", "tau", "gravity"), np.array([0.1, 0.2, 0.3])),
    "wrench": np.arange(6.0),
    "base": np.array([0, 0, 0, 0.1, 0.2, 0.3]),
    **dict.fromkeys(("friction", "motor", "active"), True),
    "frame": "tool",
    "link": 2,
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_bad_arguments_are_told_as_the_reference_tells_them(function: Callable[..., Any]) -> None:
    names = list(inspect.signature(function).parameters)
    for name in names:
        for strange in STRANGE:
            call = {**{each: GOOD[each] for each in names}, name: strange}
            assert outcome(function, **call) == outcome(reference(function), **call), (
                name,
                strange,
            )


@pytest.mark.property
@examples(200)
@given(st.data())
def test_any_mixture_of_arguments(data: st.DataObject) -> None:
    function = data.draw(st.sampled_from(FUNCTIONS))
    values = st.sampled_from([*STRANGE, *GOOD.values(), *GOOD.values()])
    words = st.sampled_from([*GOOD, "other"])
    args = data.draw(st.lists(values, max_size=9))
    options = data.draw(st.dictionaries(words, values, max_size=4))
    if args and data.draw(st.booleans()):
        args[0] = ARM
    assert outcome(function, *args, **options) == outcome(reference(function), *args, **options)


def test_simulations_use_the_kernel() -> None:
    q, base = np.array([0.5, -0.25, 2.0]), np.array([0, 0, 0, 1.0, 2.0, 9.0])
    got = joint_accelerations(ARM, q, q, q, base, np.arange(6.0), False)
    assert_close(got, reference(joint_accelerations)(ARM, q, q, q, base, np.arange(6.0), False))
    # a base that turns is nothing that the kernel knows
    base[0] = 1.0
    got = joint_accelerations(ARM, q, q, q, base)
    assert_close(got, reference(joint_accelerations)(ARM, q, q, q, base))


def test_robots_without_mass_are_told() -> None:
    bare = Robot.from_dh([1, 1], 0, 0, 0)
    q = np.zeros(2)
    for function, values in ((rne, (q, q, q)), (accel, (q, q, q)), (inertia, (q,))):
        assert outcome(function, bare, *values) == outcome(reference(function), bare, *values)
    still = Robot.from_dh([0, 0], 0, 0, 0, mass=0, com=np.zeros((2, 3)))
    assert outcome(accel, still, q, q, q)[0].__name__ == "ArgumentError"


def test_a_function_looks_as_before() -> None:
    assert fkine.__doc__ == reference(fkine).__doc__
    assert inspect.signature(rne) == inspect.signature(reference(rne))
    assert (fkine.__name__, fkine.__module__) == ("fkine", "rvs.engine.jacobians")
    assert pickle.loads(pickle.dumps(fkine)) is fkine
    assert copy.deepcopy(fkine) is fkine
    assert "fkine" in repr(fkine)
    assert inspect.isroutine(fkine)

    class Holder:
        pose = fkine

    with pytest.raises(RvsError, match="Robot"):
        Holder().pose([0, 0, 0])


def test_compiled_chains_are_not_copied_with_a_robot() -> None:
    q = np.array([0.5, -0.25, 2.0])
    wanted = fkine(ARM, q), rne(ARM, q, q, q)
    assert {"native_chain", "native_bodies"} <= set(vars(ARM))
    for twin in (copy.copy(ARM), copy.deepcopy(ARM), pickle.loads(pickle.dumps(ARM))):
        assert twin == ARM
        assert_close(fkine(twin, q), wanted[0])
        assert_close(rne(twin, q, q, q), wanted[1])


def test_no_reference_is_lost() -> None:
    robot, q, table = ARM.replace(name="another"), np.array([0.5, -0.25, 2.0]), np.zeros((5, 3))
    values: list[Any] = [robot, q, table, robot.native_chain, robot.native_bodies]

    def use_all() -> None:
        fkine(robot, q)
        frames(robot, table)
        jacobian(robot, q, frame="tool", link=None, active=True)
        rne(robot, q, table, q, gravity=None, wrench=[0.0] * 6, friction=True)
        accel(robot, q, q, q)
        inertia(robot, [1, 2.5, 3])
        for wrong in ("zzz", [1, 2], np.full(3, np.nan)):
            with pytest.raises(RvsError):
                fkine(robot, wrong)

    use_all()
    gc.collect()
    before = [sys.getrefcount(value) for value in values]
    for _ in range(100):
        use_all()
    gc.collect()
    assert [sys.getrefcount(value) for value in values] == before


def test_turned_off() -> None:
    script = (
        "from rvs.engine import fkine, kernels; import inspect; "
        "print(inspect.isfunction(fkine), kernels.state())"
    )
    answer = python("-c", script, RVS_NATIVE="0")
    assert answer.stdout.strip() == "True NumPy (turned off by RVS_NATIVE)", answer.stderr


def test_unknown_names_are_refused() -> None:
    with pytest.raises(LookupError):
        NATIVE.use_instruction_set("abacus")
    with pytest.raises(ValueError, match="threads"):
        NATIVE.use_threads(0)
    with pytest.raises(LookupError):
        NATIVE.Callable(outcome)
    with pytest.raises(ValueError, match="leads"):
        NATIVE.Chain(np.zeros((2, 16)), np.zeros((3, 5)), np.zeros((2, 16)), np.zeros((3, 16)))
