"""Common names for the chains of a robot: left arm, right leg, head."""

from __future__ import annotations

import re

from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree

SIDES = {
    **dict.fromkeys(("left", "l"), "Left"),
    **dict.fromkeys(("right", "r"), "Right"),
    **dict.fromkeys(("fl", "lf"), "Front left"),
    **dict.fromkeys(("fr", "rf"), "Front right"),
    **dict.fromkeys(("hl", "lh", "rl"), "Rear left"),
    **dict.fromkeys(("hr", "rh", "rr"), "Rear right"),
}
# Limbs that a robot has once begin so, but for fingers.
SIDES_FIRST, FINGER = ("Left", "Right", "Front", "Rear", "Head"), "finger"
# Words in the names of joints, and the limb that each of them belongs to.
LIMBS = {
    **dict.fromkeys(("finger", "fingertip", "thumb", "index", "middle", "ring"), FINGER),
    **dict.fromkeys(("little", "pinky", "knuckle", "gripper", "flex"), FINGER),
    **dict.fromkeys(("arm", "shoulder", "elbow", "forearm", "wrist"), "arm"),
    **dict.fromkeys(("leg", "hip", "thigh", "knee", "ankle", "calf", "foot"), "leg"),
    **dict.fromkeys(("wheel", "caster"), "wheel"),
    **dict.fromkeys(("head", "neck"), "head"),
    **dict.fromkeys(("torso", "waist"), "torso"),
    **{word: word for word in ("hand", "laser", "tail")},
}  # fmt: skip
# One letter and a limb in one word, as in ``LARM``.
SHORT = re.compile(r"([lr])(arm|leg|hand|finger|wrist|hip|knee|ankle|shoulder|elbow)")
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def limb_name(tree: LinkTree, ends: ChainEnds) -> str:
    """Return the common name of a chain according to its joints' names, or nothing.

    The joint next to the tip identifies the limb, and the joints together identify the side.
    """
    words = [_words(name) for name in ends.joints]
    found = (LIMBS[word] for one in reversed(words) for word in reversed(one) if word in LIMBS)
    limb = "arm" if ends in tree.hands else next(found, "")
    said = [SIDES[word] for one in words for word in one if word in SIDES]
    # An r at the end of a name is more often a roll.
    side = next((word for word in said if said.count(word) * 2 > len(said)), "")
    # Of a side without a word for the limb that is all there is to say.
    limb = limb or ("chain" if side else "")
    return f"{side} {limb}".strip().capitalize()


def _words(name: str) -> list[str]:
    """Return the lower-case words of a name; a single letter means a side only at its beginning."""
    found: list[str] = []
    for place, word in enumerate(WORDS.findall(name)):
        small = word.lower()
        short = SHORT.fullmatch(small)
        if short:
            found += short.groups()
        elif len(small) > 1 or place == 0:
            found.append(small)
    return found
