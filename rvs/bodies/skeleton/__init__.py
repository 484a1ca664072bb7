"""The skeleton: bars and joints for any Denavit-Hartenberg table."""
