"""Windows that ask for something before work begins."""
