"""Actions of the user as lines of Python that repeat them."""
