"""The help: the pages of docs, shown, searched and linked from the panels they tell of."""
