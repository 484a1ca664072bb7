"""Parts of the console: what was done and said, and the field in which Python is typed."""
