"""Parts of a console below the window: completion of names, history, the interpreter."""
