"""What a state shows as a page of the web that can be turned, moved and played."""
