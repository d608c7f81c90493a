"""Settings that hold for every test."""

import signal

from hypothesis import settings

# Kernels are compiled in the first example that needs them, so a deadline would measure the compiler.
settings.register_profile("ergodoku", deadline=None)
settings.load_profile("ergodoku")
# Whoever is started in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
