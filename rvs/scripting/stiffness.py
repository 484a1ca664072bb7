"""The stiffness of robots: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.bodies.beams import LinkSection, body_beams, elastic_robot, read_section, replaced
from rvs.bodies.dynamic import IncludedLoads, counted_of, own_axes, weighed_robot
from rvs.bodies.masses import FILL
from rvs.bodies.robot_body import body_for
from rvs.engine.arrays import Array, check_gains
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture, fkine
from rvs.engine.progress import with_progress
from rvs.fields.field import asked
from rvs.model.appearance.materials import MODULI
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.numbers.quantities import significant
from rvs.model.plots.plot import Axis, Plot, curve, value_map
from rvs.model.robots.ranges import reach
from rvs.model.views.view import Background
from rvs.scene.annotate.ghosts import deflected_items
from rvs.scene.items import Item
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.plots import Plotted
from rvs.scripting.subjects import (
    motion_field,
    payload_field,
    posture_field,
    robot_in,
    rows_in,
    title_of,
    with_cube,
)
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.stiffness.beams import LinkBeam
from rvs.study.stiffness.deflection import (
    Deflection,
    ElasticRobot,
    Modes,
    compliance,
    deflection,
    modes,
    principal_stiffness,
)
from rvs.study.stiffness.plane import postures_over
from rvs.value_class import dataclass

PLANES = {"xy": "horizontal, xy", "xz": "vertical, xz", "yz": "vertical, yz"}
AXES = "xyz"
# Points along the axes of a map, at first and then where the robot gets.
COARSE, FINE = 25, 41
# Sums of many products are off by less, N m, mm and mrad.
ROUNDING = 1e-9
# A deflection of more than this part of the reach is not small.
LARGE = 0.05
# The drawn deflection, as a part of the reach; its factor is rounded.
DRAWN = 0.08


@dataclass(frozen=True, eq=False)
class DeflectionMap:
    """Deflections over a plane through the tool point of a posture.

    Attributes:
        plane: Its axes, such as ``"xz"``.
        across: Coordinates along the first axis (c,), m.
        up: Coordinates along the second axis (r,), m.
        sizes: Deflections of the tool point (r, c), m; nan if out of reach.
    """

    plane: str
    across: Array
    up: Array
    sizes: Array


@dataclass(frozen=True, eq=False)
class Stiffness(Answer):
    """Deflection, stiffness and natural frequencies of a robot under its loads.

    Attributes:
        placed: The robot with its load.
        elastic: The robot with its springs and beams.
        q: The posture, or the one with the largest deflection in a motion (n,), rad and m.
        deflected: Displacements in this posture.
        compliance: Compliance of the tool there (6, 6), angular first, axes of the cell.
        modes: Natural frequencies there, or None.
        counted: Additional masses.
        made: Source of the sections of the links, in words.
        rows: The motion, or None for a posture.
        along: Displacements along it, or None.
        name: Name of the motion.
        map: Deflections over a plane, or None.
    """

    placed: PlacedRobot
    elastic: ElasticRobot
    q: Array
    deflected: Deflection
    compliance: Array
    modes: Modes | None
    counted: IncludedLoads
    made: str
    rows: JointTrajectory | None = None
    along: Deflection | None = None
    name: str = "the posture"
    map: DeflectionMap | None = None

    @property
    def turn(self) -> Array:
        """Axes of the robot's own world in the cell (3, 3)."""
        return np.array(self.placed.place)[:3, :3]

    @property
    def deflection(self) -> Array:
        """Displacement of the tool point (3,), m, along the axes of the cell."""
        found: Array = self.turn @ self.deflected.tool[3:]
        return found

    @property
    def rotation(self) -> Array:
        """Rotation of the tool (3,), rad, about the axes of the cell."""
        found: Array = self.turn @ self.deflected.tool[:3]
        return found

    @cached_property
    def size(self) -> float:
        """Length of the displacement of the tool point, in m."""
        return float(np.linalg.norm(self.deflection))

    @property
    def frequencies(self) -> Array:
        """Lowest natural frequencies (k,), Hz; none if they were not computed."""
        return np.zeros(0) if self.modes is None else self.modes.frequencies

    @property
    def stiffness(self) -> Array:
        """Principal translational stiffnesses of the tool point (3,), N/m, the smallest first."""
        return principal_stiffness(self.compliance)[0]

    @cached_property
    def shares(self) -> tuple[Array, Array]:
        """Shares of joints and of links in the displacement (n,) each; their sum is 1."""
        if self.size <= 0.0:
            return np.zeros(self.elastic.robot.n), np.zeros(self.elastic.robot.n)
        along = self.deflected.tool[3:] / self.size**2
        return self.deflected.joints[:, 3:] @ along, self.deflected.links[:, 3:] @ along

    @property
    def sizes(self) -> Array:
        """Displacements of the tool point along the motion (m,), m."""
        if self.along is None:
            raise ArgumentError("a posture has no values over time; name a motion")
        found: Array = np.linalg.norm(self.along.tool[:, 3:], axis=-1)
        return found

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers for JSON: m, rad, N m and N; stiffness in N/m, frequencies in Hz."""
        robot, springs = self.elastic.robot, self.elastic.springs
        joints, links = self.shares
        found: dict[str, Any] = {
            "deflection": self.deflection.tolist(),
            "size": self.size,
            "rotation": self.rotation.tolist(),
            "stiffness": finite(self.stiffness),
            "compliance": self.compliance.tolist(),
            "joints": [
                {
                    "joint": i + 1,
                    "stiffness": finite(springs[i]),
                    "load": float(self.deflected.loads[i]),
                    "displacement": float(self.deflected.turned[i]),
                    "share": float(joints[i]),
                }
                for i in range(robot.n)
            ],
            "links": [
                {
                    "link": i + 1,
                    "rigid": not beam.elements,
                    "deflection": (self.turn @ self.deflected.links[i, 3:]).tolist(),
                    "share": float(links[i]),
                }
                for i, beam in enumerate(self.elastic.beams)
            ],
            "rigid": self.rigid,
            "sections": self.made,
            "carried": {key: self.counted.facts[key] for key in ("end_effector", "payload")},
        }
        if self.modes is not None:
            found["frequencies"] = self.modes.frequencies.tolist()
            found["modes"] = [
                {"joints": one.tolist(), "links": other.tolist()}
                for one, other in zip(self.modes.joints, self.modes.links, strict=True)
            ]
        if self.rows is not None and self.along is not None:
            found["times"] = self.rows.times.array.tolist()
            found["along"] = (self.along.tool[:, 3:] @ self.turn.T).tolist()
            found["worst_time"] = self.worst_time
        if self.map is not None:
            found["map"] = {
                "plane": self.map.plane, "across": self.map.across.tolist(),
                "up": self.map.up.tolist(), "sizes": finite(self.map.sizes),
            }  # fmt: skip
        return found

    @property
    def worst_time(self) -> float | None:
        """The time of the motion with the largest deflection, in s; None for a posture."""
        if self.rows is None:
            return None
        return float(self.rows.times.array[int(np.argmax(self.sizes))])

    @property
    def rigid(self) -> list[str]:
        """Joints and links treated as rigid."""
        springs = self.elastic.springs
        joints = [_named(self, i) for i in range(len(springs)) if not isfinite(springs[i])]
        links = [f"link {i}" for i, one in enumerate(self.elastic.beams, 1) if not one.elements]
        return joints + links

    @property
    def lines(self) -> list[str]:
        """The numbers in words."""
        at = "" if self.worst_time is None else f", at most, at {self.worst_time:.4g} s"
        joints, links = self.shares
        moved = ", ".join(f"{1e3 * x + 0.0:.4g}" for x in self.deflection)
        told = [
            f"{self.elastic.robot.name}, {self.name}: the tool point moves by "
            f"{1000.0 * self.size:.4g} mm ({moved}) along x, y, z{at}",
            f"it turns by {np.degrees(np.linalg.norm(self.rotation)):.3g}°",
        ]
        if self.size > 0.0:
            told.append(f"joints cause {joints.sum():.0%} of it, links {links.sum():.0%}")
        if not np.isfinite(self.elastic.springs).any():
            told.append("no joint bends, because the stiffness of no joint is known; give it")
        told.append(
            "stiffness of the tool point along its main axes: "
            f"{', '.join(_newtons(one) for one in self.stiffness)} N/mm"
        )
        if self.modes is not None:
            listed = ", ".join(f"{one:.4g}" for one in self.modes.frequencies)
            none = "none, because nothing that moves has mass"
            told.append(f"lowest natural frequencies: {f'{listed} Hz' if listed else none}")
        if self.map is not None:
            known = self.map.sizes[np.isfinite(self.map.sizes)]
            ends = f"{1e3 * known.min():.3g} to {1e3 * known.max():.3g} mm"
            told.append(f"over the plane {self.map.plane} through it: {ends}")
        return told

    @property
    def table(self) -> Tabled:
        """Contributions of the joints and the links to the displacement."""
        springs, moved = self.elastic.springs, self.deflected
        joints, links = self.shares
        rows: list[tuple[str, str, str, str, str, str]] = []
        for i, joint in enumerate(self.elastic.robot.joints):
            own, unit = ("mrad", "N m") if joint.turns else ("mm", "N")
            per = f"{unit}/rad" if joint.turns else f"{unit}/m"
            stiff = f"{significant(springs[i])} {per}" if isfinite(springs[i]) else "rigid"
            rows.append((
                _named(self, i), stiff, f"{_tidy(moved.loads[i])} {unit}",
                f"{_tidy(1e3 * moved.turned[i])} {own}", _size(moved.joints[i]),
                _share(joints[i]),
            ))  # fmt: skip
        for i, beam in enumerate(self.elastic.beams):
            stiff = f"beam of {1e3 * _length(beam):.4g} mm" if beam.elements else "rigid"
            bent = 1e3 * float(np.linalg.norm(moved.links[i, :3]))
            rows.append((
                f"link {i + 1}", stiff, "", f"{_tidy(bent)} mrad", _size(moved.links[i]),
                _share(links[i]),
            ))  # fmt: skip
        heads = ("part", "stiffness", "load", "deflection", "at the tool (mm)", "share")
        return tabulate(rows, heads, f"{self.elastic.robot.name}: deflection in {self.name}")

    @property
    def notes(self) -> list[str]:
        """Assumptions, rigid parts, and included masses."""
        told = []
        if self.size > LARGE * reach(self.elastic.robot):
            told.append(
                "this deflection is too large for the linear theory: it changes the posture"
            )
        if self.rigid:
            told.append(f"rigid, because no stiffness or length is known: {', '.join(self.rigid)}")
        told.append(self.made)
        told.append(
            "motors, base, tool, its load, and the extensions of prismatic joints are "
            "rigid; deflections are static and linear about the unloaded posture"
        )
        if self.map is not None:
            told.append(
                "the map keeps the orientation of arms with at least six joints, and the branch "
                "of the posture"
            )
        return [*told, _carried(self.counted)]

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The deflection along the motion and over the plane, if requested."""
        found = []
        if self.rows is not None and self.along is not None:
            times, name = self.rows.times.array, self.elastic.robot.name
            moved = 1e3 * self.along.tool[:, 3:] @ self.turn.T
            whole = curve(times, 1e3 * self.sizes, "size")
            parts = (curve(times, moved[:, k], AXES[k], k + 1) for k in range(3))
            found.append(
                Plot(f"Deflection of {name}, {self.name}", Axis("time", "s"),
                     Axis("deflection", "mm"), (whole, *parts))
            )  # fmt: skip
        if self.map is not None:
            a, b = self.map.plane[0], self.map.plane[1]
            filled = value_map(
                self.map.across, self.map.up, 1e3 * self.map.sizes, "deflection", "mm",
                "not reached",
            )  # fmt: skip
            found.append(
                Plot(f"Deflection of {self.elastic.robot.name} over the plane {a}{b}",
                     Axis(a, "m"), Axis(b, "m"), equal=True, map=filled, tall=2.0)
            )  # fmt: skip
        return tuple(found)

    @property
    def factor(self) -> float:
        """The factor by which ``items`` exaggerates the deflection, from the series 1, 2, 5, 10."""
        if self.size <= 0.0:
            return 1.0
        wanted = DRAWN * reach(self.elastic.robot) / self.size
        power = 10.0 ** np.floor(np.log10(wanted))
        return float(max(power * max(k for k in (1, 2, 5) if k * power <= wanted), 1.0))

    def items(self, placed: PlacedRobot, background: Background = "light") -> tuple[Item, ...]:
        """Return the robot with its deflection exaggerated by ``factor``, and its legend."""
        if placed.robot != self.placed.robot:
            return ()
        return deflected_items(placed, self.q, self.deflected, self.factor, self.size, background)

    @property
    def plotted(self) -> Plotted:
        """The plots, to be shown and saved.

        Raises:
            ArgumentError: A posture without a map has none.
        """
        if not self.plots:
            raise ArgumentError("a posture has nothing to plot; name a motion or a plane")
        return super().plotted

    def __repr__(self) -> str:
        return f"<Stiffness of {self.elastic.robot.name}: {1e3 * self.size:.4g} mm>"


@dataclass(frozen=True, eq=False, kw_only=True)
class StiffnessQuestion(Question):
    """Compute the deflection of a robot under loads, and its natural frequencies.

    Returns:
        Displacement of the tool with the contribution of each joint and link, stiffness of the
        tool, and natural frequencies.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: All parts are rigid, both a motion and a posture, or an invalid number.
    """

    called = "stiffness"
    by_place = ("motion",)
    output = "TABLE"
    writes = "the table as .csv, .md, .tex or .html, or the plots as .pdf or .svg"
    returns = "Stiffness"
    cells = True

    motion: Motion | str | None = motion_field(
        "Use this motion (or the motion with this name) instead of a posture"
    )
    q: ArrayLike | None = posture_field("Use this posture")
    payload: float = payload_field()
    force: Sequence[float] | None = asked(
        None, "Push on the tool point with this force in N along the world axes; three moments "
              "in N m may follow", kind="numbers", label="Force at the tool (N)",
    )  # fmt: skip
    weight: bool = asked(
        True,
        "Include the weight of the links, the end-effector and the payload",
        label="Weight of the links and the load",
    )
    stiffness: ArrayLike | None = asked(
        None, "Give the joints this stiffness", kind="each", unit="N m/rad or N/m",
        shown="N m/rad", above=0.0, usual="that of the robot's table, or rigid",
        label="Stiffness of the joints",
    )  # fmt: skip
    links: bool = asked(True, "Model the links as elastic beams", label="Elastic links")
    sections: Sequence[LinkSection] = asked(
        (), "Use this section for a link instead of that of its body, sizes in m: LINK tube "
            "DIAMETER WALL or LINK box WIDTH HEIGHT WALL, and a material", kind="several",
        option="--section", read=read_section, example="2 tube 0.12 0.004 steel",
        label="Sections of links",
    )  # fmt: skip
    material: str | None = asked(
        None, "Use this material for the bodies of all links", usual="those of the body",
        choices={name: name.replace("-", " ") for name in MODULI}, label="Material of the links",
    )  # fmt: skip
    fill: float = asked(
        FILL, "Assume that this fraction of each drawn section is material, because links are "
        "hollow", above=0.0,
        most=1.0, shown="%", label="Solid fraction of the sections",
    )  # fmt: skip
    plane: str | None = asked(
        None, "Map the deflection over this plane through the tool point", choices=PLANES,
        usual="no map", label="Map over the plane",
    )  # fmt: skip
    modes: int = asked(
        3,
        "Compute this number of natural frequencies",
        least=0,
        most=30,
        label="Natural frequencies",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.motion is not None:
            self.keep_apart("a motion", "q", "plane")

    def answer(self, cell: Cell, robot: str = "") -> Stiffness:
        """Compute the deflection of a robot of a cell under loads."""
        placed = with_cube(robot_in(cell, robot), self.payload)
        carrier = weighed_robot(placed)
        beams, made = self._beams(placed)
        elastic = elastic_robot(placed, self._springs(placed), beams)
        force = None if self.force is None else _turned(placed, self.force)
        along = rows = None
        if self.motion is not None:
            rows = rows_in(cell, self.motion, placed.id)
            along = deflection(elastic, rows.rows.array, force, self.weight)
            worst = int(np.argmax(np.linalg.norm(along.tool[:, 3:], axis=-1)))
            q = rows.rows.array[worst]
        else:
            q = check_posture(carrier, cell.postures[placed.id] if self.q is None else self.q)
        turn = np.kron(np.eye(2), np.array(placed.place)[:3, :3])
        return Stiffness(
            placed, elastic, q, deflection(elastic, q, force, self.weight),
            turn @ compliance(elastic, q) @ turn.T,
            modes(elastic, q, self.modes) if self.modes else None, counted_of(placed), made, rows,
            along, title_of(self.motion) if rows is not None else "the posture",
            self._map(placed, elastic, q, force),
        )  # fmt: skip

    def _springs(self, placed: PlacedRobot) -> Array:
        own = np.array([joint.stiffness for joint in placed.robot.joints])
        if self.stiffness is None:
            return own
        return np.broadcast_to(check_gains(len(own), self.stiffness, "stiffness"), own.shape)

    def _beams(self, placed: PlacedRobot) -> tuple[tuple[LinkBeam, ...], str]:
        """Return beams of the links, and their source in words."""
        robot = placed.robot
        beams: tuple[LinkBeam, ...] = (LinkBeam(),) * robot.n
        made = "links are rigid"
        if self.links:
            body = body_for(placed, "full")
            which = "full model" if body is placed.body else "automatic body"
            beams = body_beams(robot, body, self.fill, self.material or "")
            made = (
                "links are Euler-Bernoulli beams from joint to joint with the sections of the "
                f"{which}, of which {self.fill:.0%} are filled with material"
            )
        if self.sections:
            beams = replaced(beams, robot, {one.link: one.section for one in self.sections})
            given = ", ".join(str(one.link) for one in self.sections)
            made += f"; the section of link {given} was given"
        return beams, made

    def _map(
        self, placed: PlacedRobot, elastic: ElasticRobot, q: Array, force: Array | None
    ) -> DeflectionMap | None:
        if self.plane is None:
            return None
        robot, (a, b) = placed.robot, (AXES.index(self.plane[0]), AXES.index(self.plane[1]))
        place, far = np.array(placed.place), reach(robot)
        middle = (place @ robot.base)[:3, 3]
        tool = (place @ np.append(fkine(robot, q)[:3, 3], 1.0))[:3]
        ends = [(middle[k] - far, middle[k] + far) for k in (a, b)]
        # first coarsely, to find where the robot gets in the plane
        for cells in with_progress((COARSE, FINE)):
            across, up = (np.linspace(*one, cells) for one in ends)
            points = np.broadcast_to(tool, (cells, cells, 3)).copy()
            points[..., a], points[..., b] = np.meshgrid(across, up)
            own = (points - place[:3, 3]) @ place[:3, :3]
            postures = postures_over(robot, q, own, robot.n >= 6)
            known = np.isfinite(postures[..., 0])
            if not known.any():
                told = f"the tool reaches no point of the plane {self.plane} near its position"
                raise ArgumentError(f"plane: {told}; use another plane or posture")
            inner = [_inner(np.any(known, axis=k)) for k in (0, 1)]
            across, up = across[inner[0]], up[inner[1]]
            ends = [(one[0], one[-1]) for one in (across, up)]
        sizes = np.full(known.shape, np.nan)
        moved = deflection(elastic, postures[known], force, self.weight).tool[:, 3:]
        sizes[known] = np.linalg.norm(moved, axis=-1)
        return DeflectionMap(self.plane, across, up, sizes[inner[1], inner[0]])


stiffness = function(StiffnessQuestion)


def _turned(placed: PlacedRobot, force: Sequence[float]) -> Array:
    """Return a force, and moments if any, in the robot's own axes."""
    parts = [tuple(force[k : k + 3]) for k in range(0, len(force), 3)]
    if [len(part) for part in parts] not in ([3], [3, 3]):
        raise ArgumentError(f"force: expected 3 or 6 numbers, got {len(force)}")
    return np.concatenate([own_axes(placed, part) for part in parts])  # type: ignore[arg-type]


def _inner(known: NDArray[np.bool_]) -> slice:
    """Return rows with a value, and one more row at either end."""
    some = np.flatnonzero(known)
    return slice(max(int(some[0]) - 1, 0), int(some[-1]) + 2)


def _named(answer: Stiffness, i: int) -> str:
    return answer.elastic.robot.joints[i].name or f"joint {i + 1}"


def _carried(counted: IncludedLoads) -> str:
    """Return end-effector and payload in words."""
    told = []
    if counted.effector:
        mass = counted.effector_mass
        told.append(f"{counted.effector} ({f'{mass:.4g} kg' if mass else 'without mass'})")
    if counted.payload:
        told.append(f"{counted.payload} ({counted.payload_mass:.4g} kg)")
    return f"carried by the last link: {', '.join(told) or 'nothing'}"


def _length(beam: LinkBeam) -> float:
    return sum(one.length for one in beam.elements)


def _size(twist: Array) -> str:
    return _tidy(1e3 * float(np.linalg.norm(twist[3:])))


def _tidy(number: float) -> str:
    return significant(number if abs(number) > ROUNDING else 0.0)


def _share(part: float) -> str:
    return f"{round(100.0 * part, 1) + 0.0:.1f}%"


def _newtons(stiffness_: float) -> str:
    return "infinite" if stiffness_ == inf else significant(1e-3 * stiffness_)
