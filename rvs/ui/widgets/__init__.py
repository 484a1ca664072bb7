"""Small widgets that know nothing of robots' state: they show values and report actions."""
