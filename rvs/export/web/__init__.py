"""Web page that shows a state, to turn, move and play."""
