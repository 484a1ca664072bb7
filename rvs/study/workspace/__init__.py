"""What a robot's tool can reach: how much, how well conditioned, in how many ways."""
