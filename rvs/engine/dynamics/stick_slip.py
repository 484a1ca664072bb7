"""Motion with dry friction: joints that slide, come to rest, hold and break away.

While no joint changes between sliding and holding the motion is smooth and an ordinary integrator
does.  It stops where a sliding joint comes to rest, or where a holding one is pulled harder than
its friction can bear; there the joints at rest are sorted anew into sliding and holding ones.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.dynamics.bodies import bodies, drives
from rvs.engine.dynamics.forward_dynamics import joint_inertia, solve_inertia
from rvs.engine.dynamics.integrate import Stop, integrate
from rvs.engine.dynamics.newton_euler import link_torques
from rvs.engine.errors import NoSolution
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

Modes = NDArray[np.float64]
"""+1 or -1 where a joint slides that way, 0 where it holds, (n,)."""

# parts of a joint's friction that count as nothing
ROUNDING = 1e-9
# changes of mode without any time going by, after which the motion is given up
STALLED = 50


@dataclass(frozen=True, eq=False)
class DryRobot:
    """A robot with Coulomb friction under torques.

    Attributes:
        robot: The robot.
        base: Acceleration of the base that stands for gravity (6,).
        torque: Torques (n,) of time, posture and velocities.
    """

    robot: Robot
    base: Array
    torque: Callable[[float, Array, Array], Array]

    def motion(self, times: Array, start: Array) -> Array:
        """Return the states [q, qd] at rising times (m, 2n)."""
        now, state = float(times[0]), start
        modes = self.sort(now, state)
        rows, stalled = [state[None, :]], 0
        left = times[1:]
        while left.size:
            stop = integrate(self.slope(modes), left, now, state, self.events(modes))
            rows.append(stop.states)
            left = left[len(stop.states) :]
            if stop.events:
                stalled = 0 if stop.time > now else stalled + 1
                if stalled > STALLED:
                    raise NoSolution(f"the motion after {now:g} s", "its joints stick and slip")
                state, modes = self.change(stop, modes)
                now = stop.time
        return np.concatenate(rows)

    def slope(self, modes: Modes) -> Callable[[float, Array], Array]:
        """Return the derivative of the state while no joint changes its mode."""
        n = self.robot.n

        def derivative(time: float, state: Array) -> Array:
            return np.concatenate([state[n:], self.balance(time, state, modes)[0]])

        return derivative

    def events(self, modes: Modes) -> list[Callable[[float, Array], float]]:
        """Return what falls to 0 where a mode ends: speeds of sliding joints, then spare grip."""
        n = self.robot.n
        drive = drives(self.robot)
        holding = self.dry & (modes == 0)

        def grip(time: float, state: Array) -> float:
            hold = self.balance(time, state, modes)[1]
            spare = np.minimum(drive.forward - hold, hold - drive.backward)
            return float(spare[holding].min())

        def speed(joint: int) -> Callable[[float, Array], float]:
            return lambda _, state: float(modes[joint] * state[n + joint])

        speeds = [speed(int(joint)) for joint in np.flatnonzero(self.dry & (modes != 0))]
        return [*speeds, grip] if holding.any() else speeds

    def change(self, stop: Stop, modes: Modes) -> tuple[Array, Modes]:
        """Return the state with what came to rest at rest, and the modes from there on."""
        sliding = np.flatnonzero(self.dry & (modes != 0))
        state = stop.state.copy()
        rested = [sliding[event] for event in stop.events if event < len(sliding)]
        state[self.robot.n + np.array(rested, dtype=int)] = 0.0
        return state, self.sort(stop.time, state, breaking=len(sliding) in stop.events)

    def sort(self, time: float, state: Array, breaking: bool = False) -> Modes:
        """Return which joints slide and which hold.

        Args:
            time: Time in s.
            state: Posture and velocities (2n,).
            breaking: Whether a joint at the end of its grip is to let go.
        """
        drive = drives(self.robot)
        modes: Modes = np.where(self.dry, np.sign(state[self.robot.n :]), 0.0)
        resting = self.dry & (modes == 0)
        slack = ROUNDING * (drive.forward - drive.backward)
        # Where its grip ends is known to some digits: it goes, however little is left of its grip.
        kept, let_go = resting.copy(), not breaking
        for _ in range(4 * self.robot.n):
            acceleration, hold = self.balance(time, state, modes)
            turned = kept & (modes * acceleration < 0)
            if turned.any():
                modes[turned] = 0.0
                continue
            excess = np.maximum(hold - drive.forward, drive.backward - hold) - slack
            excess = np.where(resting & (modes == 0), excess, -np.inf)
            worst = int(np.argmax(excess))
            if not let_go and excess[worst] > -np.inf:
                kept[worst], let_go = False, True
            elif excess[worst] <= 0:
                break
            modes[worst] = 1.0 if hold[worst] > 0 else -1.0
        return modes

    def balance(self, time: float, state: Array, modes: Modes) -> tuple[Array, Array]:
        """Return accelerations (n,), and what friction must bear at the joints that hold (n,)."""
        n = self.robot.n
        q, qd = state[:n], state[n:]
        drive, links = drives(self.robot), bodies(self.robot, q)
        rest = self.torque(time, q, qd) - drive.viscous * qd
        rest = rest - link_torques(links, qd, np.zeros(n), self.base)
        sliding = np.where(modes > 0, drive.forward, np.where(modes < 0, drive.backward, 0.0))
        mass = joint_inertia(self.robot, links)
        free = ~drive.held & ~(self.dry & (modes == 0))
        acceleration = np.zeros(n)
        if free.any():
            acceleration[free] = solve_inertia(mass[np.ix_(free, free)], (rest - sliding)[free])
        return acceleration, rest - mass @ acceleration

    @property
    def dry(self) -> NDArray[np.bool_]:
        """Which joints have Coulomb friction and can move."""
        return has_dry_friction(self.robot)


def has_dry_friction(robot: Robot) -> NDArray[np.bool_]:
    """Return which joints have Coulomb friction and can move, (n,)."""
    drive = drives(robot)
    dry: NDArray[np.bool_] = ((drive.forward != 0) | (drive.backward != 0)) & ~drive.held
    return dry
