"""Windows with questions before work begins."""
