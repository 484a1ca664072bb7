"""Parts of the panel for optimum design."""
