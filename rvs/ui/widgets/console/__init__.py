"""Parts of the console: the transcript, and the field for Python."""
