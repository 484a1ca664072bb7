"""Calibration: the numbers of a table from measured poses, and the uncertainty of each."""
