"""The command line: one file per command. Its exit codes stand here, where they cost no time to import."""

DONE, GAVE_UP, BAD_INPUT, NO_SOLUTION, INTERRUPTED = 0, 1, 2, 3, 130
BROKEN_PIPE = 141  # what a shell reports when SIGPIPE ends a command
