"""A serial chain of a tree of links as a robot, with the difference between the two.

Joints outside the path from root to tip are fixed at q = 0 and their links belong to the link that
carries them.

Removes rounding errors in the last digits of the numbers of a computed robot.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, partial, reduce
from math import degrees, floor, log10, radians

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.comparison import (
    RANDOM_POSTURES,
    STATES,
    has_masses,
    plain_torques,
    pose_difference,
    random_postures,
    random_states,
    tool_poses,
    torque_difference,
)
from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree, TreeJoint
from rvs.engine.descriptions.redescribe import (
    inertia_matrix,
    joined_inertia,
    moved_inertia,
    to_dh,
)
from rvs.engine.dynamics.spatial import body_inertia, cross_twist, cross_wrench, dot
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Convention, Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.engine.rotations import rotation
from rvs.engine.transforms import inverse
from rvs.value_class import dataclass

# Sines of angles that a file's rounding leaves between parallel axes, the largest first: axes count
# as parallel if the tip stays in its place within ``EXACT`` all the same.
ROUNDED = (1e-5, 1e-8, 1e-10, 1e-12, 1e-13)
# Sine from which on axes are far enough apart that a table loses no digits.
APART = 1e-3
# What descriptions call the ground on which robots stand.
WORLD = "world"
# Largest difference, relative to the reach, that a conversion may make.
EXACT = 1e-12

# Decimals that rounding in the conversion leaves of lengths in m; angles in degrees have one less.
DECIMALS = 14
# Digits of masses and moments.
DIGITS = 14


@dataclass(frozen=True)
class TreeChain:
    """A serial chain of a tree.

    Attributes:
        tree: The tree.
        ends: The chain's ends.
    """

    tree: LinkTree
    ends: ChainEnds

    @cached_property
    def path(self) -> tuple[tuple[TreeJoint, bool], ...]:
        """Joints from the root to the tip, each with True if it leads outwards."""
        return self.tree.path(self.ends.root, self.ends.tip)

    @cached_property
    def joints(self) -> tuple[TreeJoint, ...]:
        """The moving joints."""
        return tuple(joint for joint, _ in self.path if joint.moves)

    @cached_property
    def frozen(self) -> tuple[TreeJoint, ...]:
        """Movable joints that are fixed, on the path and beside it."""
        own = set(self.ends.joints)
        return tuple(j for j in self.tree.joints if j.kind != "fixed" and j.name not in own)

    @cached_property
    def gravity(self) -> Array:
        """Gravity in the frame of the chain's root with the tree at q = 0, (3,)."""
        root = inverse(_path_at_rest(self.tree, self.tree.root, self.ends.root))
        turned: Array = root[:3, :3] @ np.array(self.tree.gravity)
        return turned

    @cached_property
    def clusters(self) -> tuple[tuple[tuple[str, Array], ...], ...]:
        """Links that move together, each with its pose in the link that represents them.

        The first cluster is fixed with the root; the others move with the joints, and are given in
        the frame of the child link of the chain's joint.
        """
        moving = set(self.ends.joints)
        starts = [self.ends.root]
        at = self.ends.root
        for joint, outwards in self.path:
            at = joint.child if outwards else joint.parent
            if joint.moves:
                starts.append(at)
        return tuple(self._cluster(start, moving) for start in starts)

    def _cluster(self, start: str, moving: set[str]) -> tuple[tuple[str, Array], ...]:
        found, waiting = {start: np.eye(4)}, [start]
        while waiting:
            name = waiting.pop()
            above = self.tree.above.get(name)
            steps = [(joint, joint.child, True) for joint in self.tree.below[name]]
            if above is not None:
                steps.append((above, above.parent, False))
            for joint, other, outwards in steps:
                if joint.name in moving or other in found:
                    continue
                found[other] = found[name] @ _at_rest(joint, outwards)
                waiting.append(other)
        return tuple(found.items())

    @cached_property
    def has_masses(self) -> bool:
        """Return whether any moving link has a mass."""
        links = [self.tree.link[name] for group in self.clusters[1:] for name, _ in group]
        return any(link.inertia is not None and link.inertia.mass > 0 for link in links)

    def fkine(self, q: Array) -> Array:
        """Return the poses of the tip in the root for postures (m, n), link by link (m, 4, 4)."""
        return self.frames(q)[-1]

    def frames(self, q: Array) -> list[Array]:
        """Return poses of the root, of the link after each joint that moves, and of the tip."""
        poses = [np.broadcast_to(np.eye(4), (len(q), 4, 4))]
        now, place = poses[0], 0
        for joint, outwards in self.path:
            if joint.moves:
                now = now @ _moved(joint, outwards, q[:, place])
                poses.append(now)
                place += 1
            else:
                now = now @ _at_rest(joint, outwards)
        return [*poses, now]

    def torques(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return torques without drives or friction (m, n), from the source's own links.

        Newton-Euler for each link of the tree separately (Featherstone 2008, ch. 5), independent of
        the description of the chain as a robot.
        """
        frames = self.frames(q)
        screws = self._screws(frames)
        tau = np.zeros_like(q)
        twist = np.zeros((len(q), 6))
        change = np.concatenate([np.zeros(3), -self.gravity])[None]
        for i, cluster in enumerate(self.clusters[1:]):
            s = screws[i]
            change = change + s * qdd[:, i, None] + cross_twist(twist, s * qd[:, i, None])
            twist = twist + s * qd[:, i, None]
            for name, pose in cluster:
                inertia = self.tree.link[name].inertia
                if inertia is None:
                    continue
                spatial = _spatial(inertia, frames[i + 1] @ pose)
                momentum = np.einsum("mij,mj->mi", spatial, twist)
                wrench = np.einsum("mij,mj->mi", spatial, change) + cross_wrench(twist, momentum)
                for k in range(i + 1):
                    tau[:, k] += dot(screws[k], wrench)
        return tau

    def _screws(self, frames: list[Array]) -> list[Array]:
        """Return unit screws of the joints in the root's frame, (m, 6) each."""
        found, now, place = [], frames[0], 0
        for joint, outwards in self.path:
            if not joint.moves:
                now = now @ _at_rest(joint, outwards)
                continue
            axis, sign = np.array(joint.axis), 1.0 if outwards else -1.0
            at = now @ np.array(joint.origin) if outwards else now
            z = sign * (at[:, :3, :3] @ axis)
            point = at[:, :3, 3]
            slide = joint.kind == "prismatic"
            none = np.zeros_like(z)
            parts = (none, z) if slide else (z, np.cross(point, z))
            found.append(np.concatenate(parts, axis=1))
            now = frames[place + 1]
            place += 1
        return found

    def random(self, count: int) -> Array:
        """Return postures within the limits (count, n), always the same."""
        return random_postures(*self._ranges(), count)

    def _ranges(self) -> tuple[list[tuple[float, float]], list[bool]]:
        own = self.joints
        return [joint.limits for joint in own], [joint.kind == "prismatic" for joint in own]

    def general(self) -> Robot:
        """Return the chain as a robot of general joints.

        Raises:
            ArgumentError: Nothing moves in it.
        """
        if not self.joints:
            ends = f"{self.ends.root!r} and {self.ends.tip!r}"
            raise ArgumentError(f"no joint moves between the links {ends}")
        joints: list[Joint] = []
        before = np.eye(4)
        weights = self._weights()
        for joint, outwards in self.path:
            if not joint.moves:
                before = before @ _at_rest(joint, outwards)
                continue
            origin = np.array(joint.origin)
            turn = axis_frame(np.array(joint.axis) * (1.0 if outwards else -1.0))
            near, far = origin @ turn, inverse(turn)
            if not outwards:
                near, far = turn, inverse(turn) @ inverse(origin)
            made = _joint(joint, before @ near, far, weights[len(joints)])
            joints.append(replace(made, link=joint.child if outwards else joint.parent))
            before = np.eye(4)
        x, y, z = (self.gravity + 0.0).tolist()
        tool = pose_rows(before, "tool")
        return Robot(
            tuple(joints),
            tool_rows=tool,
            gravity=(x, y, z),
            name=self.tree.name,
            base_link=self._base_name(),
            tool_link="" if self.ends.tip == joints[-1].link else self.ends.tip,
            base_inertia=self._weight(self.clusters[0]),
        )

    def _base_name(self) -> str:
        """Return the name of the fixed link; a link called world does not belong to the robot."""
        if self.ends.root != WORLD:
            return self.ends.root
        first, outwards = next(step for step in self.path if step[0].moves)
        name = first.parent if outwards else first.child
        return "" if name == WORLD else name

    def _weights(self) -> list[Inertia | None]:
        found = [self._weight(cluster) for cluster in self.clusters[1:]]
        if any(one is not None for one in found):
            # What the source gives no mass has none.
            return [one or Inertia() for one in found]
        return found

    def _weight(self, cluster: tuple[tuple[str, Array], ...]) -> Inertia | None:
        """Return the mass of links that move together as one, or None if none is given."""
        own = [
            moved_inertia(inertia, pose)
            for name, pose in cluster
            if (inertia := self.tree.link[name].inertia) is not None
        ]
        return reduce(joined_inertia, own) if own else None

    def robot(self, convention: Convention = "standard", snap: float = 0.0) -> Robot:
        """Return the chain as a Denavit-Hartenberg table with base and tool.

        Links between axes so nearly parallel that a table would lose digits remain general.

        Args:
            convention: ``"standard"`` or ``"modified"``.
            snap: Angle in rad below which axes are made parallel, whatever the effect.

        Raises:
            ArgumentError: Nothing moves in it.
        """
        source = self.general()
        if snap:
            return _described(source, convention, snap, max(APART, snap))
        for apart in (APART, 10 * APART, 100 * APART, 2.0):
            for parallel in ROUNDED:
                exact = _described(source, convention, parallel, apart)
                found = next((r for r in (tidy(exact), exact) if self.difference(r) <= EXACT), None)
                if found is not None:
                    return found
        return source

    def difference(self, robot: Robot) -> float:
        """Return the largest difference of the tip's poses over random postures.

        Entries of rotations are absolute, positions relative to the farthest (at least 1 mm).
        """
        q = self.random(RANDOM_POSTURES)
        return pose_difference(self.fkine(q), tool_poses(robot, q))

    def torque_difference(self, robot: Robot) -> float | None:
        """Return the largest difference of torques over random states, relative to the largest.

        None if there are no masses, or if masses and moments are impossible for a body.
        """
        if not self.has_masses or not has_masses(robot):
            return None
        states = random_states(*self._ranges(), STATES)
        return torque_difference(self.torques(*states), plain_torques(robot, *states))


def _described(source: Robot, convention: Convention, parallel: float, apart: float) -> Robot:
    made = to_dh(source.joints, source.base, source.tool, convention, parallel, apart)
    joints, base, tool = made
    return source.replace(joints=joints, base=base, tool=tool)


def _moved(joint: TreeJoint, outwards: bool, q: Array) -> Array:
    """Return poses of the far link in the near one for values (m,)."""
    axis = np.array(joint.axis)
    motion = np.broadcast_to(np.eye(4), (len(q), 4, 4)).copy()
    moved = q + joint.offset
    if joint.kind == "prismatic":
        motion[:, :3, 3] = moved[:, None] * axis
    else:
        motion[:, :3, :3] = rotation(axis, moved)
    found: Array = np.array(joint.origin) @ motion
    return found if outwards else inverse(found)


def _at_rest(joint: TreeJoint, outwards: bool) -> Array:
    # Most joints stand at their origin; a file may have thousands.
    turned = joint.moves and joint.offset != 0.0
    found = _moved(joint, True, np.zeros(1))[0] if turned else np.array(joint.origin)
    return found if outwards else inverse(found)


def kept_still(tree: LinkTree, joints: Collection[str]) -> LinkTree:
    """Return a tree in which some joints are fixed at q = 0."""
    made = (
        replace(one, kind="fixed", origin=pose_rows(_at_rest(one, True), "origin"), offset=0.0)
        if one.name in joints
        else one
        for one in tree.joints
    )
    return replace(tree, joints=tuple(made))


def _path_at_rest(tree: LinkTree, root: str, tip: str) -> Array:
    steps = (_at_rest(joint, outwards) for joint, outwards in tree.path(root, tip))
    return reduce(np.matmul, steps, np.eye(4))


def axis_frame(axis: Array) -> Array:
    """Return a frame whose z axis is a unit vector; its numbers are exact along x, y and z."""
    x, y, z = axis.tolist()
    near = np.eye(3)[0 if abs(x) < 0.9 else 1]
    first = near - (near @ axis) * axis
    first = first / np.linalg.norm(first)
    frame = np.eye(4)
    frame[:3, :3] = np.column_stack([first, np.cross(axis, first), [x, y, z]])
    return frame


def _joint(source: TreeJoint, before: Array, after: Array, inertia: Inertia | None) -> Joint:
    lower, upper = source.limits
    slides = source.kind == "prismatic"
    drive = (source.armature, source.damping, source.friction)
    return Joint(
        kind="prismatic" if slides else "revolute",
        convention="general",
        before=pose_rows(before, "before"),
        after=pose_rows(after, "after"),
        offset=source.offset,
        limits=NO_LIMITS if (lower, upper) == NO_LIMITS else (lower, upper),
        rate=source.rate,
        effort=source.effort,
        inertia=inertia,
        motor=Motor(drive[0], 1.0, drive[1], (drive[2], -drive[2])) if any(drive) else None,
        name=source.name,
        d=source.home if slides else 0.0,
        theta=0.0 if slides else source.home,
    )


def _spatial(inertia: Inertia, poses: Array) -> Array:
    """Return spatial inertias in the root's frame, (m, 6, 6)."""
    R = poses[:, :3, :3]
    com = poses[:, :3, 3] + R @ np.array(inertia.com)
    moments = R @ inertia_matrix(inertia) @ np.swapaxes(R, 1, 2)
    return body_inertia(np.full(len(poses), inertia.mass), com, moments)


def tidy(robot: Robot, decimals: int = DECIMALS) -> Robot:
    """Return a robot without rounding errors in the last digits of its numbers.

    Args:
        robot: The robot.
        decimals: Correct decimals of lengths in m; angles in degrees have one less.
    """
    return robot.replace(
        joints=tuple(_tidy_joint(joint, decimals) for joint in robot.joints),
        base=_tidy_pose(robot.base, decimals),
        tool=_tidy_pose(robot.tool, decimals),
    )


def _tidy_joint(joint: Joint, decimals: int) -> Joint:
    joint = replace(joint, inertia=joint.inertia and _tidy_inertia(joint.inertia))
    if joint.convention == "general":
        poses = [_tidy_pose(np.array(one), decimals) for one in (joint.before, joint.after)]
        before, after = (pose_rows(pose, "pose") for pose in poses)
        return replace(joint, before=before, after=after)
    length, angle = partial(_tidy_length, decimals), partial(_tidy_angle, decimals - 1)
    told = replace(joint, a=length(joint.a), alpha=angle(joint.alpha))
    if joint.kind == "prismatic":
        return replace(told, theta=angle(joint.theta), offset=length(joint.offset))
    return replace(told, d=length(joint.d), offset=angle(joint.offset))


def _tidy_inertia(inertia: Inertia) -> Inertia:
    x, y, z = _significant(inertia.com)
    xx, yy, zz, xy, yz, xz = _significant(inertia.moments)
    return Inertia(_significant((inertia.mass,))[0], (x, y, z), (xx, yy, zz, xy, yz, xz))


def _significant(values: tuple[float, ...]) -> list[float]:
    """Return numbers rounded to as many digits as the largest has in all."""
    most = max(map(abs, values))
    decimals = DIGITS - floor(log10(most)) if most > 0 else DIGITS
    return [round(value, decimals) + 0.0 for value in values]


def _tidy_length(decimals: int, value: float) -> float:
    return round(value, decimals) + 0.0


def _tidy_angle(decimals: int, value: float) -> float:
    """Return the angle with few digits in degrees; a full turn becomes zero."""
    turn = round(degrees(value), decimals) + 0.0
    return radians(turn - 360.0 * round(turn / 360.0) if abs(turn) > 180.0 else turn)


def _tidy_pose(pose: Array, decimals: int) -> Array:
    """Return the pose with entries near 0 or 1 replaced by these."""
    whole = np.round(pose)
    tidy = np.where(np.abs(pose - whole) < 10.0**-decimals, whole, pose)
    tidy[:3, 3] = np.round(pose[:3, 3], decimals)
    return tidy + 0.0
