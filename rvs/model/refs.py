"""The one way to name a thing: a path of stable ids, such as ``("puma", "link", 3)``.

The same Ref is scene owner, selection, tree row, id in a figure and place of an error.
"""

Ref = tuple[str | int, ...]

NOTHING: Ref = ()


def link_ref(robot_id: str, index: int) -> Ref:
    """Name a link; link 0 is the base, link i follows joint i."""
    return (robot_id, "link", index)


def frame_ref(robot_id: str, index: int) -> Ref:
    """Name a Denavit-Hartenberg frame, 0 to n."""
    return (robot_id, "frame", index)
