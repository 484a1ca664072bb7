"""scene/annotate."""
