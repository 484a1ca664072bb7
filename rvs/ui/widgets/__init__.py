"""Small widgets without knowledge of the state: they show values and report actions."""
