"""Cell files and work environments, one module for each kind of block."""
