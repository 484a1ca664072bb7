"""Motions as films: GIF, APNG and MP4 from frames of pixels."""
