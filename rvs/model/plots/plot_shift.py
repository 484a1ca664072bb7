"""Plots of one track on the time line of all."""

from __future__ import annotations

from dataclasses import replace

from rvs.model.plots.plot import Plot


def on_time_line(plot: Plot, start: float, whole: float) -> Plot:
    """Return a plot over the time of a track as one over the whole time line, in s."""
    if start == 0.0 and whole == plot.x.upper:
        return plot
    curves = tuple(replace(c, x=tuple(start + x for x in c.x)) for c in plot.curves)
    bands = tuple(
        replace(band, lower=start + band.lower, upper=start + band.upper)
        if band.side == "x"
        else band
        for band in plot.bands
    )
    axis = replace(plot.x, lower=0.0, upper=whole or 1.0)
    return replace(plot, x=axis, curves=curves, bands=bands)
