"""What a console needs below the window: names to complete, earlier lines, the interpreter."""
