"""Programs of robots on a time axis: bars, lines, lanes, and playback buttons."""
