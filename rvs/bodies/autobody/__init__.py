"""The automatic body: a solid model for any table, made of the catalogue's shapes."""

from __future__ import annotations

from rvs.bodies.autobody.compose import automatic_body

__all__ = ["automatic_body"]
