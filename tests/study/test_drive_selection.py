"""Motors and gears: closed forms, published examples, and the rules of what is best."""

from dataclasses import replace
from math import inf, nan, pi, sqrt

import numpy as np
import pytest
from scipy.special import j0

from rvs.engine.dynamics import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Motor
from rvs.engine.robot import Robot
from rvs.study.drives.catalogue import Part, pairs_of
from rvs.study.drives.selection import (
    CHECKS,
    Duty,
    Task,
    Wish,
    carrying,
    driven,
    feasible,
    fit_drives,
    judge,
    motor_torques,
    ranked,
)

MOTOR = Part(kind="motor", maker="M", name="m", rated_torque=1.0, peak_torque=3.0, max_speed=500.0,
             inertia=1e-4, mass=0.5)  # fmt: skip
GEAR = Part(kind="gear", maker="G", name="g", ratio=10.0, rated_torque=20.0, peak_torque=40.0,
            max_speed=600.0, efficiency=1.0, mass=0.3)  # fmt: skip


def duty(times, speeds, accelerations, torques, name: str = "a motion") -> Duty:
    task = Task(name, np.asarray(times), *(np.zeros((len(times), 1)),) * 3)
    return Duty(name, float(task.times[-1] - task.times[0]), task.weights, np.asarray(speeds),
                np.asarray(accelerations), np.asarray(torques))  # fmt: skip


def one_geared(**changes):
    """Return motor and gear as the only pair, with other numbers of either."""
    gear = {key[5:]: value for key, value in changes.items() if key.startswith("gear_")}
    motor = {key: value for key, value in changes.items() if not key.startswith("gear_")}
    pairs = pairs_of([replace(MOTOR, **motor), replace(GEAR, **gear)])
    return replace(pairs, each=pairs.each[1:])


def use_of(verdict, check: str, pair: int = 0) -> float:
    return float(verdict.use[pair, CHECKS.index(check)])


def test_a_swinging_pendulum_has_the_rms_torque_of_the_closed_form() -> None:
    """With q = A sin wt about the horizontal, the mean of cos(A sin x)^2 is (1 + J0(2A)) / 2."""
    mass, length, amplitude, omega, n = 2.0, 0.7, 0.9, 3.0, 10.0
    arm = Robot.from_dh([length], [0.0], [0.0], [0.0], mass=[mass], gravity=(0, -9.81, 0))
    t = np.linspace(0.0, 2 * pi / omega, 4001)
    q = (amplitude * np.sin(omega * t))[:, None]
    qd = (amplitude * omega * np.cos(omega * t))[:, None]
    task = Task("swing", t, q, qd, -(omega**2) * q)
    fitted = fit_drives(arm, [task], one_geared(), Wish())
    inertia = MOTOR.inertia * n + mass * length**2 / n
    moving = (inertia * amplitude * omega**2) ** 2 / 2
    still = (mass * 9.81 * length / n) ** 2 * (1 + j0(2 * amplitude)) / 2
    verdict = fitted.joints[0].verdict
    assert verdict.rms[0] == pytest.approx(sqrt(moving + still), rel=1e-6)
    assert use_of(verdict, "rms torque") == pytest.approx(verdict.rms[0] / MOTOR.rated_torque)
    assert verdict.speed[0] == pytest.approx(amplitude * omega * n)
    ratio = mass * length**2 / (n**2 * MOTOR.inertia)
    assert verdict.ratio[0] == pytest.approx(ratio)


def test_the_best_ratio_for_inertia_alone_is_that_of_pasch_and_seering() -> None:
    load = 0.9
    t = np.linspace(0.0, 1.0, 101)
    acceleration = np.where(t < 0.5, 4.0, -4.0)
    speed = 4.0 * np.where(t < 0.5, t, 1.0 - t)
    gears = [replace(GEAR, name=str(n), ratio=float(n)) for n in range(2, 200)]
    pairs = pairs_of([MOTOR, *gears])
    verdict = judge(pairs, [duty(t, speed, acceleration, load * acceleration)], load)
    best = pairs["ratio"][np.argmin(verdict.rms)]
    assert best == round(sqrt(load / MOTOR.inertia))
    # there the torque is twice that of either inertia alone, and the inertia ratio is 1
    assert verdict.rms.min() == pytest.approx(2 * 4.0 * sqrt(load * MOTOR.inertia), rel=1e-4)
    assert verdict.ratio[np.argmin(verdict.rms)] == pytest.approx(1.0, rel=0.02)


def test_a_gear_takes_its_losses_from_the_motor_and_from_what_comes_back() -> None:
    pairs = one_geared(gear_efficiency=0.8)
    t = np.linspace(0.0, 2.0, 3)
    lifted = duty(t, [2.0] * 3, [0.0] * 3, [10.0] * 3)
    lowered = duty(t, [-2.0] * 3, [0.0] * 3, [10.0] * 3)
    held = duty(t, [0.0] * 3, [0.0] * 3, [10.0] * 3)
    assert motor_torques(pairs, lifted)[0] == pytest.approx(10.0 / 10.0 / 0.8)
    assert motor_torques(pairs, lowered)[0] == pytest.approx(10.0 / 10.0 * 0.8)
    assert motor_torques(pairs, held)[0] == pytest.approx(1.0)
    assert judge(pairs, [lifted], 1.0).braking[0] == 0.0
    # 20 W for 2 s, of which the gear loses a fifth
    assert judge(pairs, [lowered], 1.0).braking[0] == pytest.approx(32.0)


def test_a_flywheel_gives_back_the_energy_that_it_had() -> None:
    load, slower = 0.5, 3.0
    t = np.linspace(0.0, 2.0, 2001)
    speed = 6.0 - slower * t
    verdict = judge(one_geared(), [duty(t, speed, 0 * t - slower, 0 * t - slower * load)], load)
    whole = load + 10.0**2 * MOTOR.inertia
    assert verdict.braking[0] == pytest.approx(whole * 6.0**2 / 2, rel=1e-6)


def test_the_mean_torque_of_a_gear_is_that_of_a_published_example() -> None:
    """Honpine, How to select harmonic reduction gears: Tav = 89 N m."""
    parts = [(0.2, 10, 150), (3.0, 20, 82), (0.3, 10, 130), (0.2, 0, 0)]
    rows = [(share, rpm * pi / 30, torque) for share, rpm, torque in parts]
    share, speed, torque = np.array(rows).T
    mean = Duty("cycle", 3.7, share / share.sum(), speed, 0 * speed, torque).gear_mean
    assert round(mean) == 89
    rest = Duty("hold", 0.0, np.ones(1), np.zeros(1), np.zeros(1), np.array([50.0]))
    assert rest.gear_mean == 0.0


def test_each_limit_refuses_a_drive_alone() -> None:
    """A constant speed of 5 rad/s at 8 N m with a ratio of 10: 50 rad/s and 0.8 N m."""
    steady = duty([0.0, 1.0], [5.0, 5.0], [0.0, 0.0], [8.0, 8.0])
    assert feasible(judge(one_geared(), [steady], 1.0)).all()
    for check, changes in {
        "rms torque": {"rated_torque": 0.7},
        "peak torque": {"peak_torque": 0.7},
        "torque at its speed": {"stall_torque": 1.0, "no_load_speed": 240.0},
        "speed": {"max_speed": 40.0},
        "gear's peak torque": {"gear_peak_torque": 7.0},
        "gear's mean torque": {"gear_rated_torque": 7.0},
        "gear's speed": {"gear_max_speed": 40.0},
        "gear's mean speed": {"gear_rated_speed": 40.0},
    }.items():
        verdict = judge(one_geared(**changes), [steady], 1.0)
        over = {name for name, use in zip(CHECKS, verdict.use[0], strict=True) if use > 1.0}
        assert over == {check}
    verdict = judge(one_geared(), [steady], 1.0, most=50.0)
    assert use_of(verdict, "inertia ratio") == pytest.approx(100.0 / 50.0)
    # 0.8 of the torque at standstill and 50 of 240 rad/s
    one = judge(one_geared(stall_torque=1.0, no_load_speed=240.0), [steady], 1.0)
    assert use_of(one, "torque at its speed") == pytest.approx(0.8 + 50 / 240)
    # the voltage helps a motor that brakes
    back = duty([0.0, 1.0], [-5.0, -5.0], [0.0, 0.0], [8.0, 8.0])
    two = judge(one_geared(stall_torque=1.0, no_load_speed=240.0), [back], 1.0)
    assert use_of(two, "torque at its speed") == pytest.approx(0.8)


def test_margins_and_several_duties_take_the_worst() -> None:
    light = duty([0.0, 1.0], [5.0, 5.0], [0.0, 0.0], [2.0, 2.0])
    heavy = duty([0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [8.0, 8.0])
    verdict = judge(one_geared(), [light, heavy], 1.0)
    assert verdict.peak[0] == pytest.approx(0.8)
    assert verdict.speed[0] == pytest.approx(50.0)
    assert feasible(verdict, 1.2).all()
    assert not feasible(verdict, 1.3).any()


def test_ranks_put_the_best_first_and_near_misses_after_all_that_can() -> None:
    names = {
        "light": {"mass": 0.1, "price": 90.0}, "cheap": {"mass": 0.4, "price": 10.0},
        "strong": {"mass": 0.9, "price": 50.0, "rated_torque": 5.0, "peak_torque": 9.0},
        "weak": {"rated_torque": 0.5}, "weaker": {"rated_torque": 0.2},
        "heavy": {"mass": 3.0, "price": nan}, "unpriced": {"mass": 2.0, "price": nan},
        "unrated": {"mass": 0.01, "price": 1.0, "rated_torque": nan},
    }  # fmt: skip
    pairs = pairs_of([replace(MOTOR, name=name, **of) for name, of in names.items()])
    verdict = judge(pairs, [duty([0.0, 1.0], [5.0] * 2, [0.0] * 2, [0.8] * 2)], 1.0)

    def order(rank):
        return [pairs.each[i].motor.name for i in ranked(pairs, verdict, rank)]

    able = ["light", "cheap", "strong", "unpriced", "heavy"]
    assert order("mass") == [*able, "unrated", "weak", "weaker"]
    assert order("price")[:6] == ["cheap", "strong", "light", "unpriced", "heavy", "unrated"]
    assert order("use")[0] == "strong"
    assert pairs.each[7].unknown == ("rated torque",)


def test_a_pair_costs_as_much_as_its_parts_in_one_currency() -> None:
    motor = replace(MOTOR, price=90.0, currency="EUR")
    gears = [replace(GEAR, price=60.0, currency=code) for code in ("EUR", "USD", "")]
    pairs = pairs_of([motor, *gears, replace(MOTOR, name="unpriced", currency="CHF")])
    assert pairs["price"][:4] == pytest.approx([90.0, 150.0, nan, nan], nan_ok=True)
    assert pairs.currencies == ("", "EUR", "USD")


def test_gears_that_name_their_motors_take_no_others() -> None:
    pairs = pairs_of([MOTOR, replace(MOTOR, name="other"), GEAR, replace(GEAR, fits=("other",)),
                      Part(kind="actuator", maker="A", name="a", ratio=9.0)])  # fmt: skip
    assert [(one.motor.name, one.gear is not None) for one in pairs.each] == [
        ("m", False), ("m", True), ("other", False), ("other", True), ("other", True), ("a", False),
    ]  # fmt: skip
    with pytest.raises(ArgumentError, match="at least one motor or actuator"):
        pairs_of([GEAR])


def test_numbers_of_an_actuator_are_behind_its_gear() -> None:
    behind = Part(kind="actuator", maker="A", name="a", ratio=9.0, rated_torque=9.0,
                  peak_torque=18.0, no_load_speed=50.0, inertia=1e-4, mass=0.5)  # fmt: skip
    pairs = pairs_of([behind])
    of = {key: float(pairs[key][0]) for key in ("rated", "peak", "fastest", "ratio", "efficiency")}
    assert of == {"rated": 1.0, "peak": 2.0, "fastest": 450.0, "ratio": 9.0, "efficiency": 1.0}
    verdict = judge(pairs, [duty([0.0, 1.0], [1.0] * 2, [0.0] * 2, [6.0] * 2)], 0.0)
    assert use_of(verdict, "rms torque") == pytest.approx(6.0 / 9.0)


def test_the_line_of_the_voltage_follows_from_the_rated_point() -> None:
    """AK80-9 of CubeMars: 9 N m at 390 rpm, 570 rpm without torque."""
    behind = Part(kind="actuator", maker="A", name="a", ratio=9.0, rated_torque=9.0,
                  peak_torque=22.0, rated_speed=390.0, no_load_speed=570.0)  # fmt: skip
    of = pairs_of([behind]).each[0].numbers
    assert of["stall"] * (1.0 - 390.0 / 570.0) == pytest.approx(1.0)
    silent = replace(behind, peak_torque=nan)
    assert "peak torque" in pairs_of([silent]).each[0].unknown


def planar(links: int = 2, convention: str = "standard") -> Robot:
    a = [0.5] * links if convention == "standard" else [0.0, *[0.5] * (links - 1)]
    return Robot.from_dh(
        a, [0.0] * links, [0.0] * links, [0.0] * links, convention=convention,
        mass=[1.0] * links, com=[[0.0, 0.0, 0.0]] * links, gravity=(0, -9.81, 0),
        motor_inertia=[1e-3] * links, gear=[50.0] * links, viscous=[0.1] * links,
    )  # fmt: skip


def held(robot: Robot) -> Task:
    rest = np.zeros((1, robot.n))
    return Task("hold", np.zeros(1), rest, rest, rest)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_a_drive_weighs_on_the_link_before_its_joint(convention: str) -> None:
    """The drive of joint 2 of a planar arm is 0.5 m from joint 1."""
    arm = planar(2, convention)
    extra = gravload(carrying(arm, 1, 2.0), [0.0, 0.0]) - gravload(arm, [0.0, 0.0])
    assert extra == pytest.approx([2.0 * 9.81 * 0.5, 0.0], abs=1e-12)
    assert carrying(arm, 0, 2.0) == arm


def test_one_pass_from_the_last_joint_is_where_repeated_passes_settle() -> None:
    arm = planar(3)
    pairs = one_geared(rated_torque=9.0, peak_torque=9.0, gear_rated_torque=90.0,
                       gear_peak_torque=90.0)  # fmt: skip
    once = fit_drives(arm, [held(arm)], pairs, Wish())
    torques = [one.duties[0].torques[0] for one in once.joints]
    # of each drive 0.8 kg: links of 1 kg at 0.5, 1.0, 1.5 m, drives at 0.5 and 1.0 m
    g = 9.81
    assert torques == pytest.approx([3.0 * g + 0.8 * 1.5 * g, 1.5 * g + 0.8 * 0.5 * g, 0.5 * g])
    # with the drives in it already, a second pass finds the same torques
    again = fit_drives(once.robot, [held(arm)], pairs, Wish(masses=False))
    assert [one.duties[0].torques[0] for one in again.joints] == pytest.approx(torques)
    assert once.mass == pytest.approx(2.4)
    bare = fit_drives(arm, [held(arm)], pairs, Wish(masses=False))
    assert bare.joints[0].duties[0].torques[0] == pytest.approx(3.0 * g)


def test_a_robot_with_the_drive_needs_what_was_asked_of_it() -> None:
    """Torques with the rotor of the drive in the robot, at the motor, from the engine alone."""
    arm = Robot.from_dh([0.5], [0.0], [0.0], [0.0], mass=[2.0], gravity=(0, -9.81, 0))
    t = np.linspace(0.0, 1.0, 50)
    q = np.sin(4.0 * t)[:, None]
    task = Task("swing", t, q, 4.0 * np.cos(4.0 * t)[:, None], -16.0 * q)
    fitted = fit_drives(arm, [task], one_geared(), Wish())
    changes = driven(arm.joints[0], 0, fitted.pairs.each[0], None)
    assert changes == {"motor": Motor(1e-4, 10.0), "effort": 30.0, "rate": 50.0}
    whole = arm.replace(joints=(replace(arm.joints[0], **changes),))
    torques = rne(whole, q, task.qd, task.qdd)[:, 0] / 10.0
    assert motor_torques(fitted.pairs, fitted.joints[0].duties[0])[0] == pytest.approx(torques)


def test_a_joint_that_slides_needs_its_travel_per_turn() -> None:
    """A gantry: 3 kg rise at 0.2 m/s by a screw of 10 mm."""
    lift = Robot.from_dh([0.0], [0.0], [0.0], [0.0], "P", mass=[3.0], gravity=(0, 0, -9.81))
    t = np.linspace(0.0, 1.0, 5)
    task = Task("rise", t, 0.2 * t[:, None], np.full((5, 1), 0.2), np.zeros((5, 1)))
    pairs = pairs_of([MOTOR])
    with pytest.raises(ArgumentError, match="joint 1 slides; give its travel per turn"):
        fit_drives(lift, [task], pairs, Wish())
    one = fit_drives(lift, [task], pairs, Wish(travel=0.01)).joints[0]
    assert one.verdict.peak[0] == pytest.approx(3.0 * 9.81 * 0.01 / (2 * pi))
    assert one.verdict.speed[0] == pytest.approx(0.2 / 0.01 * 2 * pi)
    assert one.load == pytest.approx(3.0 * (0.01 / (2 * pi)) ** 2)
    changes = driven(lift.joints[0], 0, pairs.each[0], 0.01)
    assert changes["rate"] == pytest.approx(500.0 * 0.01 / (2 * pi))
    assert changes["effort"] == pytest.approx(3.0 * 2 * pi / 0.01)


def test_the_stiffness_of_a_drive_is_that_of_its_joint() -> None:
    """Of a gear at its output; a screw of 10 mm per turn makes K (2 π / 0.01)² of it, in N/m."""
    gear = Part(kind="gear", maker="A", name="g", ratio=10.0, stiffness=4e4)
    geared, bare = pairs_of([MOTOR, gear]).each[1], pairs_of([MOTOR]).each[0]
    turning = planar(1).joints[0]
    assert driven(turning, 0, geared, None)["stiffness"] == 4e4
    assert "stiffness" not in driven(turning, 0, bare, None)
    lift = Robot.from_dh([0.0], [0.0], [0.0], [0.0], "P").joints[0]
    stiff = driven(lift, 0, geared, 0.01)["stiffness"]
    # 1 N needs 0.01 / 2 π N m, which turns by that over K, and so moves the slide
    assert 1.0 / stiff == pytest.approx((0.01 / (2 * pi)) ** 2 / 4e4)
    own = Part(kind="actuator", maker="A", name="a", ratio=9.0, stiffness=2e3)
    assert driven(turning, 0, pairs_of([own]).each[0], None)["stiffness"] == 2e3
    with pytest.raises(ArgumentError, match="stiffness: expected more than 0"):
        Part(kind="gear", maker="A", name="g", ratio=10.0, stiffness=-1.0)


def test_limits_that_are_not_published_stay_as_they_are() -> None:
    silent = Part(kind="actuator", maker="A", name="a", ratio=9.0, mass=0.5)
    joint = planar(1).joints[0]
    assert set(driven(joint, 0, pairs_of([silent]).each[0], None)) == {"motor"}
    with pytest.raises(ArgumentError, match="at least one motion or posture"):
        fit_drives(planar(1), [], pairs_of([silent]), Wish())
    with pytest.raises(ArgumentError, match="mass: expected more than 0"):
        replace(silent, mass=-1.0)
    with pytest.raises(ArgumentError, match="efficiency: expected at most 1"):
        replace(GEAR, efficiency=2.0)
    with pytest.raises(ArgumentError, match="ratio: expected more than 0, got inf"):
        replace(GEAR, ratio=inf)
