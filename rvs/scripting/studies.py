"""The studies of the Design panel: a new study is a row here, with the class of its question.

The form, the answer with its plots, table and buttons, the menu, the words of *Find anything* and
the line of the echo follow from the question.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Study:
    """One page of the Design panel.

    Attributes:
        name: Name of the page, by which actions and links call it.
        title: Its title in the list of studies and in the menu.
        asks: The class of its question, with its module of ``rvs.scripting``.
        first: Fields of the question that are always visible, in their order; the others are under
            *More options*.  All are visible if empty.
        tip: Its effect, an imperative without a full stop.
        also: Other search terms for it.
    """

    name: str
    title: str
    asks: str
    first: tuple[str, ...] = ()
    tip: str = ""
    also: str = ""

    def kind(self) -> Any:
        """Return the class of the question."""
        module, _, name = self.asks.partition(":")
        return getattr(import_module(f"rvs.scripting.{module}"), name)


# The first page, which has a form of its own.
OPTIMUM = "optimum"
OPTIMUM_TITLE = "Optimum design"
STUDIES: tuple[Study, ...] = (
    Study(
        "torque", "Torques", "torques:Torque",
        first=("q", "payload", "worst"),
        tip="Compute the torques of the joints in a posture, in the worst one or along a motion",
        also="torque static gravity holding payload worst posture effort",
    ),
    Study(
        "reach", "Reach chart", "reaches:ReachQuestion",
        tip="Draw the reach of flange and tool from the side and from above",
        also="workspace envelope range dimensions side view top view",
    ),
    Study(
        "payload", "Payload diagram", "payloads:PayloadQuestion",
        first=("speed", "distance", "weigh"),
        tip="Compute the largest payload for each centre of mass in the worst posture",
        also="lift load mass capacity flange centre of gravity offset",
    ),
    Study(
        "sheet", "Data sheet", "sheets:SheetQuestion",
        first=("weigh", "angle", "length"),
        tip="Write a one-page data sheet with picture, reach, axes, payload and table",
        also="datasheet specification summary one page pdf handout brochure",
    ),
    Study(
        "drives", "Choice of drives", "drives:ChooseDrives",
        first=("motions", "hold", "worst", "payload", "rank", "margin"),
        tip="Choose motors and gears from a catalogue for motions and for postures to hold",
        also="motor gear gearbox reducer actuator catalogue select thermal",
    ),
    Study(
        "tolerance", "Accuracy and repeatability", "tolerances:Tolerance",
        first=("tolerances", "spread", "plane", "budget"),
        tip="Predict pose accuracy and repeatability from tolerances, backlash and encoder steps",
        also="tolerance iso 9283 ap rp error budget backlash encoder precision monte carlo",
    ),
    Study(
        "stiffness", "Stiffness", "stiffness:StiffnessQuestion",
        first=("q", "payload", "stiffness", "plane", "modes"),
        tip="Compute how far loads deflect the robot, and its natural frequencies",
        also="deflection compliance elastic bending sag beam vibration frequency modes rigidity",
    ),
    Study(
        "calibrate", "Calibration", "calibrations:Calibrate",
        first=("measured", "free", "base", "tool", "propose"),
        tip="Identify the table of the robot from measured poses",
        also="calibration identify kinematic measured laser tracker hayati observability",
    ),
    Study(
        "sweep", "Sweep of designs", "sweeps:Sweep",
        first=("vary", "measures", "require", "sample", "count", "weigh"),
        tip="Compute measures of many designs, the best compromises and the sensitivities",
        also="parameter study pareto front sensitivity sample sobol random compare",
    ),
    Study(
        "variants", "Variants", "variants:VariantsQuestion",
        first=("equal",),
        tip="Compare the variants of the robot with its current state",
        also="compare parameter values table differences",
    ),
    Study(
        "improve", "Design improvement", "improving:Improve",
        first=("vary", "better", "require", "starts", "weigh"),
        tip="Improve chosen measures within bounds of cells, parameters and requirements",
        also="optimise optimize optimisation optimum constraint goal bounds box payload reach",
    ),
    Study(
        "place", "Base placement", "placing:Place",
        first=("targets", "condition", "clearance", "turns", "work"),
        tip="Find the base placements from which the robot reaches all targets without collision",
        also="base placement position layout mounting workpiece reachability targets cell",
    ),
    Study(
        "choose", "Robot selection", "choosing:Choose",
        first=("targets", "among", "condition", "clearance"),
        tip="Try the robots in the library for the targets of the cell, and rank them",
        also="select robot library compare best robot ranking",
    ),
)  # fmt: skip
