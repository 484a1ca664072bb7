"""The gallery of examples: shown at the first start and from the **Help** menu."""
