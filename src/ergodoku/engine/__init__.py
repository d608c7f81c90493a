"""The engine room: runs searches in slices, stops them, traces them, saves them; `solve` is the front door."""
