"""Tables and poses out of pasted text."""
