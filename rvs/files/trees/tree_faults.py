"""Reasons why links and joints of a description are not one tree, with their elements."""

from __future__ import annotations

from collections.abc import Mapping

from rvs.files.trees.xml import Element, XmlFindings
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Ends:
    """A joint of a description.

    Attributes:
        element: Its element.
        parent: Name of the link towards the root.
        child: Name of the link that it carries.
    """

    element: Element
    parent: str
    child: str


def note_tree_faults(
    findings: XmlFindings, links: Mapping[str, Element], joints: list[Ends], world: str = ""
) -> None:
    """Record joints that share a child or form a loop, and links not joined to the root.

    Args:
        findings: Collector of errors.
        links: The links by name.
        joints: The joints, between existing links.
        world: Name of a root that is not a separate link, if there is one.
    """
    above: dict[str, Ends] = {}
    for joint in joints:
        if joint.child in above:
            words = f"link {joint.child[:60]!r} already has the parent {above[joint.child].element}"
            findings.error(joint.element, f"{words}; a link has only one parent")
        above[joint.child] = joint
    if findings.errors:
        return
    for joint in joints:
        seen, at = set(), joint.child
        while at in above and at not in seen:
            seen.add(at)
            at = above[at].parent
        if at in seen and at == joint.child:
            findings.error(joint.element, "the joints form a loop through this one")
            return
    grounded = world and any(joint.parent == world for joint in joints)
    roots = [*([world] if grounded else []), *(name for name in links if name not in above)]
    for name in roots[1:]:
        words = f"nothing connects it to the root {roots[0][:60]!r}; a robot is one tree"
        findings.error(links[name], words)
