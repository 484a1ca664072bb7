"""Files and unsaved work: opening, saving, autosave, recovery, and the question before closing."""
