"""Dynamics: this module imports all its methods.

Gravity is the true vector in the world.  A wrench is exerted by the tool on the world, about the
tool point in the tool frame, moment first.  Motors are described on the link side.
"""

from rvs.engine.dynamics.forward_dynamics import Energy, accel, cinertia, energy, inertia
from rvs.engine.dynamics.newton_euler import (
    LinkMotion,
    Reactions,
    coriolis,
    friction,
    gravload,
    itorque,
    link_motion,
    reactions,
    rne,
    tip_torque,
)
from rvs.engine.dynamics.simulation import TorqueFunction, euler_step, fdyn, simulate_torques
from rvs.engine.sensitivity import coriolis_matrix, delta_torque, torque_derivatives

__all__ = [
    "Energy",
    "LinkMotion",
    "Reactions",
    "TorqueFunction",
    "accel",
    "cinertia",
    "coriolis",
    "coriolis_matrix",
    "delta_torque",
    "energy",
    "euler_step",
    "fdyn",
    "friction",
    "gravload",
    "inertia",
    "itorque",
    "link_motion",
    "reactions",
    "rne",
    "simulate_torques",
    "tip_torque",
    "torque_derivatives",
]
