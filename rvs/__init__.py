"""RVS, the Robot Visualization System: describe, see, pose and move serial robots."""

__version__ = "0.1.0"
