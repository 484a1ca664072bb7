"""Second opinions of other programs on descriptions of robots."""
