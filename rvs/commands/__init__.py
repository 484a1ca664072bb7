"""The commands of the command line, one module each: NAME, HELP, add_arguments, run."""
