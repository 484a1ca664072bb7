"""The choices of descriptions with branches: limbs, robots on one base, grippers."""
