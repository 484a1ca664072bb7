"""Background work: playing, checking, computing."""
