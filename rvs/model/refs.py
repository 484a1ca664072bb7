"""The one form of name for all items: a path of stable ids, such as ``("puma", "link", 3)``.

The same Ref is the scene owner, selection, tree row, id in a figure and location of an error.
"""

Ref = tuple[str | int, ...]

NOTHING: Ref = ()


def link_ref(robot_id: str, index: int) -> Ref:
    """Return the Ref of a link; link 0 is the base, link i follows joint i."""
    return (robot_id, "link", index)


def whole(ref: Ref) -> Ref:
    """Return the link or tool of a part of a body; any other Ref is unchanged.

    >>> whole(("puma", "link", 3, "part", "motor"))
    ('puma', 'link', 3)
    """
    return ref[: ref.index("part")] if "part" in ref else ref


def belongs(ref: Ref, to: Ref) -> bool:
    """Return whether an item is the other, or a part of it."""
    return ref[: len(to)] == to


def frame_ref(robot_id: str, index: int) -> Ref:
    """Return the Ref of a Denavit-Hartenberg frame, 0 to n."""
    return (robot_id, "frame", index)


def thing_ref(thing_id: str) -> Ref:
    """Return the Ref of an object."""
    return (thing_id, "thing")


def target_ref(target_id: str) -> Ref:
    """Return the Ref of a target."""
    return (target_id, "target")
