"""The command line: one program, one verb per capability."""
