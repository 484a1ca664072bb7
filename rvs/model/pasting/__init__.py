"""Tables and poses from pasted text."""
