"""What MJCF says of joints in sections of their own: actuators, equalities and keyframes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf

from rvs.engine.descriptions.link_tree import TreeJoint, TreeKind
from rvs.files.trees.mjcf_values import Values
from rvs.files.trees.xml import Element, number_of

HOME = "home"
# The laws of an actuator that pulls as it is told to.
DIRECT = {"dyntype": "none", "gaintype": "fixed", "biastype": "none"}
# Numbers of a posture that a joint has; all others have one.
WIDTHS: Mapping[TreeKind, int] = {"floating": 7, "ball": 4, "fixed": 0}


def with_sections(
    values: Values, root: Element, joints: Mapping[str, TreeJoint]
) -> tuple[TreeJoint, ...]:
    """Return joints with the efforts of their actuators, what they follow, and the key ``home``.

    Args:
        values: Defaults and units of the model.
        root: The model.
        joints: The joints by name, in the order of postures.
    """
    efforts = _efforts(values, root)
    follows = {
        one.get("joint1"): one.get("joint2")
        for section in root.all("equality")
        for one in section.all("joint")
        if one.get("joint2") in joints and one.get("active", "true") != "false"
    }
    homes: Mapping[str, float] = values.findings.part(
        lambda: _homes(values, root, joints), {}, "the posture is"
    )
    return tuple(
        replace(
            joint,
            effort=min(joint.effort, efforts.get(name, inf)),
            follows=follows.get(name, ""),
            home=min(max(homes.get(name, joint.home), joint.limits[0]), joint.limits[1]),
        )
        if joint.moves
        else joint
        for name, joint in joints.items()
    )


def _efforts(values: Values, root: Element) -> dict[str, float]:
    """The largest torque or force of each joint that an actuator bounds."""
    found: dict[str, float] = {}
    for section in root.all("actuator"):
        for one in section.children:
            whole = values.whole(one, "")
            bound = values.findings.part(
                partial(_strength, values, whole), inf, "the effort of its joint is"
            )
            name = whole.get("joint") or whole.get("jointinparent")
            # They pull together.
            found[name] = found.get(name, 0.0) + bound * _first(whole, "gear")
    return found


def _strength(values: Values, actuator: Element) -> float:
    """The largest force of an actuator, before its gear."""
    bound = _bound(values, actuator, "forcerange", "forcelimited")
    if bound == inf and _pulls_as_told(actuator):
        bound = _bound(values, actuator, "ctrlrange", "ctrllimited") * _first(actuator, "gainprm")
    return bound


def _first(actuator: Element, key: str) -> float:
    """The size of the first of some factors of an actuator; 1 where it is 0 or not said."""
    return abs(number_of((actuator.get(key).split() or ["1"])[0]) or 1.0)


def _pulls_as_told(actuator: Element) -> bool:
    """Tell whether the force of an actuator is what controls it, but for a factor."""
    laws = (actuator.get(key, usual) == usual for key, usual in DIRECT.items())
    return actuator.tag == "motor" or (actuator.tag == "general" and all(laws))


def _bound(values: Values, element: Element, key: str, limited: str) -> float:
    word = element.get(limited, "auto")
    if key not in element.attributes or word == "false":
        return inf
    if word == "auto" and not values.autolimits:
        return inf
    return max(map(abs, values.findings.numbers(element, key, 2, (0.0, 0.0)))) or inf


def _homes(values: Values, root: Element, joints: Mapping[str, TreeJoint]) -> Mapping[str, float]:
    """The posture of the key ``home`` by joint."""
    key = next(_keys(root), None)
    if key is None or "qpos" not in key.attributes:
        return {}
    width = sum(WIDTHS.get(joint.kind, 1) for joint in joints.values())
    numbers = iter(values.findings.numbers(key, "qpos", width, (0.0,) * width))
    homes = {}
    for name, joint in joints.items():
        own = [next(numbers) for _ in range(WIDTHS.get(joint.kind, 1))]
        if joint.moves:
            homes[name] = own[0]
    return homes


def _keys(root: Element) -> Iterator[Element]:
    for section in root.all("keyframe"):
        yield from (key for key in section.all("key") if key.get("name") == HOME)
