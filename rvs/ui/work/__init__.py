"""What goes on while the user does something else: playing, checking, computing."""
