"""Torques, powers and energies that motions and postures require from the drives, and the pace.

Torques are on the link side, N m for revolute joints and N for prismatic ones.
"""

from rvs.study.drives.fastest import Fastest, Slowing, fastest, slow_down
from rvs.study.drives.holding import (
    Payload,
    holding,
    largest_payload,
    weight_torques,
)
from rvs.study.drives.load import PARTS, DriveNeed, Load, drive_needs, load_of, push

__all__ = [
    "PARTS",
    "DriveNeed",
    "Fastest",
    "Load",
    "Payload",
    "Slowing",
    "drive_needs",
    "fastest",
    "holding",
    "largest_payload",
    "load_of",
    "push",
    "slow_down",
    "weight_torques",
]
