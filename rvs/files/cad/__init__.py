"""Files of CAD programs, read and measured by OpenCascade, which is optional."""

SUFFIXES = (".step", ".stp")
