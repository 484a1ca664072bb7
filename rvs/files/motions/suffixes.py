"""The suffixes of tables that may hold the joint values of a motion."""

TABLES = (".csv", ".tsv", ".log", ".txt", ".dat")
