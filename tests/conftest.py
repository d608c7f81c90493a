"""Settings that hold for every test."""

from hypothesis import settings

# Kernels are compiled in the first example that needs them, so a deadline would measure the compiler.
settings.register_profile("ergodoku", deadline=None)
settings.load_profile("ergodoku")
