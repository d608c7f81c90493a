"""The engine room: runs in slices, stops, traces, races and the player; `solve` is the front door."""
