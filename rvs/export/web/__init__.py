"""Web page that shows a state, which can be turned, moved and played."""
