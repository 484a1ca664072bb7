"""The viewer of web pages: JavaScript, its style sheet and the page, as files."""
