"""Margin of a picture around its contents."""

from __future__ import annotations

from rvs.model.views.view import View

# Around the robot, and for labels beyond the outermost frames, which don't shrink with it.
AROUND, LABEL_PIXELS = 1.08, 40


def margin(view: View, height: int) -> float:
    """Return the ratio of the picture to the robot, with room for visible labels."""
    labelled = view.frames and view.labels
    room = min(2 * LABEL_PIXELS / height, 0.5) if labelled else 0.0
    return AROUND / (1.0 - room)
