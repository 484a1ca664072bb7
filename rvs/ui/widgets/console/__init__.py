"""Parts of the console: the transcript, and the field in which Python is typed."""
