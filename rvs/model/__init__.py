"""What the user edits: immutable values, the edits that change them, and the session."""
