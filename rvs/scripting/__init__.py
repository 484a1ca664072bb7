"""What ``import rvs`` offers to scripts: cells, edits, and what can be made of them."""
