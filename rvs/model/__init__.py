"""What the user edits: immutable values, the edits that change them, the session that holds them."""
