"""The gallery of examples: shown at the first start and from the menu Help."""
