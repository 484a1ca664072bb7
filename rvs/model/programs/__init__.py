"""What robots were taught: steps, edits of them, and the motion they mean."""
