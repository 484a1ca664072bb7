"""The reach chart of a robot: the question, and its answer."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from rvs.bodies.effectors import STEPS, carried
from rvs.bodies.robot_body import body_for
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.fields.field import asked
from rvs.model.numbers.units import UNITS, Unit, drawing_unit
from rvs.model.plots.plot import Axis, Curve, Marker, Plot, curve
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.plots import Plotted
from rvs.scripting.subjects import robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.workspace.outline import Outline, outline
from rvs.value_class import dataclass

HEIGHT = 120.0
MEASURES = {
    "far": "largest distance from axis 1",
    "near": "least distance from axis 1",
    "top": "greatest height above the base",
    "bottom": "least height",
}


@dataclass(frozen=True, eq=False)
class ReachChart(Answer):
    """Reach of the flange and of the tool of a robot, from the side and from above.

    Attributes:
        robot: The robot.
        points: The outline of each point by its name: flange, and tool if it is elsewhere.
        limits: The limits of revolute joints are kept.
        dimensions: The plots have dimension lines.
        length: The unit of lengths in words, tables and plots.
    """

    robot: Robot
    points: dict[str, Outline]
    limits: bool = True
    dimensions: bool = True
    length: Unit = UNITS["mm"]

    @property
    def facts(self) -> dict[str, Any]:
        """The reach of each point for JSON, m; lines as pairs of distance and height."""
        return {
            name: {
                **{key: getattr(one, key) for key in MEASURES},
                "side": [line.tolist() for line in one.side],
                "step": one.step,
            }
            for name, one in self.points.items()
        }

    @property
    def lines(self) -> list[str]:
        """The reach of each point in words."""
        return [
            f"{self.robot.name}: the {name} reaches {self.far(one)} from axis 1, and heights "
            f"from {self.heights(one)}"
            for name, one in self.points.items()
        ]

    def far(self, one: Outline) -> str:
        """Return the largest distance of an outline from axis 1, with its unit."""
        return f"{one.far / self.length.factor:.5g} {self.length.symbol}"

    def heights(self, one: Outline) -> str:
        """Return the least and the greatest height of an outline, with their unit."""
        low, high = (height / self.length.factor for height in (one.bottom, one.top))
        return f"{low:.5g} to {high:.5g} {self.length.symbol}"

    @property
    def notes(self) -> list[str]:
        """The meaning and the accuracy of the chart."""
        kept = "Joints stay within limits" if self.limits else "Revolute joints turn without limits"
        step = max(one.step for one in self.points.values())
        return [
            f"{kept}; collisions are ignored. Heights are along axis 1 from frame 0.",
            "Distances and heights are exact for the chain; the lines are accurate to "
            f"{float(f'{step / self.length.factor:.2g}'):g} {self.length.symbol}.",
        ]

    @property
    def table(self) -> Tabled:
        """The dimensions of the chart."""
        rows = [
            # a rounding error beside the reach is no distance
            (
                words,
                *(
                    round(getattr(one, key) / self.length.factor, 6) + 0.0
                    for one in self.points.values()
                ),
            )
            for key, words in MEASURES.items()
        ]
        names = (f"{name} ({self.length.symbol})" for name in self.points)
        return tabulate(rows, ("dimension", *names), f"Reach of {self.robot.name}", 5)

    @cached_property
    def plots(self) -> tuple[Plot, ...]:
        """Side view and top view, with dimensions; an arm at one height has only the top view."""
        return (
            (self._side, self._top) if any(p.side for p in self.points.values()) else (self._top,)
        )

    @property
    def plotted(self) -> Plotted:
        """The views in a size that keeps them legible."""
        return Plotted(self.plots, height=HEIGHT)

    @property
    def _side(self) -> Plot:
        made: list[Curve] = []
        unit = self.length.factor
        for series, (name, one) in enumerate(self.points.items()):
            for k, line in enumerate(one.side):
                x, y = line.T / unit
                made += [curve(x, y, name if not k else "", series), curve(-x, y, "", series)]
        if not self.dimensions:
            return self._view("side", "distance from axis 1", "height", made, ())
        one = next(iter(self.points.values()))
        far, top, low = (size / unit for size in (one.far, one.top, one.bottom))
        # dimension lines beside everything that is drawn
        room = 0.12 * max(far, top - low)
        down = min(other.bottom for other in self.points.values()) / unit - room
        right = max(other.far for other in self.points.values()) / unit + room
        made += [
            _line([-far, -far], [down, top], dashed=True),
            _line([far, far], [down, top], dashed=True),
            _line([-far, far], [down, down]),
            _line([right, right], [low, top]),
            _line([0, right], [top, top], dashed=True),
            _line([0, right], [low, low], dashed=True),
        ]
        words = (
            Marker(0.0, down, f"{2 * far:.5g}", 0, "words"),
            Marker(right, 0.5 * (low + top), f"{top - low:.5g}", 0, "words"),
        )
        return self._view("side", "distance from axis 1", "height", made, words)

    @property
    def _top(self) -> Plot:
        made: list[Curve] = []
        for series, (name, one) in enumerate(self.points.items()):
            cosine, sine = np.cos(one.angle), np.sin(one.angle)
            known = np.isfinite(one.outer)
            for k, radius in enumerate((one.outer, one.inner)):
                r = np.where(known, radius, 0.0) / self.length.factor
                y = np.where(known, r * sine, np.nan)
                made.append(curve(r * cosine, y, name if not k else "", series))
        if not self.dimensions:
            return self._view("top", "x", "y", made, ())
        one = next(iter(self.points.values()))
        best = int(np.nanargmax(one.outer))
        far = one.far / self.length.factor
        x, y = far * np.cos(one.angle[best]), far * np.sin(one.angle[best])
        made.append(_line([0.0, x], [0.0, y]))
        words = (Marker(0.5 * x, 0.5 * y, f"R {far:.5g}", 0, "words"),)
        return self._view("top", "x", "y", made, words)

    def _view(
        self, name: str, x: str, y: str, made: list[Curve], words: tuple[Marker, ...]
    ) -> Plot:
        title = f"{self.robot.name}: reach, {name} view"
        return Plot(
            title,
            Axis(x, self.length.symbol),
            Axis(y, self.length.symbol),
            tuple(made),
            markers=words,
            equal=True,
        )

    def __repr__(self) -> str:
        return f"<Reach of {'; '.join(self.lines)}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class ReachQuestion(Question):
    """Draw the reach of a robot from the side and from above, for its flange and its tool.

    Returns:
        Dimensions and outlines of the workspace.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: The first joint does not turn, or a slide has no limits.
    """

    called = "reach_chart"
    output = "OUT.pdf"
    writes = "the chart: .pdf, .svg, .eps or .ps, or its dimensions: .csv, .md, .tex or .html"
    returns = "ReachChart"
    cells = True

    levels: int = asked(
        1,
        "Search at this resolution, 1 to 3",
        least=1,
        most=3,
        label="Search resolution",
    )
    limits: bool = asked(
        True, "Keep revolute joints within their limits", label="Respect joint limits"
    )
    dimensions: bool = asked(True, "Draw dimension lines", label="Dimension lines")
    tool: bool = asked(
        True,
        "Also draw the reach of the tool, if it is not at the flange",
        label="Reach of the tool",
    )

    def answer(self, cell: Cell, robot: str = "") -> ReachChart:
        """Compute the reach chart of a robot of a cell."""
        placed = robot_in(cell, robot)
        arm, body = placed.robot, body_for(placed, "full")
        load = carried(placed, body, STEPS[0])
        flange = replace(arm, tool_rows=_rows(pose(p=[0.0, 0.0, load.start])))
        points = {"flange": outline(flange, self.levels, self.limits)}
        tip = load.tip if placed.effector is not None else arm.tool
        if self.tool and abs(tip[:3, 3] - [0.0, 0.0, load.start]).max() > 1e-6:
            points["tool"] = outline(replace(arm, tool_rows=_rows(tip)), self.levels, self.limits)
        return ReachChart(arm, points, self.limits, self.dimensions, drawing_unit(placed.unit))


reach_chart = function(ReachQuestion)


def _line(x: list[float], y: list[float], dashed: bool = False) -> Curve:
    return curve(x, y, dashed=dashed, thin=True)


def _rows(T: Any) -> Any:
    return tuple(map(tuple, np.asarray(T, float).tolist()))
