"""Files on disk: atomic writes, folders, locks, recovery, recent files, references."""
