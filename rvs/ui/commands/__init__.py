"""Commands of the actions."""
