"""Robots in other descriptions: tables of other libraries, screws, columns, words."""
