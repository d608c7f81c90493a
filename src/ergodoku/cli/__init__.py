"""The command line: one file per command. The exit codes are defined here, where importing them is cheap."""

DONE, GAVE_UP, BAD_INPUT, NO_SOLUTION, INTERRUPTED = 0, 1, 2, 3, 130
BROKEN_PIPE = 141  # the code that a shell reports for a command ended by SIGPIPE
