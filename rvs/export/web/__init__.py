"""Web page that shows a state, for rotating, moving and playing it."""
