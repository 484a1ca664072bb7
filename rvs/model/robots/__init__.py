"""Robots in a document: table, placement, tool and load, and the postures for a pose."""
