"""ui/panels."""
