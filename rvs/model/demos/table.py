"""The demonstrations by name: those of the Robotics Toolbox's manual, then its tour."""

from __future__ import annotations

from rvs.model.demos import manual, tour
from rvs.model.demos.demo import Demo, Knob

DEMOS: dict[str, Demo] = {
    "collapse": Demo(
        "Collapse under gravity",
        "A PUMA 560 loses power with all joints at 0, and its arm forms an L. It "
        "falls until friction stops it. Joint limits and contact are ignored, so it "
        "falls through its own base.",
        "puma560",
        manual.collapse,
        (
            Knob("friction", "Factor of viscous friction", 1.0, 0.0, 10.0),
            Knob("duration", "Duration", 6.0, 0.5, 20.0, "s"),
        ),
        free=True,
    ),
    "flexible": Demo(
        "Elastic drives",
        "The motors of a two-link arm drive its links through springs: it swings after every step.",
        "twolink",
        manual.flexible,
        (
            Knob("stiffness", "Stiffness of the springs", 200.0, 20.0, 2000.0, "N m/rad"),
            Knob("damping", "Damping of the springs", 6.0, 0.0, 100.0, "N m s/rad"),
            Knob("kp", "Controller stiffness", 300.0, 0.0, 2000.0, "N m/rad"),
            Knob("kd", "Controller damping", 30.0, 0.0, 150.0, "N m s/rad"),
        ),
        mode="body",
    ),
    "computed-torque": Demo(
        "Computed torque with a wrong model",
        "A model converts desired accelerations into torques. How inaccurate can the model be?",
        "puma560",
        manual.computed_torque,
        (
            Knob("model-error", "Largest model error", 0.1, 0.0, 0.9),
            Knob("seed", "Seed for the wrong model", 1.0, 0.0, 1000.0, whole=True),
            Knob("kp", "Error gain", 100.0, 0.0, 2000.0, "1/s²"),
            Knob("kd", "Speed gain", 20.0, 0.0, 200.0, "1/s"),
        ),
    ),
    "feed-forward": Demo(
        "Torque feed-forward",
        "The torques of the desired motion, computed 20 times per second, leave the "
        "feedback little to do.",
        "puma560",
        manual.feed_forward,
        (
            Knob("period", "Period of the model", 0.05, 0.005, 0.5, "s"),
            Knob("gains", "Factor of the feedback gains", 1.0, 0.05, 3.0),
        ),
    ),
    "circle": Demo(
        "A circle by resolved rates",
        "The Jacobian alone guides the tool along a circle, without inverse kinematics.",
        "puma560",
        manual.circle,
        (
            Knob("gain", "Gain", 20.0, 0.5, 90.0, "1/s"),
            Knob("radius", "Radius", 0.05, 0.01, 0.15, "m"),
            Knob("period", "Time per turn", 4.0, 1.0, 20.0, "s"),
        ),
    ),
    "servoing": Demo(
        "Visual servoing",
        "A camera on the tool finds its pose relative to a square from the image alone.",
        "puma560",
        manual.servoing,
        (
            Knob("gain", "Gain", 1.0, 0.1, 10.0, "1/s"),
            Knob("depth", "Assumed distance", 0.5, 0.2, 2.0, "m"),
            Knob("focal", "Focal length", 800.0, 400.0, 1000.0, "pixels"),
        ),
    ),
    "tour-transforms": Demo(
        "Tour 1: rotations",
        "The tool turns from one orientation to another at constant speed along the shortest path.",
        "puma560",
        tour.transforms,
    ),
    "tour-trajectories": Demo(
        "Tour 2: trajectories",
        "Six motions from rest to rest, and a spline through points.",
        "twolink",
        tour.trajectories,
        mode="body",
    ),
    "tour-forward": Demo(
        "Tour 3: forward kinematics",
        "The tool path while all joints move from 0 to the ready posture.",
        "puma560",
        tour.forward,
    ),
    "tour-inverse": Demo(
        "Tour 4: inverse kinematics",
        "The joints move so that the tool follows a straight line.",
        "puma560",
        tour.inverse,
    ),
    "tour-jacobians": Demo(
        "Tour 5: Jacobians",
        "The wrist passes a singularity, near which a joint would have to move very fast.",
        "puma560",
        tour.jacobians,
    ),
    "tour-dynamics": Demo(
        "Tour 6: dynamics",
        "The torques that a motion requires from the motors, and the part due to gravity.",
        "puma560",
        tour.dynamics,
    ),
}
