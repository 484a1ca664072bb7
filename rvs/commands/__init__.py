"""The commands of the command line, one module each with HELP, add_arguments and run."""
