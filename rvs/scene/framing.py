"""Margin of a picture around its contents."""

from __future__ import annotations

from rvs.model.views.view import View

# Around the robot, and for labels beyond the outermost frames, which don't shrink with it.
AROUND, LABEL_PIXELS = 1.08, 40


def margin(view: View, height: int) -> float:
    """Return how much larger than the robot the picture is, with room for labels if they show."""
    labelled = view.frames and view.labels
    room = min(2 * LABEL_PIXELS / height, 0.5) if labelled else 0.0
    return AROUND / (1.0 - room)
