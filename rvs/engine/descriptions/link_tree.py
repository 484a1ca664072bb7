"""A tree of links and joints, as URDF and MJCF describe robots, and the serial chains in it.

The frame of a joint is at ``origin`` in the frame of its parent link; at q + offset = 0 the frame
of the child link coincides with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import hypot, inf
from typing import Literal

from rvs.engine.arrays import IDENTITY, Pose
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.value_class import dataclass

TreeKind = Literal["revolute", "prismatic", "fixed", "floating", "planar", "ball"]
MOVING: tuple[TreeKind, ...] = ("revolute", "prismatic")
# A gripper: at most so many joints follow the link where its fingers part, after an arm of so many;
# or more, as those of a hand, where all fingers are at most this share of the arm's length.
FINGER_JOINTS, ARM_JOINTS = 3, 3
HAND_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class TreeLink:
    """A rigid body of a tree.

    Attributes:
        name: Unique in its tree.
        inertia: Mass properties in the link's frame, or None if not given.
    """

    name: str
    inertia: Inertia | None = None


@dataclass(frozen=True, slots=True)
class TreeJoint:
    """A joint between two links of a tree.

    Attributes:
        name: Unique in its tree.
        kind: ``"revolute"``, ``"prismatic"``, or a kind that is fixed in a serial chain.
        parent: Name of the link towards the root.
        child: Name of the link that it carries.
        origin: Pose of the joint's frame in the parent link, as rows.
        axis: Unit vector in the joint's frame.
        offset: Added to q, rad or m.
        limits: Bounds of q; infinite where there is none.
        rate: Largest speed, or infinite.
        effort: Largest torque or force, or infinite.
        damping: Viscous friction in N m s/rad or N s/m.
        friction: Coulomb friction in N m or N.
        armature: Inertia of the drive on the joint's side, kg m^2 or kg.
        home: Initial value of q.
        follows: Name of the joint that this one imitates, or empty.
    """

    name: str
    kind: TreeKind
    parent: str
    child: str
    origin: Pose = IDENTITY
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    offset: float = 0.0
    limits: tuple[float, float] = NO_LIMITS
    rate: float = inf
    effort: float = inf
    damping: float = 0.0
    friction: float = 0.0
    armature: float = 0.0
    home: float = 0.0
    follows: str = ""

    @property
    def moves(self) -> bool:
        """Return whether a serial chain has it as a separate joint."""
        return self.kind in MOVING


@dataclass(frozen=True, slots=True)
class ChainEnds:
    """A serial chain of a tree by its ends.

    Attributes:
        root: Fixed link.
        tip: Link at the other end.
        joints: Names of the moving joints, from the root outwards.
    """

    root: str
    tip: str
    joints: tuple[str, ...]


@dataclass(frozen=True)
class LinkTree:
    """Links and joints that form a tree.

    Attributes:
        name: Name of the robot.
        links: The links, the root first.
        joints: The joints, one for each other link.
        gravity: In the frame of the root, m/s^2.

    Raises:
        ArgumentError: A joint names an unknown link, a link has two parents, or the
            joints form a loop.
    """

    name: str
    links: tuple[TreeLink, ...]
    joints: tuple[TreeJoint, ...] = ()
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)

    def __post_init__(self) -> None:
        names = {link.name for link in self.links}
        for joint in self.joints:
            for end in (joint.parent, joint.child):
                if end not in names:
                    raise ArgumentError(f"joint {joint.name!r}: there is no link {end!r}")
        if len(self.above) != len(self.joints):
            raise ArgumentError("joints: a link has more than one parent")
        roots = [name for name in names if name not in self.above]
        if len(roots) != 1 or len(list(self.reached(roots[0]))) != len(names):
            raise ArgumentError("joints: expected one root that leads to every link")

    @cached_property
    def above(self) -> dict[str, TreeJoint]:
        """Parent joint of each link except the root."""
        return {joint.child: joint for joint in self.joints}

    @cached_property
    def below(self) -> dict[str, tuple[TreeJoint, ...]]:
        """Child joints of each link."""
        found: dict[str, tuple[TreeJoint, ...]] = {link.name: () for link in self.links}
        for joint in self.joints:
            found[joint.parent] = (*found[joint.parent], joint)
        return found

    @cached_property
    def link(self) -> dict[str, TreeLink]:
        """The links by name."""
        return {link.name: link for link in self.links}

    @cached_property
    def root(self) -> str:
        """Name of the link without a parent."""
        return next(link.name for link in self.links if link.name not in self.above)

    def reached(self, start: str) -> Iterator[str]:
        """Yield a link and all its descendants, parents before their children."""
        seen, waiting = set(), [start]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            yield name
            waiting.extend(joint.child for joint in reversed(self.below[name]))

    def ancestors(self, link: str) -> list[str]:
        """Return a link and its ancestors, up to the root."""
        found = [link]
        while found[-1] in self.above:
            found.append(self.above[found[-1]].parent)
        return found

    def path(self, root: str, tip: str) -> tuple[tuple[TreeJoint, bool], ...]:
        """Return the joints from one link to another, each with True if it leads outwards.

        Raises:
            ArgumentError: There is no link of one of these names.
        """
        for name in (root, tip):
            if name not in self.link:
                raise ArgumentError(f"there is no link {name!r} in {self.name or 'the tree'}")
        up, down = self.ancestors(root), self.ancestors(tip)
        meeting = next(name for name in up if name in down)
        inwards = [(self.above[name], False) for name in up[: up.index(meeting)]]
        outwards = [(self.above[name], True) for name in reversed(down[: down.index(meeting)])]
        return (*inwards, *outwards)

    def ends(self, root: str, tip: str) -> ChainEnds:
        """Return a chain by the names of its ends; it may lead inwards first, then outwards."""
        moving = [joint.name for joint, _ in self.path(root, tip) if joint.moves]
        return ChainEnds(root, tip, tuple(moving))

    @cached_property
    def chains(self) -> tuple[ChainEnds, ...]:
        """Every chain from the root to a leaf with at least one moving joint."""
        leaves = [name for name in self.reached(self.root) if not self.below[name]]
        every = (self.ends(self.root, leaf) for leaf in leaves)
        return tuple(one for one in every if one.joints)

    @cached_property
    def arms(self) -> tuple[ChainEnds, ...]:
        """The arms up to their grippers, then one chain for each continuation to a last joint."""
        whole: dict[tuple[str, ...], ChainEnds] = {}
        for one in self.chains:
            whole.setdefault(one.joints, one)
        # A leaf on the way to another one is a sensor or a cover, no end of an arm.
        parts = {joints[:count] for joints in whole for count in range(len(joints))}
        ends = {joints: one for joints, one in whole.items() if joints not in parts}
        return tuple({**{one.joints: one for one in self.hands}, **ends}.values())

    @cached_property
    def hands(self) -> tuple[ChainEnds, ...]:
        """The arms up to their grippers."""
        found = (self.hand(one) for one in self.chains)
        return tuple({hand.joints: hand for hand in found if hand}.values())

    @cached_property
    def main(self) -> ChainEnds | None:
        """The default chain: the longest, up to its gripper."""
        longest = max(self.chains, key=lambda one: len(one.joints), default=None)
        return None if longest is None else self.hand(longest) or longest

    def hand(self, chain: ChainEnds) -> ChainEnds | None:
        """Return a chain without the gripper at its end; None if there is none."""
        found = ""
        for name in self.ancestors(chain.tip):
            is_palm = self._forks.get(name)
            if is_palm is False:
                break
            # Fingers may part more than once.
            found = name if is_palm else found
        return self.ends(chain.root, found) if found else None

    @cached_property
    def _forks(self) -> dict[str, bool]:
        """The links with several moving branches, each with True if a gripper begins there.

        Each link is visited once: files may have thousands.
        """
        order = list(self.reached(self.root))
        # What goes on behind a link at most: joints and metres.
        behind: dict[str, tuple[int, float]] = {}
        for name in reversed(order):
            ways = [(one, behind[one.child]) for one in self.below[name]]
            joints = max((one.moves + more for one, (more, _) in ways), default=0)
            reach = max((_length(one) + more for one, (_, more) in ways), default=0.0)
            behind[name] = joints, reach
        # What comes before a link: joints, and metres from the first one that moves.
        before = {self.root: (0, 0.0)}
        found: dict[str, bool] = {}
        for name in order:
            joints, reach = before[name]
            for one in self.below[name]:
                before[one.child] = joints + one.moves, reach + _length(one) * (joints > 0)
            moving = [one for one in self.below[name] if one.moves or behind[one.child][0]]
            if len(moving) > 1:
                fingers, longest = behind[name]
                small = fingers <= FINGER_JOINTS or longest <= HAND_SHARE * reach
                found[name] = joints >= ARM_JOINTS and small
        return found


def _length(joint: TreeJoint) -> float:
    """Return the distance of a joint from the previous one, in m."""
    return hypot(*(row[3] for row in joint.origin[:3]))
