"""Motion of robots under torques, with dry friction: joints slide, stop, stick and break away.

A joint with Coulomb friction slides or sticks.  Between two changes the motion is smooth: sticking
joints are locked, the friction of sliding joints is constant.  A step that crosses a change ends
there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.engine.dynamics.bodies import drives, masses
from rvs.engine.dynamics.forward_dynamics import energy, joint_accelerations
from rvs.engine.dynamics.integrate import Method, Slope, controlled, stepped
from rvs.engine.dynamics.newton_euler import base_acceleration, rne
from rvs.engine.robot import Robot

# Torques (n,) of time, positions and velocities of the motors.
TorqueLaw = Callable[[float, Array, Array], Array]
# Stiffness, damping and motor inertia of every joint, (n,) each.
Springs = tuple[Array, Array, Array]

# parts of a joint's friction that count as nothing
ROUNDING = 1e-10
# changes of a mode within one sample after which joints that slip are held until its end
STALLED = 30
# tries to find the moment of a change, and how far before it counts as found, in s
TRIES, MOMENT = 40, 1e-11
# longest step where joints may come to rest, so that none turns twice unseen
WATCHFUL = 0.004


class MovingRobot:
    """A robot that moves under torques, rigid or with springs in its drives.

    Its state is postures and velocities of links and, with springs, of motors, and the work done by
    motors, pushes and friction.

    Args:
        robot: The robot; locked joints are held.
        method: The method of integration.
        q: Posture at the start (n,), rad or m.
        qd: Joint velocities at the start (n,); those of locked joints are replaced by 0.
        springs: Stiffness, damping and motor inertia of every joint (n,) each; None: the drives are
            rigid.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        time: Time at the start, in s.

    Raises:
        ArgumentError: A link without mass.
    """

    def __init__(
        self,
        robot: Robot,
        method: Method,
        q: Array,
        qd: Array,
        springs: Springs | None = None,
        gravity: ArrayLike | None = None,
        time: float = 0.0,
    ) -> None:
        masses(robot)
        drive = drives(robot)
        self.robot, self.n, self.time = robot, robot.n, time
        self.links = robot if springs is None else _without_rotors(robot)
        self._springs = springs
        self._base = base_acceleration(robot, gravity)
        self._viscous, self._smooth = drive.viscous, not drive.viscous.any()
        self._forward, self._backward = drive.forward, drive.backward
        self._dry = has_dry_friction(robot)
        self._method = (
            replace(method, longest=min(method.longest, WATCHFUL)) if self._dry.any() else method
        )
        self._variants: dict[bytes, Robot] = {}
        speed = np.where(drive.held, 0.0, qd)
        motors = [] if springs is None else [q, speed]
        self.state = np.concatenate([q, speed, *motors, [0.0]])
        self._length = self._method.longest
        self._rubs = bool(self._dry.any())
        self._set_modes(np.where(self._dry, np.sign(speed), 0.0))

    @property
    def q(self) -> Array:
        """Posture of the links (n,), rad or m."""
        return self.state[: self.n]

    @property
    def qd(self) -> Array:
        """Velocities of the links (n,)."""
        return self.state[self.n : 2 * self.n]

    @property
    def measured(self) -> tuple[Array, Array]:
        """Measurements of a controller: positions and velocities of the motors (n,) each."""
        if self._springs is None:
            return self.q, self.qd
        return self.state[2 * self.n : 3 * self.n], self.state[3 * self.n : 4 * self.n]

    def mechanical_energy(self, states: Array) -> tuple[Array, Array]:
        """Return kinetic and potential energy of states (m, d) in J, with springs and motors."""
        n = self.n
        kinetic, potential = energy(self.links, states[:, :n], states[:, n : 2 * n])
        if self._springs is not None:
            stiffness, _, rotors = self._springs
            twist = states[:, 2 * n : 3 * n] - states[:, :n]
            potential = potential + 0.5 * (stiffness * twist**2).sum(axis=1)
            kinetic = kinetic + 0.5 * (rotors * states[:, 3 * n : 4 * n] ** 2).sum(axis=1)
        return kinetic, potential

    def advance(self, torque: Array | TorqueLaw, push: Array, duration: float) -> None:
        """Advance under constant torques of the motors and other generalised forces.

        Args:
            torque: Torques of the motors on the link side (n,), N m or N; or a function of time,
                positions and velocities of the motors.
            push: Other generalised forces on the links (n,).
            duration: Duration, in s.

        Raises:
            NoSolution: The motion diverges.
            ArgumentError: Some joint motion moves no mass.
        """
        end, changes = self.time + duration, 0
        law = torque if callable(torque) else lambda *_: torque
        self._release(law, push)
        while end - self.time > MOMENT:
            if self._rests and self._springs is None and not callable(torque):
                break
            slope, start = self._slope(law, push), self.time
            tried = min(self._length, end - start)
            later, taken, following = controlled(self._method, slope, start, self.state, tried)
            if tried == self._length or taken < tried:
                self._length = following
            if not self._rubs or self._margins(start + taken, later, law, push).min() >= 0.0:
                self.state, self.time = later, start + taken
                continue
            changes += 1
            later, taken = self._change(slope, taken, law, push)
            self.state = self._held(later) if changes > STALLED else later
            self.time = start + taken
            self._release(law, push)
        self.time = end

    def _slope(self, law: TorqueLaw, push: Array) -> Slope:
        """Return the derivative of the state while no joint changes its mode."""
        n, base, robot = self.n, self._base, self._links_now
        accelerations, viscous, smooth = joint_accelerations, self._viscous, self._smooth
        rest = push - self._sliding
        if self._springs is not None:
            return self._elastic_slope(robot, law, rest)

        def slope(time: float, state: Array) -> Array:
            qd = state[n : 2 * n]
            acting = rest + law(time, state[:n], qd)
            if not smooth:
                acting = acting - viscous * qd
            out = np.empty(2 * n + 1)
            out[:n] = qd
            out[n : 2 * n] = accelerations(robot, state[:n], qd, acting, base, None, False)
            out[2 * n] = acting @ qd
            return out

        return slope

    def _elastic_slope(self, robot: Robot, law: TorqueLaw, rest: Array) -> Slope:
        n, base, viscous = self.n, self._base, self._viscous
        assert self._springs is not None
        stiffness, damping, rotors = self._springs

        def slope(time: float, state: Array) -> Array:
            q, qd, angle, rate = state[: 4 * n].reshape(4, n)
            slip, torque = rate - qd, law(time, angle, rate)
            pull = spring_torques(stiffness, damping, angle - q, slip)
            friction = rest - viscous * qd
            qdd = joint_accelerations(robot, q, qd, friction + pull, base, None, False)
            work = friction @ qd + torque @ rate - damping @ (slip * slip)
            return np.concatenate([qd, qdd, rate, (torque - pull) / rotors, [work]])

        return slope

    def _drive(self, time: float, state: Array, law: TorqueLaw) -> Array:
        """Return the torques on the joints: those of the motors, or of their springs."""
        if self._springs is None:
            return law(time, state[: self.n], state[self.n : 2 * self.n])
        stiffness, damping, _ = self._springs
        q, qd, angle, rate = state[: 4 * self.n].reshape(4, self.n)
        return spring_torques(stiffness, damping, angle - q, rate - qd)

    def _set_modes(self, modes: Array) -> None:
        """Determine which joints slide (1 and -1) and which stick or have no dry friction (0)."""
        self._modes = modes
        self._sliding = np.where(modes > 0, self._forward, 0.0)
        self._sliding = np.where(modes < 0, self._backward, self._sliding)
        self._holding: NDArray[np.bool_] = self._dry & (modes == 0)
        self._holds = bool(self._holding.any())
        self._links_now = self._variant() if self._holds else self.links
        self._rests = all(joint.locked for joint in self._links_now.joints)

    def _variant(self) -> Robot:
        """Return the links with the sticking joints locked."""
        key = self._holding.tobytes()
        if key not in self._variants:
            joints = tuple(
                replace(joint, locked=joint.locked or bool(held))
                for joint, held in zip(self.links.joints, self._holding, strict=True)
            )
            self._variants[key] = self.links.replace(joints=joints)
        return self._variants[key]

    def _accelerations(
        self, time: float, state: Array, law: TorqueLaw, push: Array
    ) -> tuple[Array, Array]:
        """Return accelerations (n,), and the loads on friction at sticking joints (n,)."""
        q, qd = state[: self.n], state[self.n : 2 * self.n]
        acting = self._drive(time, state, law) + push - self._viscous * qd
        free = acting - self._sliding
        qdd = joint_accelerations(self._links_now, q, qd, free, self._base, None, False)
        return qdd, acting - rne(self.links, q, qd, qdd, friction=False)

    def _margins(self, time: float, state: Array, law: TorqueLaw, push: Array) -> Array:
        """Return the speeds or friction reserves whose sign changes with a joint's mode (n,)."""
        margins = np.where(self._dry, self._modes * state[self.n : 2 * self.n], np.inf)
        if not self._holds:
            return margins
        spare = self._spare(self._accelerations(time, state, law, push)[1])
        return np.where(self._holding, spare, margins)

    def _spare(self, bears: Array) -> Array:
        """Return the remaining capacity of friction with a tolerance for rounding (n,)."""
        slack = ROUNDING * (self._forward - self._backward)
        return np.minimum(self._forward - bears, bears - self._backward) + slack

    def _change(self, slope: Slope, h: float, law: TorqueLaw, push: Array) -> tuple[Array, float]:
        """Return the state and time of the first change of a joint's mode within a step."""
        before, after, now = 0.0, h, self.time
        lower = float(self._margins(now, self.state, law, push).min())
        state, _ = stepped(self._method, slope, now, self.state, h)
        upper = float(self._margins(now + h, state, law, push).min())
        for _ in range(TRIES):
            if after - before < MOMENT:
                break
            part = lower / (lower - upper) if lower > 0 else 0.5
            middle = before + min(max(part, 0.05), 0.95) * (after - before)
            tried, _ = stepped(self._method, slope, now, self.state, middle)
            margin = float(self._margins(now + middle, tried, law, push).min())
            if margin < 0.0:
                after, upper, state = middle, margin, tried
            else:
                before, lower = middle, margin
        margins = self._margins(now + after, state, law, push)
        crossed = (margins < 0.0) & (self._modes != 0)
        state = state.copy()
        state[self.n : 2 * self.n][crossed] = 0.0
        self._set_modes(np.where(crossed, 0.0, self._modes))
        return state, after

    def _held(self, state: Array) -> Array:
        """Return the state with the joints that keep changing at rest."""
        speeds = state[self.n : 2 * self.n]
        slow = self._dry & (np.abs(speeds) < np.abs(speeds).max(initial=0.0) * ROUNDING + ROUNDING)
        still = state.copy()
        still[self.n : 2 * self.n][slow] = 0.0
        self._set_modes(np.where(slow, 0.0, self._modes))
        return still

    def _release(self, law: TorqueLaw, push: Array) -> None:
        """Release sticking joints whose load exceeds their friction."""
        for _ in range(2 * self.n):
            if not self._holds:
                return
            bears = self._accelerations(self.time, self.state, law, push)[1]
            spare = np.where(self._holding, self._spare(bears), np.inf)
            worst = int(np.argmin(spare))
            if spare[worst] >= 0.0:
                return
            modes = self._modes.copy()
            modes[worst] = 1.0 if bears[worst] > 0.0 else -1.0
            self._set_modes(modes)
            qdd = self._accelerations(self.time, self.state, law, push)[0]
            wrong = self._dry & (self.qd == 0.0) & (self._modes * qdd < 0.0)
            if wrong.any():
                self._set_modes(np.where(wrong, 0.0, self._modes))


def spring_torques(stiffness: ArrayLike, damping: ArrayLike, twist: Array, slip: Array) -> Array:
    """Return the torques (n,) of springs and dampers between motors and joints.

    >>> spring_torques(10.0, 2.0, np.array([0.5]), np.array([1.0]))
    array([7.])
    """
    torques: Array = np.multiply(stiffness, twist) + np.multiply(damping, slip)
    return torques


def has_dry_friction(robot: Robot) -> NDArray[np.bool_]:
    """Return which joints have Coulomb friction and can move, (n,)."""
    drive = drives(robot)
    dry: NDArray[np.bool_] = ((drive.forward != 0) | (drive.backward != 0)) & ~drive.held
    return dry


def _without_rotors(robot: Robot) -> Robot:
    joints = tuple(
        joint if joint.motor is None else replace(joint, motor=replace(joint.motor, inertia=0.0))
        for joint in robot.joints
    )
    return robot.replace(joints=joints)
