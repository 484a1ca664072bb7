"""Names of ``import rvs`` for scripts: cells, edits, and results computed from them."""
