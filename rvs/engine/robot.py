"""A serial robot as an immutable value, whatever its description."""

from __future__ import annotations

from dataclasses import field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import IDENTITY as IDENTITY
from rvs.engine.arrays import Array as Array
from rvs.engine.arrays import Pose as Pose
from rvs.engine.arrays import check_choice, check_one, check_text, read_only
from rvs.engine.arrays import pose_rows as pose_rows
from rvs.engine.chain import Chain, chain_frames, chain_of, joint_axes
from rvs.engine.descriptions.columns import dh_joints, equip
from rvs.engine.descriptions.redescribe import to_dh
from rvs.engine.descriptions.variants import perturb, series, without_friction
from rvs.engine.descriptions.wording import describe, headline, limit_state, link_transform
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, Convention, Inertia, Joint, Motor, each_its_own
from rvs.engine.kernels import compile_bodies, compile_geometry
from rvs.engine.notebooks import Shown
from rvs.engine.screws import adjoint
from rvs.engine.transforms import inverse
from rvs.engine.words import ROBOT_TEXTS
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.engine.descriptions.screw_model import ScrewFrame

__all__ = [
    "STANDARD_GRAVITY",
    "Inertia",
    "Joint",
    "Motor",
    "Robot",
    "describe",
    "limit_state",
    "link_transform",
    "perturb",
    "series",
    "without_friction",
]

STANDARD_GRAVITY = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Robot(Shown):
    """A serial robot: joints in order, its base and its tool.

    Attributes:
        joints: One ``Joint`` each, from the base outwards.
        base_rows: Pose of frame 0 in the world, as rows; ``base`` is the same as an array.
        tool_rows: Pose of the tool in the last frame, as rows; ``tool`` is the same as an array.
        gravity: Gravity in the world, in m/s^2.
        name: Name of the robot.
        base_link: Name of the fixed link for people; may be empty.
        tool_link: Name of the link at the tool's frame for people; may be empty.
        base_inertia: Mass properties of the fixed link, in the world, or None if unknown: no joint
            carries it, so they only contribute to the total mass.
        maker_rows: Pose in frame 0 of the reference frame of the maker's controller and tables, as
            rows; ``maker`` is the same as an array, the identity if no other is known.
        manufacturer: Its manufacturer.
        comment: Further information.
        source: Source of the numbers.

    Raises:
        ArgumentError: There is no joint, or a field is of another kind.

    >>> Robot((Joint(a=1.0), Joint(a=1.0))).n
    2
    """

    joints: tuple[Joint, ...]
    base_rows: Pose = IDENTITY
    tool_rows: Pose = IDENTITY
    gravity: tuple[float, float, float] = STANDARD_GRAVITY
    name: str = ""
    base_link: str = ""
    tool_link: str = ""
    base_inertia: Inertia | None = None
    manufacturer: str = field(default="", compare=False)
    comment: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    maker_rows: Pose = IDENTITY

    def __post_init__(self) -> None:
        if not isinstance(self.joints, tuple | list) or not all(
            isinstance(joint, Joint) for joint in self.joints
        ):
            raise ArgumentError("joints: expected a tuple of Joint")
        if not self.joints:
            raise ArgumentError("joints: a robot needs at least one joint")
        object.__setattr__(self, "joints", each_its_own(self.joints))
        object.__setattr__(self, "base_rows", pose_rows(self.base_rows, "base_rows"))
        object.__setattr__(self, "tool_rows", pose_rows(self.tool_rows, "tool_rows"))
        object.__setattr__(self, "maker_rows", pose_rows(self.maker_rows, "maker_rows"))
        object.__setattr__(self, "gravity", _gravity(self.gravity))
        for label in ROBOT_TEXTS:
            check_text(getattr(self, label), label)
        if not isinstance(self.base_inertia, Inertia | None):
            raise ArgumentError("base_inertia: expected Inertia or None")

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @cached_property
    def base(self) -> Array:
        """Pose of frame 0 in the world, (4, 4)."""
        return read_only(self.base_rows)

    @cached_property
    def tool(self) -> Array:
        """Pose of the tool in the last frame, (4, 4)."""
        return read_only(self.tool_rows)

    @cached_property
    def maker(self) -> Array:
        """Pose of the maker's base frame in frame 0, (4, 4)."""
        return read_only(self.maker_rows)

    @cached_property
    def home(self) -> Array:
        """Initial posture (n,), rad or m."""
        return read_only([joint.home for joint in self.joints])

    @cached_property
    def limits(self) -> Array:
        """Lower and upper bounds of q (n, 2), infinite if there is none."""
        return read_only([joint.limits for joint in self.joints])

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The joints that are not locked."""
        return tuple(i for i, joint in enumerate(self.joints) if not joint.locked)

    @cached_property
    def chain(self) -> Chain:
        """The canonical chain used by all kernels."""
        return chain_of(self.joints, self.base_rows, self.tool_rows)

    @cached_property
    def native_chain(self) -> Any:
        """The chain for the C++ kernels; None without them."""
        return compile_geometry(self)

    @cached_property
    def native_bodies(self) -> Any:
        """The chain with its masses for the C++ kernels; None without them."""
        return compile_bodies(self)

    @cached_property
    def native_solver(self) -> Any:
        """Solver in C++ for all postures; None without the kernels, or for other robots."""
        from rvs.engine.inverse.native_solver import compile_solver

        return compile_solver(self)

    def __str__(self) -> str:
        return describe(self)

    def __repr__(self) -> str:
        return f"<Robot {headline(self)}>"

    def __getstate__(self) -> dict[str, Any]:
        # what is computed from the fields is made again where a copy arrives
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def replace(self, **changes: Any) -> Robot:
        """Return a copy with some fields changed; ``base``, ``tool``, ``maker`` accept 4x4 poses.

        >>> Robot((Joint(),)).replace(name="arm").name
        'arm'
        """
        for name in ("base", "tool", "maker"):
            if name in changes:
                changes[name + "_rows"] = pose_rows(changes.pop(name), name)
        if "gravity" in changes:
            changes["gravity"] = _gravity(changes["gravity"])
        return replace(self, **changes)

    @classmethod
    def from_dh(
        cls,
        a: ArrayLike,
        alpha: ArrayLike,
        d: ArrayLike,
        theta: ArrayLike,
        kind: str | None = None,
        *,
        pitch: ArrayLike = 0.0,
        convention: Convention = "standard",
        offset: ArrayLike = 0.0,
        limits: ArrayLike | None = None,
        locked: ArrayLike | None = None,
        home: ArrayLike | None = None,
        mass: ArrayLike | None = None,
        com: ArrayLike | None = None,
        inertia: ArrayLike | None = None,
        motor_inertia: ArrayLike | None = None,
        gear: ArrayLike | None = None,
        viscous: ArrayLike | None = None,
        coulomb: ArrayLike | None = None,
        effort: ArrayLike | None = None,
        rate: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        base: ArrayLike | None = None,
        tool: ArrayLike | None = None,
        gravity: ArrayLike = STANDARD_GRAVITY,
        name: str = "",
    ) -> Robot:
        """Make a robot from columns of Denavit-Hartenberg parameters, one entry per joint.

        Args:
            a: Link lengths (n,) in m.
            alpha: Link twists (n,) in rad.
            d: Link offsets (n,) in m.
            theta: Joint angles (n,) in rad.
            kind: One letter per joint, R, P or H; all R when omitted.
            pitch: Advance of helical joints (n,) in m per rad.
            convention: ``"standard"`` or ``"modified"``.
            offset: Added to q (n,), rad or m.
            limits: Bounds of q (n, 2); infinite where there is none.
            locked: True for joints that cannot move (n,).
            home: Initial posture (n,); the table entries of the joints' own variables when omitted.
            mass: Masses of the links (n,) in kg.
            com: Centres of mass in the link frames (n, 3) in m.
            inertia: Moments about the centres of mass, link axes, in kg m^2: rows Ixx, Iyy, Izz,
                Ixy, Iyz, Ixz (n, 6), or matrices (n, 3, 3).
            motor_inertia: Rotor inertias (n,) in kg m^2.
            gear: Gear ratios, motor turns per joint turn (n,).
            viscous: Viscous friction at the motor (n,) in N m s/rad.
            coulomb: Coulomb friction Tc+ and Tc- at the motor (n, 2) in N m.
            effort: Largest torques or forces (n,) in N m or N.
            rate: Largest speeds (n,).
            acceleration: Largest accelerations (n,).
            stiffness: Stiffness of the joints (n,) in N m/rad or N/m.
            base: Pose of frame 0 in the world (4, 4).
            tool: Pose of the tool in the last frame (4, 4).
            gravity: Gravity in the world (3,), m/s^2.
            name: Name of the robot.

        One number applies to all joints where a column is expected.

        Raises:
            ArgumentError: Columns of different lengths, an unknown kind, numbers not finite.

        >>> Robot.from_dh([0.3, 0.2], [0, 0], [0, 0], [0, 0], name="planar").n
        2
        """
        joints = equip(
            dh_joints(a, alpha, d, theta, kind, pitch=pitch, convention=convention, offset=offset),
            limits=limits,
            locked=locked,
            home=home,
            mass=mass,
            com=com,
            inertia=inertia,
            motor_inertia=motor_inertia,
            gear=gear,
            viscous=viscous,
            coulomb=coulomb,
            effort=effort,
            rate=rate,
            acceleration=acceleration,
            stiffness=stiffness,
        )
        poses = pose_rows(base, "base"), pose_rows(tool, "tool")
        return cls(joints, *poses, _gravity(gravity), name)

    @classmethod
    def from_screws(
        cls,
        M: ArrayLike,
        screws: ArrayLike,
        *,
        frame: ScrewFrame = "space",
        link_frames: ArrayLike | None = None,
        inertias: ArrayLike | None = None,
        limits: ArrayLike | None = None,
        locked: ArrayLike | None = None,
        home: ArrayLike | None = None,
        motor_inertia: ArrayLike | None = None,
        gear: ArrayLike | None = None,
        viscous: ArrayLike | None = None,
        coulomb: ArrayLike | None = None,
        effort: ArrayLike | None = None,
        rate: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        gravity: ArrayLike = STANDARD_GRAVITY,
        name: str = "",
    ) -> Robot:
        """Make a robot from its tool pose at q = 0 and unit screw axes (Modern Robotics, ch. 4).

        The pitch of a screw makes a helical joint, a screw without rotation a prismatic one.  The
        joints have standard Denavit-Hartenberg numbers where these describe the axes well, and stay
        general where axes are nearly parallel or link frames are given.

        Args:
            M: Pose of the tool in the world at q = 0 (4, 4).
            screws: Screw axes as columns (6, n), angular first.
            frame: ``"space"`` or ``"body"``, the frame of the given screws.
            link_frames: Poses of frames 1 to n and of the tool, each in the previous one, at q = 0
                (n + 1, 4, 4); chosen when omitted. The tool is at M whatever their product.
            inertias: Spatial inertias in the link frames (n, 6, 6).
            limits: As ``from_dh``, as are all that follow.
            locked: True for joints that cannot move (n,).
            home: Initial posture (n,); 0 when omitted.
            motor_inertia: Rotor inertias (n,).
            gear: Gear ratios (n,).
            viscous: Viscous friction at the motor (n,).
            coulomb: Coulomb friction at the motor (n, 2).
            effort: Largest torques or forces (n,).
            rate: Largest speeds (n,).
            acceleration: Largest accelerations (n,).
            stiffness: Stiffness of the joints (n,) in N m/rad or N/m.
            gravity: Gravity in the world (3,), m/s^2.
            name: Name of the robot.

        Raises:
            ArgumentError: Another shape, a non-unit screw, link frames that do not lead to
                M, inertias without link frames.

        >>> M = np.diag([1.0, 1.0, 1.0, 1.0])
        >>> Robot.from_screws(M, [[0], [0], [1], [0], [0], [0.1]]).joints[0].kind
        'helical'
        """
        # Only where they are called: most robots are never described in another way.
        from rvs.engine.descriptions.screw_model import screw_joints

        joints, base, tool = screw_joints(M, screws, frame, link_frames, inertias)
        equipped = equip(
            joints,
            limits=limits,
            locked=locked,
            home=home,
            motor_inertia=motor_inertia,
            gear=gear,
            viscous=viscous,
            coulomb=coulomb,
            effort=effort,
            rate=rate,
            acceleration=acceleration,
            stiffness=stiffness,
        )
        poses = pose_rows(base, "M"), pose_rows(tool, "M")
        return cls(equipped, *poses, _gravity(gravity), name)

    @classmethod
    def from_dyn(
        cls,
        matrix: ArrayLike,
        convention: Convention = "standard",
        *,
        base: ArrayLike | None = None,
        tool: ArrayLike | None = None,
        gravity: ArrayLike = STANDARD_GRAVITY,
        name: str = "",
    ) -> Robot:
        """Make a robot from a legacy dh or dyn matrix of the Robotics Toolbox, one row per joint.

        A row is alpha, a, theta, d, then sigma (0 revolute) and offset in a dh matrix; in a dyn
        matrix sigma, mass, com (3), Ixx, Iyy, Izz, Ixy, Iyz, Ixz, Jm, G, B, Tc+, Tc-, of which the
        last five may be missing from the right.  A single Tc applies to both directions.

        Args:
            matrix: Rows (n, 4), (n, 5), (n, 6) or (n, 15) to (n, 20).
            convention: ``"standard"`` or ``"modified"``.
            base: Pose of frame 0 in the world (4, 4).
            tool: Pose of the tool in the last frame (4, 4).
            gravity: Gravity in the world (3,), m/s^2.
            name: Name of the robot.

        Raises:
            ArgumentError: Another shape, or a number that is not finite.

        >>> Robot.from_dyn([[0, 1, 0, 0, 0], [0, 0.5, 0, 0, 1]]).joints[1].kind
        'prismatic'
        """
        from rvs.engine.descriptions.legacy import dyn_joints

        joints = dyn_joints(matrix, convention)
        poses = pose_rows(base, "base"), pose_rows(tool, "tool")
        return cls(joints, *poses, _gravity(gravity), name)

    @classmethod
    def from_roboop(
        cls,
        initrobot: ArrayLike,
        initmotor: ArrayLike | None = None,
        convention: Convention = "standard",
        *,
        gravity: ArrayLike = STANDARD_GRAVITY,
        name: str = "",
    ) -> Robot:
        """Make a robot from ROBOOP's matrices, one row per joint.

        A last row of type 2 (fixed) becomes part of the tool, and its mass part of the last link.
        Two zeros as limits mean that there are none.

        Args:
            initrobot: Rows of 23 numbers (n, 23); (n, 19) with ``initmotor``.
            initmotor: Rows Im, Gr, B, Cf (n, 4).
            convention: ``"standard"`` or ``"modified"``.
            gravity: Gravity in the world (3,), m/s^2.
            name: Name of the robot.

        Raises:
            ArgumentError: Another shape, a number that is not finite, an unknown joint type.

        >>> row = [0, 0.1, 0, 1, 0, -1, 1] + [0] * 16
        >>> Robot.from_roboop([row]).limits
        array([[-1.,  1.]])
        """
        from rvs.engine.descriptions.legacy import roboop_joints

        joints, tool = roboop_joints(initrobot, initmotor, convention)
        return cls(joints, IDENTITY, pose_rows(tool, "tool"), _gravity(gravity), name)

    @classmethod
    def from_roboop_file(
        cls,
        text: str,
        section: str,
        convention: Convention = "standard",
        *,
        gravity: ArrayLike = STANDARD_GRAVITY,
    ) -> Robot:
        r"""Make a robot from the text of a ROBOOP configuration file.

        Args:
            text: The text; missing keys are treated as 0.
            section: Name of the robot's section; its links are in ``<section>_LINK1`` and so on.
            convention: ``"standard"`` or ``"modified"``; the file does not specify it.
            gravity: Gravity in the world (3,), m/s^2.

        ``angle_in_degree`` never converts the offset and limits of a prismatic joint.  With
        ``Fix: 1`` one additional link is read, which becomes part of the tool.

        Raises:
            ArgumentError: No such section, or a value that is not a number.

        >>> text = "[arm]\ndof: 1\n[arm_LINK1]\na: 0.5\n"
        >>> Robot.from_roboop_file(text, "arm").joints[0].a
        0.5
        """
        from rvs.engine.descriptions.legacy import roboop_file_joints

        joints, tool = roboop_file_joints(text, section, convention)
        return cls(joints, IDENTITY, pose_rows(tool, "tool"), _gravity(gravity), section)

    def to_dh(self, convention: Convention = "standard") -> Robot:
        """Return the robot in Denavit-Hartenberg parameters with the same q, masses and motors.

        Args:
            convention: ``"standard"`` or ``"modified"``.

        Axes closer to parallel than 1e-8 rad are treated as parallel.

        Raises:
            ArgumentError: An unknown convention.

        >>> arm = Robot.from_dh([1, 0], [np.pi / 2, 0], 0, 0).to_dh("modified")
        >>> [joint.a for joint in arm.joints]
        [0.0, 1.0]
        """
        check_choice(convention, "convention", DH_CONVENTIONS)
        joints, base, tool = to_dh(self.joints, self.base, self.tool, convention)
        return self.replace(joints=joints, base=base, tool=tool)

    def to_screws(self, frame: ScrewFrame = "space") -> tuple[Array, Array]:
        """Return the tool pose at q = 0 (4, 4) and the screw axes (6, n) of the robot.

        Args:
            frame: ``"space"`` (the world) or ``"body"`` (the tool), the frame of the screws.

        Raises:
            ArgumentError: An unknown frame.

        >>> M, screws = Robot.from_dh([1, 1], 0, 0, 0).to_screws()
        >>> screws[:, 1]
        array([ 0.,  0.,  1.,  0., -1.,  0.])
        """
        from rvs.engine.descriptions.screw_model import SCREW_FRAMES

        check_choice(frame, "frame", SCREW_FRAMES)
        poses = chain_frames(self.chain, np.zeros(self.n))
        M = poses[-1] @ self.chain.tool
        z, p = joint_axes(self.chain, poses)
        turn, slide = self.chain.turn[:, None], self.chain.slide[:, None]
        screws = np.hstack([turn * z, turn * np.cross(p, z) + slide * z]).T
        return M, screws if frame == "space" else adjoint(inverse(M)) @ screws

    def to_dyn(self) -> Array:
        """Return the robot as a legacy dyn matrix of the Robotics Toolbox (n, 20).

        A row is alpha, a, theta, d, sigma, mass, com (3), Ixx, Iyy, Izz, Ixy, Iyz, Ixz, Jm, G, B,
        Tc+, Tc-.  Base, tool, gravity, limits and locks are not represented in it.

        Raises:
            ArgumentError: A joint is helical, general or has an offset.

        >>> Robot.from_dh([1], 0, 0, 0, mass=[2]).to_dyn()[0, :6]
        array([0., 1., 0., 0., 0., 2.])
        """
        from rvs.engine.descriptions.legacy import dyn_rows

        return dyn_rows(self.joints)


def _gravity(gravity: ArrayLike) -> tuple[float, float, float]:
    if gravity is STANDARD_GRAVITY:
        return STANDARD_GRAVITY
    x, y, z = check_one(gravity, "gravity", 3).tolist()
    return (x, y, z)
