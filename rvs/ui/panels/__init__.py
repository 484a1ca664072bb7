"""One file a dock."""
