"""Values that the user edits: immutable, with the edits that change them, and the session."""
