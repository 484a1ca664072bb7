"""Control: laws, controllers, plants and the loop that runs them together.

history = simulate(RobotPlant(robot), ComputedTorque(model, kp=100, kd=20), reference, t, q0)
"""

from rvs.engine.control.camera import Camera
from rvs.engine.control.controllers import (
    ComputedTorque,
    GravityPD,
    ImageServo,
    MotorPD,
    ResolvedRate,
    TorqueFeedforward,
)
from rvs.engine.control.laws import computed_torque, pd_gravity, resolved_rate, visual_servo
from rvs.engine.control.loop import (
    Controller,
    History,
    JointReference,
    Reference,
    Sample,
    follow,
    simulate,
)
from rvs.engine.control.plants import FlexiblePlant, Plant, RatePlant, RobotPlant

__all__ = [
    "Camera",
    "ComputedTorque",
    "Controller",
    "FlexiblePlant",
    "GravityPD",
    "History",
    "ImageServo",
    "JointReference",
    "MotorPD",
    "Plant",
    "RatePlant",
    "Reference",
    "ResolvedRate",
    "RobotPlant",
    "Sample",
    "TorqueFeedforward",
    "computed_torque",
    "follow",
    "pd_gravity",
    "resolved_rate",
    "simulate",
    "visual_servo",
]
