"""The help: the pages of docs, shown, searched and linked from their panels."""
