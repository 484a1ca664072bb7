"""What was done as lines of Python that do it again."""
