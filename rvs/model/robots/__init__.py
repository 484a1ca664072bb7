"""Robots in a document: their table, place, tool and load, and the postures that reach a pose."""
