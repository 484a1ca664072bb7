"""What bodies are made of and what that weighs: densities, and the usual one of each material."""

from __future__ import annotations

from collections.abc import Mapping

# kg/m^3, rounded values of handbooks
SUBSTANCES: Mapping[str, float] = {
    "aluminium": 2700.0,
    "steel": 7850.0,
    "cast-iron": 7200.0,
    "titanium": 4430.0,
    "magnesium": 1800.0,
    "brass": 8500.0,
    "carbon-fibre": 1600.0,
    "plastic": 1100.0,
    "nylon": 1150.0,
    "rubber": 1200.0,
    "glass": 2500.0,
    "wood": 650.0,
    "foam": 40.0,
}
# A look is not a substance; this is what parts of that look are made of unless they say otherwise.
USUAL: Mapping[str, str] = {
    "paint": "aluminium",
    "plastic": "plastic",
    "matte": "plastic",
    "rubber": "rubber",
    "metal": "steel",
    "brushed": "steel",
    "glass": "glass",
    "annotation": "plastic",
}
DENSEST = 25_000.0
