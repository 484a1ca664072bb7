"""Fields of questions: default, unit, bounds, choices and one sentence, defined once."""
