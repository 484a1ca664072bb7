"""Robots from the STEP files of CAD programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rvs.files.cad.robot import cad_robot, joint_of, line_of, links_of
from rvs.files.cad.step import CadFile, read_step
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.model.appearance.materials import density_of
from rvs.model.document import PlacedRobot
from rvs.scripting.asking import Answer
from rvs.scripting.tables import Tabled, tabulate
from rvs.value_class import dataclass

MM = 1e3
MATERIAL = "aluminium"


@dataclass(frozen=True, eq=False)
class CadModel(Answer):
    """The solids of a CAD file, from which a robot can be made.

    Attributes:
        file: The file.
    """

    file: CadFile

    @property
    def facts(self) -> dict[str, Any]:
        """Solids with their axes for JSON, in m."""
        return {
            "solids": [
                {
                    "name": one.name,
                    "part": list(one.part),
                    "color": one.color or None,
                    "volume": one.bulk.volume,
                    "center": one.bulk.center.tolist(),
                    "axes": [
                        {"point": row[:3].tolist(), "direction": row[3:6].tolist(),
                         "radius": float(row[6])}
                        for row in one.axes
                    ],
                }
                for one in self.file.solids
            ]
        }  # fmt: skip

    @property
    def lines(self) -> list[str]:
        """The numbers of solids and parts."""
        file = self.file
        return [f"{file.path.name}: {len(file.solids)} solids in {len(file.parts)} parts"]

    @property
    def notes(self) -> list[str]:
        """The next step."""
        return ["a joint is R or P and SOLID:AXIS, for example --joint 'R 1:1'"]

    @property
    def table(self) -> Tabled:
        """The axes of each solid, in mm."""
        rows = []
        for k, one in enumerate(self.file.solids, 1):
            volume = f"{1e6 * one.bulk.volume:.4g}"
            said = [one.part[-1], one.name, volume]
            for number, axis in enumerate(one.axes, 1):
                point, radius = MM * axis[:3], f"{MM * axis[6]:.4g}"
                rows.append([f"{k}:{number}", *said, radius, _three(point), _three(axis[3:6])])
                said = ["", "", ""]
            if not len(one.axes):
                rows.append([str(k), *said, "", "", ""])
        heads = ("axis", "part", "solid", "volume (cm³)", "radius (mm)", "point (mm)", "direction")
        return tabulate(rows, heads)

    def architecture(
        self,
        joints: Sequence[str],
        links: Mapping[int, str] | None = None,
        *,
        tool: str = "",
        material: str = MATERIAL,
        name: str = "",
    ) -> Architecture:
        """Return the robot as the content of a file; ``robot`` explains the arguments."""
        picked = [joint_of(self.file, one) for one in joints]
        owners = links_of(self.file, len(picked), links or {})
        at = line_of(self.file, tool) if tool else None
        return cad_robot(self.file, picked, owners, density_of(material), at, name)

    def robot(
        self,
        joints: Sequence[str],
        links: Mapping[int, str] | None = None,
        *,
        tool: str = "",
        material: str = MATERIAL,
        name: str = "",
    ) -> PlacedRobot:
        """Return the robot with some axes, its full model and its masses.

        Args:
            joints: From the base outwards: R or P, then SOLID:AXIS of the table such as ``"R 3:1"``
                (``"R -3:1"`` reverses the axis), or a point in mm and a direction.
            links: Solids of each link, such as ``{1: "2-4, cover"}``: numbers, or names of solids
                and parts; all others belong to the base. Without any, the parts of the file are the
                base and the links.
            tool: An axis in the same form: the tool is at its point with z along it.
            material: A substance such as ``"steel"``, or a density in kg/m^3.
            name: Name of the robot; that of the file if left out.

        Raises:
            ArgumentError: There is no such axis, link or solid.
        """
        made = self.architecture(joints, links, tool=tool, material=material, name=name)
        return placed_robot(made, made.robot.name)


def cad(path: str | Path) -> CadModel:
    """Read the solids of a STEP file, with their axes.

    Args:
        path: The file, .step or .stp.

    Returns:
        The solids; their method ``robot`` makes a robot.

    Raises:
        RvsError: OpenCascade is not installed, or the file has errors.
    """
    return CadModel(read_step(Path(path)))


def _three(values: Any) -> str:
    return " ".join(f"{one:.4g}" for one in np.round(values, 6) + 0.0)
