"""All postures of any arm with six revolute joints (Raghavan and Roth's elimination, numeric)."""

from __future__ import annotations

from rvs.engine.inverse.general6r.solve import Postures, all_postures

__all__ = ["Postures", "all_postures"]
