"""The engine room: searches in slices, with stops, traces and checkpoints; `solve` is the front door."""
