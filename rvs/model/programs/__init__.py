"""Programs of robots: steps, edits of them, and the motion they define."""
