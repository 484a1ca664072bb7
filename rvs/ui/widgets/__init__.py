"""Small widgets that know nothing of robots' state: they show values and tell what was done."""
