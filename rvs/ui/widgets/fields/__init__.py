"""Where one value is typed, chosen or dragged."""
