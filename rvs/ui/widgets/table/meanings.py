"""What the columns of a robot's tables mean, in one line each."""

from __future__ import annotations

from rvs.engine.letter import LETTERS, offset_letter

MEANINGS = {
    "kind": "Kind of joint: R revolute, P prismatic, H helical",
    "a": "Link length: from axis to axis along their common normal",
    "alpha": "Link twist: from axis to axis about their common normal",
    "d": "Link offset along the joint's axis; others call it {}. Of a joint that slides: where it "
    "is in the home posture, not now",
    "theta": "Joint angle about the joint's axis. Of a joint that turns: where it is in the home "
    "posture, not now",
    "pitch": "Advance of a helical joint for one radian",
    "offset": "Added to the joint's value before the frame moves",
    "lower": "Smallest value of the joint; empty where there is no limit",
    "upper": "Largest value of the joint; empty where there is no limit",
    "rate": "Largest speed of the joint; empty where there is no limit",
    "name": "What people call the joint",
    "mass": "Mass of the link; empty where it is not known",
    **{axis: f"Centre of mass along {axis} of the link's frame" for axis in "xyz"},
    **{f"I{a}{a}": f"Moment of inertia about an axis along {a}" for a in "xyz"},
    **{
        f"I{a}{b}": f"Product of inertia, the element {a}{b} of the tensor"
        for a, b in ("xy", "yz", "xz")
    },
    "rotor": "Moment of inertia of the motor's rotor; the joint feels it times the gear ratio "
    "squared",
    "gear": "Gear ratio: turns of the motor for one of the joint, with its sign",
    "viscous": "Viscous friction at the motor: torque for each rad/s",
    "forwards": "Coulomb friction at the motor when it turns forwards, 0 or more",
    "backwards": "Coulomb friction at the motor when it turns backwards, 0 or below",
    "acceleration": "Largest acceleration of the joint; empty where there is no limit",
    "effort": "Largest torque of the joint, or force of one that slides; empty where none",
}


def meaning(column: str, modified: bool) -> str:
    """Return what a column means, of a table in the modified convention or not."""
    if modified and column in MODIFIED:
        return MODIFIED[column]
    other = next(letter for letter in LETTERS if letter != offset_letter())
    return MEANINGS[column].format(other)


MODIFIED = {
    "a": "Link length aᵢ₋₁: from the axis before to the joint's axis along their common normal",
    "alpha": "Link twist αᵢ₋₁: from the axis before to the joint's axis about their common normal",
}
