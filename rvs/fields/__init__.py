"""Fields of what can be asked: default, unit, bounds, choices and one sentence, defined once."""
