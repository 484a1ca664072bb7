"""The kinematics engine: pure mathematics of serial robots, no window, no files."""
