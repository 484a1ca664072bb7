"""Rules for the collision check of a cell, and their edits."""
